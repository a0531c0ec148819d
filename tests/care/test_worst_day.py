"""The worst day: a backup is put in place of a lost database, and all that came since comes back, from a Maildir."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from caring import DAY, HOUR, MINUTE, START, begin, configured, contents, office_on, run

from gm.commands import restoring as command
from gm.desk.books.compact import compact
from gm.desk.books.fsck import check_store
from gm.desk.books.outage import Watch
from gm.desk.game.game import Game
from gm.desk.office import Office
from gm.doctor.database import check_database
from gm.post.boxes.mailbox import MailboxGone
from gm.post.boxes.maildir import MaildirMailbox, deliver
from gm.post.boxes.putaway import MaildirPutAway
from gm.registry import ruleset
from gm.serve import restoring as work
from gm.serve.daemon import Lock
from gm.store.database import iso
from gm.store.halfway import half_restored
from gm.store.outbox import State
from gm.store.shelf import TRIED
from gm.store.store import Store

SHEET, OTHER = "4 : A PAR - BUR", "3 : A PAR - PIC"
BOX = '[maildir]\npath = "box"'


class House:
    """A house whose mailbox is a Maildir, with a game in it; its clock is ours."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.box, self.monkeypatch = folder, folder / "box", monkeypatch
        for name in ("new", "cur", "tmp"):
            (self.box / name).mkdir(parents=True)
        self.config = configured(folder, incoming=BOX)
        self.database = self.config.gm.database
        self.letters = 0
        self.do(self.begin)

    def begin(self, office: Office) -> None:
        begin(office)
        with office.store.transaction():
            office.store.change("update facts set value = ? where name = 'made'", [START - DAY])

    def do(self, act: Callable[[Office], object]) -> None:
        """Do something in the office."""
        store = Store(self.database)
        act(office_on(store))
        store.close()

    def send(self, at: datetime, text: str, subject: str = "[spring]", who: str = "alice") -> str:
        """A letter comes; its Message-ID."""
        self.letters += 1
        name = f"{self.letters}@x"
        raw = f"From: {who}@gm.test\nTo: gm@gm.test\nSubject: {subject}\nMessage-ID: <{name}>\n\n{text}\n"
        deliver(self.box, raw.encode(), int(at.timestamp()))
        return name

    def serve(self, at: datetime) -> list[str]:
        """What a daemon does that was never out of reach, until a time: the states of the letters."""
        return asyncio.run(self._serve(at))

    async def _serve(self, at: datetime) -> list[str]:
        store = Store(self.database)
        assert half_restored(store) is None
        office, box, states = office_on(store), MaildirMailbox(self.box), []
        await box.open()
        while arrivals := await box.look():
            for one in arrivals:
                while office.strike_before(one.received, at):
                    pass
                handled = office.receive(one.key, one.raw, one.received, at)
                states.append(str(handled.state))
                await box.done([one.key], not handled.aside)
        while office.strike_before(at, at):
            pass
        Watch(office).read_up_to(at)
        with store.transaction():
            for mail in store.outbox.unsent():
                if mail.state == State.WAITING:
                    store.outbox.sent(mail.id, 1, "250 ok", at)
        store.close()
        return states

    def backup(self) -> Path:
        copy = self.folder / "copy.sqlite"
        assert run(self.folder, "backup", str(copy))[0] == 0
        return copy

    def restore(self, at: datetime, *words: str) -> tuple[int, str]:
        """`gm restore` at a time."""
        self.monkeypatch.setattr(command, "now", lambda: at)  # time: the hour of the restore
        status, said = run(self.folder, "restore", "--yes", *words, str(self.folder / "copy.sqlite"))
        return status, " ".join(said.split())

    def game(self) -> Game:
        store = Store(self.database)
        found = office_on(store).game("spring")
        store.close()
        return found

    def filed(self) -> tuple[str, ...]:
        game = self.game()
        return tuple(ruleset(game.ruleset).rules.view(game.state, "FRANCE").filed)

    def lying(self, folder: str) -> int:
        return len(list((self.box / folder).iterdir()))

    def outgoing(self) -> list[tuple[object, ...]]:
        return contents(self.database, "select recipient, message_id, state from outbox order by id")

    def in_order(self) -> bool:
        store = Store(self.database)
        found = check_store(store)
        store.close()
        return found == ([], 1)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    yield House(tmp_path, monkeypatch)


