"""SET DIGEST in games with turns: what waits, what brings it, when it leaves, what answers it, and who learns of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from helpers.mails import text_of
from helpers.mailtable import GM, MINUTE, START
from helpers.seventable import ADDRESS, EVERYTHING, NEWCOMER, OLGA, SevenTable
from helpers.told import ALL, faults, kinds, notices

from gm.desk.entries.events import apply
from gm.desk.file.gamefile import read_game_file
from gm.desk.notices.phrases import phrase
from gm.post.outbound.compose import Sender
from gm.registry import ruleset
from gm.rules import Reader

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FILE = """[game]
name = "spring"
ruleset = "{ruleset}"
seed = "s"
press = [{press}]
proposals = true
{game}
[deadlines]
movement = "{length}"
grace = "1d"
[options]
[clock]
{clock}
[seats]
{seats}
"""
PLAYED = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
SHEETS = {
    "AUSTRIA": ("A BUD H", "A VIE H", "F TRI H"), "ENGLAND": ("A LVP H", "F EDI H", "F LON H"),
    "FRANCE": ("A MAR H", "A PAR H", "F BRE H"), "GERMANY": ("A BER H", "A MUN H", "F KIE H"),
    "ITALY": ("A ROM H", "A VEN H", "F NAP H"), "RUSSIA": ("A MOS H", "A WAR H", "F SEV H", "F STP/SC H"),
    "TURKEY": ("A CON H", "A SMY H", "F ANK H"),
}  # fmt: skip
HOLDS = SHEETS["GERMANY"]


class Digests(SevenTable):
    """A game of Diplomacy in which Germany reads a digest each day."""

    def __init__(
        self, press: tuple[str, ...] = EVERYTHING, length: str = "4d", clock: str = "early = false", game: str = "",
        every: str = "1d", sender: Sender = GM,
    ) -> None:
        self.length, self.clock, self.more = length, clock, game
        super().__init__(press, sender=sender)
        if every:
            self.tell("GERMANY", f"SET DIGEST {every}")

    def open(self, name: str, identity: str = "checked") -> None:
        kinds = ", ".join(f'"{kind}"' for kind in self.press)
        seats = "\n".join(f'{seat} = "{ADDRESS[seat]}"' for seat in PLAYED)
        file = read_game_file(FILE.format(
            ruleset="diplomacy", press=kinds, seats=seats, length=self.length, clock=self.clock, game=self.more
        ))  # fmt: skip
        self.office.open_game(file, START, "ab" * 32)

    def wait(self, until: datetime) -> None:
        """Let the clock strike up to a time, which it then is."""
        self.strike(until + timedelta(seconds=1))
        self.at = until

    def press_on(self, seat: str = "FRANCE", *words: str, to: str = "PRESS TO GERMANY") -> None:
        self.tell(seat, to, *(words or ("Hello.",)), "END")

    @property
    def deadline(self) -> datetime:
        found: datetime = self.game.clock.deadline
        return found

    def duties(self) -> list[tuple[str, str]]:
        """Who owes what in the phase now due."""
        rules = ruleset(self.game.ruleset).rules
        return [(duty.seat, duty.what) for duty in rules.duties(self.game.state)]

    @property
    def mailed(self) -> int:
        return len(self.mails(ADDRESS["GERMANY"]))

    @property
    def pile(self) -> list[Any]:
        return [body for _, body in self.game.seats["GERMANY"].pile]


def brings(table: Digests, mail: EmailMessage | None = None) -> list[list[str]]:
    """The lines of each message that waited and came with a mail to Germany, by default the last."""
    found = table.office.store.ledger.with_id(str((mail or table.of("GERMANY"))["Message-ID"]).strip("<>"))
    assert found is not None
    return [body["lines"] for kind, body in found.notices if kind == "piled"]


def test_messages_wait_and_come_a_day_after_the_first_in_one_mail() -> None:
    table = Digests()
    before, first = table.mailed, table.at + MINUTE
    table.press_on("FRANCE", "One.")
    table.press_on("ITALY", "Two.", to="BROADCAST")
    table.press_on("ITALY", "Three.", to="GREY PRESS TO GERMANY")
    table.wait(first + DAY - MINUTE)
    assert table.mailed == before and len(table.pile) == 3
    table.wait(first + DAY)
    assert table.mailed == before + 1 and table.pile == []
    assert kinds(table, "GERMANY") == ["gathered", "piled", "piled", "piled", "owes"]
    assert brings(table) == [["One."], ["Two."], ["Three."]]
    table.wait(first + 2 * DAY + MINUTE)
    assert table.mailed <= before + 2, "nothing more but a reminder"
    table.check()


def test_each_message_says_who_wrote_it_to_whom_and_what_answers_it() -> None:
    table = Digests((*EVERYTHING, "observers"))
    table.watch()
    table.press_on("FRANCE", to="PRESS TO GERMANY, ITALY")
    table.press_on("ITALY", to="BROADCAST")
    table.press_on("ITALY", to="GREY BROADCAST")
    table.press_on("ITALY", to="PRESS TO GERMANY FROM RUSSIA")
    table.write(OLGA, "BROADCAST\nHello.\nEND", table.last(OLGA))
    told = [
        (one["sender"], "all" if one["broadcast"] else tuple(one["to"]), one["answer"], bool(one["mail"]))
        for one in table.pile
    ]  # fmt: skip
    assert told == [
        ("France", ("Germany", "Italy"), "PRESS TO FRANCE", False), ("Italy", "all", "PRESS TO ITALY", False),
        ("", "all", "", True), ("Russia", ("Germany",), "PRESS TO RUSSIA", False),
        ("the observer Olga", "all", "BROADCAST", False),
    ]  # fmt: skip


# -- what does not wait, and what brings what waits ------------------------------------------------------------


def test_an_answer_to_a_letter_of_ones_own_comes_at_once_and_brings_nothing() -> None:
    table = Digests()
    table.press_on()
    before = table.mailed
    table.tell("GERMANY", "SHOW")
    assert table.mailed == before + 1 and brings(table) == [] and len(table.pile) == 1
    assert notices(table, "GERMANY")["digeston"] == {"every": "1 day", "count": 1, "live": False}


@pytest.mark.parametrize("what", ["process", "announce", "proposal", "remind"])
def test_whatever_else_is_mailed_brings_it_in_front(what: str) -> None:
    table = Digests(every="7d")
    table.press_on("FRANCE", "One.")
    before = table.mailed
    if what == "proposal":
        table.tell("ITALY", "PROPOSE DRAW")
    elif what == "remind":
        table.wait(table.deadline - 2 * DAY)
    else:
        table.operate(*([what] if what == "process" else [what, "Hear."]))
    assert table.mailed == before + 1 and brings(table) == [["One."]] and table.pile == []
    assert kinds(table, "GERMANY")[:2] == ["gathered", "piled"] and len(kinds(table, "GERMANY")) > 2
    table.check()


def test_what_only_the_player_may_read_brings_nothing_that_their_sitter_reads_too() -> None:
    table = Digests()
    table.press_on()
    before = table.mailed
    table.write(ADDRESS["GERMANY"], "A BER H", subject="[spring]")  # it may be anybody's: the player is asked
    assert table.mailed == before + 1 and "letterheld" in kinds(table, "GERMANY") and len(table.pile) == 1


def test_the_end_of_the_game_brings_it_above_all_else() -> None:
    table = Digests(every="7d")
    table.press_on("FRANCE", "One.")
    table.operate("draw", "FRANCE", "GERMANY")
    assert str(table.of("GERMANY")["Subject"]) == f"[spring] END: {phrase('subject.over')}"
    assert brings(table) == [["One."]] and kinds(table, "GERMANY")[0] == "gathered"
    table.check()


# -- in time before a deadline ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "before"), [("4d", 6 * HOUR), ("2d", 6 * HOUR), ("1d", 3 * HOUR), ("8h", HOUR)])
def test_it_leaves_before_the_deadline_and_then_messages_come_at_once(length: str, before: timedelta) -> None:
    table = Digests(length=length, every="7d", game='reminders = "none"')
    table.press_on("FRANCE", "One.")
    table.wait(table.deadline - before - MINUTE)
    assert len(table.pile) == 1
    table.wait(table.deadline - before)
    assert table.pile == [] and brings(table) == [["One."]]
    table.press_on("FRANCE", "Two.")
    assert kinds(table, "GERMANY") == ["press"]
    table.wait(table.deadline + HOUR)
    assert table.game.clock.grace
    table.press_on("FRANCE", "Three.")
    assert kinds(table, "GERMANY") == ["press"], "in grace, too"
    table.check()


def test_it_goes_by_the_deadline_as_it_now_is() -> None:
    table = Digests(every="7d", game='reminders = "none"')
    table.operate("deadline", "+1d")
    table.press_on("FRANCE", "One.")
    table.wait(table.deadline - 6 * HOUR - MINUTE)
    assert len(table.pile) == 1
    table.wait(table.deadline - 6 * HOUR)
    assert table.pile == []


def test_while_the_phase_may_end_early_messages_come_at_once_unless_wait_keeps_it_open() -> None:
    table = Digests(clock="early = true")
    table.press_on("FRANCE", "One.")
    table.tell("GERMANY", *HOLDS)
    answer, digest = table.mails(ADDRESS["GERMANY"])[-2:]
    assert table.pile == [] and brings(table, answer) == [] and brings(table, digest) == [["One."]]
    table.press_on("FRANCE", "Two.")
    assert kinds(table, "GERMANY") == ["press"]
    table.tell("GERMANY", "WAIT")
    table.press_on("FRANCE", "Three.")
    assert len(table.pile) == 1
    table.tell("GERMANY", "NOWAIT")
    assert table.pile == []
    table.check()


def test_others_may_have_been_ready_for_long() -> None:
    """What is on file may have been complete since 30 hours before the deadline: the phase ends a day later."""
    table = Digests(length="2d", every="7d", clock='early = true\nearly_after = "1d"', game='reminders = "none"')
    table.tell("GERMANY", *HOLDS)
    table.wait(table.deadline - 20 * HOUR)
    table.press_on("FRANCE", "One.")
    assert kinds(table, "GERMANY") == ["press"]


@pytest.mark.parametrize(("early", "waits"), [(True, False), (False, True)])
def test_who_owes_nothing_cannot_keep_the_phase_open(early: bool, waits: bool) -> None:
    """Germany has nothing to build, and may be asked for advice by Russia, who has."""
    table = Digests(clock=f"early = {str(early).lower()}", every="7d", game='reminders = "none"')
    table.tell("RUSSIA", "A WAR - GAL")
    table.judge()
    table.tell("RUSSIA", "A GAL - RUM")
    table.judge()
    assert table.game.clock.phase == "W1901A" and "GERMANY" not in dict(table.duties())
    table.press_on("RUSSIA", "What shall I build?")
    assert len(table.pile) == waits
    table.tell("GERMANY", "WAIT")
    table.press_on("RUSSIA", "And where?")
    assert len(table.pile) == 1 + waits, "nobody but Germany ends the phase now"
    table.check()


@pytest.mark.parametrize("waits", [True, False])
def test_whether_a_message_comes_at_once_does_not_say_that_all_others_are_in(waits: bool) -> None:
    """Only what Germany knows counts, not whether anything of others is missing."""
    piles = []
    for seats in ((), tuple(seat for seat in PLAYED if seat != "GERMANY")):
        table = Digests(clock='early = true\nearly_after = "1d"')
        table.tell("GERMANY", *HOLDS, *(["WAIT"] if waits else []))
        for seat in seats:
            table.tell(seat, *SHEETS[seat])
        assert (table.game.clock.complete is not None) == (bool(seats) and not waits)
        table.press_on("FRANCE", "One.")
        piles.append(len(table.pile))
    assert piles == [waits, waits]


def test_while_a_game_is_paused_messages_wait_for_their_time_and_no_deadline() -> None:
    table = Digests(length="1d", every="7d", game='reminders = "none"')
    table.operate("pause")
    table.press_on("FRANCE", "One.")
    table.wait(table.at + 6 * DAY)
    assert len(table.pile) == 1
    table.wait(table.at + DAY)
    assert table.pile == [] and brings(table) == [["One."]]
    table.check()


def test_more_than_a_mail_can_hold_does_not_pile_up() -> None:
    table = Digests(every="7d")
    for number in range(49):
        table.press_on("FRANCE", f"{number}", to="BROADCAST")
    assert len(table.pile) == 49
    table.press_on("FRANCE", "49", to="BROADCAST")
    assert table.pile == [] and len(brings(table)) == 50


# -- answering -------------------------------------------------------------------------------------------------


def test_a_reply_to_a_digest_is_a_letter_with_orders_and_messages() -> None:
    table = Digests()
    table.press_on("FRANCE", "One.")
    table.wait(table.at + DAY)
    mail = table.of("GERMANY")
    quoted = [f"> {line}" for line in text_of(mail).split("\n")]
    table.write(ADDRESS["GERMANY"], "\n".join(["A BER H", "PRESS TO FRANCE", "Yes.", "END", *quoted]), mail)
    assert "A BER H" in table.filed("GERMANY")
    press = notices(table, "FRANCE")["press"]
    assert (press["sender"], press["lines"]) == ("Germany", ["Yes."])


def test_who_replies_to_a_digest_as_to_a_message_is_told_what_would_send_it() -> None:
    table = Digests()
    table.press_on("FRANCE", "Shall we ally?")
    table.press_on("FRANCE", "Please.", to="GREY PRESS TO GERMANY")
    table.press_on("ITALY", "Hello.", to="BROADCAST")
    table.wait(table.at + DAY)
    before = table.counts()
    digest = table.of("GERMANY")
    table.write(ADDRESS["GERMANY"], "Yes, let us do that.\nA BER H", digest)
    assert "A BER H" in table.filed("GERMANY"), "it counts, as beside any text"
    told = notices(table, "GERMANY")["notread"]
    assert told["lines"] == ["Yes, let us do that."]
    assert told["near"] == ["PRESS TO FRANCE", "PRESS TO ITALY"]
    assert {seat for seat, count in table.counts().items() if count > before[seat]} == {"GERMANY"}
    table.tell("GERMANY", "Yes, let us do that.")
    assert notices(table, "GERMANY")["notread"]["near"] == []
    table.check()


def test_a_message_without_a_name_is_answered_by_an_address_of_its_own() -> None:
    table = Digests()
    table.press_on("ITALY", "Psst.", to="GREY PRESS TO GERMANY")
    table.press_on("RUSSIA", "Psst too.", to="GREY BROADCAST")
    table.wait(table.at + DAY)
    addresses = [line.strip() for line in text_of(table.of("GERMANY")).split("\n") if line.strip().startswith("gm+")]
    assert len(addresses) == 2
    for address, writer in zip(addresses, ("ITALY", "RUSSIA"), strict=True):
        before = table.counts()
        table.write(ADDRESS["GERMANY"], "Who are you?", to=address, subject="[spring]")
        got = {seat: now - before[seat] for seat, now in table.counts().items() if now != before[seat]}
        assert got == {writer: 1, "GERMANY": 1}
        assert notices(table, writer)["press"]["unnamed"]
    table.check()


def test_who_wrote_without_a_name_is_told_how_to_stay_so() -> None:
    table = Digests()
    table.tell("GERMANY", "GREY PRESS TO FRANCE", "Psst.", "END")
    table.reply("FRANCE", "Who is there?")
    assert [one["answer"] for one in table.pile] == ["GREY PRESS TO FRANCE"]
    table.tell("GERMANY", "GREY PRESS TO FRANCE", "Nobody.", "END")
    assert notices(table, "FRANCE")["press"]["sender"] == ""


def test_in_a_yellow_game_the_address_alone_keeps_the_name_of_who_wrote_without_one() -> None:
    """There is no GREY PRESS in it, and PRESS TO FRANCE would bear the name."""
    table = Digests(("private", "yellow"))
    table.tell("GERMANY", "BROADCAST", "Psst.", "END")
    table.reply("FRANCE", "Who is there?")
    assert [(one["answer"], one["unnamed"], bool(one["mail"])) for one in table.pile] == [("", True, True)]
    table.wait(table.at + DAY)
    (address,) = [line.strip() for line in text_of(table.of("GERMANY")).split("\n") if line.strip().startswith("gm+")]
    table.write(ADDRESS["GERMANY"], "Nobody.", to=address, subject="[spring]")
    press = notices(table, "FRANCE")["press"]
    assert (press["sender"], press["lines"]) == ("", ["Nobody."])
    table.check()


# -- other settings, other players -----------------------------------------------------------------------------


def test_what_is_muted_does_not_pile_up() -> None:
    table = Digests()
    table.tell("GERMANY", "SET QUIET FRANCE")
    table.press_on("FRANCE", "One.")
    assert table.pile == [] and kinds(table, "GERMANY") == ["press"]


@pytest.mark.parametrize("line", ["SET DIGEST OFF", "SET DIGEST 2d"])
def test_setting_it_again_brings_what_waits(line: str) -> None:
    table = Digests()
    table.press_on("FRANCE", "One.")
    table.tell("GERMANY", line)
    first, second = table.mails(ADDRESS["GERMANY"])[-2:]
    assert brings(table, first) == [["One."]] and brings(table, second) == []
    assert notices(table, "GERMANY")["setto"]["name"] == "DIGEST"


def test_in_a_postal_game_the_messages_of_a_phase_come_in_one_mail_with_the_results() -> None:
    table = Digests(("private", "postal"))
    assert notices(table, "GERMANY")["setto"]["value"] == phrase("reason.messages-postal", every="1 day")
    table.press_on("FRANCE", "One.")
    table.press_on("ITALY", "Two.")
    before = table.mailed
    table.judge()
    assert table.mailed == before + 2 and brings(table) == [["One."], ["Two."]] and table.pile == []
    table.check()


def test_in_a_yellow_game_broadcasts_wait_without_a_name() -> None:
    table = Digests(("private", "yellow"))
    table.press_on("FRANCE", "One.", to="BROADCAST")
    assert [(one["sender"], bool(one["mail"])) for one in table.pile] == [("", True)]


def test_who_takes_the_seat_over_reads_what_had_piled_up_and_has_no_digest() -> None:
    table = Digests(every="7d")
    table.press_on("FRANCE", "One.")
    table.pass_on("GERMANY")
    assert any("| One." in text_of(mail) for mail in table.mails(NEWCOMER))
    assert table.game.seats["GERMANY"].digest == 0 and table.pile == []
    table.check()


def test_whoever_the_operator_seats_is_welcomed_first_and_then_reads_what_had_piled_up() -> None:
    table = Digests(every="7d")
    table.press_on("FRANCE", "One.")
    table.press_on("ITALY", "Psst.", to="GREY PRESS TO GERMANY")
    table.at += MINUTE
    table.office.operate("spring", ["replace", "GERMANY"], table.at, address=NEWCOMER, player="Nina")
    welcome, *_, digest = table.mails(NEWCOMER)
    assert phrase("subject.seated", seat="Germany") in str(welcome["Subject"])
    assert brings(table, digest) == [["One."], ["Psst."]]
    (address,) = [line.strip() for line in text_of(digest).split("\n") if line.strip().startswith("gm+")]
    table.write(NEWCOMER, "Who is it?", to=address, subject="[spring]")
    assert notices(table, "ITALY")["press"]["lines"] == ["Who is it?"]
    assert table.game.seats["GERMANY"].digest == 0 and table.pile == []
    table.check()


def test_who_is_about_to_resign_reads_first_what_waits() -> None:
    """Once they have left nothing more is mailed to them."""
    table = Digests(every="7d")
    table.press_on("FRANCE", "Do not leave.")
    table.tell("GERMANY", "RESIGN")
    digest, asked = table.mails(ADDRESS["GERMANY"])[-2:]
    if "?" not in str(asked["Subject"]):
        digest, asked = asked, digest
    assert brings(table, digest) == [["Do not leave."]] and table.pile == []
    table.write(ADDRESS["GERMANY"], "CONFIRM", asked)
    assert not table.game.seats["GERMANY"].taken
    table.check()


def test_a_rollback_brings_it_and_loses_nothing() -> None:
    table = Digests(every="7d")
    table.judge()
    table.press_on("FRANCE", "One.")
    table.operate("rollback", "S1901M")
    assert brings(table) == [["One."]] and table.pile == []
    table.check()


def test_history_shows_each_message_once() -> None:
    table = Digests()
    table.press_on("FRANCE", "One.")
    table.press_on("ITALY", "Two.", to="GREY BROADCAST")
    table.wait(table.at + DAY)
    table.tell("GERMANY", "HISTORY")
    said = text_of(table.of("GERMANY"))
    assert said.count("| One.") == 1 and said.count("| Two.") == 1


def test_the_budget_of_a_writer_is_used_alike() -> None:
    sent = []
    for every in ("", "1d"):
        table = Digests(every=every)
        table.press_on("FRANCE", "One.", to="BROADCAST")
        sent.append(table.game.seats["FRANCE"].sent.in_day)
    assert sent[0] == sent[1]


@pytest.mark.parametrize(
    ("length", "near"),
    [("5m", "SET DIGEST 1h or SET DIGEST OFF"), ("never", "SET DIGEST OFF"), ("daily", "SET DIGEST 1d or"),
     ("8d", "SET DIGEST 7d or")],
)  # fmt: skip
def test_a_wrong_time_is_refused_with_what_is_near(length: str, near: str) -> None:
    table = Digests(every="")
    table.tell("GERMANY", f"SET DIGEST {length}")
    ((line, column, why, hints),) = faults(table, "GERMANY")
    assert (line, column, why) == (1, 12, phrase("fault.digest"))
    assert hints.replace(", ", " or ").startswith(near) and table.game.seats["GERMANY"].digest == 0


# -- who learns of it ------------------------------------------------------------------------------------------


def test_everybody_else_gets_the_same_bytes_and_the_reader_the_same_messages() -> None:
    with_, without = Digests(), Digests(every="")
    without.tell("GERMANY", "SHOW")
    for table in (with_, without):
        table.at = START + HOUR
        table.watch()
        table.press_on("FRANCE", "One.", to="BROADCAST")
        table.press_on("ITALY", "Two.", to="GREY PRESS TO GERMANY")
        table.press_on("ITALY", "Three.", to="PRESS TO GERMANY, FRANCE")
        table.tell("FRANCE", "STATUS")
        table.wait(START + 2 * DAY)
    for address in (ADDRESS["FRANCE"], ADDRESS["ITALY"], ADDRESS["AUSTRIA"], OLGA):
        assert with_.mbox(address) == without.mbox(address)
    apart = [m for m in without.office.store.ledger.newest("spring", Reader("GERMANY"), ALL) if m.kind == "press"]
    alone = {(b["sender"], tuple(b["to"]), b["broadcast"], tuple(b["lines"])) for m in apart for _, b in m.notices}
    mails = with_.office.store.ledger.newest("spring", Reader("GERMANY"), ALL)
    piled = [body for mail in mails for kind, body in mail.notices if kind == "piled"]
    assert {(b["sender"], tuple(b["to"]), b["broadcast"], tuple(b["lines"])) for b in piled} == alone


def test_the_report_does_not_tell_when_somebodys_digest_left() -> None:
    table = Digests()
    table.press_on("FRANCE", "One.")
    before = table.game.entries
    table.wait(table.at + DAY)
    assert table.game.entries == before + 1 and table.pile == []
    (leaf,) = [one for one in table.office.store.disclosed.of("spring") if one.kind == "leaf"][-1:]
    assert leaf.body["text"] == "" and leaf.body["salt"] == ""


# -- sitters, and mailboxes without plus addresses -------------------------------------------------------------

SAM = "sam@sitter.example"


def test_a_sitter_reads_the_same_and_answers_a_message_without_a_name_by_an_address_of_their_own() -> None:
    table = Digests()
    table.tell("GERMANY", f"SITTER {SAM} FROM 5 Jan TO 9 Jan")
    table.reply("GERMANY", "CONFIRM")
    table.write(SAM, "CONFIRM", table.last(SAM))
    table.press_on("FRANCE", "One.")
    table.press_on("ITALY", "Psst.", to="GREY PRESS TO GERMANY")
    assert "| One." not in text_of(table.last(SAM))
    table.wait(table.at + DAY)
    own, copy = text_of(table.of("GERMANY")), text_of(table.last(SAM))
    (mine,), (theirs,) = ([line for line in text.split("\n") if "    gm+" in line] for text in (own, copy))
    assert own.replace(mine, theirs) == copy and mine != theirs
    before = table.counts()["ITALY"]
    table.write(SAM, "Who is it?", to=theirs.strip(), subject="[spring]")
    assert table.counts()["ITALY"] == before + 1 and notices(table, "ITALY")["press"]["lines"] == ["Who is it?"]
    table.check()


def test_without_plus_addresses_the_subject_reaches_who_gave_no_name() -> None:
    table = Digests(every="", sender=Sender("The GameMaster", "gm@example.org"))
    table.reply("GERMANY", "SET DIGEST 1d")
    table.reply("ITALY", "GREY PRESS TO GERMANY", "Psst.", "END")
    table.wait(table.at + DAY)
    (subject,) = [line.strip() for line in text_of(table.of("GERMANY")).split("\n") if "[spring] (#" in line]
    before = table.counts()["ITALY"]
    table.write(ADDRESS["GERMANY"], "Who is it?", to="gm@example.org", subject=subject)
    assert table.counts()["ITALY"] == before + 1 and notices(table, "ITALY")["press"]["lines"] == ["Who is it?"]


def test_what_an_earlier_version_entered_sets_no_digest() -> None:
    """Its answer said that this game has none, and it goes on so."""
    table = Digests(every="")
    letter = {"seat": "GERMANY", "person": "", "lines": [{"number": 1, "text": "SET DIGEST 1d"}]}
    for more, digest in (({}, 0), ({"gathers": True}, DAY.total_seconds())):
        turn = apply(table.game, table.at + HOUR, "letter", {**letter, **more})
        assert turn.game.seats["GERMANY"].digest == digest


def test_what_the_operator_of_an_earlier_version_entered_for_a_player_sets_none_either() -> None:
    table = Digests(every="")
    run = ["act", "GERMANY", "SET DIGEST 1d"]
    turn = apply(table.game, table.at + HOUR, "operator", {"run": run})
    assert turn.game.seats["GERMANY"].digest == 0
    table.operate(*run)
    assert table.game.seats["GERMANY"].digest == DAY.total_seconds()
    table.operate("act", "GERMANY", "SHOW")
    last, before = (entry.data for entry in [*table.office.store.journal.entries("spring")][:-3:-1])
    assert "gathers" not in last and before["gathers"]
    table.check()


def test_a_long_address_stands_on_one_line() -> None:
    """It would not be one else. All other lines keep to 72 columns."""
    far = "a-very-long-name-of-a-house-for-games-of-all-kinds.example"
    table = Digests(sender=Sender("The GameMaster", f"gamemaster@{far}", f"gamemaster+{{token}}@{far}"))
    table.press_on("ITALY", "Psst.", to="GREY PRESS TO GERMANY")
    table.wait(table.at + DAY)
    lines = text_of(table.of("GERMANY")).split("\n")
    (long,) = [line for line in lines if len(line) > 72]
    assert long.strip().endswith(far)


@pytest.mark.parametrize("early", ["true", "false"])
def test_who_chooses_it_is_told_of_an_early_end_where_there_may_be_one(early: str) -> None:
    table = Digests(clock=f"early = {early}")
    told = notices(table, "GERMANY")["setto"]["value"]
    assert told.endswith(phrase("reason.messages-early")) == (early == "true")
