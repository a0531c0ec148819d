"""The GameMaster's books in double entry: each piece is in exactly one place, each IOU and each loss is entered twice.

Books are values: every change makes new ones. Who is told, and why the books change, is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec.structs import replace

from gm.rules import Seat, as_seat
from gm.rules.negotiation.board import START, column_of, enters_win
from gm.rules.negotiation.items import Groups, total

Row = dict[str, int]
Table = dict[str, Row]


@cache
def _players(number: int) -> tuple[Seat, ...]:
    return tuple(as_seat(str(one)) for one in range(1, number + 1))


class Books(msgspec.Struct, frozen=True):
    """Everything the players have. Zeros may be left out.

    pieces: each player's movement pieces in START and on squares, their own; prisoners: captured pieces that now stand
    as theirs. entered: own pieces that have reached WIN; captured: own pieces lost in a THREAT. freed: prisoners that
    have reached WIN; taken: pieces received as prisoners; retaken: prisoners lost again. wins, losses: the boxes. won,
    lost: by player, each the counterpart of the other. support: by owner and holder; the owner's own is UNCOMMITTED.
    lent: by owner and holder, as the owner knows it. passed: by holder, owner and third player, what the holder has not
    yet told. owed: by debtor and creditor; held: by creditor and debtor, its counterpart.
    """

    number: int
    pieces: Table
    prisoners: Table
    entered: Row
    captured: Row
    freed: Row
    taken: Row
    retaken: Row
    wins: Row
    losses: Row
    won: Table
    lost: Table
    support: Table
    lent: Table
    passed: dict[str, Table]
    owed: Table
    held: Table

    @property
    def players(self) -> tuple[Seat, ...]:
        """The players, 1 to N."""
        return _players(self.number)

    # -- what a player has -------------------------------------------------------------------------------------

    def at(self, player: str, place: str) -> int:
        """Return how many pieces *player* has at a place, including prisoners."""
        return self.pieces[player].get(place, 0) + self.prisoners[player].get(place, 0)

    def places(self, player: str) -> Row:
        """Return all pieces of *player* by place."""
        found = {**self.pieces[player]}
        for place, number in self.prisoners[player].items():
            found[place] = found.get(place, 0) + number
        return {place: number for place, number in found.items() if number}

    def uncommitted(self, player: str) -> int:
        """Return how much of their own support *player* has uncommitted."""
        return self.support[player].get(player, 0)

    def borrowed(self, player: str) -> Row:
        """Return the support of others that *player* holds, by owner."""
        owners = (owner for owner in self.players if owner != player)
        return {owner: n for owner in owners if (n := self.support[owner].get(player, 0))}

    def owes(self, debtor: str, creditor: str) -> int:
        """Return how much *debtor* owes *creditor*."""
        return self.owed[debtor].get(creditor, 0)


def opened(number: int) -> Books:
    """Return the books at the start: N movement pieces in START and N support pieces UNCOMMITTED for each player."""
    players = tuple(map(str, range(1, number + 1)))

    def row() -> Row:
        return dict.fromkeys(players, 0)

    def table() -> Table:
        return {player: {} for player in players}

    return Books(
        number=number,
        pieces={p: {START: number} for p in players},
        prisoners=table(),
        entered=row(),
        captured=row(),
        freed=row(),
        taken=row(),
        retaken=row(),
        wins=row(),
        losses=row(),
        won=table(),
        lost=table(),
        support={p: {p: number} for p in players},
        lent=table(),
        passed={p: table() for p in players},
        owed=table(),
        held=table(),
    )


# -- entries ---------------------------------------------------------------------------------------------------


def _by(row: Mapping[str, int], key: str, change: int) -> Row:
    """Return *row* with one number changed; a 0 is left out unless the row has all places."""
    return {**row, key: row.get(key, 0) + change}


def _in(table: Table, first: str, second: str, change: int) -> Table:
    return {**table, first: {key: n for key, n in _by(table[first], second, change).items() if n}}


def move(books: Books, player: str, groups: Groups, square: str) -> Books:
    """Move pieces to *square*, into the player's WIN box if it is on level K; their own pieces go before prisoners."""
    for place, number in groups:
        books = _leave(books, player, place, number=number, square=square)
    return books


