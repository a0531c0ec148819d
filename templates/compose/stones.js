// The stone game: which stone is replaced and where three are placed, one tap after the other.
// What the facts of a link are is told in gm/rules/hex_negotiation/tapping.
const CELLS = /^([A-Y][1-9]\d?)*$/;
const ROOM = 40, RIM = 34; // for the letters of rows, and for the numbers of cells

class Hexagon {
    constructor(side) {
        const rows = 2 * side - 1;
        Object.assign(this, { side, rows, cells: [] });
        for (let row = 1; row <= rows; row++) {
            for (let n = 1; n <= this.long(row); n++) this.cells.push(String.fromCharCode(64 + row) + n);
        }
    }

    long(row) {
        return this.rows - Math.abs(row - this.side);
    }

    // The middle of a cell, in widths of a cell from the left edge and rows from the top.
    middle(cell) {
        const row = cell.charCodeAt(0) - 64;
        return [Number(cell.slice(1)) - 0.5 + Math.abs(row - this.side) / 2, this.rows - row];
    }
}

// The facts as values that the game uses. Throws if they are not whole.
function readStones(told) {
    if (!Number.isInteger(told.side) || told.side < 3 || told.side > 13) throw new Error("no such board");
    const board = new Hexagon(told.side), signs = Array.from(told.cells);
    const last = told.last.match(/[A-Y]\d+/g) || [], marked = told.gained ? [...last, told.gained] : last;
    const whole = signs.length === board.cells.length && signs.every((one) => ".bw".includes(one));
    const there = CELLS.test(told.last) && marked.every((cell) => board.cells.includes(cell));
    if (!whole || !there) throw new Error("no position");
    if (!["b", "w"].includes(told.mine) || ![0, 3].includes(told.place)) throw new Error("no such turn");
    const stones = new Map(board.cells.map((cell, n) => [cell, signs[n]]).filter(([, sign]) => sign !== "."));
    return { board, stones, last, gained: told.gained, mine: told.mine, place: told.place, swap: told.swap === true };
}

class Stones {
    constructor(facts) {
        Object.assign(this, { facts, replaced: "", placed: [], swaps: false });
    }

    keep() {
        return { replaced: this.replaced, placed: [...this.placed], swaps: this.swaps };
    }

    back(kept) {
        Object.assign(this, kept, { placed: [...kept.placed] });
    }

    choices() {
        const { board, stones, last, place, swap } = this.facts;
        const swapping = { kind: "more", say: "SWAP colours instead", on: this.swaps, act: () => this.turnSwap() };
        if (this.swaps) return [swapping];
        const isFree = (cell) => !stones.has(cell) && !this.placed.includes(cell);
        const free = this.placed.length < place ? board.cells.filter(isFree) : [];
        const isOn = (field) => field === this.replaced;
        const replacing = (field) => ({ on: isOn(field), say: `Replace ${field}`, act: () => this.replace(field) });
        const taking = (field) => ({ say: `Take back ${field}`, act: () => this.take(field) });
        return [
            ...last.map((field) => ({ field, kind: "way", ...replacing(field) })),
            ...this.placed.map((field) => ({ field, kind: "order", ...taking(field) })),
            ...free.map((field) => ({ field, row: `Row ${field[0]}`, say: field, act: () => this.placed.push(field) })),
            ...(swap ? [swapping] : []),
        ];
    }

    turnSwap() {
        this.swaps = !this.swaps;
    }

    replace(cell) {
        this.replaced = this.replaced === cell ? "" : cell;
    }

    take(cell) {
        this.placed = this.placed.filter((one) => one !== cell);
    }

    lines() {
        const { last, place } = this.facts;
        if (this.swaps) return ["SWAP"];
        if (this.placed.length < place || (last.length && !this.replaced)) return [];
        const replaced = this.replaced ? `REPLACE ${this.replaced} ` : "";
        return [(replaced + (place ? `PLACE ${this.placed.join(" ")}` : "")).trim()];
    }

    hint() {
        const { last, place } = this.facts, left = place - this.placed.length;
        if (this.swaps) return "You take the other colour, and the stones stay.";
        const replacing = last.length && !this.replaced ? `Tap the stone that you replace: ${last.join(", ")}. ` : "";
        const placing = left ? `${left} of ${place} stones are still to be placed.` : "";
        return replacing + placing || "The turn is complete.";
    }
}
