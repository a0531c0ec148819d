// The board of a war game with what its side knows, what it has ordered, and what may be tapped. Rules are in war.js.
const CELL = [56, 66, 8], SIDE = 40, EDGE = 34; // as in gm/draw/board, with room for large numbers

function combBoard(comb, label, tap) {
    const [wide, side, tip] = CELL, high = comb.rows * (side + tip) + tip;
    const middle = (row, column) => [
        SIDE + (column - 0.5 + (row % 2 ? 0 : 0.5)) * wide, EDGE + tip + side / 2 + (comb.rows - row) * (side + tip),
    ];
    const fields = comb.fields.map((name) => ({ name, at: middle(...placeOf(name)) }));
    const edges = [];
    for (let n = 1; n <= comb.columns; n++) {
        const text = String.fromCharCode(64 + n);
        edges.push({ text, at: [middle(comb.rows, n)[0], EDGE / 2] });
        edges.push({ text, at: [middle(1, n)[0], EDGE * 1.5 + high] });
    }
    for (let row = 1; row <= comb.rows; row++) {
        const [west, y] = middle(row, 1), [east] = middle(row, comb.columns);
        edges.push({ text: `${row}`, at: [west - (wide + SIDE) / 2, y] });
        edges.push({ text: `${row}`, at: [east + (wide + SIDE) / 2, y] });
    }
    const size = [2 * SIDE + comb.columns * wide + (comb.rows > 1 ? wide / 2 : 0), 2 * EDGE + high];
    return new Board({ fields, cell: CELL, edges, size, label, tap });
}

// The signs of each field, what matters most first: own ones round and filled, the enemy's square and hollow.
function warSigns(war) {
    const { facts } = war, found = new Map();
    const put = (field, sign) => found.set(field, [...(found.get(field) || []), sign]);
    const shapes = { men: ["disc", true], foes: ["square", false], trucks: ["truck", true], vans: ["truck", false] };
    for (const what of Object.keys(shapes)) {
        const [shape, own] = shapes[what];
        for (const { cycle, piles } of facts.marks.filter((one) => one.what === what)) {
            const standing = what === "men" ? war.standing() : piles;
            for (const [field, number] of standing) put(field, { shape, own, text: `${number}`, old: cycle });
        }
    }
    for (const what of ["own", "lost"]) {
        const own = what === "own", side = own === (facts.side === "SOUTH") ? "S" : "N";
        for (const { cycle, piles } of facts.marks.filter((one) => one.what === what)) {
            for (const field of piles.keys()) {
                put(field, { shape: "house", own, text: side, old: cycle });
                if (facts.air) put(war.airport(field), { shape: "plane", own, text: "" });
            }
        }
    }
    for (const [field, number] of war.placed) {
        const city = { shape: "house", own: false, text: "" }, chips = { shape: "disc", own: true, text: `${number}` };
        put(field, facts.stage === "cities" ? city : chips);
    }
    return found;
}

function showWar(board, war) {
    const { facts } = war, marked = war.choices().filter((one) => one.kind !== "order" && !one.board);
    const may = new Set(marked.map((one) => one.field));
    const signs = warSigns(war), at = (field) => board.places.get(field);
    const looks = (field) => {
        const foes = facts.foes.has(field), contested = foes && facts.men.has(field);
        const ground = contested ? "hatched" : facts.sees.has(field) ? "plain" : "dim";
        const look = may.has(field) ? (foes ? " may foe" : " may") : "";
        return ground + look + (war.chosen && war.path.includes(field) ? " chosen" : "");
    };
    const going = war.orders.filter((order) => order.path.length > 1);
    const path = war.chosen && war.path.length > 1 ? [{ word: war.way, path: war.path }] : [];
    const arrows = [...going, ...path].map((order) => arrowOf(order.path.map(at), order.word));
    const signed = Array.from(signs).flatMap(([field, ones]) => signsOf(ones, at(field), field));
    board.paint(looks, [...arrows.map(([line]) => line), ...signed, ...arrows.map(([, head]) => head)]);
}

const game = hexGame({
    words: {
        title: "Orders to tap", help: "MOVES", first: "Tap what is marked on the board, or use the buttons below it.",
    },
    signs: [
        "Round and filled: yours. Square and hollow: the enemy's; ? is a number that you do not know.",
        "On wheels: trucks. Houses: cities, with S or N for whose. Planes: their airports.",
        "Dashed, with a number below, as c5: last known in cycle 5. Grey ground: out of your sight. Shaded: contested.",
    ],
    read: readWar,
    model: (facts) => new War(facts),
    board: (facts, tap) => combBoard(facts.comb, "The board: what can be tapped on it stands below, too", tap),
    show: showWar,
});
