"""Back to a phase, with and without its orders, and forward again: money, seals, seats, the clock and the report."""

from __future__ import annotations

from datetime import timedelta

import pytest
from helpers.lake import lake
from helpers.mails import text_of, words_of
from helpers.mailtable import DAY, MINUTE
from helpers.rows import each_row
from helpers.seventable import ADDRESS, NEWCOMER, OLGA, SEATS, SevenTable
from helpers.told import brought
from msgspec.structs import replace

from gm.desk.game.refusal import OperatorError
from gm.desk.notices.phrases import phrase
from gm.offline.verify import verify_report
from gm.report.machine import read_part
from gm.rules.lines import letters

TWO = ("FRANCE", "ENGLAND")
BACK, BACK_WITH, FORWARD = ("rollback", "S1901M"), ("rollback", "S1901M", "with-orders"), ("forward",)
SHEETS = {"FRANCE": "4 : A PAR - BUR", "ENGLAND": "6 : F LON - NTH"}


def played(acts: tuple[tuple[str, ...], ...] = ()) -> SevenTable:
    """Spring is judged and fall has begun: France paid 4 for a move and got 5, England paid 6 and gave 5."""
    table = SevenTable(played=TWO)
    table.watch()
    table.tell("FRANCE", "ACCEPT FAEGIRT", SHEETS["FRANCE"])
    table.tell("ENGLAND", "ACCEPT EFAGIRT", SHEETS["ENGLAND"], "TRANSFER 5 TO FRANCE", "VOTE DRAW")
    table.judge()
    table.tell("FRANCE", "7 : A BUR - MUN", "TRANSFER 1 TO ENGLAND")
    for act in acts:
        table.operate(*act)
    return table


def stands(table: SevenTable) -> tuple[str, int, int, tuple[str, ...]]:
    """The phase, what France and England have, and what France has on file."""
    balances = table.game.state.balances
    return table.game.clock.phase, balances["FRANCE"], balances["ENGLAND"], tuple(table.filed())


SPRING, SPRING_EMPTY = ("S1901M", 53, 43, ("4 : A PAR - BUR",)), ("S1901M", 48, 48, ())
FALL, FALL_EMPTY = ("F1901M", 48, 38, ("7 : A BUR - MUN",)), ("F1901M", 49, 37, ())


@each_row(
    ("acts", "expected"),
    [
        ((), FALL),
        ((BACK,), SPRING_EMPTY),
        ((BACK_WITH,), SPRING),
        ((BACK, BACK), SPRING_EMPTY),
        ((BACK_WITH, BACK_WITH), SPRING),
        ((BACK, BACK_WITH), SPRING_EMPTY),
        ((BACK_WITH, BACK), SPRING_EMPTY),
        ((BACK_WITH, BACK, FORWARD), SPRING),
        ((BACK, FORWARD), FALL),
        ((BACK_WITH, FORWARD), FALL),
        ((BACK, BACK_WITH, FORWARD, FORWARD), FALL),
        ((BACK_WITH, ("process",), BACK), SPRING_EMPTY),
        ((BACK_WITH, ("process",), BACK_WITH), SPRING),
        ((BACK_WITH, ("process",), FORWARD), FALL),
        ((("rollback", "F1901M"),), FALL_EMPTY),
        ((BACK, ("rollback", "F1901M")), FALL_EMPTY),
        ((BACK, ("rollback", "F1901M", "with-orders")), FALL),
        ((BACK_WITH, FORWARD, BACK), SPRING_EMPTY),
        ((BACK, FORWARD, ("rollback", "F1901M")), FALL_EMPTY),
        ((("rollback", "s1901m", "with-orders"),), SPRING),
    ],
)
def test_money_and_orders_are_those_of_then(
    acts: tuple[tuple[str, ...], ...], expected: tuple[str, int, int, tuple[str, ...]]
) -> None:
    table = played(acts)
    assert stands(table) == expected
    table.check()


