"""Several daemons on one PostgreSQL: letters act in order, clocks wait for them, and whoever slept commits nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from helpers.hands import Still
from helpers.postgres import Cluster
from helpers.served import DOMAIN, GAME, GM, SEATS, letter

from gm.config.loading import Config, Gm, Imap, Smtp
from gm.desk.books.outage import Watch
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.post.outbound.compose import Sender
from gm.post.outbound.smtp import Outcome
from gm.report.disclosure import disclose
from gm.serve.carrier import Carrier
from gm.serve.health import Signs
from gm.serve.houseclock import HouseClock
from gm.serve.meter import Meter
from gm.serve.tenancy import HOUSE, LASTS, Tenancy, lease_of
from gm.serve.worker import TRIES, Worker
from gm.store.engine import Unavailable
from gm.store.leases import LostLease
from gm.store.server import Server
from gm.store.store import Store

pytestmark = pytest.mark.servers
START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
DEADLINE = START + HOUR
OPERATOR = f"operator@{DOMAIN}"
CONFIG = Config(
    gm=Gm(address=GM, operator=OPERATOR), imap=Imap(host="localhost", user="gm"), smtp=Smtp(host="localhost")
)  # fmt: skip
NUMBERS = count(1)
Make = Callable[[], Server]


class One:
    """What one daemon has: its own connection, its worker, and what it holds."""

    def __init__(self, server: Server) -> None:
        self.store = Store(server)
        self.hands = Still(START)
        self.office = Office(self.store, Sender("GM", GM, f"gm+{{token}}@{DOMAIN}"), OPERATOR, disclose)
        self.clock = HouseClock(self.store, self.hands)
        self.worker = self.new_worker()
        self.tenancy = Tenancy(self.store, self.clock.now, [""])

    def new_worker(self) -> Worker:
        """The worker of a run that begins now."""
        return Worker(
            CONFIG, self.office, self.clock, Meter(), signs=Signs(), stop=asyncio.Event(), wake=lambda: None,
            acted=lambda: None, tell=lambda what: None,
        )  # fmt: skip

    def work(self) -> bool:
        """Let its worker do what one transaction may."""
        return asyncio.run(self.worker.work())

    def file(self, seat: str, received: datetime, game: str = "spring", lane: str | None = None) -> str:
        """File a letter, and return its key. lane: the game's unless given."""
        number = next(NUMBERS)
        mail = letter(seat, "STATUS", f"m{number}", game)
        with self.store.transaction():
            self.store.waiting.file(
                "", f"1/{number}", received, mail.as_bytes(), trouble="", sender=f"{seat.lower()}@{DOMAIN}",
                lane=game if lane is None else lane,
            )  # fmt: skip
        return f"1/{number}"

    def acted(self, game: str = "spring") -> list[str]:
        """The kinds of a journal's entries, without the opening."""
        return [entry.kind for entry in self.store.journal.entries(game)][1:]


@pytest.fixture
def two(make: Make) -> Iterator[tuple[One, One]]:
    """Two daemons, with the games "spring" and "autumn", whose first phases are due an hour after the start."""
    server = make()
    first, second = One(server), One(server)
    for name in ("spring", "autumn"):
        text = GAME.format(name=name).replace('grace = "1h"', 'grace = "0s"')
        seats = "".join(f'{seat} = "{seat.lower()}@{DOMAIN}"\n' for seat in SEATS)
        first.office.open_game(read_game_file(text + seats), START, "ab" * 32)
    for one in (first, second):
        one.hands.at = DEADLINE + HOUR
    first.office.strike_before(DEADLINE, DEADLINE)  # the reminders of half time
    first.office.strike_before(DEADLINE, DEADLINE)
    yield first, second
    for one in (first, second):
        one.store.close()


def held_at(one: One, *where: str) -> Iterator[None]:
    """One daemon stands still in the middle of a letter, with what it has claimed."""
    with one.store.transaction():
        for lane in where:
            one.store.engine.claim(lane, lambda claimed: None)
        one.store.value("select 1")
        yield


def test_letters_of_a_game_act_in_order_and_those_of_others_do_not_wait_for_them(two: tuple[One, One]) -> None:
    first, second = two
    first.file("FRANCE", START + MINUTE)
    first.file("ITALY", START + 2 * MINUTE)
    other = first.file("TURKEY", START + 3 * MINUTE, "autumn")
    for _ in held_at(first, "spring"):
        assert second.work()
        assert second.acted() == ["time"] and second.acted("autumn") == ["time", "letter"]
        assert second.store.inbox.state(other) == "done"
        assert not second.work()
    assert second.work()
    assert second.acted() == ["time", "letter", "letter"]
    seats = [entry.data["seat"] for entry in second.store.journal.entries("spring") if entry.kind == "letter"]
    assert seats == ["FRANCE", "ITALY"]


