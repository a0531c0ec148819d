"""Links that open a reply: each can be sent as it stands, says what the text says, and does nothing too late."""

from __future__ import annotations

import re

import pytest
from bothforms import golden_mails
from helpers.mails import text_of
from helpers.mailtable import ALICE, BOB, DAY, GM, MINUTE, SHEET, START, Table
from helpers.rows import each_row
from helpers.told import brought
from tapping import Opened, Tap, Tapping, addresses, letter, links_of

from gm.desk.game.outgoing import MailKind
from gm.desk.mails.links import COPY, LONGEST, TOP, Link, href, links
from gm.desk.mails.words import write_mail
from gm.post.outbound.compose import Sender
from gm.registry import RULESETS, ruleset
from gm.store.inbox import State

GAMES = (
    "airlift", "arctic", "boxes", "colonies", "crossroads", "exchange", "parlor", "pie", "solo", "spring", "stones",
    "summer",
)  # fmt: skip
FAULTS = {
    "refused", "wronglines", "notread", "overlooked", "nothing", "pressunclear", "nothingtoconfirm", "toolate",
    "notdone",
}  # fmt: skip
BARE = Sender("The GameMaster", "gm@example.org")
SAM = "sam@sitter.example"
# What any letter changes in a live game: who was heard last, and which boards have been shown.
LETTER_CAME = {"last", "shown"}
ANY_TIME = ("HELP", "SHOW", "STATUS", "STOP", "CONFIRM", "DENY", "NOVOTE", "UNVOTE", "JOIN", "OBSERVE", "LIST")


def told(tap: Tap) -> set[str]:
    """The notices that somebody got who followed a link."""
    return {kind for kind, _ in tap.notices}


def on_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", GAMES)
def test_every_link_of_a_golden_game_can_be_sent_at_once_as_it_stands(name: str) -> None:
    taps = Tapping(name).play()
    assert len(taps) > 30
    for tap in taps:
        assert tap.handled.state == State.DONE, tap
        assert tap.answers == tap.number, tap
        assert tap.notices and not told(tap) & FAULTS, tap.opened
        assert all(on_one_line(line) in on_one_line(tap.text) for line in tap.opened.body.splitlines()), tap.opened


@pytest.mark.parametrize("name", ["airlift", "arctic", "crossroads", "exchange", "parlor", "pie", "solo"])
def test_a_link_of_a_mail_whose_phase_is_over_changes_nothing_and_its_answer_says_so(name: str) -> None:
    taps = Tapping(name, late=True).play()
    bound = [tap for tap in taps if not tap.opened.body.startswith(ANY_TIME) and tap.handled.seat]
    assert len(bound) >= 10
    for tap in bound:
        assert told(tap) & {"refused", "wronglines", "notdone"}, tap.opened
        assert tap.changed <= LETTER_CAME, tap.opened
        if "refused" in told(tap):
            (why,) = [body["reason"] for kind, body in tap.notices if kind == "refused"]
            assert why.startswith(f"{tap.phase} is over: "), why


def test_all_links_of_a_page_are_for_the_mail_program_and_none_is_long() -> None:
    table = opened()
    table.write(ALICE, "\n".join(f"4 : A PAR - BUR | - GAS  % {'ä' * 60}" for _ in range(30)), reply=table.last(ALICE))
    table.strike(START + 10 * DAY)
    pages = [page_of(table, n) for n in range(len(table.mails(ALICE)))]
    assert {address.partition(":")[0] for page in pages for address in addresses(page)} == {"mailto"}
    assert max(len(address) for page in pages for address in addresses(page)) <= LONGEST


# --- what some mails offer ---


def offered(game: str, about: str, reader: str) -> list[tuple[str, str, int]]:
    """The labels, bodies and places of the links in the first mail about something that has any."""
    for one, mail in golden_mails(game):
        written = write_mail(one, mail)
        found = links(one, mail, written.subject, written.text) if about in mail.about and mail.reader == reader else []
        if found:
            return [(link.label, link.body, link.at) for link in found]
    return []


def words(line: str, at: int) -> tuple[str, str, int]:
    return f"Reply {line}", line, at


