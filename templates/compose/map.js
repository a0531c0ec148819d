// The map of a board of provinces: the drawing that the page has built in, with what the link says laid over it.

/**
 * The map, in an element. *tapped*: called with the codes of provinces near a tap, the nearest first.
 *
 * show({units, lost, centres, picked, targets, ways}) draws a position. units, lost: {kind, at, place, power}, with the
 * numbers of their powers; centres: arrays of provinces by power; picked, targets: places that are marked; ways: lines,
 * as {from, to, help, failed}, between places.
 */
function mapIn(place, board, tapped) {
    const [width, height, narrowest] = board.size;
    const spots = board.spots, SNAP = 28;  // pixels around a finger
    const layers = {};
    for (const name of ["tints", "marks", "ways", "pieces", "taps"])
        layers[name] = frame.draw("g", {class: `map-${name}`});
    const use = (name, more) => frame.draw("use", {href: `#m-${name}`, ...more});
    const svg = frame.draw("svg", {viewBox: `0 0 ${width} ${height}`, role: "img",
        "aria-label": "The map. The lists of buttons beside it say and do the same."},
        use("below"), layers.tints, use("lines"), layers.marks, layers.ways, layers.pieces, use("names"), layers.taps);
    const box = frame.make("div", {class: "board", tabindex: "0", role: "region", "aria-label": "Map"}, svg);
    /** Makes the map larger or smaller around the middle of what is seen. */
    const grow = step => {
        const [across, down] = [box.clientWidth / 2, box.clientHeight / 2];
        const [x, y] = [(box.scrollLeft + across) / box.scrollWidth, (box.scrollTop + down) / box.scrollHeight];
        size = Math.min(4, Math.max(1, size * step));
        sized();
        box.scrollTo({left: x * box.scrollWidth - across, top: y * box.scrollHeight - down});
    };
    let size = 1;

    function sized() {
        svg.style.minWidth = `${Math.round(narrowest * size)}px`;
    }

    const zoom = frame.make("p", {class: "row zoom"},
        frame.make("button", {type: "button", click: () => grow(1.5)}, "Larger map"),
        frame.make("button", {type: "button", click: () => grow(1 / 1.5)}, "Smaller map"));
    place.replaceChildren(box, zoom);
    sized();

    const spot = where => spots[where] || spots[where.slice(0, 3)];

    /** The codes near a tap: the province that was hit first, then others by how far their middles are. */
    function near(event) {
        const edge = svg.getBoundingClientRect(), scale = width / edge.width;
        const x = (event.clientX - edge.left) * scale, y = (event.clientY - edge.top) * scale;
        const away = code => Math.hypot(spots[code][0] - x, spots[code][1] - y);
        const hit = event.target.getAttribute("data-code");
        const close = Object.keys(board.provinces).filter(code => spots[code] && away(code) <= SNAP * scale);
        return [...new Set([...(hit ? [hit] : []), ...close.sort((a, b) => away(a) - away(b))])];
    }

    svg.addEventListener("click", event => tapped(near(event)));
    for (const code of Object.keys(board.provinces))
        if (board.outlined) layers.taps.append(use(code, {class: "tap", "data-code": code}));
    layers.taps.prepend(frame.draw("rect", {class: "tap", width, height}));

    function line(way) {
        const [[x1, y1], [x2, y2]] = [spot(way.from), spot(way.to)];
        const long = Math.hypot(x2 - x1, y2 - y1) || 1, [a, b] = [(x2 - x1) / long, (y2 - y1) / long];
        const [x, y] = [x2 - 24 * a, y2 - 24 * b], tail = `M${x1} ${y1}L${x} ${y}`;
        const head = `M${x + 20 * a} ${y + 20 * b}L${x - 12 * b} ${y + 12 * a}L${x + 12 * b} ${y - 12 * a}Z`;
        return frame.draw("g", {class: way.help ? "way help" : "way"},
            frame.draw("path", {class: "rim", d: tail}), frame.draw("path", {class: "line", d: tail}),
            frame.draw("path", {class: "head", d: head}));
    }

    function ring(where, name) {
        const [x, y] = spot(where);
        return frame.draw("circle", {class: name, cx: x, cy: y, r: 29});
    }

    function owners(position) {
        const taken = new Set(position.units.map(unit => unit.at));
        return position.centres.flatMap((codes, power) => codes.filter(code => spots[code] && !taken.has(code))
            .map(code => use(power, {x: spots[code][0], y: spots[code][1]})));
    }

    return {
        show(position) {
            layers.tints.replaceChildren(...position.centres.map((codes, power) => frame.draw("g",
                {class: `m-own m${power}`}, board.outlined ? codes.map(code => use(code)) : [])));
            const shaded = (places, name) => (board.outlined
                ? places.map(where => use(where.slice(0, 3), {class: name})) : []);
            layers.marks.replaceChildren(...shaded(position.targets, "target"), ...shaded(position.picked, "picked"));
            layers.ways.replaceChildren(...position.ways.filter(way => spot(way.from) && spot(way.to)).map(line));
            const standing = position.units.map(unit => [use(`${unit.kind}${unit.power}`,
                {x: spot(unit.place)[0], y: spot(unit.place)[1]})]);
            const lost = position.lost.map(unit => [use(`${unit.kind}${unit.power}x`,
                {x: spot(unit.place)[0] + 26, y: spot(unit.place)[1] + 26})]);
            layers.pieces.replaceChildren(...owners(position), ...standing.flat(), ...lost.flat(),
                ...position.targets.map(where => ring(where, "ring")),
                ...position.picked.map(where => ring(where, "pick")));
        },
        /** Brings a place into view if the map is larger than its box. */
        look(where) {
            const scale = svg.getBoundingClientRect().width / width, edge = 40;
            const [x, y] = (spot(where) || [0, 0]).map(one => one * scale);
            const [across, down] = [x - box.scrollLeft, y - box.scrollTop];
            const seen = (at, size) => at > edge && at < size - edge;
            if (seen(across, box.clientWidth) && seen(down, box.clientHeight)) return;
            box.scrollTo({left: x - box.clientWidth / 2, top: y - box.clientHeight / 2});
        },
    };
}
