// What a side may order in the two war games, one tap after the other. Facts and texts are in comb.js.
class War {
    constructor(facts) {
        const { filed } = facts;
        Object.assign(this, { facts, chosen: "", path: [], way: "", number: 0, ready: false });
        this.firing = facts.stage === "fire";
        this.orders = filed.filter((order) => !order.piles);
        this.placed = new Map(filed.flatMap((order) => (order.piles ? Array.from(order.piles) : [])));
    }

    // What was chosen, as a plain value, and back to it.
    keep() {
        const orders = this.orders.map((order) => ({ ...order }));
        return { orders, placed: Array.from(this.placed), ready: this.ready };
    }

    back({ orders, placed, ready }) {
        this.choose("");
        Object.assign(this, { orders: orders.map((order) => ({ ...order })), placed: new Map(placed), ready });
    }

    // --- what is left to order ---

    get pieces() {
        return this.facts.air ? ["chip", "chips"] : ["man", "men"];
    }

    counted(number) {
        return `${number} ${this.pieces[number === 1 ? 0 : 1]}`;
    }

    moves() {
        return this.orders.filter((order) => order.word !== "fire" && order.word !== "hold");
    }

    shots() {
        return this.orders.filter((order) => order.word === "fire");
    }

    // The own men as they stand when the orders that are being written are carried out.
    standing() {
        return this.firing && this.facts.stage === "turn" ? carriedOut(this.facts, this.moves()).men : this.facts.men;
    }

    ordered(field) {
        const orders = this.firing ? this.shots() : this.moves();
        return orders.filter((order) => order.path[0] === field).reduce((sum, order) => sum + order.number, 0);
    }

    left(field) {
        return (this.standing().get(field) || 0) - this.ordered(field);
    }

    targets(field) {
        return this.facts.comb.near(field).filter((near) => this.facts.foes.has(near));
    }

    mayAct(field) {
        if (this.left(field) < 1) return false;
        return !this.firing || (!this.facts.foes.has(field) && this.targets(field).length > 0);
    }

    // --- ways to go, and how many may go that way ---

    ways(field) {
        if (this.firing) return ["fire"];
        const going = this.orders.filter((order) => order.path[0] === field);
        const trucks = (this.facts.trucks.get(field) || 0) - going.filter((order) => order.word === "truck").length;
        return [
            ...(this.facts.comb.near(field).length ? ["walk"] : []),
            ...(!this.facts.air && trucks > 0 && this.facts.limits.steps > 0 ? ["truck"] : []),
            ...(this.jumps(field).length ? ["jump"] : []),
            ...(this.facts.air && this.flies(field) ? ["air"] : []),
        ];
    }

    jumps(field) {
        const jumped = this.orders.filter((order) => order.word === "jump");
        if (jumped.some((order) => order.path[0] === field)) return [];
        const ends = this.facts.jumps.filter(([from]) => from === field).map(([, to]) => to);
        return ends.filter((end) => !jumped.some((order) => order.path[1] === end));
    }

    numbers(field, way) {
        const { limits, air } = this.facts, left = this.left(field);
        if (way === "jump") return [1];
        if (way === "air") return left > 1 && this.airports("own").length > 1 ? [1, 2] : [1];
        const most = Math.min(left, way === "truck" ? limits.load : way === "walk" && !air ? limits.pile : left);
        return Array.from({ length: most }, (_, n) => n + 1);
    }

    // --- the Air War: airports and flights ---

    airport(city) {
        const [row, column] = placeOf(city);
        return fieldAt(2 * row < this.facts.comb.rows ? row - 1 : row + 1, column);
    }

    airports(whose) {
        return Array.from(this.facts[whose].keys(), (city) => this.airport(city));
    }

    contested(field) {
        return this.facts.men.has(field) && this.facts.foes.has(field);
    }

    flies(field) {
        const city = Array.from(this.facts.own.keys()).find((one) => this.airport(one) === field);
        const flown = this.orders.some((order) => order.word === "air" && order.path[0] === field);
        return city !== undefined && !flown && !this.contested(field) && !this.contested(city);
    }

