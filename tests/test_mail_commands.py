"""`gm outbox` and `gm inbox` as the operator types them: what they list, what they change, what they refuse."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.store import token_of

from gm.cli import main
from gm.desk.arrival.reception import Reception
from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.post.outbound.compose import Sender
from gm.report.disclosure import disclose
from gm.store.database import from_iso, iso
from gm.store.store import Store

CONFIG = """[gm]
address = "gm@example.org"
operator = "operator@example.org"
[imap]
host = "imap.example.org"
user = "gm"
[smtp]
host = "smtp.example.org"
"""
GAME = """[game]
name = "spring"
ruleset = "payola"
identity = "checked"
[deadlines]
movement = "3d"
[seats]
FRANCE = "alice@example.com"
ENGLAND = "bob@example.com"
"""
GM = Sender("The GameMaster", "gm@example.org", "gm+{token}@example.org")
STATES = ("waiting", "held", "withheld", "refused", "dropped", "sent")
ALLOWED = {
    "hold": ("waiting", "refused", "withheld"),
    "release": ("held", "withheld", "dropped"),
    "drop": ("waiting", "held", "withheld", "refused"),
    "resend": ("waiting", "refused", "sent"),
}
AFTER = {"hold": "held", "release": "waiting", "drop": "dropped", "resend": "waiting"}
SAYS = {
    "hold": "1 is held\n",
    "release": "1 will be sent\n",
    "drop": "1 is dropped; it stays in the player's HISTORY\n",
    "resend": "1 will be sent, with the same Message-ID\n",
}


class Desk:
    """A folder with a configuration and a database, and the operator in front of it."""

    def __init__(self, folder: Path, per_hour: int = 30) -> None:
        (folder / "state").mkdir()
        self.config = folder / "gm.toml"
        self.config.write_text(CONFIG, encoding="utf-8")
        self.store = Store(folder / "state" / "gm.sqlite")
        self.office = Office(self.store, GM, "operator@example.org", disclose, per_hour)
        self.letters = 0

    def run(self, *words: str) -> tuple[int, str]:
        """Run `gm` with these words: exit status, and all that it says. Raises what gm raises."""
        done = CliRunner().invoke(main, ["--config", str(self.config), *words], catch_exceptions=False)
        return done.exit_code, done.output

    def begin(self, at: datetime) -> None:
        """Begin the game at *at*: mail 1 waits for England, mail 2 for France."""
        self.office.open_game(read_game_file(GAME), at, "ab" * 32)

    def write(
        self, text: str, subject: str = "[spring]", *, number: int = 0, at: datetime | None = None, **more: str
    ) -> str:
        """A letter of Alice's comes in, with *number* in its Message-ID and more header fields; what becomes of it."""
        self.letters += 1
        head = {"From": "alice@example.com", "Subject": subject, "Message-ID": f"<{number or self.letters}@x>"}
        head |= {name.replace("_", "-"): value for name, value in more.items()}
        raw = "".join(f"{name}: {value}\n" for name, value in head.items()) + f"\n{text}\n"
        return self.office.receive(f"1/{self.letters}", raw.encode(), at or now(), at or now()).state

    def reply_address(self) -> str:
        """Where Alice's answer to her first mail goes."""
        return f"gm+{token_of(self.store)}@example.org"

    def set(self, number: int, **values: Any) -> None:
        """Change a row of the outbox, as the daemon does when a server has answered."""
        changed = ", ".join(f"{name} = ?" for name in values)
        self.store.change(f"update outbox set {changed} where id = ?", [*values.values(), number])

    def mail(self, number: int) -> dict[str, Any]:
        """A row of the outbox."""
        row = self.store.row("select * from outbox where id = ?", [number])
        assert row is not None
        return row

    def money(self) -> int:
        """What France has."""
        balance: int = self.office.game("spring").state.balances["FRANCE"]
        return balance


def now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.store.close()


