"""Reading the commands that name powers: an acceptance list, a transfer (sections 2.3, 4.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gm.rules import Line, Problem, Seat
from gm.rules.lines.players import near_names
from gm.rules.lines.words import BLANKS, BULLETS, STOPS, bare, without_remark
from gm.rules.payola.acts import Accept, AskBalance, Transfer
from gm.rules.payola.faults import words
from gm.rules.payola.state import State
from gm.rules.provinces.board import Board
from gm.rules.provinces.names import Names

COIN = r"(?:AgP|silver(?:\s+pieces?)?)"
WORD = re.compile(r"[^\W\d_]+|\d+")
IN_TRANSFERS = frozenset({"TO", "AGP", "SILVER", "COIN", "COINS", "PLEASE", "PLS", "PLZ", "THE", "THANKS"})
TRANSFER = re.compile(
    rf"[{BULLETS}]*TRANSFER\s+(?P<amount>\S+?)(?:\s*{COIN})?\s+(?P<to>TO\s+)?(?P<seat>\S.*?)\s*", re.IGNORECASE
)
LISTED = re.compile(rf"[^{re.escape(BLANKS + STOPS)}]+")
BETWEEN = ("AND", "&")
BALANCE = re.compile(r"BALANCE(?: (?:OF |IN |FOR )?(?P<year>\d{4}))?")


def read_accept(board: Board, names: Names, line: Line) -> Accept | Problem:
    """Read `ACCEPT EFGIART`: every power of the game once, by its letter, or by what else players call it (4.1)."""
    text = without_remark(line.text).upper()
    start = text.index("ACCEPT") + len("ACCEPT")
    written = [(one.start() + 1, one[0]) for one in LISTED.finditer(text, start) if one[0] not in BETWEEN]
    if not _are_names([word for _, word in written], names):
        written = [(column + n, letter) for column, word in written for n, letter in enumerate(word)]
    listed = [(column, word, names.called.get(word)) for column, word in written]
    seen = [power for _, _, power in listed if power]
    unknown = [(column, word) for column, word, power in listed if not power]
    repeated = [(c, word) for n, (c, word, power) in enumerate(listed) if power and power in _powers(listed[:n])]
    missing = [power.letter for code, power in board.powers.items() if code not in seen]
    if not (unknown or repeated or missing):
        return Accept(tuple(seen))
    faults = [("unknown", [v for _, v in unknown]), ("repeated", [v for _, v in repeated]), ("missing", missing)]
    said = "; ".join(f"{name}: {' '.join(dict.fromkeys(found))}" for name, found in faults if found)
    column = min([n for n, _ in unknown + repeated], default=written[0][0] if written else start + 1)
    known = ", ".join(f"{power.letter} {power.name}" for power in board.powers.values())
    return words.problem((line.number, column), "accept", names=known, said=said)


def _powers(listed: Sequence[tuple[int, str, Seat | None]]) -> list[Seat | None]:
    return [power for _, _, power in listed]


def _are_names(found: Sequence[str], names: Names) -> bool:
    """Return whether these words name powers, and are not just letters, which may stand together: FRA GEIT."""
    named = [word for word in found if len(word) > 1 and word in names.called]
    return bool(named) and (len(named) == len(found) or not {*"".join(found)} <= names.letters)


def read_transfer(
    board: Board, called: Mapping[str, Seat], line: Line, sender: str, balance: int, forfeited: Sequence[Seat]
) -> Transfer | Problem:
    """Read `TRANSFER 10 TO FRANCE` (2.3).

    called: what players may call the powers. balance: what the sender has left before this line.
    """
    match = TRANSFER.fullmatch(without_remark(line.text))
    meant = _transfer_meant(line.text, called)
    if match is None or not match["to"]:
        return words.problem(line, "transfer", meant)
    amount, name = match["amount"], " ".join(match["seat"].split()).rstrip(" .:").upper()
    at_amount, at_seat = match.start("amount") + 1, match.start("seat") + 1
    if not (amount.isascii() and amount.isdigit()) or len(amount) > 9 or int(amount) == 0:
        return words.problem((line.number, at_amount), "amount")
    if name not in called:
        return words.problem((line.number, at_seat), "unknown-power", meant or near_names(name, called))
    seat = called[name]
    if seat == sender:
        return words.problem((line.number, at_seat), "own-seat")
    if seat in forfeited:
        return words.problem((line.number, at_seat), "no-account", power=board.powers[seat].name)
    if int(amount) > balance:
        return words.problem((line.number, at_amount), "too-much", balance=balance)
    return Transfer(int(amount), seat)


def _transfer_meant(text: str, called: Mapping[str, Seat]) -> tuple[str, ...]:
    """Return the transfer that a line in another form says; () if it is not clear."""
    _, *rest = WORD.findall(without_remark(text).upper())
    amounts = [word for word in rest if word.isdecimal()]
    powers = [*dict.fromkeys(called[word] for word in rest if word in called)]
    if len(amounts) != 1 or len(powers) != 1 or not {*rest} <= {*amounts, *powers, *called, *IN_TRANSFERS}:
        return ()
    return (f"TRANSFER {amounts[0]} TO {powers[0]}",)


def read_balance(state: State, seat: Seat, line: Line) -> AskBalance | Problem:
    """Read `BALANCE` or `BALANCE 1902`, of a year of which the sender's account has been kept."""
    match, first = BALANCE.fullmatch(bare(line.text)), state.first_year(seat)
    if match is not None and (match["year"] is None or first <= int(match["year"]) <= state.year):
        return AskBalance(int(match["year"] or 0))
    text = without_remark(line.text)
    start = text.upper().index("BALANCE") + len("BALANCE")
    column = len(text) - len(text[start:].lstrip(BULLETS + STOPS)) + 1
    return words.problem((line.number, column), "balance", first=first, last=state.year)
