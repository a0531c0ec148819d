"""A player cannot flood the others: messages have a budget, those of one letter share mails, and watchers are few."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, MINUTE, OPERATOR, START
from helpers.mailtable import Table as Two
from helpers.rows import each_row
from helpers.seventable import ADDRESS, OLGA, SEATS, SevenTable
from helpers.told import all_kinds, brought, notices, told
from msgspec.structs import replace

from gm.desk.books.fsck import check_store
from gm.desk.entries.events import apply
from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.desk.game.budget import Budget, Sent, fullness, with_more

HOUR = timedelta(hours=1)
OTHERS = tuple(seat for seat in SEATS if seat != "FRANCE")
FORTY = [line for n in range(40) for line in ("PRESS TO " + ", ".join(OTHERS), f"Number {n}.", "END")]


def new(table: SevenTable, before: dict[str, int]) -> dict[str, int]:
    return {seat: count - before[seat] for seat, count in table.counts().items()}


def file(more: str) -> Any:
    return read_game_file(f'[game]\nname = "spring"\nruleset = "payola"\n{more}\n[seats]\nFRANCE = "{ALICE}"\n')


def told_of_press(table: SevenTable, seat: str) -> list[dict[str, Any]]:
    return [body for kind, body in told(table, seat) if kind == "press"]


# -- what shares a mail ------------------------------------------------------------------------------------------------


def test_forty_messages_of_one_letter_are_one_mail_to_each_reader() -> None:
    table = SevenTable()
    before = table.counts()
    table.tell("FRANCE", *FORTY)
    assert new(table, before) == dict.fromkeys(SEATS, 1)
    assert [body["lines"] for body in told_of_press(table, "GERMANY")] == [[f"Number {n}."] for n in range(40)]
    said = words_of(table.of("GERMANY"))
    assert said.count("Message from France") == 40 and said.count("Your reply to this mail goes to France") == 1
    table.reply("GERMANY", "Thank you.")
    assert told_of_press(table, "FRANCE")[0]["lines"] == ["Thank you."]
    table.check()


def test_messages_under_one_name_share_a_mail_whether_or_not_the_name_is_true() -> None:
    """Whoever gets two messages in one mail cannot tell from that whose they are."""
    true, false = SevenTable(), SevenTable()
    true.tell("ITALY", "PRESS TO GERMANY", "One.", "END", "PRESS TO GERMANY", "Two.", "END")
    false.tell("FRANCE", "PRESS TO GERMANY FROM ITALY", "One.", "END", "PRESS TO GERMANY FROM ITALY", "Two.", "END")
    assert true.of("GERMANY").as_bytes() == false.of("GERMANY").as_bytes()
    assert len(told_of_press(true, "GERMANY")) == 2


def test_false_readers_are_told_in_the_mail_of_the_sender_who_is_shown() -> None:
    true, false = SevenTable(), SevenTable()
    true.tell("FRANCE", "PRESS TO GERMANY", "One.", "END", "PRESS TO GERMANY, ITALY", "Two.", "END")
    false.tell("FRANCE", "PRESS TO GERMANY", "One.", "END", "PRESS TO GERMANY FAKE TO GERMANY, ITALY", "Two.", "END")
    assert true.of("GERMANY").as_bytes() == false.of("GERMANY").as_bytes()


@pytest.mark.parametrize(
    "second",
    ["GREY PRESS TO GERMANY", "PRESS TO GERMANY FROM ITALY", "BROADCAST", "GREY BROADCAST"],
)
def test_messages_that_are_shown_as_of_another_or_to_others_have_a_mail_of_their_own(second: str) -> None:
    table = SevenTable()
    before = table.counts()
    table.tell("FRANCE", "PRESS TO GERMANY", "One.", "END", second, "Two.", "END")
    assert new(table, before)["GERMANY"] == 2
    assert len(told_of_press(table, "GERMANY")) == 1


def test_messages_without_a_name_have_a_mail_each() -> None:
    table = SevenTable()
    before = table.counts()
    table.tell("FRANCE", *["GREY PRESS TO GERMANY", "One.", "END"] * 3)
    assert new(table, before)["GERMANY"] == 3


def test_messages_to_the_operator_share_a_mail() -> None:
    table = SevenTable()
    table.tell("FRANCE", *["PRESS TO GM", "When?", "END"] * 5)
    assert len(table.mails(OPERATOR)) == 1
    assert words_of(table.last(OPERATOR)).count("| When?") == 5


# -- the budget --------------------------------------------------------------------------------------------------------


def test_what_goes_beyond_the_budget_is_not_sent_and_its_writer_is_told_when_there_is_room() -> None:
    table = SevenTable()
    table.tell("FRANCE", *FORTY)
    before = table.counts()
    table.tell("FRANCE", *FORTY)
    refused = [body for kind, body in told(table, "FRANCE") if kind == "pressnotsent"]
    sent = [body for kind, body in told(table, "FRANCE") if kind == "presssent"]
    assert (len(sent), len(refused)) == (10, 30)  # 40 * 6 and 10 * 6 of 300 readers
    assert refused[0] == {
        "to": [seat.title() for seat in OTHERS], "broadcast": False,
        "lines": ["Number 10."], "most": 300, "in_day": False, "again": "Mon 5 Jan 19:00 UTC",
    }  # fmt: skip
    assert new(table, before) == dict.fromkeys(SEATS, 1)
    assert "There is room again from Mon 5 Jan 19:00 UTC" in words_of(table.of("FRANCE"))
    before = table.counts()
    table.tell("FRANCE", "PRESS TO GERMANY", "Nothing.", "END")
    assert new(table, before)["GERMANY"] == 0
    table.write(ADDRESS["FRANCE"], "PRESS TO GERMANY\nAgain.\nEND", table.mails(ADDRESS["FRANCE"])[0], at=START + HOUR)
    assert new(table, before)["GERMANY"] == 1
    table.check()


def test_a_hundred_and_twenty_letters_of_forty_messages_reach_no_more_readers_than_the_budget_has() -> None:
    table = SevenTable()
    before = table.counts()
    for _ in range(120):
        table.at -= MINUTE
        table.tell("FRANCE", *FORTY)
    assert sum(count for seat, count in new(table, before).items() if seat != "FRANCE") <= 300
    kinds = [kind for seat in OTHERS for kind in all_kinds(table, seat) if kind == "press"]
    assert len(kinds) == 300


def test_orders_beside_messages_that_are_not_sent_are_done() -> None:
    table = SevenTable()
    for _ in range(2):
        table.tell("FRANCE", *FORTY)
    table.tell("FRANCE", "4 : A PAR - BUR", "PRESS TO GERMANY", "Hello.", "END")
    assert table.filed() == ("4 : A PAR - BUR",)
    assert {"filed", "pressnotsent"} <= {kind for kind, _ in told(table, "FRANCE")}


def test_replies_and_messages_to_the_operator_count_and_are_refused_alike() -> None:
    table = SevenTable()
    table.tell("GERMANY", "PRESS TO FRANCE", "Hello.", "END")
    message = table.of("FRANCE")
    table.tell("GERMANY", "GREY PRESS TO FRANCE", "Boo.", "END")
    grey = table.of("FRANCE")
    for _ in range(2):
        table.tell("FRANCE", *FORTY)
    before, to_operator = table.counts(), len(table.mails(OPERATOR))
    for reply in (message, grey):
        table.write(ADDRESS["FRANCE"], "Hello yourself.", reply)
        assert notices(table, "FRANCE")["pressnotsent"]["lines"] == ["Hello yourself."]
    table.tell("FRANCE", "PRESS TO GM", "Help!", "END")
    assert notices(table, "FRANCE")["pressnotsent"]["to"] == ["the operator"]
    assert (new(table, before)["GERMANY"], len(table.mails(OPERATOR))) == (0, to_operator)


def test_nobody_else_has_less_room_because_somebody_has_none() -> None:
    table = SevenTable()
    for _ in range(2):
        table.tell("FRANCE", *FORTY)
    before = table.counts()
    table.tell("ITALY", "BROADCAST", "Hello.", "END")
    assert new(table, before) == dict.fromkeys(SEATS, 1)


def test_who_takes_a_seat_has_the_whole_budget() -> None:
    table = SevenTable()
    for _ in range(2):
        table.tell("FRANCE", *FORTY)
    table.pass_on("FRANCE")
    assert table.game.seats["FRANCE"].sent == Sent()


def test_a_rollback_gives_back_no_room() -> None:
    table = SevenTable()
    for _ in range(2):
        table.tell("FRANCE", *FORTY)
    table.operate("rollback", "S1901M")
    assert table.game.seats["FRANCE"].sent.in_hour == 300


def test_a_letter_of_an_earlier_version_reads_again_as_it_was_done() -> None:
    table = SevenTable()
    for _ in range(2):
        table.tell("FRANCE", *FORTY)
    *_, last = table.office.store.journal.entries("spring")
    assert last.data["limited"]
    data = {name: value for name, value in last.data.items() if name != "limited"}
    turn = apply(table.game, table.at, "letter", data)
    assert sum(mail.kind == "press" for mail in turn.mails) == 6


@each_row(
    ("used", "readers", "hours", "full"),
    [
        ([], 5_000, 0, None), ([5_000], 1, 0, (20, True, 24)), ([10], 1, 0, (10, False, 1)), ([9], 1, 0, None),
        ([10], 5, 1, None), ([10, 10], 5, 2, (20, True, 24)), ([20], 1, 24, None), ([20], 1, 1, (20, True, 24)),
    ],
)  # fmt: skip
def test_room_is_counted_by_full_hours_and_days(
    used: list[int], readers: int, hours: int, full: tuple[int, bool, int] | None
) -> None:
    day = datetime.fromisoformat("2026-01-05T00:00:00Z")
    sent = Sent()
    for hour, count in enumerate(used):
        sent = with_more(sent, count, day + hour * HOUR + MINUTE)
    found = fullness(Budget(10, 20), sent, readers, day + hours * HOUR + 2 * MINUTE)
    assert (found and tuple(found)) == (full and (full[0], full[1], day + full[2] * HOUR))


def test_the_game_file_sets_the_budget_and_the_number_of_watchers() -> None:
    assert file("").budget == Budget(300, 1_500, 30)
    chosen = file("messages_per_hour = 20\nmessages_per_day = 100\nwatchers = 0")
    assert chosen.budget == Budget(20, 100, 0)
    for wrong in ("messages_per_hour = 0", "messages_per_day = true", 'watchers = "many"', "watchers = -1"):
        with pytest.raises(GameFileError, match="an integer from"):
            file(wrong)
    table = Two()
    table.office.open_game(replace(chosen, name="summer"), START, "cd" * 32)
    assert table.office.game("summer").budget == chosen.budget


# -- those who watch ---------------------------------------------------------------------------------------------------


def test_no_more_watch_than_the_game_allows_and_the_next_is_told_so() -> None:
    table = SevenTable()
    for number in range(32):
        who = f"watcher{number}@watchers.example"
        table.at += HOUR
        table.write(who, "OBSERVE spring")
        table.write(who, "CONFIRM", table.last(who))
    assert len(table.game.watchers()) == 30
    table.at += HOUR
    table.write(OLGA, "MONITOR spring")
    assert brought(table, table.last(OLGA)) == {"watchfull": {"game": "spring", "most": 30}}
    assert "no room for more" in words_of(table.last(OLGA))
    table.write("watcher3@watchers.example", "MONITOR spring", table.last("watcher3@watchers.example"))
    assert "confirmasked" in brought(table, table.last("watcher3@watchers.example")), "who watches may change how"
    table.write("watcher4@watchers.example", "STOP", table.last("watcher4@watchers.example"))
    table.write("watcher4@watchers.example", "CONFIRM", table.last("watcher4@watchers.example"))
    table.write(OLGA, "MONITOR spring")
    assert "confirmasked" in brought(table, table.last(OLGA))
    table.check()


def test_a_place_that_was_taken_before_the_confirm_came_is_not_taken_twice() -> None:
    table = SevenTable()
    table.at += HOUR
    for number in range(31):
        table.write(f"watcher{number}@watchers.example", "OBSERVE spring")
        table.at += HOUR
    for number in range(31):
        who = f"watcher{number}@watchers.example"
        table.write(who, "CONFIRM", table.last(who))
    assert len(table.game.watchers()) == 30
    assert "watchfull" in brought(table, table.last("watcher30@watchers.example"))


def test_forty_broadcasts_of_one_letter_to_a_full_gallery_reach_no_more_readers_than_the_budget_has() -> None:
    table = SevenTable()
    for number in range(30):
        table.at += HOUR
        who = f"watcher{number}@watchers.example"
        table.write(who, "OBSERVE spring")
        table.write(who, "CONFIRM", table.last(who))
    rows = table.office.store.rows("select count(*) as n from outbox")[0]["n"]
    table.tell("FRANCE", *[line for n in range(40) for line in ("BROADCAST", f"Number {n}.", "END")])
    assert table.office.store.rows("select count(*) as n from outbox")[0]["n"] - rows == 37
    assert table.game.seats["FRANCE"].sent.in_hour == 8 * 36
    assert check_store(table.office.store) == ([], 1)