def _leave(books: Books, player: str, place: str, number: int, square: str) -> Books:
    own = min(number, books.pieces[player].get(place, 0))
    others = number - own
    books = replace(
        books, pieces=_in(books.pieces, player, place, -own), prisoners=_in(books.prisoners, player, place, -others)
    )
    if not enters_win(square):
        return replace(
            books, pieces=_in(books.pieces, player, square, own), prisoners=_in(books.prisoners, player, square, others)
        )
    return replace(
        books, entered=_by(books.entered, player, own), freed=_by(books.freed, player, others),
        wins=_by(books.wins, player, number),
    )  # fmt: skip


def pay(books: Books, payer: str, taker: str, amount: int) -> Books:
    """Transfer winnings: from the payer's WIN to LOSS, into the taker's WIN, and into both records."""
    return _recorded(replace(books, wins=_by(_by(books.wins, payer, -amount), taker, amount)), payer, taker, amount)


def _recorded(books: Books, loser: str, winner: str, amount: int) -> Books:
    return replace(
        books, losses=_by(books.losses, loser, amount), won=_in(books.won, winner, loser, amount),
        lost=_in(books.lost, loser, winner, amount),
    )  # fmt: skip


def capture(books: Books, loser: str, winner: str, groups: Groups, square: str, prisoners: bool) -> Books:
    """Take pieces lost in a THREAT: as the defender's winnings or (variant) as prisoners on the threatened square."""
    for place, number in groups:
        own = min(number, books.pieces[loser].get(place, 0))
        books = replace(
            books,
            pieces=_in(books.pieces, loser, place, -own),
            prisoners=_in(books.prisoners, loser, place, own - number),
            captured=_by(books.captured, loser, own),
            retaken=_by(books.retaken, loser, number - own),
        )
    amount = total(groups)
    books = _recorded(books, loser, winner, amount)
    if prisoners and not enters_win(square):
        return replace(
            books, prisoners=_in(books.prisoners, winner, square, amount), taken=_by(books.taken, winner, amount)
        )
    return replace(books, wins=_by(books.wins, winner, amount))


def lend(books: Books, owner: str, holder: str, amount: int) -> Books:
    """Lend the owner's uncommitted support to another player: the owner knows where it is."""
    support = _in(_in(books.support, owner, owner, -amount), owner, holder, amount)
    return replace(books, support=support, lent=_in(books.lent, owner, holder, amount))


def hand_on(books: Books, owner: str, holder: str, to: str, amount: int) -> Books:
    """Pass support on. Back with its owner it is UNCOMMITTED; otherwise the previous holder notes where it is."""
    books = replace(books, support=_in(_in(books.support, owner, holder, -amount), owner, to, amount))
    if to == owner:
        return replace(books, lent=_in(books.lent, owner, holder, -amount))
    passed = {**books.passed, holder: _in(books.passed[holder], owner, to, amount)}
    return replace(books, passed=passed)


def told(books: Books, holder: str, owner: str) -> tuple[Books, Row]:
    """Tell an owner where their support went; return the new books and what was told, by third player."""
    found = books.passed[holder][owner]
    lent = books.lent
    for third, number in found.items():
        lent = _in(_in(lent, owner, holder, -number), owner, third, number)
    passed = {**books.passed, holder: {**books.passed[holder], owner: {}}}
    return replace(books, lent=lent, passed=passed), dict(sorted(found.items(), key=lambda one: int(one[0])))


def owe(books: Books, debtor: str, creditor: str, amount: int) -> Books:
    """Increase a debt, or reduce it (*amount* below 0), on both sides."""
    return replace(
        books, owed=_in(books.owed, debtor, creditor, amount), held=_in(books.held, creditor, debtor, amount)
    )


