"""Lines of talk and misspelt orders: talk is let pass, and a slip never is, whoever wrote the tables.

`slips` has four tables of each for every game, by writers who had not seen gm. A line beside a right order is right,
wrong or talk; of the slips at most two in a hundred may count as talk, of the talk at most two in a hundred as wrong.
The third and fourth tables, much of them in the words of hurried people, have more: MISSED_IN says how many.
Diplomacy has the talk of Payola's tables, and the slips of their offers without the amounts.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from helpers.rows import each_row

from gm.desk.commands.table import command_reader
from gm.desk.letter.cutting import Own, cut_letter
from gm.registry import RULESETS, ruleset
from gm.rules import Letter, Line, Orders
from gm.rules.lines.players import abbreviated

BEGUN = datetime(2026, 1, 5, 12, tzinfo=UTC)
TABLES = Path(__file__).parent / "slips"
# Where a line alone is read otherwise than beside others.
BESIDE = {"payola": "4 : A PAR - BUR", "diplomacy": "A PAR - BUR"}
SENDER = {"payola": "FRANCE", "diplomacy": "FRANCE"}
AMOUNT = re.compile(r"\A(?!ACC|MY L|[A-Z]>)[^:;=>!@&]{1,9}[:;=>!@&]+\s*(?=[A-Z])", re.IGNORECASE)  # of an offer
TABLED = ("first", "second", "third", "fourth")
MISSED, STOPPED = 0.02, 0.02
MISSED_IN = {
    ("third", "payola"): 0.038, ("third", "negotiation"): 0.056, ("third", "so-long-sucker"): 0.083,
    ("fourth", "payola"): 0.04, ("fourth", "ground-war"): 0.027, ("fourth", "negotiation"): 0.027,
    ("fourth", "so-long-sucker"): 0.054, ("third", "diplomacy"): 0.04, ("fourth", "diplomacy"): 0.06,
}  # fmt: skip
LEAST = {"first": 100, "second": 100, "third": 65, "fourth": 74}  # lines of a table


@cache
def opened(name: str):  # type: ignore[no-untyped-def]
    found = ruleset(name)
    options = found.card.options()
    state = found.rules.open(options, "seed", BEGUN).state
    names = {seat: seat for seat in found.rules.seats(options)} | found.named.names(options)
    words = {word.upper(): seat for seat, one in names.items() for word in (seat, one)}
    return found, state, abbreviated(words)


def how(name: str, text: str) -> str:
    """What becomes of a line in a letter: "right", "wrong", "asked" of the desk, or "talk" if it is left unread."""
    found, state, seats = opened(name)
    seat = SENDER.get(name) or next(iter(found.rules.seats(found.card.options())))
    above = [BESIDE[name]] if name in BESIDE else []
    lines = tuple(Line(number, one) for number, one in enumerate([*above, text], 1))

    def reads(line: Line) -> bool:
        alone = found.rules.read(state, seat, Letter((line,)))
        return isinstance(alone, Orders) and bool(alone.acts or alone.dry) and not alone.problems

    cut = cut_letter(lines, command_reader(), seats, Own(reads, found.card.words, found.card.blocks))
    read = found.rules.read(state, seat, Letter(cut.lines))
    if len(lines) in [problem.line for problem in (*cut.problems, *read.problems)]:
        return "wrong"
    if any(command.line == len(lines) for command in cut.commands):
        return "asked"
    unread = [line.number for line in read.unread] if isinstance(read, Orders) else []
    return "talk" if len(lines) in unread else "right"


def table(which: str, name: str, kind: str) -> list[str]:
    if name == "diplomacy":
        lines = table(which, "payola", kind)
        return lines if kind == "chat" else [AMOUNT.sub("", line) for line in lines if AMOUNT.match(line)]
    return (TABLES / which / f"{name}.{kind}").read_text(encoding="utf-8").splitlines()


@each_row("name", RULESETS)
@each_row("which", TABLED)
def test_a_slip_is_never_taken_for_talk(which: str, name: str) -> None:
    slips = table(which, name, "slips")
    missed = [text for text in slips if how(name, text) == "talk"]
    assert len(slips) > LEAST[which] * (0.2 if name == "diplomacy" else 1)
    assert len(missed) <= MISSED_IN.get((which, name), MISSED) * len(slips), missed


@each_row("name", RULESETS)
@each_row("which", TABLED)
def test_talk_is_let_pass(which: str, name: str) -> None:
    talk = table(which, name, "chat")
    stopped = [text for text in talk if how(name, text) in ("right", "wrong")]
    assert len(talk) > LEAST[which]
    assert len(stopped) <= STOPPED * len(talk), stopped


@each_row("sign", ["-", "\u2013", ".", "(", "%", "\u00d7", "\uff12"])
@each_row("name", RULESETS)
def test_a_misspelt_word_and_a_sign_are_read_whatever_they_are(name: str, sign: str) -> None:
    words = opened(name)[0].card.words
    for word in (*words, *(f"{word}{word[-1]}" for word in words), *(word[:-1] for word in words)):
        for text in (f"{word} {sign}", f"{sign} {word}", f"{word}{sign}", f"{sign}{word} please", f"{word}? {sign}"):
            assert how(name, text) in ("right", "wrong", "asked", "talk")