def line(said: str, number: int) -> str:
    """What is said of a mail or letter, without its number, in one line with single spaces."""
    lines = said.split("\n")
    first = next(n for n, text in enumerate(lines) if text.split()[:1] == [str(number)])
    rest = itertools.takewhile(lambda text: text.startswith("  "), lines[first + 1 :])
    return " ".join([*lines[first].split()[1:], *" ".join(rest).split()])


# -- gm outbox ---------------------------------------------------------------------------------------------------


def test_the_outbox_lists_what_is_not_sent_with_age_state_tries_and_the_servers_last_answer(desk: Desk) -> None:
    at = now()
    desk.begin(at - timedelta(hours=5))
    desk.set(1, tries=3, next_try=iso(at + timedelta(hours=2)), answer="451 4.7.1 try later")
    desk.set(2, tries=1, state="refused", answer="550 5.1.1 no such user")
    status, said = desk.run("outbox")
    assert status == 0
    assert line(said, 1) == "5h waiting 3 spring/ENGLAND to bob@example.com: next in 2 hours: 451 4.7.1 try later"
    assert line(said, 2) == "5h refused 1 spring/FRANCE to alice@example.com: 550 5.1.1 no such user"
    assert said.endswith("\n1 refused, 1 waiting\n")


def test_a_mail_not_tried_yet_has_no_next_try(desk: Desk) -> None:
    desk.begin(now() - timedelta(days=3))
    assert line(desk.run("outbox")[1], 1) == "3d waiting 0 spring/ENGLAND to bob@example.com"


def test_mails_that_are_sent_are_listed_with_all_only(desk: Desk) -> None:
    desk.begin(now() - timedelta(minutes=40))
    for number in (1, 2):
        desk.set(number, state="sent", tries=1, answer="250 2.0.0 Ok", sent=iso(now()))
    assert desk.run("outbox") == (0, "nothing waits\n")
    status, said = desk.run("outbox", "--all")
    assert line(said, 1) == "40m sent 1 spring/ENGLAND to bob@example.com: 250 2.0.0 Ok"
    assert (status, said.split("\n")[-2]) == (0, "2 sent")


def test_an_empty_outbox_says_so(desk: Desk) -> None:
    assert desk.run("outbox") == (0, "nothing waits\n")


def test_an_answer_beyond_the_hourly_number_is_listed_as_withheld_and_can_be_released(tmp_path: Path) -> None:
    desk = Desk(tmp_path, per_hour=1)
    desk.begin(now())
    for _ in range(2):
        assert desk.write("STATUS", To=desk.reply_address()) == "done"
    assert " withheld 0 spring/FRANCE to alice@example.com" in line(desk.run("outbox")[1], 4)
    assert desk.run("outbox", "release", "4") == (0, "4 will be sent\n")
    assert desk.mail(4)["state"] == "waiting"
    desk.store.close()


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", ALLOWED)
def test_a_mail_is_changed_only_from_the_states_that_the_command_is_for(desk: Desk, name: str, state: str) -> None:
    desk.begin(now())
    desk.set(1, state=state)
    status, said = desk.run("outbox", name, "1")
    if state in ALLOWED[name]:
        assert (status, said) == (0, SAYS[name])
        assert desk.mail(1)["state"] == AFTER[name]
    else:
        assert status == 1
        assert said.startswith(f"Error: 1 is {state}; {name} is for mails that are ")
        assert all(allowed in said for allowed in ALLOWED[name])
        assert desk.mail(1)["state"] == state
    assert desk.mail(2)["state"] == "waiting"


@pytest.mark.parametrize("name", ALLOWED)
def test_a_number_that_no_mail_has_is_told_with_status_1(desk: Desk, name: str) -> None:
    desk.begin(now())
    status, said = desk.run("outbox", name, "99")
    assert status == 1
    assert said.startswith("Error: there is no mail 99; ")


