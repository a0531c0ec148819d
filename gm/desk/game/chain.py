"""The chain of a game's entries: what binds its journal to what the players were told. Pure.

Each entry has a leaf, a salted hash that tells nothing; the heads of the chain over the leaves go to all at public
events, and whoever files something gets the leaf of that entry, signed. docs/formats.md has the forms, so that anybody
can check them. Games begun with gm 0.2 or earlier have no chain.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.game import Game, seat_names
from gm.desk.game.outgoing import ANSWERS, Mail, MailKind
from gm.desk.game.turn import Turn
from gm.rules import Reader, Seat, as_seat

CLOSED = ("letter", "held")  # an entry of these kinds is opened in the report only if that tells something of it
# No head goes with these.
PRIVATE = (MailKind.AGAIN, MailKind.PRESS, MailKind.PILED, MailKind.QUESTION, MailKind.OPERATOR)


def link(turn: Turn, before: Game | None, kind: str, data: Mapping[str, object]) -> None:
    """Chain the entry that made *turn*: its leaf goes to the disclosure, head and receipt to those who are told.

    before: the game before it, None for the first entry.
    """
    filed = _filed(turn)
    lines = [*_steps(turn, before, data), *_begun(turn, before)]
    lines += [f"filed {phase} {seat} {seal}" for phase, seat, seal in filed]
    filed += [(body.phase, as_seat(body.seat), body.commitment) for body in _committed(turn)]
    lines += [f"told {told_hash(turn.disclosed)}"] if turn.disclosed else []
    leaf = leaf_of(turn, kind, data, lines, first=before is None)
    closed = _is_closed(turn, kind, data) and not lines
    head = head_of(turn.game.head, leaf.leaf, closed)
    game = turn.game = replace(turn.game, entries=turn.game.entries + 1, head=head)
    turn.disclosed.append(("leaf", replace(leaf, salt="", text="") if closed else leaf))
    if before is None and game.bound:
        turn.disclosed.append(("options", said.Options(msgspec.to_builtins(game.options))))
    if _is_public(turn, before, kind):
        _tell_head(turn, said.Head(game.head, public_key(game) if turn.ruleset.seals else ""))
    _give_receipts(turn, leaf.leaf, {(seat, seal): phase for phase, seat, seal in filed})


def _is_closed(turn: Turn, kind: str, data: Mapping[str, object]) -> bool:
    """Whether the report opens an entry only if it tells something. It does not tell when somebody's digest left."""
    return kind in CLOSED or (kind == "time" and data["kind"] == "digest" and not turn.card.live)


def leaf_of(turn: Turn, kind: str, data: Mapping[str, object], lines: Sequence[str], first: bool) -> said.Leaf:
    """The leaf of an entry, with what opens it. lines: what it says beside time and kind; first: it opens the game."""
    game = turn.game
    drawn = game.secret("", "leaf", game.entries)
    salt, inner_salt = drawn[:32], drawn[32:]
    entry = msgspec.json.encode(msgspec.to_builtins(data), order="sorted").decode()
    inner = _sha("gm-entry-1", game.name, inner_salt, entry)
    begins = _begins(game) if first else ()
    text = "\n".join((msgspec.to_builtins(turn.at), kind, *lines, *begins, f"entry {inner}"))
    return said.Leaf(_sha("gm-leaf-1", game.name, salt, text), salt, text)


def _begins(game: Game) -> Iterator[str]:
    """What the first entry says of the game: all that stays as it is to the end."""
    yield from (f"key {public_key(game)}", f"seed {game.seed_hash()}", f"rules {game.ruleset}")
    if game.bound:
        yield f"options {options_hash(game.name, msgspec.to_builtins(game.options))}"
    yield from (f"seat {seat} {name}" for seat, name in seat_names(game).items())
    if game.forming is not None:
        yield f"joining {game.forming.seats}"
        yield from [f"beacon {game.forming.beacon}"] if game.forming.beacon else []