    landings(field, number) {
        const { comb, lost } = this.facts;
        if (number === 2) return this.airports("own").filter((end) => end !== field);
        const closed = [...lost.keys(), ...this.airports("lost")].flatMap((place) => [place, ...comb.near(place)]);
        return comb.fields.filter((end) => end !== field && !closed.includes(end));
    }

    // --- where the chosen ones may go ---

    ends() {
        const { comb, limits } = this.facts, last = this.path[this.path.length - 1];
        switch (this.way) {
            case "fire": return this.targets(this.chosen);
            case "jump": return this.jumps(this.chosen);
            case "air": return this.landings(this.chosen, this.number);
            case "truck": {
                const goesOn = this.path.length <= limits.steps;
                return comb.near(last).filter((field) => goesOn && !this.path.includes(field));
            }
            default: return comb.near(this.chosen);
        }
    }

    choose(field) {
        Object.assign(this, { chosen: field, path: [field] });
        if (field) this.goBy(this.ways(field)[0]);
    }

    goBy(way) {
        const numbers = this.numbers(this.chosen, way);
        Object.assign(this, { way, path: [this.chosen], number: way === "air" ? 1 : numbers[numbers.length - 1] });
    }

    go(field) {
        this.path.push(field);
        if (this.way === "truck" && this.ends().length) return;
        this.done();
    }

    done() {
        const order = { word: this.way, path: this.path, number: this.number };
        if (this.way === "fire") this.orders = this.orders.filter((one) => one.word !== "hold");
        const most = { walk: this.facts.limits.pile, fire: this.standing().get(this.chosen) }[this.way] || 0;
        const same = this.orders.find((one) => one.word === order.word && one.path.join() === order.path.join());
        if (same && same.number + order.number <= most) same.number += order.number;
        else this.orders.push(order);
        const field = this.chosen;
        this.choose("");
        this.keepPossible();
        if (this.mayAct(field)) this.choose(field);
    }

    drop(order) {
        this.orders = this.orders.filter((one) => one !== order);
        this.choose("");
        this.keepPossible();
        if (order.path.length && this.mayAct(order.path[0])) this.choose(order.path[0]);
    }

    // In a turn, fire follows the moves: what can no longer be fired after a change of these is left out.
    keepPossible() {
        if (this.facts.stage !== "turn") return;
        const before = this.firing, shots = this.shots();
        this.firing = true;
        this.orders = this.orders.filter((order) => order.word !== "fire");
        for (const shot of shots) {
            if (this.mayAct(shot.path[0]) && this.left(shot.path[0]) >= shot.number) this.orders.push(shot);
        }
        this.firing = before;
    }

    // --- everything that may be tapped now: { say, act, field, kind, on } ---

    choices() {
        if (this.facts.stage === "cities") return this.cityChoices();
        if (this.facts.stage === "chips") return this.chipChoices();
        return this.chosen ? this.endChoices() : [...this.pileChoices(), ...this.otherChoices()];
    }

    on(field, say, act) {
        return { field, row: `Row ${placeOf(field)[0]}`, say, act };
    }

    pileChoices() {
        const fields = Array.from(this.standing().keys()).filter((field) => this.mayAct(field));
        const said = (field) => `${field}: ${this.counted(this.left(field))}`;
        return fields.map((field) => this.on(field, said(field), () => this.choose(field)));
    }

