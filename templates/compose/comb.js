// The two war games: what a side may order, drawn from what it knows, and tapped.
// What the facts of a link are is told in gm/rules/war/tapping.
const PLACE = /^([A-Z])([1-9]\d?)$/;
const PILES = /([A-Z][1-9]\d?)([a-z?]?)/g;
const ORDER = /^(MAN |\d MEN |TRUCK |JUMP |AIR |FIRE |)(?:(\d{1,2}) )?([A-Z]\d+(?:-[A-Z]\d+)+)(?: WITH (\d))?$/;
const SOME = "?";
const STAGES = ["moves", "fire", "turn", "cities", "chips"];
const APART = 6, NEAR = 4, FROM_EDGE = 2, CITIES = 3; // of cities in the Air War: see gm/rules/air_war/cities
const CHIPS = 3; // of a side on a field of the Air War
const WIDE = 44; // columns of a line of several orders

// --- the board: names, neighbours, distances, as in gm/rules/pictures/honeycomb ---

function fieldAt(row, column) {
    return String.fromCharCode(64 + column) + row;
}

function placeOf(field) {
    const found = PLACE.exec(field);
    return found ? [Number(found[2]), found[1].charCodeAt(0) - 64] : [0, 0];
}

function stepsBetween(one, other) {
    const [row, column] = placeOf(one), [down, across] = placeOf(other);
    const p = column - ((row - 1) >> 1) - across + ((down - 1) >> 1), q = row - down;
    return Math.max(Math.abs(p), Math.abs(q), Math.abs(p + q));
}

class Comb {
    constructor(rows, columns) {
        Object.assign(this, { rows, columns, fields: [] });
        for (let row = 1; row <= rows; row++) for (let n = 1; n <= columns; n++) this.fields.push(fieldAt(row, n));
    }

    has(field) {
        const [row, column] = placeOf(field);
        return row >= 1 && row <= this.rows && column >= 1 && column <= this.columns;
    }

    // The fields that touch a field, from the south-west.
    near(field) {
        const [row, column] = placeOf(field), first = row % 2 ? column - 1 : column;
        const [south, north] = [row - 1, row + 1], last = first + 1;
        return [[south, first], [south, last], [row, column - 1], [row, column + 1], [north, first], [north, last]]
            .filter(([down, across]) => down >= 1 && down <= this.rows && across >= 1 && across <= this.columns)
            .map(([down, across]) => fieldAt(down, across));
    }
}

// --- what is in the link ---

// Piles by field from one text, such as "G5bH6": two on G5, one on H6. Throws if it is not such a text.
function readPiles(text, comb) {
    const found = new Map();
    for (const [, field, number] of text.matchAll(PILES)) {
        found.set(field, number === SOME ? SOME : number ? number.charCodeAt(0) - 96 : 1);
    }
    const letter = (number) => (number === SOME ? SOME : number > 1 ? String.fromCharCode(96 + number) : "");
    const again = Array.from(found, ([field, number]) => field + letter(number)).join("");
    if (again !== text || !Array.from(found.keys()).every((field) => comb.has(field))) throw new Error("no piles");
    return found;
}

function whole(value, least, most) {
    if (!Number.isInteger(value) || value < least || value > most) throw new Error("no such number");
    return value;
}

// The facts of a link, and the lines on file, as values that the game uses. Throws if they are not whole.
function readWar(told, filed, { air }) {
    const comb = new Comb(whole(told.rows, 1, 99), whole(told.columns, 1, 26));
    if ((told.air === true) !== air) throw new Error("another game");
    if (!["SOUTH", "NORTH"].includes(told.side) || !STAGES.includes(told.stage)) throw new Error("no such round");
    const marks = Object.entries(told.marks).map(([name, text]) => {
        const [, what, cycle] = /^(men|foes|trucks|vans|own|lost)(\d{0,6})$/.exec(name);
        return { what, cycle, piles: readPiles(text, comb) };
    });
    const now = (what) => (marks.find((one) => one.what === what && !one.cycle) || { piles: new Map() }).piles;
    const all = (what) => new Map(marks.filter((one) => one.what === what).flatMap((one) => Array.from(one.piles)));
    const limit = (name) => [name, whole(told.limits[name] || 0, 0, 9999)];
    const limits = Object.fromEntries(["pile", "steps", "load", "chips"].map(limit));
    const jumps = ((told.jumps || "").match(/([A-Z][1-9]\d?){2}/g) || []).map((pair) => pair.match(/[A-Z]\d+/g));
    const watch = Array.from(told.watch === "=" ? now("men").keys() : readPiles(told.watch || "", comb).keys());
    const facts = { comb, side: told.side, stage: told.stage, air, marks, limits, jumps };
    Object.assign(facts, { men: now("men"), foes: now("foes") });
    Object.assign(facts, { trucks: all("trucks"), own: all("own"), lost: all("lost") });
    facts.sees = seen(comb, watch, whole(told.steps || 0, 0, 99));
    facts.filed = filed.map((line) => readLine(line, facts));
    return facts;
}

