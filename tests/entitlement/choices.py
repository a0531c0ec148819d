"""What games of pairs choose beside what their story says: drawn by its number, and so the same in both histories.

Some seats are a simple player's: everybody is told which, and what one has on file is as secret as anybody's.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from random import Random
from typing import Any

from gm.desk.file.gamefile import GameFile, read_game_file
from gm.registry import ruleset
from gm.rules.registration import Ruleset

HOUSE = "Nobody threatens anybody beyond the board.\nWhoever will be away says so.\n"
KINDS = ("", "yellow", "touch", "orders-first", "postal", "observers")
LATE = 'nmr = "wait"\nlate_notice = "2h"\n'  # where what is missing comes in the end
DISMISSED = "dismiss_after = 0\n"  # where it is no secret who is missing
BEGINNING = "[game]\n"


def read_file(text: str) -> GameFile:
    """A game, with the rules of the house if it names some."""
    return read_game_file(text, lambda _: HOUSE)


def chosen(text: str, reader: str, seed: object, clock: str = "") -> str:
    """The text of a game with more settings in it. clock: lines about its clock that its story goes with."""
    facts, chance = tomllib.loads(text), Random(f"{seed} choices")
    found = ruleset(facts["game"]["ruleset"])
    kind, proposals = chance.choice(KINDS), chance.choice(("", "true", '"anonymous"'))
    never, house, ahead, draws, bots = (chance.random() < part for part in (0.4, 0.3, 0.7, 0.3, 0.3))
    game = ['names_after = "never"'] * never + ['rules = "house.txt"'] * house
    if proposals and found.card.votes and "PROPOSE" not in found.card.words:
        game.append(f"proposals = {proposals}")
    if press := _kinds(found, kind, facts):
        game.append(f"press = {json.dumps(press)}")
        text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("press = "))
    if bots and len(facts["seats"]) > 4:
        game.append('autopilot = "bot"')
        for seat in [seat for seat in facts["seats"] if seat != reader][1:3]:
            text = text.replace(f'"{facts["seats"][seat]}"', '"bot"')
    if ahead and "ahead" in found.card.options.__struct_fields__:
        text = text if "[options]" in text else text.replace("[deadlines]", "[options]\n[deadlines]", 1)
        text = text.replace("[options]\n", "[options]\nahead = true\n", 1)
    clock += "draw_after = 2\n" * (draws and bool(found.years))
    text = text.replace("[seats]", f"[clock]\n{clock}[seats]", 1) if clock else text
    return text.replace(BEGINNING, "".join(f"{line}\n" for line in (BEGINNING.strip(), *game)), 1)


def _kinds(found: Ruleset, kind: str, facts: Mapping[str, Any]) -> list[str]:
    """The kinds of messages with one more, and without those that it contradicts; [] if the game cannot have it."""
    private = ["private"] if facts.get("options", {}).get("private_press") else []
    kinds = facts["game"].get("press", [*found.card.press_default, *private])
    may = {
        "yellow": "grey" in found.card.press, "touch": bool(found.borders), "observers": "public" in found.card.press,
        "orders-first": found.seals and not found.card.live and facts["game"].get("reminders") != "everybody",
        "postal": not found.card.live,
    }  # fmt: skip
    without = {"yellow": {"public"}, "touch": {"grey", "fake"}}
    return [*(one for one in kinds if one not in without.get(kind, ())), kind] if may.get(kind) else []