def test_of_several_numbers_the_right_ones_are_done_and_the_wrong_ones_told(desk: Desk) -> None:
    desk.begin(now())
    desk.set(2, state="sent")
    status, said = desk.run("outbox", "hold", "2", "1", "99")
    assert status == 1
    assert said == (
        "1 is held\nError: 2 is sent, there is no mail 99; hold is for mails that are waiting or refused or withheld\n"
    )
    assert [desk.mail(number)["state"] for number in (1, 2)] == ["held", "sent"]


@pytest.mark.parametrize("words", [["hold"], ["drop", "one"], ["resend", "1", "x"]])
def test_a_number_that_is_none_is_wrong_use_and_changes_nothing(desk: Desk, words: list[str]) -> None:
    desk.begin(now())
    assert desk.run("outbox", *words)[0] == 2
    assert [desk.mail(number)["state"] for number in (1, 2)] == ["waiting", "waiting"]


@pytest.mark.parametrize(("name", "state"), [("release", "held"), ("resend", "sent")])
def test_a_mail_that_will_be_sent_is_due_at_once_and_the_same_to_the_byte(desk: Desk, name: str, state: str) -> None:
    desk.begin(now())
    desk.set(1, state=state, tries=2, next_try=iso(now() + timedelta(days=1)))
    before = desk.mail(1)
    assert desk.run("outbox", name, "1")[0] == 0
    after = desk.mail(1)
    assert from_iso(after["next_try"]) <= now()
    assert (after["raw"], after["message_id"]) == (before["raw"], before["message_id"])


def test_a_dropped_mail_stays_in_its_readers_ledger(desk: Desk) -> None:
    desk.begin(now())
    assert desk.run("outbox", "drop", "1")[0] == 0
    rows = desk.store.rows("select reader from ledger where message_id = ?", [desk.mail(1)["message_id"]])
    assert [row["reader"] for row in rows] == ["ENGLAND"]
    assert check_store(desk.store) == ([], 1)


def test_two_alarms_of_the_same_second_are_two_mails_with_message_ids_of_their_own(desk: Desk) -> None:
    at = now()
    for _ in range(2):
        desk.office.alarm("again", {"sender": "alice@example.com"}, at)
    assert desk.mail(1)["message_id"] != desk.mail(2)["message_id"]


# -- gm inbox ----------------------------------------------------------------------------------------------------


def test_an_empty_inbox_says_so(desk: Desk) -> None:
    assert desk.run("inbox") == (0, "0 put aside\n")


def test_the_inbox_lists_letters_put_aside_with_sender_and_reason_and_never_their_text(desk: Desk) -> None:
    desk.begin(now())
    assert desk.write("the dagger is in the cloak", "hello") == "held"
    assert desk.write("TRANSFER 2 TO ENGLAND") == "held"
    status, said = desk.run("inbox")
    assert status == 0
    assert line(said, 1).partition(" ")[2] == "from alice@example.com: about no game"
    assert line(said, 2).partition(" ")[2] == "spring/FRANCE from alice@example.com: unproven, waits for a CONFIRM"
    assert said.endswith("2 put aside\n")
    assert "dagger" not in said and "TRANSFER" not in said


def test_a_letter_that_came_before_its_game_can_be_handled_again_and_then_acts_once(desk: Desk) -> None:
    assert desk.write("TRANSFER 2 TO ENGLAND", "[spring]") == "held"
    desk.begin(now())
    held = "letter 1 of FRANCE in spring is put aside: unproven, waits for a CONFIRM\n"
    assert desk.run("inbox", "redo", "1") == (0, held)
    assert desk.run("inbox")[1].endswith("1 put aside\n")


def test_a_letter_still_without_a_game_stays_put_aside(desk: Desk) -> None:
    assert desk.write("WAIT", "hello") == "held"
    assert desk.run("inbox", "redo", "1") == (0, "letter 1 is put aside: about no game\n")
    assert desk.run("inbox")[1].endswith("1 put aside\n")


