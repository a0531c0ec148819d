"""A stranger who writes in a player's name cannot keep our answers from the player, nor fill their mailbox.

A program that answers each of our answers gets three a day.
"""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, DAY, EVE, GM, MINUTE, OPERATOR, SHEET, Table
from helpers.rows import each_row
from helpers.told import kinds

from gm.desk.books.exchange import import_game, pack
from gm.desk.mails.buckets import own_bucket
from gm.desk.office import Office
from gm.report.disclosure import disclose
from gm.store.store import Store

HOUR = timedelta(hours=1)
DORA = "dora@example.com"
FORGED = ("PING", "HELP", "WHOAMI", "LIST", "STATUS", SHEET, "CONFIRM", "CONFIRM?", "", "JOIN spring", "DENY")


def states(table: Table, recipient: str = ALICE) -> list[str]:
    rows = table.office.store.rows("select state from outbox where recipient = ? order by id", [recipient])
    return [str(row["state"]) for row in rows]


def sent(table: Table, recipient: str = ALICE) -> list[EmailMessage]:
    """The mails to *recipient* that were not withheld."""
    return [mail for mail, state in zip(table.mails(recipient), states(table, recipient), strict=True)
            if state != "withheld"]  # fmt: skip


def many(table: Table, text: str, count: int = 30, subject: str = "") -> None:
    """Forge letters of the player's, all within a minute."""
    for _ in range(count):
        table.at -= MINUTE
        table.write(ALICE, text, subject=subject)


@each_row("subject", ["[spring]", "hello"])
@each_row("text", FORGED)
def test_thirty_forged_mails_bring_few_to_the_player_whose_next_true_letter_is_answered(
    text: str, subject: str
) -> None:
    table = Table()
    first, before = table.last(ALICE), len(sent(table))
    many(table, text, subject=subject)
    assert len(sent(table)) - before <= 6
    assert table.write(ALICE, SHEET, first).state == "done"
    assert states(table)[-1] == "waiting"
    assert table.filed() == (SHEET,) and "filed" in kinds(table, "FRANCE")
    assert len(sent(table)) - before <= 7


def flooded(table: Table, count: int = 33) -> EmailMessage:
    """Let the player write *count* true letters within a minute, and return the mail that they reply to."""
    first = table.last(ALICE)
    for number in range(count):
        table.at -= MINUTE
        table.write(ALICE, f"{number % 9} : A PAR - BUR", first)
    return first


def test_withheld_answers_are_listed_in_the_next_mail_and_sent_once_as_written() -> None:
    table = Table()
    flooded(table)
    assert states(table)[-4:] == ["waiting", "withheld", "withheld", "withheld"]
    written = [mail.as_bytes() for mail in table.mails(ALICE)[-3:]]
    table.office.operate("spring", ["deadline", "+1d"], table.at)
    said = words_of(table.last(ALICE))
    assert "3 answers to your letters wait" in said and said.count("Re: [spring] S1901M") >= 3
    assert "answers to your letters" not in words_of(table.last(BOB))
    now = table.at
    counts = []
    for _ in range(5):
        now += 2 * MINUTE
        counts.append(table.office.let_go(now))
    assert counts == [1, 1, 1, 0, 0]
    assert [mail.as_bytes() for mail in table.mails(ALICE)[-4:-1]] == written
    assert "withheld" not in states(table)
    table.office.operate("spring", ["deadline", "+1d"], now)
    assert "answers to your letters" not in words_of(table.last(ALICE))


def test_an_answer_waits_behind_those_that_wait() -> None:
    table = Table()
    first = flooded(table)
    table.write(ALICE, "SHOW", first, at=table.at + 2 * MINUTE)  # there is room for one, which waits already
    assert states(table)[-1] == "withheld"
    assert table.office.let_go(table.at + 2 * MINUTE) == 1
    assert states(table)[-4:] == ["waiting", "withheld", "withheld", "withheld"]


def test_withheld_answers_follow_after_a_restart(tmp_path: object) -> None:
    path = f"{tmp_path}/gm.sqlite"
    table = Table(path=path)
    flooded(table)
    table.office.store.close()
    again = Office(Store(path), GM, OPERATOR, disclose)
    assert again.let_go(table.at + HOUR) == 3


def test_what_is_withheld_from_an_address_that_may_be_forged_is_never_sent() -> None:
    table = Table("open")
    many(table, "SHOW", 40)
    count = states(table).count("withheld")
    assert count
    assert table.office.let_go(table.at + 24 * HOUR) == 0
    assert states(table).count("withheld") == count


def test_a_reply_is_answered_out_of_a_bucket_that_new_mails_cannot_empty_even_in_an_open_game() -> None:
    table = Table("open")
    first = table.last(ALICE)
    many(table, "SHOW", 40)
    table.write(ALICE, "SHOW", first)
    assert states(table)[-1] == "waiting"


def test_a_sitter_cannot_empty_the_players_bucket() -> None:
    assert own_bucket("spring", "FRANCE", "ab12") != own_bucket("spring", "FRANCE")
    table = Table()
    table.write(ALICE, "SITTER carol@example.net FROM 6 Jan TO 10 Jan", table.last(ALICE))
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    table.write("carol@example.net", "CONFIRM", table.last("carol@example.net"))
    table.at += 24 * HOUR
    first = table.last("carol@example.net")
    for _ in range(40):
        table.at -= MINUTE
        table.write("carol@example.net", "SHOW", first)
    assert "withheld" in states(table, "carol@example.net")
    table.write(ALICE, "SHOW", table.mails(ALICE)[0])
    assert states(table)[-1] == "waiting"