def a_day(house: House) -> None:
    """Letters before the backup, the backup, and letters after it; the last are orders that the backup has not."""
    house.send(START + MINUTE, SHEET)
    house.send(START + 2 * MINUTE, "HELP", subject="hello", who="stranger")
    assert house.serve(START + 10 * MINUTE) == ["done", "answered"]
    house.backup()
    house.send(START + HOUR, OTHER)
    house.send(START + 2 * HOUR, "PING", subject="hello", who="stranger")
    house.send(START + 2 * HOUR + MINUTE, "How do I play?", subject="hello", who="other")
    assert house.serve(START + 3 * HOUR) == ["done", "answered", "held"]


def test_all_that_came_since_is_put_back_and_nothing_else(house: House) -> None:
    a_day(house)
    assert (house.lying(".Done/cur"), house.lying(".Quarantine/cur"), house.lying("new")) == (4, 1, 0)
    status, said = house.restore(START + 4 * HOUR)
    assert status == 0, said
    assert "2 from .Done" in said and "1 from .Quarantine" in said
    assert (house.lying(".Done/cur"), house.lying(".Quarantine/cur"), house.lying("new")) == (2, 0, 3)
    assert house.filed() == (SHEET,)
    assert house.serve(START + 4 * HOUR + MINUTE) == ["done", "answered", "held"]
    assert house.filed() == (OTHER,) and house.in_order()


def test_what_concerned_no_game_is_not_answered_again_and_new_mail_is(house: House) -> None:
    a_day(house)
    house.restore(START + 4 * HOUR)
    before = len(house.outgoing())
    house.send(START + 4 * HOUR, "PING", subject="hello", who="stranger")
    assert house.serve(START + 4 * HOUR + MINUTE) == ["done", "answered", "held", "answered"]
    told = [recipient for recipient, _, _ in house.outgoing()[before:]]
    assert told == ["alice@gm.test", "stranger@gm.test"]


def test_letters_act_in_the_order_in_which_they_came(house: House) -> None:
    house.serve(START + MINUTE)
    house.backup()
    for n in range(60):  # more than one look shows
        house.send(START + HOUR + n * MINUTE, (SHEET, OTHER)[n % 2] if n < 59 else "CLEAR")
    house.serve(START + 3 * HOUR)
    assert house.filed() == ()
    _, said = house.restore(START + 4 * HOUR)
    assert "60 from .Done" in said
    assert house.serve(START + 4 * HOUR + MINUTE) == ["done"] * 60
    assert house.filed() == ()


def test_the_clock_starts_after_the_letters_and_what_became_of_deadlines_is_said(house: House) -> None:
    a_day(house)
    due = house.game().clock
    assert due is not None
    late = due.until + DAY  # the deadline of the backup has long passed
    status, said = house.restore(late)
    assert status == 0 and "spring: S1901M was due Thu 8 Jan 18:00 UTC in the backup, and is now due" in said
    clock = house.game().clock
    assert clock is not None and clock.phase == "S1901M"
    assert clock.deadline == due.deadline + (late - (START + 10 * MINUTE))
    assert house.serve(late + MINUTE) == ["done", "answered", "held"]
    assert house.filed() == (OTHER,)


def test_a_phase_that_was_judged_since_is_due_again_and_that_is_said(house: House) -> None:
    a_day(house)
    house.do(lambda office: office.operate("spring", ["process"], START + 3 * HOUR))
    _, said = house.restore(START + 4 * HOUR)
    assert "spring: the replaced database had come to" in said and "S1901M is due again" in said