def test_a_letter_that_the_operator_vouches_for_acts_once(desk: Desk) -> None:
    desk.begin(now())
    before = desk.money()
    assert desk.write("TRANSFER 2 TO ENGLAND") == "held"
    assert desk.run("inbox", "redo", "--confirm", "1") == (0, "letter 1 of FRANCE in spring has acted: confirmed\n")
    assert desk.money() == before - 2
    assert desk.run("inbox") == (0, "0 put aside\n")
    status, said = desk.run("inbox", "redo", "--confirm", "1")
    assert (status, said) == (1, "Error: there is no letter 1 put aside\n")
    assert desk.money() == before - 2
    assert check_store(desk.store) == ([], 1)


def test_only_a_letter_that_waits_for_its_player_can_be_vouched_for(desk: Desk) -> None:
    desk.begin(now())
    desk.write("WAIT", "hello")
    status, said = desk.run("inbox", "redo", "1", "--confirm")
    assert (status, said) == (1, "Error: no player is asked to confirm that letter: nobody was, or they have left\n")
    assert desk.run("inbox")[1].endswith("1 put aside\n")


@pytest.mark.parametrize("number", ["1", "99"])
def test_a_number_that_no_letter_put_aside_has_is_told_with_status_1(desk: Desk, number: str) -> None:
    desk.begin(now())
    assert desk.write("PING") == "answered"
    assert desk.run("inbox", "redo", number) == (1, f"Error: there is no letter {number} put aside\n")


