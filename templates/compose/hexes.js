// A board of hexagons, drawn as in the mails: fields that are tapped, signs on them, arrows; and the same as buttons.
// Lengths are in the units of gm/draw, of which 1044 are as wide as a phone. No game is known here.
const PHONE = 0.345, SCREEN = 0.6; // pixels of a unit: at least, so that signs are large enough; and usually at most
const ZOOMS = [1, 1.5, 2.25, 3.4];
const FLAT = 40, SHORT = 4; // how many fields and orders are listed as buttons; more are folded
const UPPER = -15.5, LOWER = 21, ROWS = [[-14, -18], [14, -18], [-14, 18], [14, 18]]; // as in gm/draw/fields
const SIGN = [27, 36];

function pathOf(points) {
    return `M${points.map((point) => point.map((one) => Math.round(one * 10) / 10).join(" ")).join("L")}`;
}

function words(text, x, y, high, look) {
    return frame.draw("text", { x, y, "font-size": high * 1.35, class: `words ${look}` }, text);
}

// --- signs: shape (disc, square, truck, house, plane), text, own or not, old: since which cycle ---

const SHAPES = {
    disc: ([w, h]) => [frame.draw("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: w / 2 })],
    square: ([w, h]) => [frame.draw("rect", { x: -w / 2, y: -h / 2, width: w, height: h })],
    truck: ([w, h], own) => [
        ...[-0.27, 0.27].map((at) => frame.draw("circle", { cx: at * w, cy: h / 2 - 5, r: 4.5 })),
        frame.draw("rect", { x: -w / 2, y: -h / 2, width: w, height: 0.68 * h, rx: own ? 7 : 0 }),
    ],
    house: ([w, h]) => [outline([[0, -50], [50, -8], [37, -8], [37, 50], [-37, 50], [-37, -8], [-50, -8]], w, h)],
    plane: ([w, h]) => {
        const half = [[0, -50], [9, -40], [9, -16], [50, 12], [50, 26], [9, 16], [7, 34], [22, 44], [22, 50]];
        return [outline([...half, ...half.slice(1).reverse().map(([x, y]) => [-x, y])], w, h)];
    },
};

function outline(points, wide, high) {
    return frame.draw("path", { d: `${pathOf(points.map(([x, y]) => [(x * wide) / 100, (y * high) / 100]))}Z` });
}

function signOf({ shape, text, own, old }, x, y, size) {
    const drawn = SHAPES[shape](size.map((one) => one - 3), own);
    const low = { truck: -0.15, house: 0.11 }[shape] || 0;
    const name = text ? [words(text, 0, low * size[1], shape === "house" ? 14 : 17, "")] : [];
    const look = `sign ${own ? "own" : "foe"}${old ? " old" : ""}`;
    return frame.draw("g", { class: look, transform: `translate(${x} ${y})` }, ...drawn, ...name);
}

// The signs of a field where they have room; of more than four the first three, and a plus.
function signsOf(signs, [x, y], name) {
    const since = Array.from(new Set(signs.map((one) => one.old).filter(Boolean)));
    const below = since.length ? [`c${since.join(",")}`, "since"] : [name, "name"];
    const label = [words(below[0], x, y + LOWER, 14, below[1])];
    if (signs.length === 1) return [signOf(signs[0], x, y + UPPER + 2, SIGN.map((one) => 1.15 * one)), ...label];
    if (signs.length === 2) return [...signs.map((one, n) => signOf(one, x + ROWS[n][0], y + UPPER, SIGN)), ...label];
    const shown = signs.length > 4 ? [...signs.slice(0, 3), { shape: "square", text: "+", own: false }] : signs;
    return shown.map((one, n) => signOf(one, x + ROWS[n][0], y + ROWS[n][1], SIGN));
}

// An arrow along points, for what is ordered: a line, or dashes for fire, and its head on the edge of its last field.
function arrowOf(points, look) {
    const along = ([x, y], [u, v], share) => [x + (u - x) * share, y + (v - y) * share];
    const before = points[points.length - 2], end = points[points.length - 1];
    const long = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
    const [a, b] = [(end[0] - before[0]) / long, (end[1] - before[1]) / long];
    const base = along(before, end, look === "fire" ? 0.5 : Math.max(0.46, 1 - 42 / long));
    const way = look === "fire" ? [along(before, end, 0.25), base] : [...points.slice(0, -1), base];
    const [x, y] = base, head = [[x + 18 * a, y + 18 * b], [x - 13 * b, y + 13 * a], [x + 13 * b, y - 13 * a]];
    const drawn = (part, points) => frame.draw("path", { class: part, d: pathOf(points) });
    const tip = frame.draw("path", { class: "head", d: `${pathOf(head)}Z` });
    const layers = [[drawn("rim", way), drawn("line", way)], [tip]];
    return layers.map((parts) => frame.draw("g", { class: `arrow ${look}` }, parts));
}

// --- the board ---

class Board {
    // fields: { name, at: [x, y] }; cell: [width, upright edge, tip]; edges: { text, at }; size: [width, height];
    // least: pixels that a unit has at least.
    constructor({ fields, cell, edges, size, label, tap, least = PHONE }) {
        const [half, low] = [cell[0] / 2, cell[1] / 2], top = low + cell[2];
        const corners = [[0, -top], [half, -low], [half, low], [0, top], [-half, low], [-half, -low]];
        const field = (name, [x, y]) => frame.draw("path", {
            d: `${pathOf(corners.map(([a, b]) => [x + a, y + b]))}Z`, "data-field": name, class: "field",
        });
        this.places = new Map(fields.map(({ name, at }) => [name, at]));
        this.cells = new Map(fields.map(({ name, at }) => [name, field(name, at)]));
        Object.assign(this, { size, least, middle: [0.5, 0.5] });
        const named = edges.map(({ text, at: [x, y] }) => words(text, x, y, 18, "edge"));
        this.things = frame.draw("g", { class: "things" });
        this.drawing = frame.draw("svg", {
            viewBox: `0 0 ${size[0]} ${size[1]}`, role: "img", "aria-label": label, class: "hexes",
            click: (event) => event.target.dataset.field && tap(event.target.dataset.field),
        }, frame.draw("g", null, ...this.cells.values()), frame.draw("g", null, named), this.things);
        const scrolled = { class: "hexes-frame", tabindex: 0, role: "group", "aria-label": label };
        this.frame = frame.make("div", scrolled, this.drawing);
        this.zoom = 0;
        const zoom = frame.make("p", { class: "row" }, this.button("Smaller", -1), this.button("Larger", 1));
        this.box = frame.make("div", null, this.frame, zoom);
        this.scale();
    }

    button(say, by) {
        const zoom = () => {
            const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = this.frame;
            this.middle = [(scrollLeft + clientWidth / 2) / scrollWidth, (scrollTop + clientHeight / 2) / scrollHeight];
            this.zoom = Math.max(0, Math.min(ZOOMS.length - 1, this.zoom + by));
            this.scale();
        };
        return frame.make("button", { type: "button", click: zoom }, say);
    }

    scale() {
        const zoom = ZOOMS[this.zoom], [wide] = this.size, [across, down] = this.middle;
        const [least, most] = [this.least, Math.max(SCREEN, this.least)].map((one) => Math.floor(wide * one * zoom));
        this.drawing.style.width = `${100 * zoom}%`;
        this.drawing.style.minWidth = `${least}px`;
        this.drawing.style.maxWidth = this.frame.style.maxWidth = `${most}px`;
        this.frame.scrollLeft = across * this.frame.scrollWidth - this.frame.clientWidth / 2;
        this.frame.scrollTop = down * this.frame.scrollHeight - this.frame.clientHeight / 2;
    }

    // Show a field in the middle of a board that is larger than the screen.
    look(field) {
        const at = this.places.get(field);
        if (at) this.middle = at.map((one, n) => one / this.size[n]);
        this.scale();
    }

    // Paint the grounds: looks(name) gives a field's classes. Then draw things on them.
    paint(looks, things) {
        for (const [name, cell] of this.cells) {
            const look = looks(name);
            cell.setAttribute("class", `field ${look}`);
            if (/may|chosen/.test(look)) cell.parentNode.append(cell); // its outline lies above those of others
        }
        this.things.replaceChildren(...things);
    }
}

// --- the same as buttons, for keys and for readers of screens ---

// Show choices { say, act, field, row, kind, on, board }; whoever used a button goes on from the hint.
// kind: way, number and back stand beside the hint in the bar, which stays in sight; order and more below the fields in
// the panel. board: to be tapped on the board alone.
function offer(bar, panel, hint, choices, acted) {
    const inside = bar.contains(document.activeElement) || panel.contains(document.activeElement);
    const opened = new Set(Array.from(panel.querySelectorAll("details[open] > summary"), (one) => one.textContent));
    const told = frame.make("p", { class: "hint", tabindex: -1 }, hint);
    const of = (...kinds) => choices.filter((one) => !one.board && kinds.includes(one.kind));
    const fields = of(undefined), orders = of("order");
    const rows = () => byRow(fields).map(([row, ones]) => folded(row, buttons(ones, acted), opened));
    bar.replaceChildren(...[told, buttons(of("way", "number", "back"), acted)].filter(Boolean));
    panel.replaceChildren(...[
        fields.length > FLAT ? folded("Fields by their names", rows(), opened) : buttons(fields, acted),
        orders.length > SHORT ? folded("Take back", buttons(orders, acted), opened) : buttons(orders, acted),
        buttons(of("more"), acted),
    ].filter(Boolean));
    if (inside) told.focus({ preventScroll: true });
}

function byRow(fields) {
    const found = new Map();
    for (const one of fields) found.set(one.row, [...(found.get(one.row) || []), one]);
    return Array.from(found);
}

// What a title opens; whatever was open before stays so.
function folded(title, content, opened) {
    return frame.make("details", { open: opened.has(title) }, frame.make("summary", null, title), content);
}

function buttons(choices, acted) {
    const made = choices.map((choice) => frame.make("li", null, frame.make("button", {
        type: "button", click: () => acted(choice), "aria-pressed": choice.on === undefined ? false : String(choice.on),
    }, choice.say)));
    return made.length ? frame.make("ul", { class: "choices" }, made) : null;
}

// A game on a board of hexagons. read(facts, filed, built): the facts as its model needs them, throws if they are
// not whole;
// model(facts): has choices(), hint(), lines(), keep() and back(kept); board(facts, tap); show(board, model): draws it.
// signs: what those on the board mean, in words.
function hexGame({ words, signs, read, model, board, show }) {
    let played = null, refresh = null;
    function check(facts, built) {
        read(facts, frame.link.filed, built);
        return true;
    }
    function start(facts, built, place) {
        const bar = frame.make("div", { class: "bar" }), list = frame.make("div", null);
        const whole = read(facts, frame.link.filed, built);
        const acted = (choice) => {
            if (!choice) return;
            const before = JSON.stringify(played.keep());
            choice.act();
            refresh();
            if (JSON.stringify(played.keep()) === before) frame.say(played.hint());
            else frame.changed(played.hint());
        };
        const drawn = board(whole, (field) => acted(played.choices().find((one) => one.field === field)));
        played = model(whole);
        refresh = () => {
            show(drawn, played);
            offer(bar, list, played.hint(), played.choices(), acted);
        };
        const key = folded("What the signs mean", signs.map((one) => frame.make("p", null, one)), new Set());
        place.replaceChildren(drawn.box, bar, frame.make("div", { class: "panel" }, list, key));
        refresh();
        drawn.look((played.choices().find((one) => one.field) || {}).field);
    }
    return {
        words, check, start,
        lines: () => played.lines(),
        keep: () => played.keep(),
        back(kept) {
            played.back(kept);
            refresh();
        },
    };
}
