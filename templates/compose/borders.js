// Which orders can be given on a board as it stands: borders of armies and fleets, and chains of fleets at sea. It
// follows gm/rules/provinces/orders.py line by line, and draws nothing.
const PLACE = /[A-Z]{3}(?:\/[A-Z]{2})?/g;
const UNIT = /([AF])([A-Z]{3}(?:\/[A-Z]{2})?)/g;

/** The places that stand in a text one after the other. */
function placesIn(text) {
    return text.match(PLACE) || [];
}

/** The units that stand in a text one after the other, as {kind, place, at, power}; at: the province. */
function unitsIn(text, power) {
    return [...text.matchAll(UNIT)].map(([, kind, place]) => ({kind, place, at: place.slice(0, 3), power}));
}

function named(unit) {
    return `${unit.kind} ${unit.place}`;
}

/**
 * The orders on a board in a season (S or F; "" where all seas are open), with these units.
 *
 * of(unit) gives all orders of a unit, each as {text, verb, to, place, other}. verb: hold, move, convoyed (a move by
 * fleets), support (to hold), aid (a move), convoy. to: the province it is about; place: the same with a coast; other:
 * the unit that is helped.
 */
function ordersOn(board, season, units) {
    const closed = new Set(Object.keys(board.seasons).filter(sea => season && !board.seasons[sea].includes(season)));
    const table = entries => new Map(Object.entries(entries).map(([from, to]) => [from, placesIn(to)]));
    const army = table(board.army), fleet = table(board.fleet), straits = new Set(board.straits);
    const isSea = code => board.provinces[code][1] === "sea";
    const open = place => !closed.has(place);
    for (const [from, to] of fleet) fleet.set(from, open(from) ? to.filter(open) : []);

    const touches = new Map(Object.keys(board.provinces).map(code => [code, new Set()]));
    for (const [from, to] of fleet)
        for (const place of to) if (isSea(place.slice(0, 3))) touches.get(from.slice(0, 3)).add(place);
    const seas = new Set(units.filter(unit => unit.kind === "F" && isSea(unit.at)).map(unit => unit.at));
    const armies = units.filter(unit => unit.kind === "A");

    const reach = unit => (unit.kind === "A" ? army.get(unit.at) : fleet.get(unit.place)) || [];
    const provinces = unit => new Set(reach(unit).map(place => place.slice(0, 3)));
    const without = sea => new Set([...seas].filter(one => one !== sea));

    /** Whether fleets in *among*, each touching the next, lead from one of *front* to one of *ends*. */
    function leads(among, front, ends) {
        const todo = [...front].filter(sea => among.has(sea)), seen = new Set(todo);
        for (const sea of todo) {
            if (ends.has(sea)) return true;
            for (const next of touches.get(sea))
                if (among.has(next) && !seen.has(next)) { seen.add(next); todo.push(next); }
        }
        return false;
    }

    const chain = (among, start, goal) => leads(among, touches.get(start), touches.get(goal));

    /** Whether some chain from one coast to another includes the fleet in *link*, and no fleet twice. */
    function chainThrough(start, goal, link) {
        const here = [link], coasts = [touches.get(start), touches.get(goal)];
        if (!seas.has(link) || !coasts.every(coast => leads(seas, here, coast))) return false;
        return [...seas].every(sea => sea === link || coasts.some(coast => leads(without(sea), here, coast)));
    }

    const landings = Object.keys(board.provinces).filter(code => !isSea(code) && touches.get(code).size);

    function moves(unit) {
        const found = reach(unit).map(place => (
            {text: `- ${place}`, verb: "move", to: place.slice(0, 3), place}));
        if (unit.kind === "F") return found;
        const byLand = provinces(unit);
        for (const to of landings) {
            if (to === unit.at || !chain(seas, unit.at, to)) continue;
            found.push({text: byLand.has(to) ? `- ${to} VIA` : `- ${to}`, verb: "convoyed", to, place: to});
        }
        return found;
    }

    function supports(unit) {
        const goals = [...provinces(unit)].filter(to => open(to) && !(unit.kind === "A" && straits.has(unit.at + to)));
        const others = units.filter(other => other.at !== unit.at), spared = without(unit.at);
        return others.flatMap(other => {
            const help = `S ${other.kind} ${other.at}`, near = provinces(other);
            const lands = to => other.kind === "A" && !isSea(to) && chain(spared, other.at, to);
            return goals.filter(to => to === other.at || near.has(to) || lands(to)).map(to => (to === other.at
                ? {text: help, verb: "support", to, place: to, other}
                : {text: `${help} - ${to}`, verb: "aid", to, place: to, other}));
        });
    }

    function convoys(unit) {
        if (!seas.has(unit.at)) return [];
        return armies.flatMap(other => landings
            .filter(to => to !== other.at && chainThrough(other.at, to, unit.at))
            .map(to => ({text: `C A ${other.at} - ${to}`, verb: "convoy", to, place: to, other})));
    }

    return {
        of(unit) {
            const hold = {text: "H", verb: "hold", to: unit.at, place: unit.place};
            return closed.has(unit.at) ? [hold] : [hold, ...moves(unit), ...supports(unit), ...convoys(unit)];
        },
    };
}