def test_a_letter_put_aside_for_an_error_of_ours_acts_once_when_that_is_mended(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.begin(now() - timedelta(hours=1))
    before = desk.money()
    error = r"an error of ours: ZeroDivisionError in gm\.[a-z.]+:\d+ [\w.<>]+(, gm\.[a-z.]+:\d+ [\w.<>]+){2}"
    with monkeypatch.context() as broken:
        broken.setattr(Reception, "handle", lambda *_, **__: 1 // 0)  # planted: an error of ours
        assert desk.write("TRANSFER 2 TO ENGLAND", To=desk.reply_address()) == "failed"
        for more in ((), ("--dry-run",)):
            status, said = desk.run("inbox", "redo", "1", *more)
            named = "Error: letter 1 of FRANCE in spring could not be handled"
            assert status == 1 and re.fullmatch(rf"{named}: {error}; nothing has changed\n", said)
    kept = line(desk.run("inbox")[1], 1).partition(" ")[2]
    assert re.fullmatch(rf"spring/FRANCE from alice@example\.com: {error}", kept)
    would = "letter 1 of FRANCE in spring would act; the clock would go on\n"
    assert desk.run("inbox", "redo", "1", "--dry-run") == (0, would)
    assert desk.money() == before and desk.run("inbox")[1].endswith("1 put aside\n")
    assert "PAUSED" in desk.run("show", "spring")[1]
    assert "stands for a fault of ours: FRANCE" in desk.run("log", "spring")[1]
    acted = "letter 1 of FRANCE in spring has acted; the clock goes on\n"
    assert desk.run("inbox", "redo", "1") == (0, acted)
    assert desk.money() == before - 2
    assert desk.run("inbox") == (0, "0 put aside\n")
    assert desk.run("inbox", "redo", "1") == (1, "Error: there is no letter 1 put aside\n")


def test_a_letter_whose_writer_has_written_since_is_told_so_when_it_is_handled_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.begin(now() - timedelta(hours=1))
    with monkeypatch.context() as broken:
        broken.setattr(Reception, "handle", lambda *_, **__: 1 // 0)  # planted: an error of ours
        desk.write("5 : A PAR - BUR", To=desk.reply_address(), at=now() - timedelta(minutes=2))
    desk.write("5 : A PAR - PIC", To=desk.reply_address())
    status, said = desk.run("inbox", "redo", "1", "--dry-run")
    assert status == 0 and "FRANCE has written since" in said


# -- a letter acts once, however it gets there -------------------------------------------------------------------


def test_a_letter_put_aside_whose_copy_has_acted_does_nothing_when_it_is_handled_again(desk: Desk) -> None:
    assert desk.write("TRANSFER 2 TO ENGLAND", number=7) == "held"  # about no game yet
    desk.begin(now())
    before = desk.money()
    desk.write("TRANSFER 2 TO ENGLAND", number=7)  # dragged back: it waits for a CONFIRM now
    assert desk.run("inbox", "redo", "--confirm", "2")[0] == 0
    assert desk.money() == before - 2
    assert desk.run("inbox", "redo", "1") == (0, "letter 1 has done nothing: a copy acted before\n")
    assert desk.money() == before - 2
    assert desk.run("inbox") == (0, "0 put aside\n")


def test_two_copies_that_wait_for_their_player_act_once_though_both_are_vouched_for(desk: Desk) -> None:
    desk.begin(now())
    before = desk.money()
    for _ in range(2):
        desk.write("TRANSFER 2 TO ENGLAND", number=7)
    for number in ("1", "2"):
        desk.run("inbox", "redo", "--confirm", number)
    assert desk.money() == before - 2
    assert desk.run("inbox") == (0, "0 put aside\n")
    assert check_store(desk.store) == ([], 1)


def test_a_letter_about_which_its_player_is_asked_is_not_handled_again_without_being_vouched_for(desk: Desk) -> None:
    desk.begin(now())
    before = desk.money()
    desk.write("TRANSFER 2 TO ENGLAND")
    said = "Error: its player is asked to confirm it; --confirm vouches for it in their place\n"
    assert desk.run("inbox", "redo", "1") == (1, said)
    assert confirm_all(desk) == 1
    assert desk.money() == before - 2
    assert desk.run("inbox") == (0, "0 put aside\n")


def test_of_two_copies_of_a_letter_that_waits_its_player_is_asked_about_one(desk: Desk) -> None:
    desk.begin(now())
    before = desk.money()
    for _ in range(2):
        desk.write("TRANSFER 2 TO ENGLAND", number=7)
    assert confirm_all(desk) == 1
    assert desk.money() == before - 2
    assert desk.run("inbox") == (0, "0 put aside\n")
    assert check_store(desk.store) == ([], 1)


def confirm_all(desk: Desk) -> int:
    """Alice answers every mail that asks whether she wrote a letter; how many there are."""
    asked = desk.store.rows("select message_id from ledger where subject like '%did you write this%' order by number")
    for row in asked:
        desk.write("CONFIRM", In_Reply_To=f"<{row['message_id']}>")
    return len(asked)


@pytest.mark.parametrize("word", ["hold", "drop"])
def test_what_the_server_then_says_of_a_mail_changes_nothing_that_the_operator_has_done_with_it(
    desk: Desk, word: str
) -> None:
    now = datetime.now(UTC)
    desk.begin(now)
    (mail,) = [one for one in desk.store.outbox.due(now, 9) if one.id == 1]
    assert desk.run("outbox", word, "1")[0] == 0
    for refused in (False, True):
        with desk.store.transaction():
            desk.store.outbox.not_sent(mail.id, refused, 1, answer="451 later", next_try=now)
        assert [one.id for one in desk.store.outbox.due(now, 9)] == [2]
    assert desk.store.rows("select state from outbox where id = 1") == [{"state": AFTER[word]}]


def test_a_mail_that_is_sent_again_has_its_reply_address_again(desk: Desk) -> None:
    desk.begin(now())
    before = desk.mail(1)["raw"]
    with desk.store.transaction():
        desk.store.outbox.sent(1, 1, "250 ok", now())
    assert desk.mail(1)["raw"] != before  # it is kept without
    assert desk.run("outbox", "resend", "1")[0] == 0
    assert desk.mail(1)["raw"] == before