EXAMPLE, FILED = "Reply with the example, to change it", "Reply with what is on file, to change it"
TABLE = [
    ("pie", "the game begins", "BLACK", [(EXAMPLE, "PLACE A1 A2 A3", TOP), words("HELP PLACE", 3)]),
    ("pie", "your turn", "WHITE",
     [(EXAMPLE, "REPLACE B2 PLACE A1 A2 A3", TOP), words("SWAP", 0), words("HELP REPLACE", 1)]),
    ("pie", "your turn", "BLACK", [(EXAMPLE, "REPLACE B2 PLACE A1 A2 A3", TOP), words("HELP REPLACE", 1)]),
    ("crossroads", "what we have from you", "SOUTH",
     [words("READY", 0), (FILED, "TRUCK D4-E5-E6-F7 WITH 2\nTRUCK N4-N5-M6-L6 WITH 1", 4), words("HELP MOVES", 4),
      words("SHOW", 4)]),
    ("exchange", "with Emil: THREAT on B1", "1",
     [words("CALL 1 WITH 5", 0), words("GRANT 1 WITH 5", 0), words("HELP ANSWERS", 3), words("SHOW", 3)]),
    ("exchange", "with Dora", "5",
     [words("ACCEPT 1 WITH 4", 0), words("REJECT 1 WITH 4", 0), words("HELP RULES", 1), words("SHOW", 1)]),
    ("parlor", "YELLOW asks you for a rescue", "RED",
     [(EXAMPLE, "RESCUE 1 blue", TOP), words("REFUSE", 0), words("HELP RESCUE", 1)]),
    ("solo", "your vote", "ENGLAND",
     [words("NOVOTE", 0), (EXAMPLE, "F ENG - BEL\nF LON - NTH\nF NTH H", 1), words("HELP ORDERS", 1),
      words("SHOW", 1)]),
    ("spring", "do you resign", "AUSTRIA", [words("CONFIRM", 5)]),
    ("spring", "press from", "GERMANY", []),
]  # fmt: skip


@each_row(("game", "about", "reader", "expected"), TABLE)
def test_a_mail_offers_what_it_says_in_the_place_where_it_says_it(
    game: str, about: str, reader: str, expected: list[tuple[str, str, int]]
) -> None:
    assert offered(game, about, reader) == expected


def test_a_mail_that_nobody_can_answer_offers_nothing() -> None:
    for game, mail in golden_mails("exchange"):
        written = write_mail(game, mail)
        if mail.kind == MailKind.END or not mail.token:
            assert links(game, mail, written.subject, written.text) == []


def test_what_the_text_does_not_say_is_not_offered() -> None:
    game, mail = next((g, m) for g, m in golden_mails("crossroads") if "what we have" in m.about)
    written = write_mail(game, mail)
    without = written.text.replace("READY", "READILY").replace("  TRUCK D4-E5-E6-F7 WITH 2", "  TRUCK D4-E5 WITH 2")
    assert [link.body for link in links(game, mail, written.subject, without)] == ["HELP MOVES", "SHOW"]


# --- how a link is written ---


@pytest.mark.parametrize(
    ("sender", "body", "expected"),
    [
        (GM, "A PAR - BUR\n10 $",
         "mailto:gm%2Babc@example.org?subject=Re%3A%20%5Bspring%5D%20x&body=A%20PAR%20-%20BUR%0D%0A10%20%24"),
        (BARE, "READY", "mailto:gm@example.org?subject=Re%3A%20%5Bspring%5D%20x%20%28%23abc%29&body=READY"),
        (GM, "é & ?", "mailto:gm%2Babc@example.org?subject=Re%3A%20%5Bspring%5D%20x&body=%C3%A9%20%26%20%3F"),
        (GM, "half \ud83d", "mailto:gm%2Babc@example.org?subject=Re%3A%20%5Bspring%5D%20x&body=half%20%3F"),
    ],
)  # fmt: skip
def test_a_link_is_written_so_that_every_mail_program_reads_it(sender: Sender, body: str, expected: str) -> None:
    assert href(Link("x", "Re: [spring] x", body, 0), sender, "abc") == ("x", expected)


def test_a_sheet_that_is_too_long_for_a_link_is_to_be_copied() -> None:
    fits = Link("x", "Re: x", "A" * (LONGEST - len("mailto:gm%2Babc@example.org?subject=Re%3A%20x&body=")), 0)
    label, address = href(fits, GM, "abc")
    assert label == "x" and len(address) == LONGEST
    longer = Link("x", "Re: x", f"{fits.body}A", 0)
    assert href(longer, GM, "abc") == (COPY, "mailto:gm%2Babc@example.org?subject=Re%3A%20x")


# --- by mail ---