# -- the audit -------------------------------------------------------------------------------------------------


def audit(books: Books) -> str:
    """Return what is wrong with the books, or "": the N^2 check, conservation of pieces, both sides of entries."""
    faults = [*_negative(books), *_pieces(books), *support_adds_up(books), *_whereabouts(books), *_ends(books)]
    return "; ".join(faults)


def _negative(books: Books) -> list[str]:
    rows: list[tuple[str, Mapping[str, int]]] = [("wins", books.wins), ("losses", books.losses)]
    for name in ("pieces", "prisoners", "support", "owed", "won"):
        table: Table = getattr(books, name)
        rows += [(f"{name} of {player}", row) for player, row in table.items()]
    return [f"{name}: {key} is {n}" for name, row in rows for key, n in row.items() if n < 0]


def _pieces(books: Books) -> list[str]:
    """Check that each own piece is on the board, in WIN or captured, and that winnings are N^2 less pieces on board."""
    found = []
    for player in books.players:
        own = sum(books.pieces[player].values()) + books.entered[player] + books.captured[player]
        if own != books.number:
            found.append(f"player {player} has {own} movement pieces")
        captives = sum(books.prisoners[player].values()) + books.freed[player] + books.retaken[player]
        if captives != books.taken[player]:
            found.append(f"player {player} took {books.taken[player]} prisoners, and {captives} are found")
        if books.wins[player] != _winnings(books, player):
            found.append(f"player {player} has {books.wins[player]} winnings, {_winnings(books, player)} by records")
        if books.losses[player] != sum(books.lost[player].values()):
            found.append(f"player {player} has {books.losses[player]} losses, which their records do not add up to")
        if any(column_of(place) == player for place, n in books.pieces[player].items() if n):
            found.append(f"player {player} stands in their own column")
    board = sum(sum(table[p].values()) for table in (books.pieces, books.prisoners) for p in books.players)
    if sum(books.wins.values()) != books.number**2 - board:
        found.append(f"the winnings are {sum(books.wins.values())}, and {board} pieces are on the board")
    return found


def _winnings(books: Books, player: str) -> int:
    """Return the WIN box by the records: entered plus won (prisoners only once they enter), less what was paid."""
    lost_pieces = books.captured[player] + books.retaken[player]
    paid = sum(books.lost[player].values()) - lost_pieces
    won = sum(books.won[player].values()) - books.taken[player]
    return books.entered[player] + books.freed[player] + won - paid


def support_adds_up(books: Books) -> list[str]:
    """Return the owners whose support does not add up to what they were given; [] if all does."""
    found = []
    for owner in books.players:
        if sum(books.support[owner].values()) != books.number:
            found.append(f"player {owner} owns {sum(books.support[owner].values())} support pieces")
        if books.uncommitted(owner) + sum(books.lent[owner].values()) != books.number:
            found.append(f"player {owner}'s UNCOMMITTED and LENT are not {books.number}")
    return found


def _whereabouts(books: Books) -> list[str]:
    """Check that support is where its owner knows it to be, except for what holders have not yet told."""
    found, players = [], books.players
    for owner in players:
        passed = [books.passed[giver][owner] for giver in players]
        for holder, given in zip(players, passed, strict=True):
            come = sum([row.get(holder, 0) for row in passed if row])
            known = books.lent[owner].get(holder, 0) - sum(given.values()) + come
            if holder != owner and books.support[owner].get(holder, 0) != known:
                found.append(f"player {holder} holds support of player {owner} that LENT and matrices do not explain")
    return found


def _ends(books: Books) -> list[str]:
    found = []
    for name, back in (("owed", "held"), ("won", "lost")):
        one: Table = getattr(books, name)
        other: Table = getattr(books, back)
        pairs = [(a, b) for a in books.players for b in books.players]
        found += [
            f"{name} of {a} by {b} has two numbers" for a, b in pairs if one[a].get(b, 0) != other[b].get(a, 0)
        ]  # fmt: skip
    return found