@pytest.mark.parametrize("acts", [(), (BACK, FORWARD), (BACK_WITH, FORWARD), (BACK, BACK, FORWARD, FORWARD)])
def test_forward_without_a_rollback_is_refused_and_changes_nothing(acts: tuple[tuple[str, ...], ...]) -> None:
    table = played(acts)
    before = table.counts()
    with pytest.raises(OperatorError, match="there is no rollback to undo"):
        table.operate(*FORWARD)
    assert table.counts() == before and stands(table) == FALL


@pytest.mark.parametrize("phase", ["S1902M", "", "nonsense", "S1901R"])
def test_back_to_a_phase_that_never_was_is_refused_and_those_that_were_are_named(phase: str) -> None:
    with pytest.raises(OperatorError, match="there were S1901M, F1901M"):
        played().operate("rollback", phase)


def test_a_game_that_is_over_is_not_taken_back() -> None:
    table = played()
    table.operate("abort")
    with pytest.raises(OperatorError, match="over"):
        table.operate(*BACK)


# -- what everybody is told --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "says", "file"),
    [
        (
            BACK,
            "Nothing is on file: send what you want done.",
            "nothing yet Acceptance list: none yet Balance: 48 AgP.",
        ),
        (BACK_WITH, "What was on file then is on file again", "4 : A PAR - BUR seal"),
    ],
)
def test_each_is_told_at_once_with_what_he_has_on_file_and_what_he_owes(
    act: tuple[str, ...], says: str, file: str
) -> None:
    table = played((act,))
    told = words_of(table.of("FRANCE"))
    for part in (
        "The operator has taken the game back to Spring 1901. What came after it no longer counts.", says, file,
        "Spring 1901 is now due Thu 8 Jan", "THE BOARD", "France F BRE, A MAR, A PAR",
    ):  # fmt: skip
        assert part in told
    assert max(map(len, text_of(table.of("FRANCE")).split("\n"))) <= 72
    watched = words_of(table.last(OLGA))
    assert "taken the game back to Spring 1901" in watched and "4 : A PAR" not in watched


def test_what_was_on_file_is_told_to_its_owner_alone() -> None:
    table = played((BACK_WITH,))
    assert "F LON - NTH" not in words_of(table.of("FRANCE")) and "A PAR - BUR" not in words_of(table.of("ENGLAND"))


def test_votes_messages_diaries_and_settings_stay() -> None:
    table = played()
    table.tell("FRANCE", "SET ZONE Europe/Paris", "NOTE", "Remember this.", "END")
    table.operate(*BACK)
    seats = table.game.seats
    assert (seats["ENGLAND"].vote, seats["FRANCE"].timezone, len(seats["FRANCE"].notes)) == ("DRAW", "Europe/Paris", 1)


def test_nothing_is_judged_early_before_somebody_has_written_again() -> None:
    table = played((BACK_WITH,))
    table.at += 2 * DAY
    table.strike(table.at)
    assert table.game.clock.phase == "S1901M"
    table.tell("ENGLAND", "7 : F LON - ENG")
    table.strike(table.at + 36 * MINUTE)
    assert table.game.clock.phase == "F1901M"


def test_a_reply_to_a_mail_of_the_phase_that_counts_no_more_is_explained() -> None:
    table = played()
    fall = table.of("FRANCE")
    table.operate(*BACK)
    table.write(ADDRESS["FRANCE"], "9 : A BUR - MUN", fall)
    assert table.filed() == ()
    reason = letters.words("not-begun", named="F1901M", now="S1901M")
    assert brought(table, table.of("FRANCE"))["refused"]["reason"] == reason


def test_a_paused_game_stays_paused_and_is_told_so() -> None:
    table = played((("pause",), BACK))
    assert table.game.clock.paused is not None
    told = brought(table, table.of("FRANCE"))
    assert told["rolled"]["due"] == "" and told["owes"]["paused"] is True
    assert "is now due" not in words_of(table.of("FRANCE"))
    table.at += 5 * DAY
    table.strike(table.at)
    assert table.game.clock.phase == "S1901M"
    table.operate("resume")
    assert table.game.clock.deadline - table.at > timedelta(days=2, hours=23)
    table.check()


