"""`gm replay`: a whole game from a file of mails on a virtual clock: no network, no state, always the same bytes."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from gm.config.durations import parse_duration
from gm.desk.arrival.cut import key_of
from gm.desk.books.outage import Watch
from gm.desk.file.gamefile import GameFile, GameFileError, files_beside, read_game_file
from gm.desk.game.refusal import OperatorError
from gm.desk.mails.delivery import Disclose
from gm.desk.office import Office
from gm.post.boxes.mbox import Posted, read_mbox, write_mbox
from gm.post.outbound.compose import Sender
from gm.store.store import Store

GM = Sender("The GameMaster", "gm@gm.invalid", "gm+{token}@gm.invalid")
OPERATOR = "operator@gm.invalid"
WITH_ADDRESS = ("replace", "invite", "approve", "refuse")
MOST_STRIKES = 100_000  # far more than any game by mail has; stops an endless loop


class Act(msgspec.Struct, frozen=True):
    """A line of --acts: a command of the operator, or how long gm is down."""

    at: datetime
    run: tuple[str, ...] = ()
    out: str = ""


def read_acts(text: str) -> list[Act]:
    """The acts in a JSON lines file. Raises ValueError, which names the line."""
    acts = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                act = msgspec.convert(json.loads(line), Act)
                if bool(act.run) == bool(act.out) or act.at.tzinfo is None:
                    raise ValueError("one of run and out is expected, and a time with its zone")
                if act.out:
                    act.at + parse_duration(act.out)  # also raises if that is beyond the calendar
            except (ValueError, RecursionError, OverflowError) as error:
                raise ValueError(f"line {number}: {error}") from None
            acts.append(Act(act.at.astimezone(UTC).replace(microsecond=0), act.run, act.out))
    return acts


class Replay:
    """One run. The clock jumps to the next mail, act or strike."""

    def __init__(self, office: Office, file: GameFile, start: datetime) -> None:
        self._office, self._file, self._start = office, file, start
        self._down: datetime | None = None
        self._waiting: list[tuple[datetime, Posted | Act]] = []
        self._watch = Watch(office)
        self._number = 0
        self.faults: list[str] = []

    def run(self, mails: Sequence[Posted], acts: Sequence[Act], until: datetime | None) -> None:
        """Open the game and let everything happen in it (see go_on)."""
        file = self._file
        key = hashlib.sha256(f"{file.seed or file.name}\0{file.name}".encode()).hexdigest()
        self._office.open_game(file, self._start, key, file.seed or file.name)
        self.go_on(mails, acts, until)

    def go_on(self, mails: Sequence[Posted], acts: Sequence[Act], until: datetime | None) -> None:
        """Let everything happen in order; within a second letters come first, then the operator's acts, then the clock.

        A mail that an earlier run handled does nothing: mails are recognised by their places in *mails*.
        """
        for at, happening in _in_order(mails, acts, self._start):
            if until is not None and at > until:
                break
            self._come_back(at)
            if isinstance(happening, Act) and happening.out:
                self._go_down(at, at + parse_duration(happening.out))
            elif self._down is not None:
                self._waiting.append((at, happening))
            else:
                self._happen(at, at, happening)
        self._come_back(until or datetime.max.replace(tzinfo=UTC))
        if self._down is None:
            self._run_on(until)

    def _happen(self, at: datetime, now: datetime, happening: Posted | Act) -> None:
        """Handle *now* a mail received (or an act) at *at*, after whatever was due before."""
        self._strike_before(at, now if now > at else None)
        if isinstance(happening, Posted):
            self._number += 1
            mail, key = self._office.read(happening.raw), f"mbox/{self._number}"
            for part in self._office.sorting.parts(mail, at) or (None,):
                self._office.receive(key_of(key, part), happening.raw, at, now, mail=mail, part=part)
        else:
            self._operate(at, now, happening.run)

    def _go_down(self, at: datetime, until: datetime) -> None:
        if self._down is None:
            self._strike_before(at)
            self._watch.read_up_to(at)
        self._down = max(self._down or until, until)

    def _operate(self, at: datetime, now: datetime, run: tuple[str, ...]) -> None:
        """Do an act of the operator. One that cannot be done only adds a fault, as it does in the terminal."""
        address = next((word for word in run[1:] if run[0] in WITH_ADDRESS and "@" in word), "")
        try:
            self._office.operate(self._file.name, run, now, address)
        except OperatorError as error:
            self.faults.append(f"{at:%Y-%m-%dT%H:%M:%SZ} {' '.join(run)}: {error}")

    def _come_back(self, at: datetime) -> None:
        """If gm was down and is up again by *at*, give the time back, then handle in order what waited."""
        if self._down is None or self._down > at:
            return
        back, self._down = self._down, None
        waiting, self._waiting = self._waiting, []
        self._watch.come_back(back, back)
        for received, happening in waiting:
            self._happen(received, back, happening)
        self._strike_before(back, back)

    def _strike_before(self, limit: datetime, now: datetime | None = None) -> None:
        """Let everything strike that was due before *limit*, at its own time or, after an outage, *now*."""
        for _ in range(MOST_STRIKES):
            if not self._office.strike_before(limit, now):
                break

    def _run_on(self, until: datetime | None) -> None:
        """Go on after the last mail: to *until*, or until a phase that began after it has been processed."""
        processed = 0
        for _ in range(MOST_STRIKES):
            due = self._office.store.games.next_strike()
            if due is None or (until is not None and due[1] > until):
                break
            before = self._office.game(self._file.name).closed
            if not self._office.strike_before(datetime.max.replace(tzinfo=UTC)):
                break  # a fault of ours
            game = self._office.game(self._file.name)
            processed += game.closed != before
            if until is None and processed == 2:
                break


def _in_order(mails: Iterable[Posted], acts: Iterable[Act], start: datetime) -> list[tuple[datetime, Posted | Act]]:
    """Mails and acts sorted by time, none earlier than *start*. Ties keep their order in the file."""
    found: list[tuple[datetime, int, Posted | Act]] = [(m.at, 0, m) for m in mails]
    found += [(act.at, 1, act) for act in acts]
    found.sort(key=lambda item: item[:2])
    return [(max(at, start), happening) for at, _, happening in found]


def replay(
    game_toml: str,
    mbox: bytes,
    acts: str,
    until: datetime | None,
    disclose: Disclose,
    tell: Callable[[str], None] = lambda _: None,
    folder: Path = Path(),
) -> tuple[bytes, tuple[str, str]]:
    """OUT.mbox, and the report as (text, html). *tell* is called for each act of the operator that could not be done.

    folder: where game.toml and the files that it names are.

    Raises GameFileError for a wrong game.toml, ValueError for a wrong file of mails or acts.
    """
    file = read_game_file(game_toml, files_beside(folder))
    if file.bots or file.autopilot != "hold":
        raise GameFileError("gm's simple players play only in gm serve: give each seat an address, and no autopilot")
    mails = list(read_mbox(mbox))
    start = file.start or min((mail.at for mail in mails), default=None)
    if start is None:
        raise GameFileError("game.start: is missing, and there is no mail to take it from")
    with tempfile.TemporaryDirectory() as place:
        store = Store(Path(place) / "replay.sqlite")
        store.hurry()
        office = Office(store, GM, OPERATOR, disclose, believes=True)
        run = Replay(office, file, start)
        run.run(mails, read_acts(acts), until)
        for fault in run.faults:
            tell(fault)
        out = b"".join(write_mbox(GM.address, mail.queued, mail.raw) for mail in store.outbox.all())
        report = disclose(store, file.name)
        office.apart.rest()
        store.close()
    return out, (report[0], report[1])


def parse_time(text: str) -> datetime:
    """A time given on the command line, such as 2026-01-05T18:00:00Z. Raises ValueError."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError("a time with its zone is expected, such as 2026-01-05T18:00:00Z")
    return at.astimezone(UTC)
