"use strict";
// The frame that all pages for tapping share: it reads the link, shows the sheet, and hands it to a mail program.
//
// The script of a game comes next and defines one object, `game`; what it consists of, and what the frame gives it, is
// written down in gm/compose/__init__.py. Whatever the link says is checked here, and becomes text, never markup.
const frame = (() => {
    const SVG = "http://www.w3.org/2000/svg";
    const SEEN = 4000;  // milliseconds
    const LONGEST = 1900;  // characters of a mailto: address; some programs cut at 2,000
    const NOT_WHOLE = "This link is not whole. Copy it from the mail again, or write your orders by hand.";
    const EMPTY = "This page needs the link of a mail: open the one that your GameMaster sent you last, or write your "
        + "orders by hand.";
    const ELSEWHERE = "This link belongs to another page, or to a board that has changed. Open the link of your newest "
        + "mail, or write your orders by hand.";
    const SHAPES = {
        game: /^[a-z][a-z0-9-]{0,39}$/, ruleset: /^[a-z][a-z-]{0,29}$/, phase: /^[A-Z0-9]{1,12}$/,
        seat: /^[A-Z0-9][A-Z0-9_ -]{0,39}$/, token: /^[a-z0-9]{20}$/, digest: /^[0-9a-f]{8}$/,
    };
    const LINE = /^[ -~]{1,200}$/;
    const MOST_LINES = 300;
    const built = JSON.parse(document.getElementById("facts").textContent);
    const at = id => document.getElementById(id);
    const past = [];  // what was chosen before each change, and the text then
    let playing = null, link = null, byHand = false, fading = null;

    // -- the link ---------------------------------------------------------------------------------------------------

    /** Eight digits of CRC-32 of plain letters. */
    function check(text) {
        let sum = 0xffffffff;
        for (const letter of text) {
            sum ^= letter.charCodeAt(0);
            for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
        }
        return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
    }

    /** What a fragment says, as {game, ruleset, phase, seat, token, digest, facts, filed}; null if it is not whole. */
    function unpacked(fragment) {
        const parts = /^#?1\.([A-Za-z0-9_-]+)\.([0-9a-f]{8})$/.exec(fragment);
        if (!parts || check(parts[1]) !== parts[2]) return null;
        try {
            const octets = atob(parts[1].replaceAll("-", "+").replaceAll("_", "/"));
            const values = JSON.parse(octets);
            return Array.isArray(values) && values.length === 8 ? named(values) : null;
        } catch {
            return null;
        }
    }

    /** The values of a link by their names, if each is such as gm writes it; else null. */
    function named(values) {
        const [game, ruleset, phase, seat, token, digest, facts, filed] = values;
        const found = {game, ruleset, phase, seat, token, digest, facts, filed};
        const shaped = Object.entries(SHAPES).every(([key, shape]) => isText(found[key], shape));
        const lines = Array.isArray(filed) && filed.length <= MOST_LINES && filed.every(line => isText(line, LINE));
        return shaped && lines ? found : null;
    }

    function isText(value, shape) {
        return typeof value === "string" && shape.test(value);
    }

    // -- elements ---------------------------------------------------------------------------------------------------

    function filled(element, attributes, content) {
        for (const [name, value] of Object.entries(attributes || {}))
            if (typeof value === "function") element.addEventListener(name, value);
            else if (value !== false && value !== null && value !== undefined)
                element.setAttribute(name, value === true ? "" : value);
        element.append(...content.flat().filter(one => one !== null && one !== undefined));
        return element;
    }

    /** An element of HTML. Attributes that are functions are listeners; those that are false or null are left out. */
    function make(name, attributes, ...content) {
        return filled(document.createElement(name), attributes, content);
    }

    /** The same of SVG. */
    function draw(name, attributes, ...content) {
        return filled(document.createElementNS(SVG, name), attributes, content);
    }

    /** A title and a list of buttons, as elements; none if it is empty. options: {label, act, pressed, tone}. */
    function list(title, options) {
        const buttons = options.map(one => make("li", null, make("button", {
            type: "button", class: one.tone || false, click: one.act,
            "aria-pressed": one.pressed === undefined ? false : String(one.pressed),
        }, one.label)));
        const heading = title ? [make("h2", null, title)] : [];
        return buttons.length ? [...heading, make("ul", {class: "choices"}, buttons)] : [];
    }

    /** Says something: aloud to who cannot see what has changed, and for a while at the edge of the screen. */
    function say(words) {
        at("status").textContent = words;
        at("status").classList.toggle("seen", Boolean(words));
        clearTimeout(fading);
        fading = setTimeout(() => at("status").classList.remove("seen"), SEEN);
    }

    // -- the sheet --------------------------------------------------------------------------------------------------

    /** The game has changed: its lines are written anew, and what was before can be had back. */
    function changed(words) {
        past.push({kept: before.kept, text: at("text").value, byHand});
        if (past.length > 200) past.shift();
        byHand = false;
        written(playing.lines().join("\n"));
        say(words || "");
    }

    const before = {kept: null};

    function written(text) {
        at("text").value = text;
        before.kept = playing.keep();
        shown();
    }

    function undo() {
        const last = past.pop();
        if (!last) return;
        playing.back(last.kept);
        byHand = last.byHand;
        written(last.text);
        say("Undone.");
        if (!past.length) at("text").focus();
    }

    /** Shows what goes into the mail: how long it is, and where it is sent. */
    function shown() {
        const text = at("text").value, lines = text.split("\n").filter(line => line.trim()).length;
        at("text").rows = Math.min(24, Math.max(6, lines + 1));  // all of it is seen without scrolling within
        const about = byHand ? " Changed by hand: the next tap writes it anew, Undo brings it back." : "";
        const isOld = !past.length && !byHand && link.filed.length;
        const old = isOld ? " They were on file when your mail was written." : "";
        const counted = `${lines} ${lines === 1 ? "line" : "lines"}, ${text.length} characters.${about}${old}`;
        at("count").textContent = lines || byHand ? counted : "Nothing is on it yet.";
        at("undo").disabled = !past.length;
        const [to, subject] = addressed();
        const whole = `mailto:${quoted(to).replaceAll("%40", "@")}?subject=${quoted(subject)}`;
        const body = `${whole}&body=${quoted(text.replaceAll("\n", "\r\n"))}`;
        const fits = body.length <= LONGEST;
        if (lines) at("mail").setAttribute("href", fits ? body : whole);
        else at("mail").removeAttribute("href");
        at("mail").textContent = fits ? "Open in my mail program" : "Open my mail program (copy the sheet first)";
        at("by-hand").textContent = `Or copy the sheet into a mail to ${to} with the subject “${subject}”.`;
    }

    /**
     * The address of the mailbox, which is the page's own, and the subject: the link gives its token alone. The subject
     * names the seat, so that a sheet for one seat with the token of another is shown to nobody.
     */
    function addressed() {
        const {address, reply_address: pattern} = built.to;
        const subject = `Re: [${link.game}] ${link.phase} for ${link.seat}`;
        return pattern ? [pattern.replace("{token}", link.token), subject] : [address, `${subject} (#${link.token})`];
    }

    function quoted(text) {
        return encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "?"));
    }

    async function copy() {
        const text = at("text");
        try {
            await navigator.clipboard.writeText(text.value);
            say("Copied.");
        } catch {  // an old browser, or one that was not asked nicely enough: then by selection
            text.focus();
            text.select();
            say(document.execCommand("copy") ? "Copied." : "Not copied: the sheet is marked, copy it by hand.");
        }
    }

    // -- the beginning ----------------------------------------------------------------------------------------------

    function broken(words) {
        at("main").hidden = true;
        at("broken").hidden = false;
        at("broken").textContent = words;
    }

    /** Starts a game with the position of the link, or says what is wrong with that. */
    function begin(game) {
        addEventListener("hashchange", () => location.reload());
        if (location.hash.length < 2) return broken(EMPTY);
        link = unpacked(location.hash);
        if (!link) return broken(NOT_WHOLE);
        if (link.digest !== built.digest) return broken(ELSEWHERE);
        if (!fits(game)) return broken(NOT_WHOLE);
        playing = game;
        at("main").hidden = false;
        game.start(link.facts, built.board, at("place"));
        document.title = `${link.game}: ${link.phase}, ${game.seat ? game.seat() : link.seat}`;
        at("title").textContent = document.title;
        at("about").textContent = game.words.first;
        written(game.lines().join("\n"));
        at("text").addEventListener("input", () => { byHand = true; shown(); });
        at("undo").addEventListener("click", undo);
        at("copy").addEventListener("click", copy);
    }

    function fits(game) {
        try {
            return game.check(link.facts, built.board) === true;
        } catch {
            return false;
        }
    }

    return {
        begin, changed, check, draw, list, make, say, undo, unpacked,
        get link() { return link; },
    };
})();