def test_a_backup_of_just_now_moves_no_deadline_and_says_so(house: House) -> None:
    a_day(house)
    os.unlink(house.folder / "copy.sqlite")
    house.backup()
    status, said = house.restore(START + 3 * HOUR + MINUTE)
    assert status == 0 and "S1901M stays due Thu 8 Jan 18:00 UTC: no time was given back" in said
    assert "0 from .Done" in said and "You have done nothing to a game" in said


def test_a_daemons_backup_that_is_restored_is_followed_by_the_next_at_once(house: House) -> None:
    a_day(house)
    os.unlink(house.folder / "copy.sqlite")
    store = Store(house.database)
    with store.transaction():
        store.facts.keep(TRIED, iso(START + 3 * HOUR))
    store.close()
    house.backup()
    assert house.restore(START + 3 * HOUR + MINUTE)[0] == 0
    store = Store(house.database)
    assert store.facts.recall(TRIED, datetime) is None
    store.close()


def test_the_operators_acts_since_are_listed_as_they_were_typed(house: House) -> None:
    a_day(house)
    at = START + 3 * HOUR
    house.do(lambda office: office.operate("spring", ["deadline", "+1d"], at))
    house.do(lambda office: office.operate("spring", ["tell", "FRANCE", "Be quick."], at))
    house.do(lambda office: office.operate("spring", ["act", "FRANCE", SHEET], at))
    house.do(lambda office: office.operate("spring", ["replace", "ENGLAND"], at, "carol@gm.test"))
    house.do(lambda office: office.operate("spring", ["reveal", "FRANCE"], at))
    house.do(lambda office: begin(office, "autumn", at))
    _, said = house.restore(START + 4 * HOUR)
    for act in ("gm deadline spring +1d", 'gm tell spring FRANCE "Be quick."', "gm act spring FRANCE (a letter",
                "gm replace spring ENGLAND carol@gm.test", "a look: FRANCE", "autumn begins"):  # fmt: skip
        assert act in said
    assert SHEET not in said


def test_where_the_replaced_database_cannot_be_read_that_is_said_and_the_letters_come_back(house: House) -> None:
    a_day(house)
    house.database.write_bytes(b"rubbish" * 10_000)
    status, said = house.restore(START + 4 * HOUR)
    assert status == 0 and "What you did yourself since the backup is lost. The replaced database cannot be" in said
    assert house.serve(START + 4 * HOUR + MINUTE) == ["done", "answered", "held"]
    assert house.filed() == (OTHER,) and house.in_order()


def test_where_the_database_is_gone_the_letters_come_back(house: House) -> None:
    a_day(house)
    house.database.unlink()
    assert house.restore(START + 4 * HOUR)[0] == 0
    assert house.serve(START + 4 * HOUR + MINUTE) == ["done", "answered", "held"]
    assert house.filed() == (OTHER,)


def put_to_sleep(office: Office, at: datetime) -> None:
    """Let the game be over, all its mails sent, and `gm compact`."""
    office.operate("spring", ["abort"], at)
    while office.strike_before(at + 30 * DAY):
        pass
    with office.store.transaction():
        for mail in office.store.outbox.unsent():
            office.store.outbox.sent(mail.id, 1, "250 ok", at)
    compact(office.store, ["spring"])


# -- mails that were sent already -----------------------------------------------------------------------------------


def test_mails_that_waited_in_the_backup_and_have_left_since_are_not_sent_again(house: House) -> None:
    house.backup()
    house.serve(START + MINUTE)
    sent = [one for _, one, state in house.outgoing() if state == "sent"]
    _, said = house.restore(START + HOUR)
    assert f"{len(sent)} of the mails that wait in the backup have been sent" in said
    assert {one for _, one, state in house.outgoing() if state == "sent"} == set(sent)