def test_letters_of_one_sender_act_in_order_whatever_games_they_are_for(two: tuple[One, One]) -> None:
    first, second = two
    first.file("FRANCE", START + MINUTE)
    first.file("FRANCE", START + 2 * MINUTE, "autumn")
    for _ in held_at(first, "spring"):
        assert not second.work()
    while second.work():
        continue
    assert second.acted("autumn") == ["time", "letter"]


def test_a_letter_of_which_nobody_knows_the_game_bars_all_that_came_later(two: tuple[One, One]) -> None:
    first, second = two
    unknown = first.file("FRANCE", START + MINUTE, lane="")
    first.file("TURKEY", START + 2 * MINUTE, "autumn")
    for _ in held_at(first, "any"):
        assert not second.work()
    assert second.work()
    assert second.store.inbox.state(unknown) == "done"


def test_a_letter_that_is_for_another_game_than_it_seemed_acts_in_the_order_of_that_game(two: tuple[One, One]) -> None:
    first, second = two
    first.file("FRANCE", START + MINUTE, "autumn", lane="spring")
    assert second.work()  # it is sorted anew
    assert second.acted("autumn") == ["time"]
    for _ in held_at(first, "autumn"):
        assert not second.work()
    assert second.work()
    assert second.acted("autumn") == ["time", "letter"] and second.acted() == ["time"]


def test_no_clock_strikes_before_a_letter_of_the_second_before_has_acted_whoever_stands_still(
    two: tuple[One, One],
) -> None:
    first, second = two
    first.file("FRANCE", DEADLINE - SECOND)
    Watch(first.office).read_up_to(DEADLINE + MINUTE)
    for _ in held_at(first, "spring"):
        assert second.work()  # the other game's clock
        assert not second.work()
        assert second.acted() == ["time"] and second.acted("autumn") == ["time", "time"]
    while second.work():
        continue
    assert second.acted() == ["time", "letter", "time"]


def test_a_letter_without_a_known_game_keeps_every_clock_waiting(two: tuple[One, One]) -> None:
    first, second = two
    first.file("FRANCE", DEADLINE - SECOND, lane="")
    Watch(first.office).read_up_to(DEADLINE + MINUTE)
    for _ in held_at(first, "any"):
        assert not second.work()
    assert first.acted("autumn") == ["time"]


def test_a_clock_waits_until_the_mailbox_was_read_past_its_time(two: tuple[One, One]) -> None:
    _, second = two
    assert not second.work()  # nobody has read it at all since the games began
    Watch(second.office).read_up_to(DEADLINE)
    assert not second.work()  # letters may still come in that second
    Watch(second.office).note(DEADLINE + SECOND)
    assert second.work() and second.work() and not second.work()
    assert second.acted() == second.acted("autumn") == ["time", "time"]


def test_a_later_letter_waits_for_a_clock_that_may_not_strike_yet(two: tuple[One, One]) -> None:
    first, second = two
    first.file("FRANCE", DEADLINE + SECOND)
    Watch(first.office).read_up_to(DEADLINE)
    assert not second.work()
    Watch(first.office).note(DEADLINE + 2 * SECOND)
    assert second.work()
    assert second.acted() == ["time", "time", "letter"]


def test_both_at_the_same_letter_let_it_act_once(two: tuple[One, One]) -> None:
    first, second = two
    key = first.file("FRANCE", START + MINUTE)
    seen = first.store.waiting.first(10), second.store.waiting.first(10)
    assert len(seen[0]) == len(seen[1]) == 1
    assert first.work()
    assert not second.work()
    assert first.acted() == ["time", "letter"] and first.store.inbox.state(key) == "done"


# -- leases ----------------------------------------------------------------------------------------------------------


def test_a_lease_is_taken_over_when_it_has_run_out_and_not_before(two: tuple[One, One]) -> None:
    first, second = two
    first.tenancy.look()
    second.tenancy.look()
    assert first.tenancy.holds(HOUSE) and first.tenancy.holds(lease_of(""))
    assert not second.tenancy.holds(HOUSE)
    for one in two:
        one.hands.at += LASTS / 2
    first.tenancy.look()  # it is renewed
    for one in two:
        one.hands.at += LASTS / 2 + SECOND
    second.tenancy.look()
    assert not second.tenancy.holds(HOUSE)
    for one in two:
        one.hands.at += LASTS / 2
    second.tenancy.look()
    assert second.tenancy.holds(HOUSE) and second.tenancy.holds(lease_of(""))
    with pytest.raises(LostLease), first.store.transaction():
        first.tenancy.check(HOUSE)  # though it believes that it holds it
    first.tenancy.look()
    assert not first.tenancy.holds(HOUSE)


