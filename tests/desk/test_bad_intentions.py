"""What somebody with bad intentions tried: to spend another's reply address, to stall, to guess, to come back."""

from __future__ import annotations

import pytest
from helpers.mailtable import DAY, MINUTE
from helpers.seventable import ADDRESS, NEWCOMER, SevenTable
from helpers.told import kinds, notices
from helpers.turntable import SEATS, TurnTable, address

GUESS = "9 : A PAR - GAS"


@pytest.mark.parametrize("writer", [ADDRESS["ENGLAND"], "stranger@else.example"])
def test_who_knows_the_message_id_of_anothers_mail_cannot_make_its_reply_doubtful(writer: str) -> None:
    table = SevenTable()
    mail = table.of("FRANCE")
    known = {"In-Reply-To": str(mail["Message-ID"])}
    table.write(writer, "HELP", subject="[spring]", to="gm@example.org, pal@else.example", head=known)
    table.write(ADDRESS["FRANCE"], "4 : A PAR - BUR", mail)
    assert table.filed() == ("4 : A PAR - BUR",)


def test_the_readers_own_letter_to_others_spends_it_still() -> None:
    table = SevenTable()
    mail = table.of("FRANCE")
    table.write(ADDRESS["FRANCE"], "STATUS", mail, to=f"{mail['Reply-To']}, pal@else.example")
    assert table.write(ADDRESS["FRANCE"], "4 : A PAR - BUR", mail).state == "held"


@pytest.mark.parametrize("line", ["EXTEND \uff12d", "EXTEND \u0662 days", "SET DIGEST \uff18h"])
def test_digits_of_other_alphabets_are_the_digits_that_they_look_like(line: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", "4 : A PAR - BUR", line)
    assert "refused" not in kinds(table, "FRANCE") and table.filed() == ("4 : A PAR - BUR",)
    table = SevenTable()
    table.tell("FRANCE", "4 : A PAR - BUR", "", f"> {line}")
    assert table.filed() == ("4 : A PAR - BUR",)


def resign(table: TurnTable, seat: str) -> None:
    table.tell(seat, "RESIGN")
    table.write(address(seat), "CONFIRM", table.of(seat))


def others(table: TurnTable) -> list[str]:
    return [seat for seat in SEATS if seat != table.owing()]


def test_who_has_resigned_neither_counts_for_more_time_nor_gets_it() -> None:
    table = TurnTable()
    gone, *left = others(table)
    resign(table, gone)
    due = table.game.clock.deadline
    table.tell(gone, "EXTEND 2d")
    assert notices(table, gone)["moretime"]["why_not"]
    table.tell(left[0], "EXTEND 2d")
    assert table.game.clock.deadline == due
    table.tell(left[1], "EXTEND 2d")
    assert table.game.clock.deadline == due + 2 * DAY


def test_no_rollback_brings_back_who_has_resigned() -> None:
    table = TurnTable()
    first, mover, gone = table.game.clock.phase, table.owing(), others(table)[0]
    resign(table, gone)
    table.tell(mover, table.example())
    table.at += MINUTE
    table.office.operate("spring", ("rollback", first), table.at)
    assert table.game.clock.phase == first and table.game.state.defeated == (gone,)


def test_a_second_resignation_is_told_to_nobody_else() -> None:
    table = TurnTable()
    gone, other = others(table)[:2]
    resign(table, gone)
    before = table.counts()[other]
    resign(table, gone)
    assert table.counts()[other] == before and not table.game.seats[gone].taken


def answer_to_a_guess(diary: str, sits: bool) -> tuple[str, str]:
    """What somebody in France's place is told who quotes a guess at a line of France's diary, which was read out."""
    table = SevenTable()
    table.tell("FRANCE", "NOTE", diary, "END")
    table.tell("FRANCE", "DIARY")
    if sits:
        table.tell("FRANCE", f"SITTER {NEWCOMER} FROM 5 Jan TO 20 Jan")
        table.reply("FRANCE", "CONFIRM")
    else:
        table.tell("FRANCE", "RESIGN")
        table.reply("FRANCE", "CONFIRM")
        table.write(NEWCOMER, "TAKEOVER FRANCE", subject="[spring]")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    to = str(table.last(NEWCOMER)["Reply-To"])
    raw = f"From: <{NEWCOMER}>\nTo: {to}\nSubject: Re: [spring]\nMessage-ID: <guess@c.example>\n\nSTATUS\n> {GUESS}\n"
    table.at += MINUTE
    table.office.receive("1/guess", raw.encode(), table.at, table.at)
    mail = table.last(NEWCOMER)
    return str(mail["Subject"]), mail.get_content()


@pytest.mark.parametrize("sits", [False, True])
def test_nobody_in_the_players_place_learns_whether_a_guess_at_the_diary_is_right(sits: bool) -> None:
    assert answer_to_a_guess(GUESS, sits) == answer_to_a_guess("nothing of note", sits)
