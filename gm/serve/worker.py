"""Lets letters act and clocks strike, each as soon as it may, whichever daemon has filed them.

Letters act in the order in which they were received: all of a game, and all of a sender. A clock strikes once every
mailbox has been read past its time, and no letter waits that was received up to then. What makes sure of both is read
in the same transaction; where several daemons work, one of two that collide is done again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from itertools import islice

import msgspec

from gm.config.loading import Config
from gm.desk.arrival.cut import Part
from gm.desk.arrival.meaning import meaning
from gm.desk.books.outage import last_read
from gm.desk.office import Handled, Office
from gm.post.inbound.authenticity import Authenticity
from gm.post.inbound.letter import Mail, sender_of
from gm.post.inbound.limits import MAX_SMALL
from gm.post.inbound.proof import Prover
from gm.serve.bots import BOTS, OURS
from gm.serve.health import Signs
from gm.serve.houseclock import HouseClock
from gm.serve.houseserver import HouseServer
from gm.serve.log import BECAME, names_of, tell_in
from gm.serve.meter import Meter
from gm.store.engine import StoreError, Unavailable
from gm.store.inbox import State
from gm.store.waiting import Claimed, Filed

log = logging.getLogger("gm")
LONGEST_TRANSACTION = 0.25  # seconds of letters committed together: others may want to write, too
WINDOW = 500  # letters that are looked at together
FEW = 25  # the same where it takes long to find out who wrote them
MOST_STRIKES = 10_000
MOST_GAMES = 50  # games that are looked at together whose clocks may strike
TRIES = 3  # of a letter that was there whenever gm started: it may be what ended gm
APART = timedelta(minutes=1)  # two that count: whatever else ends gm often, no letter is put aside for it
POLL = 0.5  # seconds until it is looked whether another daemon has filed letters
LONG = 30.0  # the same where none can
MEND = 60.0  # seconds until the clock of a broken game is tried again: it may have been mended
SETTLE = 5.0  # seconds for which what reads a mailbox waits for what it has filed


class _Several(Exception):
    """A letter is to several games, each of which gets a part of it."""

    def __init__(self, letter: Filed, mail: Mail, parts: Sequence[Part]) -> None:
        super().__init__(letter.id)
        self.letter, self.mail, self.parts = letter, mail, parts


class _Elsewhere(Exception):
    """A letter is for another game than it seemed, in whose order it must act."""

    def __init__(self, number: int, game: str) -> None:
        super().__init__(game)
        self.number, self.game = number, game


class Worker:
    """The worker of one run of the daemon. acted: is called when letters have acted; wake: when mails wait to be sent.

    tell: gets "in" for each letter and "strike" for each strike.
    """

    def __init__(
        self,
        config: Config,
        office: Office,
        clock: HouseClock,
        meter: Meter,
        *,
        signs: Signs,
        stop: asyncio.Event,
        wake: Callable[[], None],
        acted: Callable[[], None],
        tell: Callable[[str], None],
        server: HouseServer | None = None,
    ) -> None:
        self._config, self._office, self._store, self._clock, self._meter = config, office, office.store, clock, meter
        self._signs, self._stop, self._wake, self._acted, self._tell = signs, stop, wake, acted, tell
        self._server = server or HouseServer(office.store)
        said = config.identity
        self._prover = Prover(said.authserv_id, said.receivers, said.dkim, ours=office.sender.owns)
        self._names, self._boxes = names_of(config), [box.name for box in config.boxes]
        self._calls, self._idle = asyncio.Event(), asyncio.Event()  # work is wanted; there is none
        self._old = self._store.waiting.all_keys()  # of the letters that were there when this run began, and not tried
        self._suspect: Filed | None = None  # the one of them that would act next
        self._proofs: dict[str, Authenticity] = {}  # by the letters' keys, as is the large letter that was read last
        self._large: dict[str, Mail] = {}
        self._broken: dict[str, float] = {}  # games whose clocks could not strike, and when that is tried again
        self._struck = 0  # strikes in the transaction that runs

    def call(self) -> None:
        """Look at once what is to be done."""
        self._idle.clear()
        self._calls.set()

    async def settle(self) -> None:
        """Look at once what is to be done, and return when it is done; or a little later, if it takes long."""
        self.call()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), SETTLE)

    async def run(self) -> None:
        """Work until stopped."""
        unwritten = 0
        while not self._stop.is_set():
            self._calls.clear()
            try:
                worked, unwritten = await self.work(), 0
                if worked:
                    self._signs.writable()
                    await asyncio.sleep(0)
                    continue
                self._idle.set()
                wait = LONG if self._store.engine.alone else POLL
            except Unavailable as error:
                unwritten += 1
                wait = self._signs.unwritable(error, unwritten)
            await self._rest(wait)

    async def _rest(self, seconds: float) -> None:
        self._office.apart.rest()
        try:
            await asyncio.wait_for(self._calls.wait(), seconds)
        except TimeoutError:
            return

    async def work(self) -> bool:
        """Let letters act, as many as one transaction may have, and one clock strike; False if nothing was to be done.
        """
        self._server.look()
        self._signs.elsewhere = self._server.doubt is not None
        waiting = self._store.waiting.first(WINDOW)
        acted = await self._act(waiting) if waiting else False
        if not acted and len(waiting) == WINDOW:  # others must not be held up by so many that wait for a strike
            waiting = self._store.waiting.first(WINDOW, free=True)
            acted = await self._act(waiting) if waiting else False
        return self._strike() or acted

    def _now(self) -> datetime:
        """The time of the house, in whole seconds."""
        return self._clock.now().replace(microsecond=0)

    # -- letters -------------------------------------------------------------------------------------------------

    async def _act(self, waiting: Sequence[Filed]) -> bool:
        await self._prove(waiting)
        return self._act_in_one(waiting) or (await self._read_apart(waiting) and self._act_in_one(waiting))

    def _act_in_one(self, waiting: Sequence[Filed]) -> bool:
        """Let letters act in one transaction; False if none may."""
        try:
            acted = self._store.act(partial(self._act_some, waiting))
        except _Elsewhere as other:
            self._store.act(partial(self._store.waiting.sort, other.number, other.game))
            return True
        except _Several as found:
            self._store.act(partial(self._cut, found.letter, found.mail, found.parts))
            return True
        self._note(acted)
        return bool(acted) or (self._suspect is not None and self._try(self._suspect))

    def _try(self, letter: Filed) -> bool:
        """Count that a letter is tried that was there when gm started: it may be what ended it. True.

        Tried too often, it is put aside.
        """
        if letter.tries >= TRIES:
            self._store.act(partial(self._give_up, letter))
        else:
            now = self._now()
            self._store.act(partial(self._store.waiting.try_again, letter.id, now, now - APART))
        self._old.discard(letter.key)
        return True

    def _give_up(self, letter: Filed) -> None:
        why, raw = f"gm ended {TRIES} times while it acted", self._store.waiting.text(letter.id)
        if raw and self._store.inbox.state(letter.key) is None:  # else it has acted meanwhile, or before
            self._office.put_aside(letter.key, raw, letter.received, self._now(), why, part=_part_of(letter))
        self._store.waiting.remove(letter.id)

    async def _prove(self, waiting: Sequence[Filed]) -> None:
        """Find out about the senders, where that may take long; the office does it itself where it does not."""
        known = self._proofs
        self._proofs = {letter.key: known[letter.key] for letter in waiting if letter.key in known}
        if self._config.identity.dkim:
            unknown = islice((one for one in waiting if one.key not in known), FEW)
            new = {one.key: self._store.waiting.text(one.id) for one in unknown}
            asked = (asyncio.to_thread(self._prover.prove, raw, sender_of(raw)) for raw in new.values())
            self._proofs |= dict(zip(new, await asyncio.gather(*asked), strict=True))

    async def _read_apart(self, waiting: Sequence[Filed]) -> bool:
        """Read the first of the letters that is large, while everything else goes on; False if none is to be read."""
        large = next((letter for letter in waiting if letter.size > MAX_SMALL), None)
        if large is None or large.key in self._large:
            return False
        means, raw = meaning(frozenset(self._store.games.names()).__contains__), self._store.waiting.text(large.id)
        self._large = {large.key: await asyncio.to_thread(self._office.apart.read, raw, means)}
        return True

    def _act_some(self, waiting: Sequence[Filed]) -> list[tuple[Filed, Handled]]:
        """Let those letters act that may, as many as one transaction may have."""
        acted: list[tuple[Filed, Handled]] = []
        until, self._struck, self._suspect = time.monotonic() + LONGEST_TRANSACTION, 0, None
        for letter in waiting:
            if acted and letter.lane != acted[0][0].lane:
                continue  # what others have done since this transaction began is not seen in it
            claimed = self._store.waiting.claim(letter) if self._is_ready(letter) else Claimed(False)
            if claimed.may and self._strikes_before(letter, claimed.strikes):
                if letter.key in self._old:
                    self._suspect = letter  # it comes next, alone
                    break
                acted.append((letter, self._receive(letter, claimed.raw)))
                self._store.waiting.remove(letter.id)
            elif not letter.lane:
                break
            if time.monotonic() >= until:
                break
        return acted

    def _is_ready(self, letter: Filed) -> bool:
        """Whether what takes long is done: a large letter is read, and it was found out who wrote it."""
        read = letter.size <= MAX_SMALL or letter.key in self._large
        return read and (self._proof(letter) is not None or not self._config.identity.dkim)

    def _strikes_before(self, letter: Filed, first: datetime | None) -> bool:
        """Let everything strike that was due before a letter was received; False if something may not strike yet.

        first: when the first of it is due.
        """
        if first is None or first >= letter.received:
            return True
        for _ in range(MOST_STRIKES):
            due = self._store.games.next_strike(letter.lane, but=self._broken)
            if due is None or due[1] >= letter.received:
                return True
            if not self._may_strike(*due):
                return False
            self._struck += self._struck_in(due[0], letter.received)
        return False

    def _receive(self, letter: Filed, raw: bytes) -> Handled:
        """Let a letter act."""
        last = (self._store.outbox.newest() or 0) if self._meter.counts else 0
        mail = self._large.get(letter.key) or self._read(raw)
        if mail is not None and (parts := self._parts(letter, mail)):
            raise _Several(letter, mail, parts)
        handled = self._office.receive(
            letter.key, raw, letter.received, now=self._now(), proof=self._proof(letter), trouble=letter.trouble,
            mail=mail, part=_part_of(letter), timed=letter.timed,
        )  # fmt: skip
        if letter.lane and handled.game not in ("", letter.lane) and handled.state in (State.DONE, State.HELD):
            raise _Elsewhere(letter.id, handled.game)
        if self._meter.counts:
            _, sender = self._store.inbox.whose(letter.key)
            self._meter.answered(self._store.outbox.answer(last, handled.seat, sender), letter.received)
        return handled

    def _read(self, raw: bytes) -> Mail | None:
        """What a letter says; None if a fault of ours keeps it from being read: then it is put aside where it acts."""
        try:
            return self._office.read(raw)
        except (StoreError, OSError):
            raise
        except Exception:
            return None

    def _parts(self, letter: Filed, mail: Mail) -> tuple[Part, ...]:
        """The parts of a letter that was filed as a whole and is to several games; () for any other."""
        try:
            return () if letter.part or letter.trouble else self._office.sorting.parts(mail, letter.received)
        except StoreError:
            raise
        except Exception:  # it fails again where the letter acts, and is put aside
            return ()

    def _cut(self, letter: Filed, mail: Mail, parts: Sequence[Part]) -> None:
        """Put the parts of a letter in its place."""
        raw = self._store.waiting.text(letter.id)
        for each in self._office.sorting.cut(letter.key, raw, mail, parts, by_game=bool(letter.lane)) if raw else ():
            self._store.waiting.file(
                letter.mailbox, each.key, letter.received, each.raw, trouble="", sender=letter.sender, lane=each.lane,
                part=each.part, timed=letter.timed,
            )  # fmt: skip
        self._store.waiting.remove(letter.id)

    def _proof(self, letter: Filed) -> Authenticity | None:
        """What is known of who wrote a letter; None if nothing is yet."""
        return OURS if letter.mailbox == BOTS else self._proofs.get(letter.key)

    def _note(self, acted: Sequence[tuple[Filed, Handled]]) -> None:
        """Report what became of letters, now that it is committed, and let the answers leave."""
        self._note_strikes()
        if acted:
            self._wake()
            self._acted()
        for letter, handled in acted:
            self._meter.letter(BECAME[handled.state])
            tell_in(self._names, *self._store.inbox.whose(letter.key), handled=handled)
            self._tell("in")

    def _note_strikes(self) -> None:
        for _ in range(self._struck):
            log.info("the clock struck")
            self._wake()
            self._tell("strike")
        self._struck = 0

    # -- clocks --------------------------------------------------------------------------------------------------

    def _read_up_to(self) -> datetime | None:
        """Up to when every mailbox has been read; None if one never was."""
        times = [last_read(self._store, name) for name in self._boxes]
        known = [at for at in times if at is not None]
        return min(known) if len(known) == len(times) else None

    def _may_strike(self, game: str, at: datetime) -> bool:
        """Whether a strike that is due at a time may come now. Runs inside the transaction in which it does."""
        read = self._read_up_to() if self._clock.sure and self._server.sure else None
        return read is not None and at < read and not self._store.waiting.some_until(game, at)

    def _strike(self) -> bool:
        """Let the first clock strike that may; False if none may."""
        read = self._read_up_to() if self._clock.sure and self._server.sure else None
        for game in self._store.games.strikes(read, MOST_GAMES) if read is not None else ():
            struck = self._office.paintings.once(self._store, partial(self._strike_one, game))
            self._note_strikes()
            if struck:
                return True
        return False

    def _strike_one(self, game: str) -> bool:
        self._struck = 0
        claimed: list[object] = []
        self._store.engine.claim(game, claimed.append)
        due = self._store.games.next_strike(game)
        if due is None or not claimed[0] or not self._may_strike(*due):
            return False
        read = self._read_up_to()
        self._struck = int(read is not None and self._struck_in(game, read))
        return self._struck > 0

    def _struck_in(self, game: str, limit: datetime) -> bool:
        """Let a game's clock strike that is due before *limit*; False if it cannot: a broken game holds up no other."""
        if time.monotonic() < self._broken.get(game, 0.0):
            return False
        struck = self._office.strike_before(limit, self._now(), game)
        if game in self._office.failing:
            self._broken[game] = time.monotonic() + MEND
        else:
            self._broken.pop(game, None)
        self._signs.broken = sorted(self._broken)
        return struck


def _part_of(letter: Filed) -> Part | None:
    """Which part of a mail to several games a letter is; None if it is a whole mail."""
    return msgspec.json.decode(letter.part, type=Part) if letter.part else None
