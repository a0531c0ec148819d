// The board of a stone game: black stones filled, white ones hollow, those of the last turn with a ring.
const FINGER = 20; // pixels of a cell at least

function widthOf(hexagon) {
    return Math.min(74, Math.floor((1044 - 2 * ROOM) / hexagon.rows));
}

function stonesBoard(hexagon, label, tap) {
    const wide = widthOf(hexagon), side = Math.round(wide * 0.57), tip = Math.round(wide * 0.29);
    const high = hexagon.rows * (side + tip) + tip;
    const place = (cell) => {
        const [x, y] = hexagon.middle(cell);
        return [ROOM + x * wide, RIM + tip + side / 2 + y * (side + tip)];
    };
    const edges = [];
    for (let row = 1; row <= hexagon.rows; row++) {
        const text = String.fromCharCode(64 + row);
        const [west, y] = place(text + 1), [east] = place(text + hexagon.long(row));
        edges.push({ text, at: [west - (wide + ROOM) / 2, y] }, { text, at: [east + (wide + ROOM) / 2, y] });
    }
    const away = side / 2 + tip + RIM / 2;
    for (const [row, down] of [["A", 1], [String.fromCharCode(64 + hexagon.rows), -1]]) {
        for (let n = 1; n <= hexagon.side; n++) {
            const [x, y] = place(row + n);
            edges.push({ text: `${n}`, at: [x, y + down * away] });
        }
    }
    const fields = hexagon.cells.map((name) => ({ name, at: place(name) }));
    const size = [2 * ROOM + hexagon.rows * wide, 2 * RIM + high], least = Math.max(PHONE, FINGER / wide);
    return new Board({ fields, cell: [wide, side, tip], edges, size, label, tap, least });
}

function showStones(board, game) {
    const { facts, replaced, swaps } = game, placed = swaps ? [] : game.placed;
    const may = new Set(game.choices().filter((one) => one.kind !== "order").map((one) => one.field));
    const last = new Set([...facts.last, facts.gained]);
    const ground = (cell) => `cell${may.has(cell) ? " may" : ""}${last.has(cell) ? " last" : ""}`;
    const wide = widthOf(facts.board), things = [];
    const stone = (cell, colour, look, name) => {
        const [x, y] = board.places.get(cell), radius = 0.4 * wide;
        const ring = look ? [frame.draw("circle", { cx: x, cy: y, r: 0.47 * wide, class: `halo ${look}` })] : [];
        const text = name ? [words(cell, x, y, Math.min(20, 0.3 * wide), "")] : [];
        const disc = frame.draw("circle", { cx: x, cy: y, r: radius, class: "disc" });
        things.push(frame.draw("g", { class: `stone ${colour === "b" ? "black" : "white"}` }, disc, ring, text));
    };
    for (const [cell, colour] of facts.stones) {
        const taken = cell === replaced && !swaps, lately = facts.last.includes(cell);
        const look = taken ? "new" : lately ? "last" : cell === facts.gained ? "gained" : "";
        stone(cell, taken ? facts.mine : colour, look, lately || taken);
    }
    for (const cell of placed) stone(cell, facts.mine, "new", true);
    const free = facts.board.cells.filter((cell) => !facts.stones.has(cell) && !placed.includes(cell));
    const short = (cell) => (wide > 55 ? cell : cell.slice(1)), high = Math.min(17, 0.3 * wide);
    const name = (cell) => words(short(cell), ...board.places.get(cell), high, "name");
    board.paint(ground, [...things, ...free.map(name)]);
}

const game = hexGame({
    words: {
        title: "A turn to tap", help: "REPLACE", first: "Tap what is marked on the board, or use the buttons below it.",
    },
    signs: [
        "Filled: Black. Hollow: White. A ring: placed last, and one of these is replaced. A dashed ring: gained last.",
        "A thick ring: what you place or replace now.",
    ],
    read: readStones,
    model: (facts) => new Stones(facts),
    board: (facts, tap) => stonesBoard(facts.board, "The board: what can be tapped on it stands below, too", tap),
    show: showStones,
});