def test_mails_of_a_game_that_went_to_sleep_since_are_not_sent_again_and_acts_in_it_are_listed(house: House) -> None:
    house.backup()
    house.serve(START + MINUTE)
    sent = [one for _, one, state in house.outgoing() if state == "sent"]
    house.do(lambda office: put_to_sleep(office, START + HOUR))
    former = contents(house.database, "select * from parcels")
    store = Store(house.database)
    with store.parcels.awake("spring"):
        last = store.journal.last_hash("spring")
    store.close()
    _, said = house.restore(START + 2 * HOUR)
    assert {one for _, one, state in house.outgoing() if state == "sent"} == set(sent)
    assert "gm abort spring" in said and f"{len(sent)} of the mails that wait in the backup have been sent" in said
    (entry,) = contents(house.database, "select data from journal where n = 3")
    assert f'"restored","{last}"' in str(entry)
    (aside,) = house.database.parent.glob("gm.sqlite.before-restore-*")
    assert contents(aside, "select * from parcels") == former


def test_acts_in_a_game_that_sleeps_in_the_backup_are_not_called_lost(house: House) -> None:
    house.serve(START + MINUTE)
    house.do(lambda office: put_to_sleep(office, START + HOUR))
    house.backup()
    house.do(lambda office: office.game("spring"))  # it is awake from now on
    assert "You have done nothing to a game since the backup" in house.restore(START + 2 * HOUR)[1]


@pytest.mark.parametrize("words", [(), ("--texts",)])
def test_personal_data_that_were_purged_since_are_said_to_be_there_again(house: House, words: tuple[str, ...]) -> None:
    house.send(START + MINUTE, SHEET)
    house.serve(START + 2 * MINUTE)
    house.do(lambda office: put_to_sleep(office, START + HOUR))
    house.backup()
    assert house.restore(START + HOUR)[1].count("gm purge") == 0
    assert run(house.folder, "purge", "spring", "--yes", *words)[0] == 0
    house.do(lambda office: compact(office.store, ["spring"]))
    assert " ".join(["gm purge spring", *words]) in house.restore(START + 2 * HOUR)[1]
    assert "alice@gm.test" in str(contents(house.database, "select address from players"))


def test_copies_that_were_made_since_are_not_called_acts_of_the_operator(house: House) -> None:
    a_day(house)
    assert run(house.folder, "backup", str(house.folder / "later.sqlite"))[0] == 0
    assert "You have done nothing to a game since the backup" in house.restore(START + 4 * HOUR)[1]


def test_a_mail_that_is_not_the_same_never_bears_the_message_id_of_one_that_was_sent(house: House) -> None:
    a_day(house)
    house.send(START + 3 * HOUR, "STATUS")
    house.serve(START + 3 * HOUR + MINUTE)
    query = "select message_id, subject, body from ledger where reader = 'FRANCE'"
    before = {one: (subject, body) for one, subject, body in contents(house.database, query)}
    house.restore(START + 4 * HOUR)
    house.serve(START + 4 * HOUR + MINUTE)
    after = {one: (subject, body) for one, subject, body in contents(house.database, query)}
    assert any(one not in before for one in after)
    assert [one for one in after if one in before and before[one] != after[one]] == []


def test_a_mail_told_again_in_the_same_words_keeps_its_message_id_and_its_reply_address(house: House) -> None:
    house.serve(START + MINUTE)
    house.backup()
    house.send(START + HOUR, "PRESS TO ENGLAND\nMeet me in Brest.\nENDPRESS")
    house.serve(START + HOUR)
    query = "select message_id from ledger where reader = 'ENGLAND' and kind = 'press'"
    said = "select body from ledger where reader = 'ENGLAND' and kind = 'press'"
    (sent,), words = contents(house.database, query), contents(house.database, said)
    ((token,),) = contents(house.database, "select token from tokens where reader = 'ENGLAND' and number = "
                           "(select number from ledger where reader = 'ENGLAND' and kind = 'press')")  # fmt: skip
    house.restore(START + HOUR + MINUTE)  # so soon that no deadline moves: the words are the same
    house.serve(START + HOUR + 2 * MINUTE)
    assert contents(house.database, said) == words and contents(house.database, query) == [sent]
    place = f"select count(*) from tokens t join ledger l using (game, reader, number) where t.token = '{token}' " \
            "and l.kind = 'press'"  # fmt: skip
    assert contents(house.database, place) == [(1,)]
    house.send(START + 2 * HOUR, "PRESS TO ENGLAND\nMeet me in Brest.\nENDPRESS")  # once more, by a letter of now
    house.serve(START + 2 * HOUR)
    assert len({one for (one,) in contents(house.database, query)}) == 2 and house.in_order()