    endChoices() {
        const { chosen, way, path, number } = this;
        const names = { walk: "On foot", truck: "By truck", jump: "Jump", air: "By air" };
        const ways = this.ways(chosen), numbers = path.length > 1 ? [] : this.numbers(chosen, way);
        const verb = way === "fire" ? "fire at" : "to";
        const ends = this.ends().map((field) => this.on(field, `${verb} ${field}`, () => this.go(field)));
        const taken = [chosen, ...ends.map((end) => end.field)];
        const others = this.pileChoices().filter((one) => !taken.includes(one.field));
        const going = (one) => ({ kind: "way", say: names[one], on: one === way, act: () => this.goBy(one) });
        const counting = (n) => ({ kind: "number", say: this.counted(n), on: n === number, act: () => this.count(n) });
        const stop = { field: path[path.length - 1], say: "Stop here", act: () => this.done() };
        return [
            ...(ways.length > 1 ? ways.map(going) : []),
            ...(numbers.length > 1 ? numbers.map(counting) : []),
            ...ends,
            ...(path.length > 1 ? [stop] : []),
            { field: path.length > 1 ? "" : chosen, kind: "back", say: "Back", act: () => this.choose("") },
            ...(path.length > 1 ? [] : others.map((one) => ({ ...one, board: true }))),
        ];
    }

    count(number) {
        this.number = number;
    }

    otherChoices() {
        const { stage } = this.facts, found = [];
        if (stage === "turn") {
            const turning = (say, on, firing) => ({ kind: "way", say, on, act: () => this.turn(firing) });
            found.push(turning("Moves", !this.firing, false), turning("Fire", this.firing, true));
        }
        if (this.firing && !this.shots().length) {
            const hold = this.orders.find((order) => order.word === "hold");
            found.push({ kind: "more", say: "Hold fire", on: Boolean(hold), act: () => this.hold(hold) });
        }
        for (const order of this.orders) {
            const text = write(order, this.facts.air);
            const field = order.path.length && !this.mayAct(order.path[0]) ? order.path[0] : "";
            found.push({ kind: "order", field, say: `Take back ${text}`, act: () => this.drop(order) });
        }
        found.push({ kind: "more", say: "READY: it is as I want it", on: this.ready, act: () => this.turnReady() });
        return found;
    }

    turn(firing) {
        this.firing = firing;
    }

    turnReady() {
        this.ready = !this.ready;
    }

    hold(held) {
        this.orders = this.orders.filter((order) => order !== held);
        if (!held) this.orders.push({ word: "hold", path: [], number: 0 });
    }

    // --- the beginning of an Air War ---

    rows(from, to) {
        const { comb, side, stage } = this.facts, south = (side === "SOUTH") === (stage === "chips");
        const [first, last] = south ? [from, to] : [comb.rows + 1 - to, comb.rows + 1 - from];
        return comb.fields.filter((field) => placeOf(field)[0] >= first && placeOf(field)[0] <= last);
    }

    cityChoices() {
        const cities = Array.from(this.placed.keys());
        const helps = (field) => this.completes([...cities, field]);
        const free = cities.length < CITIES ? this.cityFields().filter(helps) : [];
        const taking = (field) => ({ say: `Take back ${field}`, act: () => this.placed.delete(field) });
        return [
            ...cities.map((field) => ({ field, kind: "order", ...taking(field) })),
            ...free.map((field) => this.on(field, field, () => this.placed.set(field, 1))),
        ];
    }

    cityFields() {
        const { comb } = this.facts;
        const inside = (field) => placeOf(field)[1] > FROM_EDGE && placeOf(field)[1] <= comb.columns - FROM_EDGE;
        return this.rows(3, (comb.rows - 5) / 2).filter(inside);
    }

    // The boundaries that a city is near to, as bits: home 1, west 2, east 4.
    edges(field) {
        const { comb } = this.facts, [row, column] = placeOf(field);
        const home = 2 * row < comb.rows ? row - 1 : comb.rows - row;
        return (home <= NEAR ? 1 : 0) + (column - 1 <= NEAR ? 2 : 0) + (comb.columns - column <= NEAR ? 4 : 0);
    }

    // Whether some three cities that are a valid choice have all of these among them.
    completes(cities) {
        const last = cities[cities.length - 1];
        if (cities.slice(0, -1).some((city) => stepsBetween(city, last) < APART)) return false;
        const near = cities.reduce((sum, city) => sum | this.edges(city), 0);
        if (cities.length === CITIES) return near === 7;
        const helpful = (field) => cities.length < CITIES - 1 || (near | this.edges(field)) === 7;
        return this.cityFields().some((field) => helpful(field) && this.completes([...cities, field]));
    }

