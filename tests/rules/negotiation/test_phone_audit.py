"""The GameMaster checks its own books: every kind of fault in them is found."""

from __future__ import annotations

from collections.abc import Callable

from helpers.rows import each_row
from msgspec.structs import replace
from telephone import RULES, Telephone

from gm.rules.negotiation.books import Books

Break = Callable[[Books], Books]


def played() -> Telephone:
    """A game in which every book has an entry."""
    phone = Telephone(4, prisoners=True).winnings(p1=2, p2=1).stand("1", "A3", 1).stand("3", "A1", 1)
    phone.hold("1", p2=1).hold("2", p4=3, p1=1).hand_on("4", "2", "3", 1).owe("1", "2", 3)
    phone.say("1", "THREAT B2 WITH 1 FROM A3").say("2", "CALL").say("1", "GIVE TO 3: WIN 1")
    assert phone.at_places("2") == {"B2": 1}
    return phone


def row(name: str, player: str, change: int) -> Break:
    """A number of a book of boxes is another."""
    return lambda books: replace(
        books, **{name: {**getattr(books, name), player: getattr(books, name)[player] + change}}
    )


def cell(name: str, first: str, second: str, change: int) -> Break:
    """A number of a table is another."""

    def broken(books: Books) -> Books:
        table = getattr(books, name)
        line = {**table[first], second: table[first].get(second, 0) + change}
        return replace(books, **{name: {**table, first: line}})

    return broken


def both(one: Break, other: Break) -> Break:
    return lambda books: other(one(books))


def passed(change: int) -> Break:
    """What player 2 has not told of the support of 4 that went to 3 is another number."""

    def broken(books: Books) -> Books:
        matrix = {**books.passed["2"], "4": {"3": books.passed["2"]["4"]["3"] + change}}
        return replace(books, passed={**books.passed, "2": matrix})

    return broken


BROKEN: list[tuple[str, Break]] = [
    ("a movement piece too many", cell("pieces", "1", "START", 1)),
    ("a movement piece has vanished", cell("pieces", "1", "START", -1)),
    ("pieces below nought", both(cell("pieces", "1", "START", -9), cell("pieces", "1", "B3", 9))),
    ("a piece in its own column", both(cell("pieces", "3", "A1", -1), cell("pieces", "3", "A3", 1))),
    ("a prisoner too many", cell("prisoners", "2", "B2", 1)),
    ("a prisoner has vanished", cell("prisoners", "2", "B2", -1)),
    ("a prisoner that nobody took", both(cell("prisoners", "4", "B4", 1), cell("prisoners", "2", "B2", -1))),
    ("a winning too many", row("wins", "4", 1)),
    ("a winning has vanished", row("wins", "1", -1)),
    ("winnings have changed hands without a record", both(row("wins", "2", -1), row("wins", "4", 1))),
    ("winnings below nought", both(row("wins", "4", -1), row("wins", "1", 1))),
    ("losses that nothing explains", row("losses", "4", 1)),
    ("losses that were forgotten", row("losses", "1", -1)),
    ("a win that the loser has not", cell("won", "4", "1", 1)),
    ("a loss that the winner has not", cell("lost", "4", "1", 1)),
    ("an entry that no piece made", row("entered", "1", 1)),
    ("a capture that no piece suffered", row("captured", "1", 1)),
    ("support from nowhere", cell("support", "4", "1", 1)),
    ("support has vanished", cell("support", "4", "2", -1)),
    ("support below nought", both(cell("support", "4", "1", -1), cell("support", "4", "4", 1))),
    ("LENT and UNCOMMITTED that are not N", cell("lent", "4", "2", 1)),
    ("LENT of which the owner was not told", both(cell("lent", "4", "2", -1), cell("lent", "4", "1", 1))),
    ("support in other hands than books say",
     both(cell("support", "4", "2", -1), cell("support", "4", "1", 1))),
    ("support passed on that was not", passed(1)),
    ("support passed on that was forgotten", passed(-1)),
    ("an IOU with one end", cell("owed", "1", "3", 2)),
    ("an IOU with another end", cell("held", "3", "1", 2)),
    ("an IOU below nought", both(cell("owed", "1", "3", -2), cell("held", "3", "1", -2))),
]  # fmt: skip


def test_books_that_are_right_pass() -> None:
    assert RULES.audit(played().state) == ""


@each_row("broken", [one[1] for one in BROKEN])
def test_a_broken_book_is_found(broken: Break) -> None:
    phone = played()
    state = replace(phone.state, books=broken(phone.books))
    assert RULES.audit(state) != ""


def test_books_that_do_not_add_up_score_no_game() -> None:
    phone = played()
    state = replace(phone.state, books=row("wins", "4", 1)(phone.books))
    assert RULES.outcome(RULES.due(state, (), phone.at).state) is None