def test_whoever_stops_in_order_lets_others_take_over_at_once(two: tuple[One, One]) -> None:
    first, second = two
    first.tenancy.look()
    first.tenancy.end()
    second.tenancy.look()
    assert second.tenancy.holds(HOUSE)


def test_who_slept_gives_back_no_time_that_another_gave_back(two: tuple[One, One]) -> None:
    first, second = two
    first.tenancy.look()
    Watch(first.office).read_up_to(START)
    for one in two:
        one.hands.at += LASTS + SECOND
    second.tenancy.look()
    sleeper = Watch(first.office, check=lambda: first.tenancy.check(lease_of("")))
    with pytest.raises(LostLease):
        sleeper.come_back(DEADLINE + HOUR, DEADLINE + HOUR)
    assert first.acted() == ["time"]


# -- mails -----------------------------------------------------------------------------------------------------------


class Way:
    """In place of the way out: takes mails, and lets something happen before it says so."""

    def __init__(self, then: Callable[[], None] = lambda: None) -> None:
        self.taken: list[str] = []
        self.then = then

    async def send(self, _: str, recipient: str, raw: bytes) -> Outcome:
        self.taken.append(recipient)
        self.then()
        return Outcome("sent", "250 taken", True)

    async def close(self) -> None:
        return None


def carrier(one: One, way: Way, monkeypatch: pytest.MonkeyPatch) -> Carrier:
    monkeypatch.setattr("gm.serve.carrier.make_sender", lambda _: way)  # network: the way out of the test
    return Carrier(CONFIG, one.office, lambda: None, now=one.clock.now, tenancy=one.tenancy)


