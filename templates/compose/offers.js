// The offer sheet of Payola: any unit, an order or several, a sum, and what else is paid for; savings; the list of
// whose silver is taken first. The lines are kept in the order in which they were added, which decides ties.
const KINDS = {
    ":": "this order only", "&": "this order, and any other as well", ">": "this order, and any other move",
    "@": "this order, and any other that is no move", "!": "any order but this one",
};

// A line on file as gm writes it: nothing else of a link comes into a sheet, such as a command or the end of the offers.
const OFFER_ON_FILE = new RegExp("^(?:\\d{1,5}\\*)?\\d{1,5}(?:#\\d{1,5})?"
    + " (?:\\$|[:>!@&] [AF] [A-Z]{3}(?:/[A-Z]{2})? [A-Z/ |-]{1,150})$");

function offers({facts, board, phase, units, own, orders, filed}) {
    const OFFER = /^(?:(\d{1,3})\*)?(\d{1,4})(?:#(\d{1,4}))? ([:>!@&]) ([AF] [A-Z]{3}(?:\/[A-Z]{2})?) (.+)$/;
    const known = new Map(), letters = board.powers.map(([,, letter]) => letter);
    const choices = unit => known.get(unit) || known.set(unit, orders.of(unit)).get(unit);
    let lines = [], saved = 0, accept = "";

    for (const text of filed) {
        const saving = /^(\d{1,5}) \$$/.exec(text);
        if (saving) saved += Number(saving[1]);
        else lines.push(read(text) || {raw: text});
    }

    /** A line on file as an offer; null if it says more than can be tapped. */
    function read(text) {
        const [, repeat, amount, plateau, sign, unitName, said] = OFFER.exec(text) || [];
        const unit = units.find(one => named(one) === unitName);
        const chosen = unit && said.split(" | ").map(part => choices(unit).find(one => one.text === part));
        return chosen && chosen.every(Boolean)
            ? {repeat: Number(repeat || 1), amount: Number(amount), plateau: Number(plateau || 0), sign, unit, chosen}
            : null;
    }

    function write(line) {
        if (line.raw) return line.raw;
        const repeat = line.repeat > 1 ? `${line.repeat}*` : "";
        const plateau = line.plateau ? `#${Math.min(line.plateau, line.amount)}` : "";
        const said = line.chosen.map(one => one.text).join(" | ");
        return `${repeat}${line.amount}${plateau} ${line.sign} ${named(line.unit)} ${said}`;
    }

    // -- what it may cost -------------------------------------------------------------------------------------------

    const isMove = text => text.startsWith("- ");

    /** What one line pays if its unit does this; named: the order is one that the line names. */
    function paid(line, text) {
        const namedHere = line.chosen.some(one => one.text === text), sum = line.amount * line.repeat;
        if (line.sign === "!") return namedHere ? 0 : sum;
        if (namedHere || line.sign === "&") return sum;
        return line.sign === (isMove(text) ? ">" : "@") ? sum : 0;
    }

    /** The most that all offers can cost: for each unit the dearest order, named or not. */
    function dearest() {
        const all = lines.filter(line => line.unit);
        return [...new Set(all.map(line => line.unit))].reduce((sum, unit) => {
            const to = all.filter(line => line.unit === unit);
            const said = [...to.flatMap(line => line.chosen.map(one => one.text)), "- another", "another"];
            return sum + Math.max(...said.map(text => to.reduce((cost, line) => cost + paid(line, text), 0)));
        }, 0);
    }

    function account() {
        const most = dearest(), left = Math.max(0, facts.m - saved);
        const words = `At most ${most} silver can be spent${saved ? `, ${saved} are saved` : ""}; you have ${facts.m}.`;
        return frame.make("p", {class: most > left ? "notice" : "soft"},
            most > left ? `${words} More than you have: if it comes to that, your offers are reduced.` : words);
    }

    // -- what is shown ----------------------------------------------------------------------------------------------

    function start(goTo, redraw) {
        const mine = units.filter(unit => unit.power === own), others = units.filter(unit => unit.power !== own);
        const toUnit = unit => ({label: named(unit), act: () => goTo({step: "unit", unit})});
        const byPower = board.powers.map(([, name], power) => [name, others.filter(unit => unit.power === power)]);
        return [
            account(),
            ...frame.list("Your offers", lines.map((line, n) => (
                {label: write(line), act: () => goTo({step: "line", line: n})}))),
            ...frame.list(lines.length ? "Another offer to your own units" : "An offer to your own units",
                mine.map(toUnit)),
            frame.make("details", null, frame.make("summary", null, "To units of other powers"),
                byPower.flatMap(([name, theirs]) => frame.list(name, theirs.map(toUnit)))),
            number("Save silver", saved, 0, value => { saved = value; redraw(`${value} silver saved`); }),
            ...frame.list("Acceptance list", [{label: accept || facts.a || "Not sent yet: choose the order",
                act: () => { goTo({step: "list"}); }}]),
        ];
    }

    /** A whole number with buttons, and a field to type it. */
    function number(label, value, least, act) {
        const set = wanted => act(Math.max(least, Math.min(9999, Math.round(wanted) || 0)));
        const field = frame.make("input", {type: "text", inputmode: "numeric", size: 4, value: String(value),
            change: event => set(Number(event.target.value.replace(/\D/g, "")))});
        const step = by => frame.make("button", {type: "button",
            "aria-label": `${label}: ${by > 0 ? "plus" : "minus"} ${Math.abs(by)}`,
            click: () => set(value + by)}, by > 0 ? `+${by}` : `−${-by}`);
        return frame.make("p", {class: "row number"}, frame.make("label", null, `${label} `, field),
            [-5, -1, 1, 5].map(step));
    }

    function editor(n, goTo, redraw) {
        const line = lines[n];
        const edit = (words, more) => {
            lines = lines.map((one, at) => (at === n ? {...one, ...more} : one));
            redraw(words);
        };
        const rest = [
            {label: "Done", act: () => goTo({step: "start"}), tone: "main"},
            {label: "Remove this offer", act: () => {
                lines = lines.filter((_, at) => at !== n);
                goTo({step: "start"});
                redraw("Removed");
            }},
            ...(n ? [{label: "Move up", act: () => {
                lines = [...lines.slice(0, n - 1), line, lines[n - 1], ...lines.slice(n + 1)];
                goTo({step: "line", line: n - 1, unit: line.unit});
                redraw("Moved up");
            }}] : []),
        ];
        if (line.raw) return frame.list(line.raw, rest);
        const more = {label: "Or another order for the same sum…",
            act: () => goTo({step: "unit", unit: line.unit, line: n})};
        return [
            frame.make("h2", null, write(line)), account(),
            number("Silver", line.amount, line.unit.power === own ? 0 : 1,
                amount => edit(`${amount} silver`, {amount})),
            ...frame.list("", [...rest, more]),
            frame.make("details", null, frame.make("summary", null, `It pays for ${KINDS[line.sign]}`),
                frame.list("", Object.entries(KINDS).map(([sign, label]) => ({label, pressed: line.sign === sign,
                    act: () => edit(label, {sign})})))),
        ];
    }

    /** The powers in the order in which their silver is taken: tapped one after the other. */
    function list(goTo, redraw) {
        const chosen = accept.length === letters.length ? "" : accept;
        const add = letter => {
            accept = chosen + letter;
            if (accept.length === letters.length - 1) accept += letters.find(one => !accept.includes(one));
            if (accept.length === letters.length) goTo({step: "start"});
            redraw(`Acceptance list: ${accept}`);
        };
        const left = board.powers.filter(([,, letter]) => !chosen.includes(letter));
        return [
            ...frame.list(`Whose silver decides a tie ${chosen ? "next" : "first"}? ${chosen}`,
                left.map(([, name, letter]) => ({label: `${name} (${letter})`, act: () => add(letter)}))),
            ...frame.list("", [{label: "Back", act: () => {
                if (accept.length < letters.length) accept = "";
                goTo({step: "start"});
            }}]),
        ];
    }

    return {
        units: () => units, choices, start, editor, list,
        /** Puts an offer on the sheet, or one more order into line *n*; gives the number of its line. */
        take(unit, one, n) {
            if (n === undefined) lines = [...lines, {repeat: 1, amount: 1, plateau: 0, sign: ":", unit, chosen: [one]}];
            else if (!lines[n].chosen.some(other => other.text === one.text))
                lines = lines.map((line, at) => (at === n ? {...line, chosen: [...line.chosen, one]} : line));
            return n === undefined ? lines.length - 1 : n;
        },
        ways: () => lines.filter(line => line.unit).flatMap(line => line.chosen.flatMap(one => wayOf(line.unit, one))),
        lines() {
            const found = [...lines.map(write), ...(saved ? [`${saved} $`] : [])];
            const list = accept.length === letters.length ? [`ACCEPT ${accept}`] : [];
            return [...list, ...(found.length ? [`OFFERS ${phase}`, ...found, "END"] : [])];
        },
        keep: () => ({lines, saved, accept}),
        back(kept) { ({lines, saved, accept} = kept); },
    };
}