def options_hash(game: str, options: Mapping[str, object]) -> str:
    """The hash of the ruleset's options, as plain values."""
    return _sha("gm-options-1", game, msgspec.json.encode(options, order="sorted").decode())


def told_hash(told: Iterable[tuple[str, object]]) -> str:
    """The hash of what an entry tells in the report: (kind, body) of each fact, in any order."""
    facts = [msgspec.json.encode(msgspec.to_builtins([kind, body]), order="sorted").decode() for kind, body in told]
    return _sha("gm-told-1", *sorted(facts))


def head_of(before: str, leaf: str, closed: bool) -> str:
    """The head of a chain after one more leaf. It binds whether the report may keep the entry closed."""
    return _sha("gm-head-1", before, "closed" if closed else "open", leaf)


def _steps(turn: Turn, before: Game | None, data: Mapping[str, Any]) -> Iterator[str]:
    """What was sealed, cleared and judged, what explains it, and how the game ended."""
    told: list[tuple[str, Any]] = turn.disclosed
    for kind, body in told:
        match kind:
            case "opening":
                yield f"sealed {body.phase} {body.seat} {body.seal}"
            case "commitrecord":
                yield f"committed {body.phase} {body.seat} {body.commitment}"
            case "actrecord" if body.what == "cleared":
                yield f"cleared {before.clock.phase if before and before.clock else '-'} {body.power}"
            case "seated" | "resigned":
                yield f"{'seated' if kind == 'seated' else 'left'} {body.seat_name}"
            case "rolled":
                yield f"rolled {rolled_to(data['run'])}" if turn.game.bound else kind
            case "restored":
                yield kind
            case "seals":
                yield f"judged {body.phase}"
            case "over":
                yield f"over {body.how}"


def rolled_to(run: Sequence[str]) -> int:
    """The entry to which the operator's act takes a game back or forward."""
    return int(next(word for word in run[1:] if word.isdigit()))


def counting(rolls: Mapping[int, int], last: int) -> list[range]:
    """The entries that were not taken back; those between an entry and a return to it were.

    rolls: by the entry that took the game back or forward, the entry to which it did. last: the last entry.
    """
    found, at = [], last
    while at:
        roll = max((n for n in rolls if n <= at), default=0)
        found.append(range(roll, at + 1))
        at = min(rolls.get(roll, 0), max(0, roll - 1))  # never forward, whatever a forger writes
    return found


def stands(n: int, kept: Sequence[range]) -> bool:
    """Whether entry *n* was not taken back. kept: what `counting` returns."""
    return any(n in entries for entries in kept)


def _begun(turn: Turn, before: Game | None) -> Iterator[str]:
    """The phases that began and ended in the entry; and that which runs after it, if another did, or it runs anew."""
    clock = turn.game.clock
    if not turn.game.bound:
        return
    yield from (f"phase {phase.code} {phase.title}" for phase in turn.passed)
    if clock is None:
        return
    running = before.clock.phase if before and before.clock else ""
    if clock.phase != running or any(kind == "rolled" for kind, _ in turn.disclosed):
        phase = turn.phase()
        yield f"phase {phase.code} {phase.title}"


def public_key(game: Game) -> str:
    """The public half of the key that signs the game's receipts: Ed25519, as 64 hexadecimal digits."""
    return _signer(game).public_key().public_bytes_raw().hex()


def signed(game: Game, phase: str, seat: Seat, at: str, seal: str, leaf: str) -> str:
    """The signature of a receipt, in base64: 88 characters."""
    text = "\n".join(("gm-receipt-1", game.name, phase, seat, at, seal, leaf))
    return base64.b64encode(_signer(game).sign(text.encode())).decode()


def _signer(game: Game) -> Ed25519PrivateKey:
    """Made from the game's key, and not a secret that a restore changes: it signs the whole game."""
    return Ed25519PrivateKey.from_private_bytes(hmac.digest(game.key.encode(), b"receipts", hashlib.sha256))