def test_two_daemons_never_send_to_the_same_reader_at_the_same_time(
    two: tuple[One, One], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    other = Way()
    helps = carrier(second, other, monkeypatch)
    sends = carrier(first, Way(), monkeypatch)
    for one in two:
        one.tenancy.look()

    async def both() -> None:
        claimed = sends.next_mails(first.clock.now())
        assert {mail.recipient for mail in claimed} == {f"{seat.lower()}@{DOMAIN}" for seat in SEATS}
        assert not await helps.send_round()
        assert not other.taken

    asyncio.run(both())
    for one in two:
        one.hands.at += LASTS + SECOND
    second.tenancy.look()
    asyncio.run(helps.send_round())
    assert {*other.taken} == {f"{seat.lower()}@{DOMAIN}" for seat in SEATS}


def test_who_slept_while_a_mail_was_on_the_wire_notes_nothing_and_sends_no_other(
    two: tuple[One, One], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    for one in two:
        one.tenancy.look()
    second_way = Way()
    wakes = carrier(second, second_way, monkeypatch)

    def sleep() -> None:
        """The other daemon takes over meanwhile, and sends everything."""
        for one in two:
            one.hands.at += LASTS + SECOND
        first.tenancy.looked = 0.0
        second.tenancy.look()

    way = Way(sleep)
    sleeper = carrier(first, way, monkeypatch)
    sleeper.senders[1:] = []
    asyncio.run(sleeper.send_round())
    assert len(way.taken) == 1
    asyncio.run(wakes.send_round())
    wakes.write_notes()
    sent = first.store.rows("select id, tries from outbox where state = 'sent'")
    assert len(sent) == len(second_way.taken) > 1
    sleeper.write_notes()
    assert first.store.rows("select id, tries from outbox where state = 'sent'") == sent
    assert {row["tries"] for row in sent} == {1}


# -- what goes wrong -------------------------------------------------------------------------------------------------


def test_a_letter_that_ends_gm_three_times_is_put_aside_and_the_operator_is_told(
    two: tuple[One, One], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = two
    key, other = first.file("FRANCE", START + MINUTE), first.file("ITALY", START + 2 * MINUTE)
    with monkeypatch.context() as patch:

        def ends(*_: object, **__: object) -> None:
            raise SystemExit("killed")

        patch.setattr(first.office, "receive", ends)  # planted: a letter that ends gm
        for _ in range(TRIES):
            first.hands.at += 2 * MINUTE
            first.worker = first.new_worker()
            with pytest.raises(SystemExit):
                while first.work():
                    continue
    first.worker = first.new_worker()
    assert first.work()
    assert first.store.inbox.state(key) == "failed" and first.store.inbox.state(other) is None
    while first.work():
        continue
    assert first.store.inbox.state(other) == "done"
    assert first.store.value("select count(*) from outbox where reader = '(operator)'") == 1


def test_a_gm_that_ends_often_for_other_reasons_puts_no_letter_aside(
    two: tuple[One, One], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = two
    key = first.file("FRANCE", START + MINUTE)
    with monkeypatch.context() as patch:

        def ends(*_: object, **__: object) -> None:
            raise SystemExit("killed")

        patch.setattr(first.office, "receive", ends)  # planted: something else that ends gm
        for _ in range(10):
            first.worker = first.new_worker()
            with pytest.raises(SystemExit):
                while first.work():
                    continue
    first.worker = first.new_worker()
    assert first.work() and first.work()
    assert first.store.inbox.state(key) == "done"


def test_a_letter_that_waits_while_gm_is_restarted_often_is_never_put_aside(two: tuple[One, One]) -> None:
    first, _ = two
    key = first.file("FRANCE", DEADLINE + SECOND)  # it waits for a strike that may not come yet
    for _ in range(2 * TRIES):
        first.hands.at += 2 * MINUTE
        first.worker = first.new_worker()
        assert not first.work()
    Watch(first.office).note(DEADLINE + 2 * SECOND)
    while first.work():
        continue
    assert first.store.inbox.state(key) == "done"


def test_a_letter_that_acted_and_is_filed_again_ends_nothing(two: tuple[One, One]) -> None:
    first, _ = two
    key = first.file("FRANCE", START + MINUTE)
    assert first.work()
    with first.store.transaction():
        first.store.waiting.file("", key, START + MINUTE, b"x", trouble="", sender="", lane="spring")
        first.store.change("update waiting set tries = ?", [TRIES])
    first.worker = first.new_worker()
    while first.work():
        continue
    assert first.store.inbox.state(key) == "done" and not first.store.waiting.keys("")


def test_a_letter_that_seems_to_be_for_no_game_keeps_every_clock_waiting(two: tuple[One, One]) -> None:
    first, second = two
    first.file("FRANCE", DEADLINE - SECOND, lane=f"@france@{DOMAIN}")
    Watch(first.office).note(DEADLINE + MINUTE)
    for _ in held_at(first, f"@france@{DOMAIN}"):
        assert not second.work()
    assert second.acted() == second.acted("autumn") == ["time"]


def test_so_many_letters_that_wait_for_a_strike_hold_up_no_other_game(
    two: tuple[One, One], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gm.serve.worker.WINDOW", 5)  # size: five letters are many
    first, _ = two
    first.store.change("update games set next_strike = null where name = 'autumn'")
    for _ in range(7):
        first.file("FRANCE", DEADLINE + SECOND)  # the mailbox was not read past the deadline
    other = first.file("ITALY", DEADLINE + MINUTE, "autumn")
    while first.work():
        continue
    assert first.store.inbox.state(other) == "done" and first.acted() == ["time"]


def test_a_game_that_cannot_be_read_ends_nothing_and_holds_up_no_other(two: tuple[One, One]) -> None:
    first, _ = two
    first.store.change("update snapshots set state = ? where game = 'spring'", [first.store.engine.held("{broken")])
    first.office.forget()
    Watch(first.office).note(DEADLINE + MINUTE)
    while first.work():
        continue
    assert first.acted("autumn") == ["time", "time"]


def test_a_lease_of_a_clock_that_was_put_right_binds_nobody(two: tuple[One, One]) -> None:
    first, second = two
    first.hands.at += 3 * HOUR
    first.clock.look()
    with first.store.transaction():
        first.store.leases.take(HOUSE, "dead", START + 5 * HOUR, START + 5 * HOUR + LASTS)
    second.tenancy.look()
    assert second.tenancy.holds(HOUSE)


def test_a_daemon_beside_others_keeps_a_newer_schema_from_being_made(make: Make) -> None:
    server = make()
    one = Store(server)
    assert one.engine.serve(lambda: None)
    other = Store(server)
    assert other.engine.serve(lambda: None)
    other.close()
    third = Store(server)
    assert not third.engine.serve_alone()
    with pytest.raises(Unavailable, match="gm serve works on it"):
        third.engine.begin_alone()
    third.close()
    one.close()


def test_a_daemon_that_comes_back_to_a_newer_schema_ends(make: Make, cluster: Cluster) -> None:
    server = make()
    store = Store(server)
    checked: list[int] = []
    assert store.engine.serve(lambda: checked.append(1))
    name = server.url.rpartition("/")[2]
    cluster.ask(f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'")
    for _ in range(5):
        try:
            store.value("select 1")
        except Unavailable:
            continue
    assert checked
    store.close()
