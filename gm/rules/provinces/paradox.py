"""Circles of moves and convoy paradoxes: what the equations of a battle leave open (DATC 6.C, 6.F; Szykman).

Nothing here tries combinations. A circle in which no unit is held up moves. Convoys that depend on one another, and on
nothing else, are all broken by the Szykman rule, as if the armies had been ordered to hold.
"""

from __future__ import annotations

from gm.rules.provinces.battle import Battle

Node = tuple[str, str]  # ("path" | "support" | "move", province)


def resolve(battle: Battle) -> frozenset[str]:
    """Decide *battle* completely; return the armies whose convoys were broken by a paradox."""
    broken: set[str] = set()
    battle.settle()
    while None in battle.won.values():
        if not _turn_circle(battle):
            broken.update(_break_paradox(battle) if None in battle.path.values() else _blunt(battle))
        battle.settle()
    return frozenset(broken)


def _turn_circle(battle: Battle) -> bool:
    """Let one circle of moves succeed if none of its members is held up from outside (DATC 6.C.1 to 6.C.3)."""
    for start, verdict in battle.won.items():
        if verdict is None:
            circle = _circle(battle, start)
            if circle and all(_free(battle, mover) for mover in circle):
                battle.won.update(dict.fromkeys(circle, True))
                return True
    return False


def _circle(battle: Battle, start: str) -> list[str]:
    """Return the undecided moves that lead from *start* round to it again, or none."""
    circle, here = [start], battle.moves[start]
    while here != start:
        if here in circle or battle.won.get(here, False) is not None:
            return []
        circle.append(here)
        here = battle.moves[here]
    return circle if len(circle) > 2 or any(mover in battle.path for mover in circle) else []


def _free(battle: Battle, mover: str) -> bool:
    """Return whether *mover* is certain to arrive once the unit ahead of it leaves."""
    if battle.path.get(mover, True) is not True:
        return False
    strength = battle.strength(mover)[0]
    rivals = (rival for rival in battle.into[battle.moves[mover]] if rival != mover)
    return all(strength > battle.prevent(rival)[1] for rival in rivals)


def _blunt(battle: Battle) -> tuple[str, ...]:
    """Let no attack over a strait cut support if whether it is supported hangs on itself; no convoy is broken."""
    battle.blunt |= battle.weak
    return ()


def _break_paradox(battle: Battle) -> list[str]:
    """Break the convoys of one knot that depends on nothing else (the Szykman rule); return the armies they carried."""
    knot = sorted(_knot(battle))
    for army in knot:
        battle.path[army] = False
    return knot


def _knot(battle: Battle) -> set[str]:
    """Return the armies whose open paths depend on one another and on nothing else (a last component of the graph)."""
    graph: dict[Node, list[Node]] = {}
    todo: list[Node] = [("path", army) for army, verdict in battle.path.items() if verdict is None]
    while todo:
        node = todo.pop()
        if node not in graph:
            graph[node] = _hangs_on(battle, node)
            todo.extend(graph[node])
    reached = {node: _reach(graph, node) for node in graph if node[0] == "path"}
    last = min(reached, key=lambda node: (len(reached[node]), node))
    return {province for kind, province in reached[last] if kind == "path"} | {last[1]}


def _reach(graph: dict[Node, list[Node]], start: Node) -> set[Node]:
    seen: set[Node] = set()
    todo = list(graph[start])
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            todo.extend(graph[node])
    return seen


def _hangs_on(battle: Battle, node: Node) -> list[Node]:
    """Return the open decisions that *node* waits for."""
    kind, province = node
    if kind == "path":
        fleets = battle.carriers[province]
        wanted = [("move", attacker) for fleet in fleets for attacker in battle.into.get(fleet, ())]
        wanted += [("move", fleet) for fleet in fleets]
    elif kind == "support":
        attackers = battle.into.get(province, ())
        wanted = [("path", a) for a in attackers] + [("move", a) for a in attackers if a == battle.helps[province]]
        crossing = [a for a in attackers if a in battle.weak]
        wanted += [("support", supporter) for a in crossing for supporter in battle.backing.get(a, ())]
    else:
        wanted = _move_hangs_on(battle, province)
    return [other for other in wanted if _is_open(battle, other)]


def _move_hangs_on(battle: Battle, mover: str) -> list[Node]:
    target = battle.moves[mover]
    wanted: list[Node] = [("move", target)]
    for unit in [*battle.into[target], target]:
        wanted.append(("path", unit))
        wanted.extend(("support", supporter) for supporter in battle.backing.get(unit, ()))
    for rival in battle.into[target]:
        if rival != mover and battle.head_to_head(rival):
            wanted.append(("move", battle.moves[rival]))
    return wanted


def _is_open(battle: Battle, node: Node) -> bool:
    kind, province = node
    decisions = {"path": battle.path, "support": battle.support, "move": battle.won}[kind]
    return province in decisions and decisions[province] is None