def _is_public(turn: Turn, before: Game | None, kind: str) -> bool:
    """Whether a head is told: at a beginning, a result, an end, an act of the operator, what a live game's clock does.

    Never at what only a letter does while a sealed phase runs: who knows the leaf of their own letter could tell by
    the next head whether others have written.
    """
    game = turn.game
    if before is None or before.over != game.over or _stage(before) != _stage(game):
        return True
    if kind == "operator" or (kind == "time" and turn.is_live()):
        return turn.told_all
    return before.closed_at != game.closed_at or _opened(before) != _opened(game)


def _stage(game: Game) -> object:
    """How far a game is from its beginning: not with all players, with a closed list of them, begun."""
    return game.forming is not None and ("closed" if game.forming.closed else "open")


def _opened(game: Game) -> object:
    return game.clock and (game.clock.phase, game.clock.opened, game.pace.commit and game.clock.grace)


def _tell_head(turn: Turn, head: said.Head) -> None:
    """Add the head to each result, and to one mail for each other reader who has a seat or watches.

    It comes with an answer only if there is no other mail.
    """
    readers = {*map(Reader, turn.game.seats), *turn.game.watchers(), *turn.game.guests}
    left = set(readers)
    for number, mail in sorted(enumerate(turn.mails), key=lambda one: one[1].kind in ANSWERS):
        is_result = mail.reader in readers and any(kind == "seals" for kind, _ in mail.notices)
        if (is_result or mail.reader in left) and mail.kind not in PRIVATE:
            left.discard(mail.reader)
            turn.mails[number] = _with(mail, ("head", head))


def _filed(turn: Turn) -> list[tuple[str, Seat, str]]:
    """What this entry's answers say is on file, sealed: (phase, seat, seal)."""
    told = [(mail.seat, body.seal) for mail in turn.mails if mail.seat is not None
            for _, body in mail.notices if isinstance(body, said.Sealed)]  # fmt: skip
    return [(_sealed_for(turn, seat), seat, seal) for seat, seal in told]


def _committed(turn: Turn) -> list[said.CommitRecord]:
    """The commitments that this entry has filed."""
    return [body for _, body in turn.disclosed if isinstance(body, said.CommitRecord)]


def _sealed_for(turn: Turn, seat: Seat) -> str:
    """The phase for which the entry has sealed something of the seat; if it was sealed before, the one now due.

    "-" if the same entry has ended the game.
    """
    found = [body.phase for _, body in turn.disclosed if isinstance(body, said.Opening) and body.seat == seat]
    phase = turn.phase_now()
    return found[-1] if found else phase.code if phase is not None else "-"


def _seal_in(mail: Mail) -> str:
    """The seal that an answer shows of what was filed, or the commitment; "" if it shows none."""
    seals = [body.seal for _, body in mail.notices if isinstance(body, said.Sealed)]
    seals += [body.commitment for _, body in mail.notices if isinstance(body, said.Committed)]
    return seals[0] if seals else ""


def _give_receipts(turn: Turn, leaf: str, filed: Mapping[tuple[Seat, str], str]) -> None:
    """Add a receipt to each answer that shows a seal. filed: the phases, by seat and seal."""
    at = msgspec.to_builtins(turn.at)
    for number, mail in enumerate(turn.mails):
        seal = _seal_in(mail)
        if mail.seat is not None and seal:
            signature = signed(turn.game, filed[mail.seat, seal], mail.seat, at, seal, leaf)
            turn.mails[number] = _with(mail, ("receipt", said.Receipt(at, leaf, signature)))


def _with(mail: Mail, notice: tuple[str, object]) -> Mail:
    """A mail with one more notice, below everything else: few readers look at it before they need it."""
    return replace(mail, notices=(*mail.notices, notice))


def _sha(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