# -- who sits there ----------------------------------------------------------------------------------------------------


def test_who_has_resigned_since_is_not_brought_back() -> None:
    table = SevenTable()
    table.tell("ITALY", "4 : A VEN - TRI")
    table.judge()
    table.tell("ITALY", "RESIGN")
    table.reply("ITALY", "CONFIRM")
    for act in (BACK, BACK_WITH, FORWARD):
        count = len(table.mails(ADDRESS["ITALY"]))
        table.operate(*act)
        assert not table.game.seats["ITALY"].taken and "ITALY" in table.game.state.vacant
        assert len(table.mails(ADDRESS["ITALY"])) == count, "who left gets no more mail"
        assert "ITALY" not in [duty for duty in table.game.state.sheets] or act != BACK
    table.check()


def test_a_newcomer_stays_though_his_seat_was_vacant_then() -> None:
    table = SevenTable(played=TWO)
    table.judge()
    table.write(NEWCOMER, "TAKEOVER ITALY", subject="[spring]")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    table.operate(*BACK)
    assert table.game.seats["ITALY"].taken and "ITALY" not in table.game.state.vacant
    told = brought(table, table.last(NEWCOMER))
    assert (told["rolled"]["title"], told["rolled"]["forward"]) == ("Spring 1901", False)
    assert (told["owes"]["filed"], told["owes"]["what"]) == (False, "offers and an acceptance list")
    table.write(NEWCOMER, "2 : A VEN - TRI", table.last(NEWCOMER))
    assert table.filed("ITALY") == ("2 : A VEN - TRI",)
    table.check()


def test_a_newcomer_is_shown_what_his_forerunner_had_on_file_then() -> None:
    table = played()
    table.tell("ENGLAND", "NOVOTE")
    table.pass_on("FRANCE")
    table.operate(*BACK_WITH)
    assert brought(table, table.last(NEWCOMER))["show"]["view"]["filed"] == ["4 : A PAR - BUR"]
    assert "4 : A PAR - BUR" not in words_of(table.mails(ADDRESS["FRANCE"])[-1])


# -- the report, and the seals ----------------------------------------------------------------------------------------

LATER = {"FRANCE": "9 : A PAR - PIC", "ENGLAND": "1 : F LON - ENG"}


@each_row(
    ("acts", "sheets"),
    [
        ((BACK,), LATER),
        ((BACK,), {}),
        ((BACK_WITH,), LATER),
        ((BACK_WITH,), {"FRANCE": LATER["FRANCE"]}),
        ((BACK_WITH,), {}),
        ((BACK_WITH, BACK), LATER),
        ((BACK, FORWARD), {}),
        ((BACK, ("process",), FORWARD), {}),
        ((BACK, ("process",), BACK), LATER),
        ((BACK_WITH, ("process",), BACK_WITH), {}),
    ],
)
def test_the_final_report_agrees_with_every_mailbox(acts: tuple[tuple[str, ...], ...], sheets: dict[str, str]) -> None:
    table = played(acts)
    for seat, sheet in sheets.items():
        table.tell(seat, sheet)
    table.judge()
    table.operate("abort")
    _, html = table.report()
    for address in (ADDRESS["FRANCE"], ADDRESS["ENGLAND"], OLGA):
        verdict = verify_report(html, table.mbox(address))
        assert verdict.faults == () and verdict.published > 7
    table.check()