def test_message_ids_that_were_told_before_stand_nowhere_in_a_sealed_database(house: House) -> None:
    house.serve(START + MINUTE)
    house.backup()
    house.send(START + HOUR, "PRESS TO ENGLAND\nMeet me in Brest.\nENDPRESS")
    house.serve(START + HOUR)
    told = [str(one) for (one,) in contents(house.database, "select message_id from ledger")]
    house.restore(START + HOUR + MINUTE)
    assert contents(house.database, "select count(*) from facts where name like 'told before %'") == [(2,)]
    store = Store(house.database)
    store.lock(b"k" * 32)
    store.scrub()
    store.close()
    assert told and [one for one in told if one.encode() in house.database.read_bytes()] == []


def test_whoever_has_had_a_seat_since_has_no_reply_address_that_counts(house: House) -> None:
    house.serve(START + MINUTE)
    house.backup()
    house.do(lambda office: office.operate("spring", ["replace", "ENGLAND"], START + HOUR, "carol@gm.test"))
    house.send(START + HOUR, "PRESS TO ENGLAND\nMeet me in Brest.\nENDPRESS")
    house.serve(START + HOUR)
    query = "select message_id from ledger where reader = 'ENGLAND' and kind = 'press'"
    (carols,) = contents(house.database, query)
    house.restore(START + HOUR + MINUTE)
    house.serve(START + HOUR + 2 * MINUTE)
    (bobs,) = contents(house.database, query)
    assert bobs != carols and house.in_order()


def test_an_act_by_mail_that_waited_in_the_backup_is_not_done_after_the_restore(house: House) -> None:
    house.send(START + MINUTE, "GM PAUSE spring", subject="hello", who="operator")
    house.serve(START + MINUTE)
    copy = house.backup()
    assert contents(copy, "select count(*) from facts where name like 'operator asks %'") == [(1,)]
    house.restore(START + 2 * MINUTE)
    store = Store(house.database)
    assert store.facts.beginning("operator asks ", dict) == {}
    store.close()


@pytest.mark.parametrize("broken", ["delete from snapshots", "update snapshots set state = '{}'"])
def test_a_game_that_cannot_be_read_keeps_no_forced_restore_from_its_end(house: House, broken: str) -> None:
    house.do(lambda office: begin(office, "autumn"))
    copy = house.backup()
    conn = sqlite3.connect(copy)
    conn.execute(f"{broken} where game = 'autumn'")
    conn.commit()
    conn.close()
    house.serve(START + MINUTE)
    sent = {one for _, one, state in house.outgoing() if state == "sent"}
    status, said = house.restore(START + 2 * HOUR, "--force")
    assert status == 0 and "The players of autumn could not be told" in said and "cannot be read" not in said
    assert "spring: S1901M was due Thu 8 Jan 18:00 UTC in the backup, and is now due Thu 8 Jan 20:00 UTC" in said
    store = Store(house.database)
    assert half_restored(store) is None
    store.close()
    assert {one for _, one, state in house.outgoing() if state == "sent"} == sent != set()


# -- stopped halfway ------------------------------------------------------------------------------------------------


def killed_at(house: House, where: str) -> None:
    """`gm restore` in a process of its own, which dies at once as it comes to *where*."""
    child = os.fork()
    if child == 0:
        try:
            module, name = where.rsplit(".", 1)
            owner: object = {"work": work, "command": command, "box": MaildirPutAway}[module]
            calls: list[int] = []
            real = getattr(owner, name)

            def die(*args: object, **more: object) -> object:
                calls.append(1)
                if module != "box" or len(calls) > 1:
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(*args, **more)

            setattr(owner, name, die)  # planted: a kill
            house.restore(START + 4 * HOUR)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