function seen(comb, watch, steps) {
    if (!steps) return new Set(comb.fields);
    return new Set(comb.fields.filter((field) => watch.some((from) => stepsBetween(from, field) <= steps)));
}

// What a line on file orders. Throws for any other text: nothing of a link comes into the sheet that is not read so.
function readLine(line, facts) {
    const found = ORDER.exec(line);
    if (line === "HOLD FIRE") return { word: "hold", path: [], number: 0 };
    const many = /^(CITIES|PLACE)((?:[ ,]*(?:\d )?[A-Z]\d+)+)$/.exec(line);
    if (many) return { word: many[1].toLowerCase(), piles: readMany(many[2], facts.comb) };
    const path = found[3].split("-"), before = found[1].trim();
    const word = { TRUCK: "truck", JUMP: "jump", AIR: "air", FIRE: "fire" }[before] || "walk";
    if (!path.every((field) => facts.comb.has(field))) throw new Error("no such field");
    return { word, path, number: Number(found[4] || found[2] || parseInt(before, 10) || 1) };
}

function readMany(text, comb) {
    const items = Array.from(text.matchAll(/(?:(\d) )?([A-Z]\d+)/g));
    const found = new Map(items.map(([, number, field]) => [field, Number(number || 1)]));
    if (!Array.from(found.keys()).every((field) => comb.has(field))) throw new Error("no such field");
    return found;
}

// --- orders as text ---

function write(order, air) {
    const path = order.path.join("-"), number = order.number;
    const several = number > 1 ? `${number} ` : "";
    switch (order.word) {
        case "hold": return "HOLD FIRE";
        case "fire": return `FIRE ${number} ${path}`;
        case "truck": return `TRUCK ${path} WITH ${number}`;
        case "jump": return `JUMP ${path}`;
        case "air": return `AIR ${several}${path}`;
        default: return air ? several + path : number > 1 ? `${number} MEN ${path}` : `MAN ${path}`;
    }
}

// Several items to a line, each line beginning with a head.
function packed(items, head) {
    const lines = [];
    for (const item of items) {
        const last = lines.length - 1;
        if (last >= 0 && lines[last].length + 2 + item.length <= WIDE) lines[last] += `, ${item}`;
        else lines.push(head + item);
    }
    return lines;
}

// --- how moves end, as far as their side knows: gm/rules/ground_war/moves ---

function carriedOut(facts, orders) {
    const moves = orders.flatMap((order) => {
        const men = order.word === "walk" ? 1 : order.number, times = order.word === "walk" ? order.number : 1;
        return Array.from({ length: times }, () => ({ order, men, path: order.path, at: reach(facts, order) }));
    });
    const men = new Map(facts.men);
    const add = (field, number) => men.set(field, (men.get(field) || 0) + number);
    for (const move of moves) {
        add(move.path[0], -move.men);
        add(move.path[move.at], move.men);
    }
    for (;;) {
        const tooHigh = (move) => move.at > 0 && men.get(move.path[move.at]) > facts.limits.pile;
        const last = [...moves].reverse().find(tooHigh);
        if (!last) break;
        add(last.path[last.at], -last.men);
        last.at -= 1;
        add(last.path[last.at], last.men);
    }
    const short = moves.filter((move) => move.at < move.path.length - 1);
    return { men: new Map(Array.from(men).filter(([, number]) => number > 0)), short };
}

// How many steps the enemy allows: a truck stops on the first field on or next to one with enemy men.
function reach(facts, order) {
    const last = order.path.length - 1;
    if (order.word !== "truck") return last;
    const near = (field) => [field, ...facts.comb.near(field)].some((one) => facts.foes.has(one));
    const stop = order.path.findIndex((field, n) => n > 0 && near(field));
    return stop < 0 ? last : stop;
}