def opened(sender: Sender = GM) -> Table:
    """A game whose players get pages."""
    table = Table(sender=sender)
    table.office.html = True
    table.write(ALICE, "HELP", subject="[spring]", head={"Authentication-Results": "none"})
    return table


def page_of(table: Table, n: int = -1, address: str = ALICE) -> str:
    part = table.mails(address)[n].get_body(("html",))
    return str(part.get_content()) if part is not None else ""


def tap(table: Table, opened: Opened, sender: str = ALICE) -> None:
    """Send what a link opens."""
    table.letters += 1
    table.at += MINUTE
    raw = letter(sender, opened, table.letters)
    table.office.receive(f"1/{table.letters}", raw, table.at, table.at)


@pytest.mark.parametrize("sender", [GM, BARE])
def test_a_tap_files_a_sheet_with_and_without_plus_addresses(sender: Sender) -> None:
    table = Table(sender=sender)
    table.office.html = True
    table.strike(START + 4 * DAY)
    (sheet,) = [one for one in links_of(page_of(table)) if one.label == EXAMPLE]
    assert (sheet.to == sender.address) == (sender is BARE)
    assert bool(re.search(r" \(#[a-z2-7]{20}\)\Z", sheet.subject)) == (sender is BARE)
    table.at = START + 4 * DAY
    tap(table, sheet)
    assert table.filed() and "filed" in brought(table, table.last(ALICE))
    (again,) = [one for one in links_of(page_of(table)) if one.label == FILED]
    before = table.filed()
    tap(table, again)
    assert table.filed() == before and brought(table, table.last(ALICE))["filed"]["lines"] == list(before)


def test_what_is_on_file_is_offered_where_the_mail_shows_it_and_no_example_instead() -> None:
    table = opened()
    table.write(ALICE, SHEET, reply=table.mails(ALICE)[0])
    table.write(BOB, "RESIGN", reply=table.mails(BOB)[0])
    table.write(BOB, "CONFIRM", reply=table.last(BOB))
    assert [one.label for one in links_of(page_of(table))] == ["Reply HELP OFFERS", "Reply SHOW"]
    table.write(ALICE, "SHOW", reply=table.last(ALICE))
    assert [one.body for one in links_of(page_of(table)) if one.label == FILED] == [SHEET]


def test_the_links_in_a_sitters_copy_are_the_sitters_own_and_ask_for_no_confirm() -> None:
    table = opened()
    table.write(ALICE, f"SITTER {SAM} FROM 6 Jan TO 9 Jan", reply=table.mails(ALICE)[0])
    table.write(ALICE, "CONFIRM", reply=table.last(ALICE))
    table.write(SAM, "CONFIRM", reply=table.last(SAM))
    table.at = START + DAY
    table.write(ALICE, f"{SHEET}\nRESIGN", reply=table.last(ALICE))
    player, sitter = (links_of(page_of(table, address=who)) for who in (ALICE, SAM))
    assert [one.label for one in player] == ["Reply CONFIRM"] and sitter == []
    table.write(ALICE, SHEET, reply=table.last(ALICE))
    player, sitter = (links_of(page_of(table, address=who)) for who in (ALICE, SAM))
    ours, theirs = ([(one.label, one.subject, one.body) for one in both] for both in (player, sitter))
    assert ours == theirs
    assert {one.to for one in player} == {str(table.last(ALICE)["Reply-To"])}
    assert {one.to for one in sitter} == {str(table.last(SAM)["Reply-To"])} != {one.to for one in player}
    (sheet,) = [one for one in sitter if one.label == FILED]
    tap(table, sheet, SAM)
    assert "filed" in brought(table, table.last(ALICE)) and len(links_of(page_of(table, address=SAM))) == len(player)


def test_the_text_of_a_mail_has_no_address_of_a_link_in_it() -> None:
    table = opened()
    assert all("mailto:" not in text_of(mail) for mail in table.mails(ALICE))


def test_what_the_operator_and_strangers_get_has_no_links() -> None:
    table = opened()
    table.write(BOB, "RESIGN", reply=table.mails(BOB)[0])
    table.write(BOB, "CONFIRM", reply=table.last(BOB))
    table.asks("eve@evil.example", "hello?")
    for address in ("operator@example.org", "eve@evil.example"):
        assert all(not links_of(page_of(table, n, address)) for n in range(len(table.mails(address))))


@each_row("name", RULESETS)
def test_what_a_ruleset_does_not_know_offers_nothing(name: str) -> None:
    assert ruleset(name).rules.ways("head", {"head": ""}, "X") == ()