@pytest.mark.parametrize(
    "where", ["work.look_at_former", "work.heed_former", "box.done", "work.give_back", "command.end_restoring"]
)
def test_a_restore_that_was_killed_is_begun_again_and_nothing_is_lost_or_answered_twice(
    house: House, where: str
) -> None:
    a_day(house)
    house.do(lambda office: office.operate("spring", ["deadline", "+1d"], START + 3 * HOUR))
    killed_at(house, where)
    status, said = run(house.folder, "serve")
    assert status == 1 and "a restore of this database has not ended" in said
    assert run(house.folder, "pause", "spring")[0] == 1
    assert any(one.level == "bad" and "has not ended" in one.what for one in check_database(house.config))
    status, said = house.restore(START + 5 * HOUR)
    assert status == 0 and "gm deadline spring +1d" in said
    before = len(house.outgoing())
    assert sorted(house.serve(START + 5 * HOUR + MINUTE)) == ["answered", "done", "held"]
    assert [recipient for recipient, _, _ in house.outgoing()[before:]] == ["alice@gm.test"]
    assert house.filed() == (OTHER,) and house.in_order()
    heads = [row for row in contents(house.database, "select data from journal where kind = 'operator'")]
    assert len(heads) == 1


def test_a_mailbox_out_of_reach_stops_it_before_anything_changes(house: House) -> None:
    a_day(house)
    before = house.database.read_bytes()
    (house.box / "new").rmdir()
    status, said = house.restore(START + 4 * HOUR)
    assert status == 1 and "the mailbox cannot be used" in said and "nothing was changed" in said
    assert house.database.read_bytes() == before


def test_a_mailbox_that_is_lost_in_the_middle_leaves_a_restore_to_be_begun_again(house: House) -> None:
    a_day(house)

    async def gone(*args: object) -> None:
        raise MailboxGone("the line is dead")

    with house.monkeypatch.context() as patch:
        patch.setattr(MaildirPutAway, "done", gone)  # planted: the mailbox goes away
        status, said = house.restore(START + 4 * HOUR)
    assert status == 1 and "run it again" in said
    assert house.restore(START + 4 * HOUR + timedelta(seconds=5))[0] == 0
    assert house.serve(START + 5 * HOUR) == ["done", "answered", "held"]


def test_a_second_restore_after_the_first_brings_everything_back_again(house: House) -> None:
    a_day(house)
    assert house.restore(START + 4 * HOUR)[0] == 0
    house.serve(START + 4 * HOUR + MINUTE)
    assert house.restore(START + 5 * HOUR)[0] == 0
    assert house.serve(START + 5 * HOUR + MINUTE) == ["done", "answered", "held"]
    assert house.filed() == (OTHER,) and house.in_order()


def test_while_a_daemon_runs_no_letter_is_moved(house: House) -> None:
    a_day(house)
    with Lock(house.database):
        status, said = house.restore(START + 4 * HOUR)
    assert status == 1 and "stop it first" in said and house.lying("new") == 0


def test_letters_that_were_handled_but_still_lay_in_the_mailbox_are_not_answered_again(house: House) -> None:
    a_day(house)
    house.send(START + 3 * HOUR, "PING", subject="hello", who="stranger")

    def handled(office: Office) -> None:  # and killed before it was put away
        (path,) = (house.box / "new").iterdir()
        office.receive(path.name, path.read_bytes(), START + 3 * HOUR, START + 3 * HOUR)

    house.do(handled)
    house.restore(START + 4 * HOUR)
    before = len(house.outgoing())
    house.serve(START + 4 * HOUR + MINUTE)
    assert [recipient for recipient, _, _ in house.outgoing()[before:]] == ["alice@gm.test"]


def test_the_backup_itself_stays_as_it_was(house: House) -> None:
    a_day(house)
    before = (house.folder / "copy.sqlite").read_bytes()
    house.restore(START + 4 * HOUR)
    assert (house.folder / "copy.sqlite").read_bytes() == before
    assert sqlite3.connect(house.folder / "copy.sqlite").execute("select count(*) from inbox").fetchone() == (2,)
