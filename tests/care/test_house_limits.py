"""How many mails leave the house: the operator is told when their provider allows no more; nothing waits."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

from caring import HOUR, MINUTE, OPERATOR, START, begin, configured, office_on, run, write

from gm.config.loading import Limits
from gm.desk.mails.shares import House
from gm.doctor.house import note_sent, reached, sent_now
from gm.post.outbound.smtp import Outcome
from gm.serve import digest
from gm.serve.caretaker import Caretaker
from gm.serve.carrier import FEW, Carrier
from gm.store.store import Store

DAY = timedelta(days=1)
TWELVE = START.replace(hour=12)


def test_mails_are_counted_by_the_hour_and_by_the_day() -> None:
    facts, limits = Store(":memory:").facts, Limits(mails_per_hour=10, mails_per_day=25)
    assert (reached(facts, TWELVE), sent_now(facts, TWELVE)) == (None, (0, 0))
    note_sent(facts, limits, 9, TWELVE)
    assert (reached(facts, TWELVE), sent_now(facts, TWELVE)) == (None, (9, 9))
    note_sent(facts, limits, 9, TWELVE + HOUR)
    assert (reached(facts, TWELVE + HOUR), sent_now(facts, TWELVE + HOUR)) == (None, (9, 18))
    note_sent(facts, limits, 7, TWELVE + 2 * HOUR)
    assert reached(facts, TWELVE + 2 * HOUR) == TWELVE + 2 * HOUR
    assert sent_now(facts, TWELVE + DAY) == (0, 0)
    assert reached(facts, TWELVE + 2 * HOUR + DAY) is None
    note_sent(facts, limits, 10, TWELVE + 2 * DAY)
    assert reached(facts, TWELVE + 2 * DAY) == TWELVE + 2 * DAY


def subjects(store: Store) -> list[str]:
    rows = store.rows("select raw from outbox where recipient = ? order by id", [OPERATOR])
    return [str(message_from_bytes(bytes(row["raw"]), policy=policy.default)["Subject"]) for row in rows]  # type: ignore[call-overload]


def test_the_operator_is_told_of_a_limit_once_and_when_a_day_has_passed_without(tmp_path: Path) -> None:
    config = configured(tmp_path, more="[limits]\nmails_per_hour = 5\n")
    store = Store(config.gm.database)
    office = office_on(store)
    begin(office)
    caretaker = Caretaker(config, office, lambda: None)
    caretaker.look(TWELVE)
    for hour in range(3):
        with store.transaction():
            note_sent(store.facts, config.limits, 5, TWELVE + hour * HOUR)
        caretaker.look(TWELVE + hour * HOUR + MINUTE)
    assert [one for one in subjects(store) if "limits" in one] == ["[gm] as many mails leave as your limits allow"]
    (line,) = digest.house_lines(store, "UTC", TWELVE + 2 * HOUR + MINUTE)
    assert line == "reached at Mon 5 Jan 14:00 UTC; 5 mails have left in this hour, 15 today"
    caretaker.look(TWELVE + DAY + 3 * HOUR)
    assert "[gm] fewer mails leave again" in subjects(store)


def test_the_doctor_says_that_a_limit_was_reached(tmp_path: Path) -> None:
    config = configured(tmp_path, more="[limits]\nmails_per_day = 5\n")
    store = Store(config.gm.database)
    begin(office_on(store))
    assert "mails_per_day" not in run(tmp_path, "doctor")[1]
    with store.transaction():
        note_sent(store.facts, config.limits, 5, datetime.now(UTC))
    store.close()
    assert "a limit of mails_per_hour or mails_per_day was reached" in " ".join(run(tmp_path, "doctor")[1].split())


class Notes:
    """A way out that notes to whom mails go. whenever: is called before each."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.whenever = lambda: None

    async def send(self, _: str, recipient: str, raw: bytes) -> Outcome:
        self.whenever()
        self.sent.append(raw)
        return Outcome("sent", "250 ok")

    async def close(self) -> None:
        pass


def test_a_result_that_comes_while_many_messages_wait_leaves_before_them(tmp_path: Path) -> None:
    config = configured(tmp_path)
    office = office_on(Store(config.gm.database))
    begin(office)
    carrier, way = Carrier(config, office, lambda: None), Notes()
    carrier.senders = [way]  # type: ignore[list-item]
    office.store.execute("update outbox set state = 'sent'")
    for number in range(3 * FEW):
        write(office, number, START + MINUTE, "PRESS TO ENGLAND\nHello.\nEND")
    office.store.execute("update outbox set state = 'sent' where press = 0")

    def judged() -> None:
        if len(way.sent) == 1:
            office.operate("spring", ["process"], START + 2 * MINUTE)

    way.whenever = judged

    async def send() -> None:
        while await carrier.send_round():
            pass

    asyncio.run(send())
    press = [b"press from" in raw for raw in way.sent]
    first = press.index(False)
    assert first == FEW and press[first : first + 2] == [False, False]
    assert press.count(True) == 3 * FEW
    sent = sent_now(office.store.facts, datetime.now(UTC))
    assert sent[0] == len(way.sent)


def test_what_waits_for_its_share_is_sent_when_its_time_has_come(tmp_path: Path) -> None:
    config = configured(tmp_path)
    office: Any = office_on(Store(config.gm.database))
    office.house = House(8 * 7 * 2 * 2, 8 * 7 * 2 * 200)
    begin(office)
    carrier, way = Carrier(config, office, lambda: None), Notes()
    carrier.senders = [way]  # type: ignore[list-item]
    now = datetime.now(UTC).replace(microsecond=0)
    for number in range(3):
        write(office, number, now, "PRESS TO ENGLAND\nHello.\nEND")

    async def send() -> None:
        while await carrier.send_round():
            pass

    asyncio.run(send())
    assert sum(b"press from" in raw for raw in way.sent) == 1
    office.store.execute("update outbox set next_try = ? where state = 'waiting'", [now])
    asyncio.run(send())
    assert sum(b"press from" in raw for raw in way.sent) == 3


def test_a_mail_on_which_the_server_hangs_up_keeps_no_message_from_leaving(tmp_path: Path, monkeypatch: Any) -> None:
    """It is due again at once, so there is always other mail that waits."""
    left: list[str] = []

    class Sender:
        async def send(self, path: str, to: str, raw: bytes) -> Outcome:
            if to == "poison@x":
                return Outcome("later", "the server hung up", reached=False)
            left.append(to)
            return Outcome("sent", "250 ok", reached=True)

        async def close(self) -> None:
            return None

    monkeypatch.setattr("gm.serve.carrier.make_sender", lambda _: Sender())  # network: a server that hangs up
    monkeypatch.setattr("gm.serve.carrier.BACK_OFF", (0.001,))  # time: no pause between tries
    config = configured(tmp_path)
    store = Store(config.gm.database)
    with store.transaction():
        for to, press in (("poison@x", False), ("anna@x", True), ("bob@x", False)):
            store.outbox.add("g", to, to, message_id=f"{to}/id", raw=b"Subject: a\r\n\r\nx", queued=TWELVE,
                             withheld=False, press=press)  # fmt: skip
    carrier = Carrier(config, office_on(store), lambda: None)

    async def rounds() -> None:
        for _ in range(6):
            await carrier.send_round()

    asyncio.run(rounds())
    assert sorted(left) == ["anna@x", "bob@x"]
