"""The kinds of messages of a game, read from its game.toml: checked against its rules, and against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.desk.file.fields import Fields
from gm.rules.registration import Ruleset
from gm.rules.ruleset import Pace

# Kinds that the desk has wherever the rules leave room for them, beside those of a card.
MORE = ("yellow", "touch", "orders-first", "postal", "movement", "observers")
# Kinds that cannot stand in one list, and why.
# To say that no answer reaches the writer of a message without a name would tell that they are no neighbour.
UNNAMED = "an answer would tell whether its writer is a neighbour"
CONTRADICTIONS = (
    ("yellow", "public", "messages to everybody either bear names or do not"),
    ("touch", "yellow", UNNAMED),
    ("touch", "grey", UNNAMED),
    ("touch", "fake", "nobody but a neighbour could be the sender shown"),
)


def read_press(fields: Fields, rules: Ruleset, options: object, pace: Pace) -> tuple[str, ...]:
    """Read the kinds of messages: a list of those that this ruleset can have at this pace; empty for none.

    If the ruleset has an option private_press and it is set, the default list includes private messages.
    """
    card = rules.card
    more = ["private"] if getattr(options, "private_press", False) else []
    found = fields.table("game").get("press", [*card.press_default, *more])
    reasons = _reasons(rules, pace, fields.table("game").get("reminders"))
    known = [kind for kind in (*card.press, *MORE) if kind not in reasons]
    if not isinstance(found, list) or any(kind not in (*card.press, *MORE) for kind in found):
        raise fields.fault("game", "press", f"a list of these is expected, or []: {', '.join(known)}")
    for kind, why in (*((kind, why) for kind, why in reasons.items() if kind in found), *_contradictions(found)):
        raise fields.fault("game", "press", f'"{kind}": {why}', word=kind)
    return tuple(kind for kind in known if kind in found)


def _reasons(rules: Ruleset, pace: Pace, reminders: object) -> dict[str, str]:
    """The kinds that a game of this ruleset cannot have, and why."""
    found = {}
    if rules.card.live:
        found["postal"] = "in this game no phase ends with results"
    if rules.card.live or not rules.seals:
        found["orders-first"] = "in this game orders are not filed to be judged all at once"
    elif pace.commit:
        found["orders-first"] = "a commitment does not say whether orders are in"
    elif reminders == "everybody":
        found["orders-first"] = 'who writes has orders in, and reminders = "everybody" keeps that a secret'
    if "movement" not in [kind.name for kind in rules.card.kinds]:
        found["movement"] = "this game has no phases of that name"
    if "grey" not in rules.card.press:
        found["yellow"] = "this game has no messages without a name"
    if "public" not in rules.card.press:
        found["observers"] = "this game has no messages to everybody"
    if not rules.borders:
        found["touch"] = "this game has no board on which everybody sees whose neighbour is who"
    return found


def _contradictions(found: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The kinds of a list that cannot stand beside others, or lack what they need, and why."""
    for kind, other, why in CONTRADICTIONS:
        if kind in found and other in found:
            yield kind, f'not beside "{other}": {why}'
    if "touch" in found and "private" not in found:
        yield "touch", 'it is about private messages: "private" is missing'
    for kind in ("orders-first", "postal", "movement"):
        if kind in found and not {"private", "public", "yellow"} & {*found}:
            yield kind, "it is about messages between players, and there are none"
    if "observers" in found and "public" not in found:
        yield "observers", 'they write to everybody, and under their names: "public" is missing'
    named = [kind for kind in ("grey", "fake") if kind in found]
    if "yellow" in found and "private" not in found and named:
        yield named[0], 'beside "yellow" it is for private messages, and there are none'