def test_a_flood_of_one_kind_of_alarm_keeps_no_other_from_the_operator() -> None:
    table = Table()
    for _ in range(60):
        table.office.alarm("again", {"sender": ALICE}, table.at)
    before = len(table.mails(OPERATOR))
    assert before == 30
    table.office.alarm("loop", {"place": "spring/FRANCE", "why": "x"}, table.at)
    assert len(table.mails(OPERATOR)) == before + 1


def test_who_gets_a_seat_waits_behind_no_answer_to_who_had_it() -> None:
    table = Table()
    flooded(table)
    assert states(table).count("withheld") == 3
    table.office.operate("spring", ["replace", "FRANCE"], table.at, address="dora@far.example", player="Dora")
    assert "withheld" not in states(table)  # they are answers to letters of the one who leaves, and go to them
    table.write("dora@far.example", "SHOW", table.last("dora@far.example"))
    assert states(table, "dora@far.example")[-1] == "waiting"


def test_a_withheld_answer_that_is_let_go_later_is_not_stuck() -> None:
    table = Table()
    flooded(table)
    later = table.at + 24 * HOUR
    rows = "update outbox set state = 'sent' where state = 'waiting'"
    table.office.store.change(rows)
    assert table.office.let_go(later) == 3 and table.office.store.outbox.stuck(later - HOUR) is None
    assert table.office.store.outbox.stuck(later) is not None


def test_a_game_that_is_taken_elsewhere_sends_no_withheld_answer_before_the_operator_says_so() -> None:
    table = Table()
    flooded(table)
    copy = Store(":memory:")
    import_game(copy, pack(table.office.store, "spring", table.at))
    assert Office(copy, GM, OPERATOR, disclose).let_go(table.at + 24 * HOUR) == 0
    assert {str(row["state"]) for row in copy.rows("select state from outbox where state != 'sent'")} == {"held"}


# -- programs that answer each answer -------------------------------------------------------------------------------

PROGRAMS = [
    "Thank you for your mail. We shall answer it soon.",
    "Out of office.",
    "Your request {n} was received at 10:{n}0.\nThe help desk",
    "Re: {subject}\n\nThank you for your message {subject}.\nCase #{n}77",
    "Hello,\nyour ticket number is A-{n}00-B.\nStatus: open\nBest regards",
    "We have received: {subject}\nIt is number {n}.\nDo not answer.\n\nYou wrote: {said}",
]


def answering(table: Table, who: str, text: str, subject: str = "", rounds: int = 10) -> int:
    """A program answers the last mail to *who*, and each answer to that; how many answers of ours it gets."""
    before = sent(table, who)
    mail = before[-1]
    for n in range(rounds):
        said = words_of(mail)[:80]
        table.write(who, text.format(n=n, subject=mail["Subject"], said=said), mail, subject=subject)
        mail = sent(table, who)[-1]
    return len(sent(table, who)) - len(before)


@each_row("text", PROGRAMS)
def test_a_program_that_answers_each_answer_gets_three_a_day_and_the_operator_hears_of_it_once(text: str) -> None:
    table = Table()
    assert answering(table, ALICE, text) == 3
    (told,) = table.mails(OPERATOR)
    assert "alice@example.com" in words_of(told) and "Perhaps a program answers" in words_of(told)
    for _ in range(3):
        table.at += DAY
        assert answering(table, ALICE, text) == 3
    assert len(table.mails(OPERATOR)) == 1


def test_the_player_beside_the_program_is_answered_as_before() -> None:
    table = Table()
    first = table.last(ALICE)
    answering(table, ALICE, PROGRAMS[0])
    before = len(sent(table))
    assert table.write(ALICE, SHEET, first).state == "done" and table.filed() == (SHEET,)
    table.write(ALICE, "What is this?", first)
    assert len(sent(table)) == before + 2


def test_a_program_of_a_stranger_of_an_observer_or_of_the_operator_gets_three_answers_a_day() -> None:
    table = Table()
    table.write(EVE, "hello", subject="hello")
    assert answering(table, EVE, PROGRAMS[0], subject="Re: your mail") == 3
    table.does(DORA, "OBSERVE spring AS Dora")
    assert answering(table, DORA, PROGRAMS[2]) == 3
    told = [str(mail["Subject"]) for mail in table.mails(OPERATOR)]
    assert [subject.rpartition(" ")[2] for subject in told] == [EVE, DORA]
    assert answering(table, OPERATOR, PROGRAMS[2], subject="Re: alarm") == 3 + 1  # and the mail that tells of it
    assert len(table.mails(OPERATOR)) == 2 + 3 + 1


@each_row(
    "letters",
    [
        ["STATUS"] * 6,
        ["4 : A PAR - BUR\nThank you and best wishes, Alice"] * 6,
        [f"{n} : A PAR - XYZ" for n in range(6)],
        [f"4 : A PAR - {place}" for place in ("BERGUNDY", "BURGANDI", "BURGUDNY", "BURGONDY", "BURGUMDY")],
        ["What is this?", "I do not understand.", "Please explain it to me.", "Who are you?", "Hello?"],
    ],
)
def test_a_person_who_asks_or_mends_again_and_again_is_answered_each_time(letters: list[str]) -> None:
    table = Table()
    for text in letters:
        before = len(sent(table))
        table.write(ALICE, text, sent(table)[-1])
        assert len(sent(table)) == before + 1
    assert table.mails(OPERATOR) == []
