// Orders for armies and fleets on any board: Diplomacy, and offers for Payola. What can be ordered is in borders.js,
// the map in map.js, what a sheet consists of in moves.js and offers.js; here is what the reader sees and taps.
const game = (() => {
    const SEA_NAMES = {"/NC": ", north coast", "/SC": ", south coast", "/EC": ", east coast", "/WC": ", west coast"};
    let board, units, lost, centres, own, orders, sheet, chart, panel;
    let pick = {step: "start"};

    // -- the link ---------------------------------------------------------------------------------------------------

    /** Whether the facts of a link are a position on this board. */
    function check(facts, onBoard) {
        const powers = onBoard.powers.length, codes = onBoard.powers.map(([code]) => code);
        const {ruleset, phase, seat} = frame.link;
        const lists = shape => list => Array.isArray(list) && list.length === powers
            && list.every(text => typeof text === "string" && shape.test(text));
        if (!["payola", "diplomacy"].includes(ruleset) || !/^[SFW]\d{4}[MRA]$/.test(phase)) return false;
        if (!codes.includes(seat) || !lists(/^(?:[AF][A-Z]{3}(?:\/[A-Z]{2})?)*$/)(facts.u)) return false;
        if (!lists(/^(?:[A-Z]{3})*$/)(facts.c)) return false;
        const standing = facts.u.flatMap(unitsIn), places = facts.c.flatMap(placesIn);
        const offers = ruleset === "payola" && phase[5] === "M";
        if (offers && !frame.link.filed.every(line => OFFER_ON_FILE.test(line))) return false;
        const once = new Set(standing.map(unit => unit.at)).size === standing.length;
        return once && standing.every(unit => stands(unit, onBoard)) && places.every(code => code in onBoard.provinces)
            && lostChecked(facts.l || [], onBoard) && numbersChecked(facts, onBoard);
    }

    function stands(unit, onBoard) {
        const [, kind] = onBoard.provinces[unit.at] || [], coasts = onBoard.coasts[unit.at];
        if (unit.kind === "A") return unit.place === unit.at && (kind === "land" || kind === "coast");
        if (coasts) return coasts.includes(unit.place.slice(4));
        return unit.place === unit.at && (kind === "sea" || kind === "coast");
    }

    function lostChecked(rows, onBoard) {
        return Array.isArray(rows) && rows.every(row => {
            const [power, unit, places] = row;
            return Number.isInteger(power) && power >= 0 && power < onBoard.powers.length
                && typeof unit === "string" && /^[AF][A-Z]{3}(?:\/[A-Z]{2})?$/.test(unit)
                && stands(unitsIn(unit)[0], onBoard)
                && typeof places === "string" && /^(?:[A-Z]{3}(?:\/[A-Z]{2})?)*$/.test(places)
                && placesIn(places).every(place => place.slice(0, 3) in onBoard.provinces);
        });
    }

    function numbersChecked(facts, onBoard) {
        const whole = value => value === undefined || (Number.isInteger(value) && Math.abs(value) < 100000);
        const letters = onBoard.powers.map(([,, letter]) => letter);
        const list = facts.a === undefined
            || (typeof facts.a === "string" && [...facts.a].every(one => letters.includes(one)));
        const sites = facts.s === undefined || (typeof facts.s === "string" && /^(?:[A-Z]{3})*$/.test(facts.s)
            && placesIn(facts.s).every(code => code in onBoard.provinces));
        return whole(facts.b) && whole(facts.m) && list && sites;
    }

    // -- what is shown ----------------------------------------------------------------------------------------------

    function start(facts, onBoard, place) {
        const {phase, seat, ruleset, filed} = frame.link;
        board = onBoard;
        own = board.powers.findIndex(([code]) => code === seat);
        units = facts.u.flatMap((text, power) => unitsIn(text, power));
        lost = (facts.l || []).map(([power, unit, places]) => ({...unitsIn(unit, power)[0], places: placesIn(places)}));
        centres = facts.c.map(placesIn);
        orders = ordersOn(board, phase[5] === "A" ? "" : phase[0], units);
        const given = {facts, board, phase, units, lost, own, orders, filed};
        sheet = phase[5] !== "M" ? afterMoves(given) : ruleset === "payola" ? offers(given) : moves(given);
        panel = frame.make("section", {class: "panel", "aria-label": "What to order"});
        const map = frame.make("div");
        place.replaceChildren(map, panel);
        chart = board.size && Object.keys(board.spots).length ? mapIn(map, board, tapped) : null;
        show();
        const mine = [...sheet.units(), ...units].find(unit => unit.power === own);
        if (chart && mine) chart.look(mine.place);
    }

    const title = place => `${place} ${board.provinces[place.slice(0, 3)][0]}${SEA_NAMES[place.slice(3)] || ""}`;
    const owner = unit => board.powers[unit.power][1];

    function goTo(next) {
        pick = next;
        show();
        if (chart && pick.unit) chart.look(pick.unit.place);
    }

    /** Draws the map and the lists anew. Whoever came from a list goes on in the next one. */
    function show() {
        const within = panel.contains(document.activeElement);
        panel.replaceChildren(...SHOWN[pick.step]());
        if (chart) chart.show({units, lost, centres, picked: pick.unit ? [pick.unit.place] : [],
            targets: sheet.marks ? sheet.marks() : targets(), ways: sheet.ways()});
        const heading = panel.querySelector("h2");
        if (within && heading) { heading.tabIndex = -1; heading.focus({preventScroll: true}); }
    }

    /** The places that a tap on the map can mean now. */
    function targets() {
        return [...new Set(choices().map(one => one.place))].filter(place => !pick.unit || place !== pick.unit.place);
    }

    /** The orders that can be chosen now. */
    function choices() {
        const {step, unit, verb, other} = pick;
        if (step === "unit") return sheet.choices(unit).filter(one => one.verb !== "aid" && one.verb !== "convoy");
        if (step === "help") return sheet.choices(unit).filter(one => one.verb === verb && one.other === other);
        return pick.step === "some" ? pick.some : [];
    }

    const back = () => ({label: "Back", act: () => goTo({step: "start"}), tone: "quiet"});
    const button = (one, label) => ({label, act: () => take(one)});

    function take(one) {
        const {unit, line} = pick;
        const next = sheet.take(unit, one, line);
        pick = next === undefined ? {step: "start"} : {step: "line", line: next, unit};
        frame.changed(`${named(unit)} ${one.text}`);
        show();
    }

    const VERBS = {move: "Move to", convoyed: "Move by convoy to", support: "Support where it is",
        aid: "Support a move of", convoy: "Convoy", retreat: "Retreat to"};

    /** The lists for a unit: a list for each kind of order, by its target, or by the unit that is helped. */
    function unitLists() {
        const all = sheet.choices(pick.unit), kind = verb => all.filter(one => one.verb === verb);
        const to = verb => frame.list(VERBS[verb], kind(verb).map(one => button(one, title(one.place))));
        const helped = verb => {
            const others = [...new Set(kind(verb).map(one => one.other))];
            return frame.list(VERBS[verb], others.map(other => ({label: `${named(other)} (${owner(other)})…`,
                act: () => goTo({...pick, step: "help", verb, other})})));
        };
        const held = frame.list(VERBS.support, kind("support").map(one => (
            button(one, `${named(one.other)} (${owner(one.other)})`))));
        return [...to("retreat"), ...to("move"), ...to("convoyed"), ...held, ...helped("aid"),
            ...helped("convoy")];
    }

    /** The orders of a unit that are about no other place. */
    function alone() {
        const words = {hold: "Hold", disband: "Disband"};
        return sheet.choices(pick.unit).filter(one => one.verb in words).map(one => button(one, words[one.verb]));
    }

    const SHOWN = {
        start: () => sheet.start(goTo, redraw),
        unit: () => [
            ...frame.list(`${named(pick.unit)} (${owner(pick.unit)}): what should it do?`, [...alone(), back()]),
            ...unitLists(),
        ],
        help() {
            const helps = pick.verb === "aid" ? "support" : "convoy";
            return frame.list(`${named(pick.unit)}: ${helps} ${named(pick.other)} to where?`, [
                ...choices().map(one => button(one, title(one.place))),
                {...back(), act: () => goTo({...pick, step: "unit"})},
            ]);
        },
        some: () => frame.list(`${named(pick.unit)} and ${title(pick.at)}: which?`, [...pick.some.map(one =>
            button(one, `${named(pick.unit)} ${one.text}`)), ...pick.helps, ...otherUnit(), back()]),
        line: () => sheet.editor(pick.line, goTo, redraw),
        list: () => sheet.list(goTo, redraw),
    };

    /** What was chosen has changed beside the map. */
    function redraw(words) {
        frame.changed(words);
        show();
    }

    function otherUnit() {
        const other = sheet.units().find(unit => unit.at === pick.at && unit !== pick.unit);
        return other ? [{label: `Order ${named(other)} instead`, act: () => goTo({step: "unit", unit: other})}] : [];
    }

    // -- the map ----------------------------------------------------------------------------------------------------

    /** A tap on the map; codes: the provinces it may mean, the most likely first. */
    function tapped(codes) {
        if (sheet.tapped) return sheet.tapped(codes, redraw);
        const unit = codes.map(code => sheet.units().find(one => one.at === code)).find(Boolean);
        const other = () => (unit ? goTo({step: "unit", unit}) : frame.say("There is no unit to order."));
        if (!pick.unit || pick.step === "line") return other();
        const at = codes.find(code => meant(code).length || helps(code).length);
        const onUnit = unit && unit.at === codes[0];  // a unit that was hit comes before what is only near
        if (!at || (at !== codes[0] && onUnit)) {
            if (unit && unit !== pick.unit) return other();
            if (!unit) frame.say(`${named(pick.unit)} cannot be ordered there.`);
            return goTo({step: "start"});
        }
        const some = meant(at), more = pick.step === "unit" ? helps(at) : [];
        const taken = sheet.units().some(one => one.at === at && one !== pick.unit);
        if (some.length === 1 && !more.length && !taken) return take(some[0]);
        goTo({...pick, step: "some", some, helps: more, at});
    }

    const meant = code => choices().filter(one => one.to === code && !(one.verb === "hold" && code !== pick.unit.at));

    /** What leads on to helping a unit that stands where was tapped. */
    function helps(code) {
        const {unit, line} = pick;
        const all = sheet.choices(unit).filter(one => one.other && one.other.at === code && one.verb !== "support");
        return [...new Set(all.map(one => one.verb))].map(verb => {
            const {other} = all.find(one => one.verb === verb);
            const act = () => goTo({step: "help", unit, line, verb, other});
            return {label: `${VERBS[verb]} ${named(other)}…`, act};
        });
    }

    return {
        words: {
            get first() {
                return frame.link.phase[5] === "A" ? "Tap a place that is marked, or choose from the list."
                    : "Tap a unit on the map or in the list, then what it should do.";
            },
        },
        check, start,
        seat: () => board.powers[own][1],
        lines: () => sheet.lines(),
        keep: () => sheet.keep(),
        back(kept) { sheet.back(kept); goTo({step: "start"}); },
        orders: unit => orders.of(unit),
        get units() { return units; },
        get sheet() { return sheet; },
    };
})();