def test_a_phase_judged_twice_is_told_twice_and_the_one_that_counts_is_plain() -> None:
    table = played((BACK,))
    for seat, sheet in LATER.items():
        table.tell(seat, sheet)
    table.judge()
    table.operate("abort")
    text, html = table.report()
    heads = [line for line in text.split("\n") if line.startswith(("S1901M", "F1901M"))]
    assert heads == [
        "S1901M Spring 1901 (judged, and then taken back)",
        "F1901M Fall 1901 (not judged)",
        "S1901M no. 2 Spring 1901",
        "F1901M no. 2 Fall 1901 (not judged)",
    ]
    chapters = text.split("========\n")
    first, second = (
        next(c for n, c in enumerate(chapters) if f"\n{head}\n" in f"\n{chapters[n - 1]}") for head in heads[::2]
    )
    assert "A PAR - BUR: moved" in first and "A PAR - PIC: moved" not in first
    assert "A PAR - PIC: moved" in second and "A PAR - BUR: moved" not in second
    assert "F LON - NTH: moved" in first and "F LON - ENG: moved" in second
    assert "the operator took the game back to Spring 1901" in text
    for label in heads:
        assert label.split(" Spring")[0].split(" Fall")[0] in html
    machine = read_part(html.partition('id="disclosure">')[2].partition("</script>")[0])
    times = {(seal["phase"], seal["time"]) for seal in machine["seals"] if seal["published"]}
    assert times == {("S1901M", 1), ("S1901M", 2)}
    assert len([seal for seal in machine["seals"] if seal["published"]]) == 2 * len(SEATS)


def test_what_was_taken_back_and_then_given_again_counts() -> None:
    table = played((BACK, FORWARD))
    table.operate("abort")
    heads = [line for line in table.report()[0].split("\n") if line.startswith("S1901M")]
    assert heads == ["S1901M Spring 1901", "S1901M no. 2 Spring 1901 (not judged)"]


def test_a_rollback_in_the_very_second_of_an_opening_is_told_rightly() -> None:
    table = played()
    table.judge()
    table.office.operate("spring", BACK, table.at)
    table.operate("abort")
    heads = [
        line for line in table.report()[0].split("\n") if line.startswith(("S1901M", "F1901M", "W1901A", "S1902M"))
    ]
    assert heads[-1].startswith("S1901M no. 2")
    table.check()


# -- the look ahead ----------------------------------------------------------------------------------------------------


def test_a_preview_shows_what_observers_would_read_and_changes_nothing_but_the_journal() -> None:
    table = SevenTable(played=TWO)
    table.tell("FRANCE", SHEETS["FRANCE"])
    before, counts = table.game, table.counts()
    text = table.office.preview("spring", table.at)
    assert "A PAR - BUR" in text and "moved" in text and "AgP" not in text
    assert replace(table.game, entries=before.entries, head=before.head) == before and table.counts() == counts
    table.operate("abort")
    assert "what judging S1901M would bring" in table.report()[0]
    table.check()


def test_a_preview_of_the_end_does_not_tell_the_seed() -> None:
    table = SevenTable(played=("NORTH", "SOUTH"), options=f"board_text = '''\n{lake()}'''")
    table.tell("NORTH", "5 : A HIL - MIL")  # the third centre, if it is there after the fall
    table.judge()
    text = table.office.preview("spring", table.at)
    assert "The game is over: North has won with 3 centres." in text and "seed of all draws" not in text
    assert not table.game.over


# -- what everybody was told of the deadline --------------------------------------------------------------------------


@pytest.mark.parametrize("acts", [(BACK, FORWARD), (("rollback", "F1901M"),), (("pause",), BACK, FORWARD)])
def test_a_phase_is_due_no_earlier_than_everybody_was_told(acts: tuple[tuple[str, ...], ...]) -> None:
    table = played()
    table.operate("deadline", "+5d")
    told = table.game.clock.deadline
    for act in acts:
        table.operate(*act)
    if table.game.clock.paused:
        table.operate("resume")
        told += 3 * MINUTE  # from the pause, by way of two acts, to its end
    assert table.game.clock.deadline == told
    assert table.game.clock.reminders[-1] == told - DAY
    table.check()


def test_a_phase_that_has_moved_by_a_vote_does_not_move_again_for_being_taken_up_again() -> None:
    table = played()
    table.tell("FRANCE", "EXTEND 1d")
    table.tell("ENGLAND", "EXTEND 1d")
    table.operate(*BACK)
    assert not table.game.clock.extended
    table.operate(*FORWARD)
    table.tell("FRANCE", "EXTEND 1d")
    assert brought(table, table.of("FRANCE"))["moretime"]["why_not"] == phrase("reason.extended")