    chipChoices() {
        const { comb, limits } = this.facts, number = this.number || CHIPS, room = limits.chips - this.chips();
        const fields = this.rows(1, (comb.rows - 3) / 2).filter((field) => room > 0 || this.placed.has(field));
        const each = Array.from({ length: CHIPS }, (_, n) => n + 1);
        const said = (field) => (this.placed.has(field) ? `${field}: ${this.placed.get(field)}` : field);
        return [
            ...each.map((n) => ({ kind: "number", say: this.counted(n), on: n === number, act: () => this.count(n) })),
            ...fields.map((field) => this.on(field, said(field), () => this.put(field, number))),
            ...(this.placed.size ? [{ kind: "more", say: "Take all back", act: () => this.placed.clear() }] : []),
        ];
    }

    chips() {
        return Array.from(this.placed.values()).reduce((sum, number) => sum + number, 0);
    }

    // Put so many chips on a field; a second tap takes them back.
    put(field, number) {
        const here = this.placed.get(field) || 0, left = this.facts.limits.chips - this.chips();
        const most = Math.min(number, left + here);
        if (here === most) this.placed.delete(field);
        else this.placed.set(field, most);
    }

    // --- what comes out ---

    // Fields with more chips after the moves than may stand there: then the set of moves is not yet allowed.
    crowded() {
        if (!this.facts.air || this.facts.stage !== "moves") return [];
        const after = new Map(this.facts.men);
        for (const { path, number } of this.orders) {
            after.set(path[0], (after.get(path[0]) || 0) - number);
            after.set(path[1], (after.get(path[1]) || 0) + number);
        }
        const ends = new Set(this.orders.map((order) => order.path[1]));
        return Array.from(after).filter(([field, number]) => number > CHIPS && ends.has(field));
    }

    lines() {
        const { stage, air, limits } = this.facts, cities = Array.from(this.placed.keys());
        if (stage === "cities") return cities.length === CITIES ? [`CITIES ${cities.join(" ")}`] : [];
        if (stage === "chips") {
            const items = Array.from(this.placed, ([field, number]) => `${number} ${field}`);
            return this.chips() === limits.chips ? packed(items, "PLACE ") : [];
        }
        if (this.crowded().length) return [];
        const ordered = [...this.moves(), ...this.orders.filter((order) => !this.moves().includes(order))];
        return [...ordered.map((order) => write(order, air)), ...(this.ready ? ["READY"] : [])];
    }

    // What the reader should know now, in a sentence or two.
    hint() {
        const { stage, limits } = this.facts;
        if (stage === "cities") return `${this.placed.size} of ${CITIES} cities for the other half are named.`;
        if (stage === "chips") return `${this.chips()} of ${limits.chips} chips are placed.`;
        const [crowded] = this.crowded();
        if (crowded) {
            return `${crowded[0]} would hold ${this.counted(crowded[1])}, and at most ${CHIPS} may stand there: `
                + "move some on, or take something back.";
        }
        if (this.chosen) return this.chosenHint();
        const short = this.facts.air ? [] : carriedOut(this.facts, this.moves()).short;
        const stays = short.map(({ order, path, at }) => `${write(order)} will end on ${path[at]}`);
        const warned = stays.length ? `As far as you know, ${Array.from(new Set(stays)).join(", ")}. ` : "";
        const next = this.firing ? "Tap whoever is to fire." : "Tap one of your piles.";
        const none = this.firing ? "Nobody else may fire." : "Nobody is left without an order.";
        return warned + (this.pileChoices().length ? next : none);
    }

    chosenHint() {
        const how = { walk: "on foot", truck: "by truck", jump: "by a jump", air: "by air" }[this.way];
        if (this.way === "fire") return `${this.chosen}: fire of ${this.counted(this.number)}. At which field?`;
        const where = this.path.length > 1 ? "And on to?" : "Where to?";
        return `${this.path.join("-")}: ${this.counted(this.number)} ${how}. ${where}`;
    }
}
