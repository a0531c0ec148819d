// Sheets for a reader's own units: orders of Diplomacy, and in both games retreats, builds and removals.
//
// A sheet is {units, choices, take, ways, lines, keep, back, start, editor, list}: units() that can be ordered;
// choices(unit), its orders; take(unit, order) puts one on the sheet, and gives the place of a line that is to be
// edited; ways(), the arrows for the map; start, editor and list give what stands beside it. Where no units are ordered,
// marks() are the places that count, and tapped(codes, redraw) does what a tap on the map means.

/** The arrow that shows an order. */
function wayOf(unit, one) {
    if (one.verb === "hold" || one.verb === "disband") return [];
    if (one.verb === "support") return [{from: unit.place, to: one.other.place, help: true}];
    return [{from: unit.place, to: one.place, help: one.verb === "aid" || one.verb === "convoy"}];
}

/** The sheet of a movement phase of Diplomacy: one order for each unit of one's own. */
function moves({phase, units, own, orders, filed}) {
    const mine = units.filter(unit => unit.power === own), known = new Map();
    const choices = unit => known.get(unit) || known.set(unit, orders.of(unit)).get(unit);
    const chosen = ordered(mine, choices, filed);
    return {
        ...chosen, units: () => mine, choices,
        lines: () => headed(`ORDERS ${phase}`, chosen.written()),
        start: goTo => [
            ...frame.list("Your units", mine.map(unit => chosen.button(unit, goTo))),
            frame.make("p", {class: "soft"}, "A unit left out keeps what is on file for it; without any it holds."),
        ],
    };
}

/** One order for each of some units, of which *filed* says those on file. */
function ordered(mine, choices, filed) {
    let taken = new Map();
    for (const line of filed)
        for (const unit of mine) {
            const one = choices(unit).find(one => `${named(unit)} ${one.text}` === line);
            if (one) taken.set(unit, one);
        }
    return {
        take(unit, one) { taken.set(unit, one); },
        written: () => mine.filter(unit => taken.has(unit)).map(unit => `${named(unit)} ${taken.get(unit).text}`),
        ways: () => [...taken].flatMap(([unit, one]) => wayOf(unit, one)),
        keep: () => [...taken],
        back(kept) { taken = new Map(kept); },
        button: (unit, goTo) => ({
            label: taken.has(unit) ? `${named(unit)} ${taken.get(unit).text}` : `${named(unit)}: no order yet`,
            act: () => goTo({step: "unit", unit}), tone: taken.has(unit) ? "done" : undefined,
        }),
    };
}

function headed(heading, lines) {
    return lines.length ? [heading, ...lines] : [];
}

/** The sheet of a phase after the moves, in both games. */
function afterMoves(given) {
    return given.phase[5] === "R" ? retreats(given) : given.facts.b < 0 ? removals(given) : builds(given);
}

function retreats({phase, lost, own, filed}) {
    const mine = lost.filter(unit => unit.power === own);
    const choices = unit => [
        ...unit.places.map(place => ({text: `- ${place}`, verb: "retreat", to: place.slice(0, 3), place})),
        {text: "D", verb: "disband", to: unit.at, place: unit.place},
    ];
    const chosen = ordered(mine, choices, filed);
    return {
        ...chosen, units: () => mine, choices,
        lines: () => headed(`ORDERS ${phase}`, chosen.written()),
        start: goTo => [
            ...frame.list("Your dislodged units", mine.map(unit => chosen.button(unit, goTo))),
            frame.make("p", {class: "soft"}, "A dislodged unit without a retreat is disbanded."),
        ],
    };
}

/** Lines of which so many can be chosen, each once: builds and removals. A tap on the map stands for its line. */
function counted({phase, filed, most, what, places, lineOf}) {
    let lines = filed.filter(line => places.some(one => lineOf(one) === line)).slice(0, most);
    const used = place => lines.some(line => line.split(" ").at(-1).slice(0, 3) === place.slice(0, 3));
    const free = one => lines.length < most && !used(one.place);
    const toggle = (line, redraw) => {
        lines = lines.includes(line) ? lines.filter(one => one !== line) : [...lines, line];
        redraw(line);
    };
    return {
        units: () => [], choices: () => [], take() {}, ways: () => [],
        marks: () => [...new Set(places.filter(one => free(one) || lines.includes(lineOf(one))).map(one => one.place))],
        /** A tap on a province: its first line, then the next one, then none. */
        tapped(codes, redraw) {
            const code = codes.find(one => places.some(two => two.place.slice(0, 3) === one));
            const here = places.filter(one => one.place.slice(0, 3) === code).map(lineOf);
            const at = here.findIndex(one => lines.includes(one));
            if (!here.length) return frame.say("Nothing can be ordered there.");
            if (at < 0 && lines.length >= most) return frame.say(`${most} of ${most} are chosen: take one back first.`);
            lines = lines.filter(one => !here.includes(one)).concat(here.slice(at + 1, at + 2));
            redraw(here[at + 1] || "Taken back.");
        },
        lines: () => headed(`ORDERS ${phase}`, what === "Builds" || lines.length === most ? lines : []),
        keep: () => [...lines],
        back(kept) { lines = [...kept]; },
        start(goTo, redraw) {
            const open = places.filter(one => lines.includes(lineOf(one)) || free(one));
            return [
                ...frame.list(`${what}: ${lines.length} of ${most}`, open.map(one => ({label: lineOf(one),
                    pressed: lines.includes(lineOf(one)), act: () => toggle(lineOf(one), redraw)}))),
                frame.make("p", {class: "soft"}, what === "Builds" ? "A build left out is waived."
                    : `All ${most} must be named; until then the sheet is empty.`),
            ];
        },
    };
}

function builds({facts, board, phase, filed}) {
    const places = placesIn(facts.s || "").flatMap(site => {
        const [, kind] = board.provinces[site], coasts = board.coasts[site];
        const fleets = coasts ? coasts.map(coast => `${site}/${coast}`) : kind === "coast" ? [site] : [];
        return [{kind: "A", place: site}, ...fleets.map(place => ({kind: "F", place}))];
    });
    const known = filed.filter(line => line.startsWith("BUILD "));
    return counted({phase, filed: known, most: facts.b || 0, what: "Builds", places,
        lineOf: one => `BUILD ${named(one)}`});
}

function removals({facts, units, own, phase, filed}) {
    const known = filed.filter(line => line.startsWith("REMOVE "));
    return counted({phase, filed: known, most: -facts.b, what: "Removals",
        places: units.filter(unit => unit.power === own), lineOf: unit => `REMOVE ${named(unit)}`});
}
