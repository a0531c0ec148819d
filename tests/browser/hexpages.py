"""Pages of games on boards of hexagons, opened with the position of a seat, and composed on by chance."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from helpers.rulesets import NOON, Rules
from playwright.sync_api import Browser, Page

from gm.compose.fragment import Position, fragment, link
from gm.compose.page import Mailbox, page, place
from gm.rules import Orders

BOX = Mailbox("gm@example.net", "gm+{token}@example.net")
URL = "https://play.example.org/games"
TOKEN = "abcdefghij0123456789"
HEIGHT = 844
# What a person might tap: whatever is offered, at random, and the sheet after each tap if there is one.
WANDER = """([facts, filed, built, seed, taps]) => {
    let number = seed;
    const chance = (most) => {
        number = (number * 1103515245 + 12345) % 2147483648;
        return Math.floor((number / 2147483648) * most);
    };
    const model = typeof War === "undefined" ? new Stones(readStones(facts)) : new War(readWar(facts, filed, built));
    const sheets = [];
    for (let n = 0; n < taps; n++) {
        let choices = model.choices();
        const fields = choices.filter((one) => one.field && !one.kind);
        const ways = choices.filter((one) => one.kind === "way");
        const swaps = choices.filter((one) => /SWAP/.test(one.say));
        if (swaps.length && chance(100) < 10) choices = swaps;
        else if (ways.length && chance(100) < 40) choices = ways;
        else if (fields.length && chance(100) < 75) choices = fields;
        if (!choices.length) break;
        choices[chance(choices.length)].act();
        if (!model.hint()) throw new Error("no hint");
        const lines = model.lines();
        if (lines.length && lines.join() !== "READY") sheets.push(lines.join("\\n"));
    }
    return sheets;
}"""


def facts_of(game: Rules, state: Any, seat: str) -> Any:
    """The facts for a seat as plain values; None if it has nothing to tap."""
    return msgspec.to_builtins(game.rules.to_tap(state, seat))


def position(name: str, state: Any, seat: str, **changes: Any) -> Position:
    """What the link of a mail to a seat says."""
    rules = Rules(name).rules
    where = place(name, state.options)
    assert where is not None
    whole = Position(
        game="field", ruleset=name, phase=rules.phase(state).code, seat=seat, token=TOKEN, board=where.digest,
        facts=msgspec.to_builtins(rules.to_tap(state, seat)), filed=rules.view(state, seat).filed or (),
    )  # fmt: skip
    return msgspec.structs.replace(whole, **changes)


def link_of(name: str, state: Any, seat: str) -> str:
    """The link of a mail to a seat; "" if its position does not fit into one."""
    where = place(name, state.options)
    assert where is not None
    return link(URL, where.file, position(name, state, seat))


@contextmanager
def tapping(
    browser: Browser, folder: Path, name: str, state: Any, seat: str, width: int = 390, scheme: Any = "light",
    **changes: Any,
) -> Iterator[Page]:  # fmt: skip
    """The page of a game, opened as a saved file with the link of a seat; whatever fails in its script fails here."""
    file, written = page(name, state.options, BOX)
    (folder / file).write_bytes(written)
    context = browser.new_context(
        viewport={"width": width, "height": HEIGHT}, has_touch=width < 500, color_scheme=scheme, offline=True
    )
    wrong: list[str] = []
    shown = context.new_page()
    shown.on("pageerror", lambda error: wrong.append(str(error)))
    shown.on("console", lambda said: wrong.append(said.text))
    shown.goto(f"{(folder / file).as_uri()}#{fragment(position(name, state, seat, **changes))}")
    try:
        yield shown
    finally:
        context.close()
    assert wrong == []


def opened(name: str, **options: Any) -> Any:
    """A new game with these options."""
    rules = Rules(name).rules
    assert rules.check(rules.card.options(**options)) == ""
    return rules.open(rules.card.options(**options), "seed", NOON).state


def played(shown: Page, name: str, state: Any, rounds: int, each: int) -> Iterator[tuple[Any, str, str]]:
    """Play a game with sheets composed by chance: each of them with the state and the seat for which it was made."""
    game, chance = Rules(name), Random(rounds)
    built = game.rules.board_to_tap(state.options).board
    for _ in range(rounds):
        for duty in game.rules.duties(state):
            if game.rules.phase(state) is None:
                return
            facts, filed = facts_of(game, state, duty.seat), [*game.rules.view(state, duty.seat).filed]
            sheets = shown.evaluate(WANDER, [facts, filed, built, chance.randrange(1 << 30), 250])
            for text in chance.sample(sheets, min(each, len(sheets))):
                yield state, duty.seat, text
            if sheets:
                state = game.file(state, duty.seat, sheets[-1]).state
        if game.rules.card.letter != "until" and game.rules.phase(state) is not None:
            state = game.due(state).state


def faults_of(name: str, state: Any, seat: str, text: str) -> object:
    """What the rules find wrong with a sheet; None if nothing."""
    found = Rules(name).read(state, seat, text)
    return None if isinstance(found, Orders) and not found.problems and not found.unread else found
