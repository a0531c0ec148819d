// Orders for armies and fleets, on any board: Payola Diplomacy and Diplomacy.
const game = (() => {
    let facts, place, lines = [];
    function show() {
        frame.choose(place, "Your units", (facts.u[0].match(/[AF][A-Z]{3}/g) || []).map(unit => ({
            label: `${unit[0]} ${unit.slice(1)}`,
            act: () => { lines.push(`${unit[0]} ${unit.slice(1)} H`); frame.changed(`${unit} holds`); },
        })));
    }
    return {
        words: {title: "Orders", help: "ORDERS", first: "Choose a unit, then what it should do."},
        check(given, board) { return Array.isArray(given.u); },
        start(given, board, where) { facts = given; place = where; show(); },
        lines: () => lines,
        keep: () => [...lines],
        back(kept) { lines = [...kept]; show(); },
    };
})();
