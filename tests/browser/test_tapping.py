"""Tapping as a reader does it: with a finger, a mouse, the keyboard alone; and links that were meddled with."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from screens import SCHEMES, WIDTHS, Scheme, faults
from tapped import BOX, Tappable, keys_to, read, show, tap, tappable, tapping, written

from gm.compose.page import Mailbox, page
from gm.registry import boards, ruleset
from gm.rules import Problems
from gm.rules.pictures.map import MapPicture

pytestmark = pytest.mark.servers
NOT_WHOLE = "This link is not whole."


def first(name: str, phase: str, seat: str) -> Tappable:
    return next(one for one in tappable(name) if (one.phase, one.seat) == (phase, seat))


def sheet(shown: Page) -> list[str]:
    return shown.locator("#text").input_value().splitlines()


# --- by finger, mouse and keyboard ---


def test_on_a_phone_a_finger_on_the_map_orders_a_unit(browser: Browser, tmp_path: Path) -> None:
    one = first("solo", "S1901M", "ENGLAND")
    with tapping(browser, 390) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
        tap(shown, "LVP", touch=True)
        tap(shown, "YOR", touch=True)
        assert sheet(shown) == ["ORDERS S1901M", "A LVP - YOR"]
        tap(shown, "LON", touch=True)
        shown.get_by_role("button", name="NTH North Sea").tap()
        tap(shown, "EDI", touch=True)
        tap(shown, "LON", touch=True)  # a unit: several orders are about it
        shown.get_by_role("button", name="Support a move of F LON…").tap()
        tap(shown, "NTH", touch=True)
        assert sheet(shown) == ["ORDERS S1901M", "F EDI S F LON - NTH", "F LON - NTH", "A LVP - YOR"]


def test_a_mouse_on_the_map_offers_silver_for_a_unit_of_another_power(browser: Browser, tmp_path: Path) -> None:
    one = first("spring", "S1901M", "FRANCE")
    with tapping(browser) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
        tap(shown, "MUN")
        tap(shown, "BUR")
        shown.get_by_role("button", name="Silver: plus 5").click()
        shown.get_by_role("button", name="Done").click()
        assert "6 : A MUN - BUR" in sheet(shown)
        assert (sheet(shown)[0], sheet(shown)[-1]) == ("OFFERS S1901M", "END")
        expect(shown.get_by_text("you have 48")).to_be_visible()


def test_a_tap_on_a_centre_builds_an_army_then_a_fleet_then_nothing(browser: Browser, tmp_path: Path) -> None:
    one = first("arctic", "W1901A", "ENGLAND")
    with tapping(browser) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
        sheets = []
        for _ in range(3):
            tap(shown, "LON")
            sheets.append(sheet(shown))
        assert sheets == [["ORDERS W1901A", "BUILD A LON"], ["ORDERS W1901A", "BUILD F LON"], []]


def test_a_fleet_is_built_on_a_coast_where_there_are_two(browser: Browser, tmp_path: Path) -> None:
    one = first("solo", "W1901A", "RUSSIA")
    with tapping(browser) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
        sheets = []
        for _ in range(4):
            tap(shown, "STP")
            sheets.append(sheet(shown)[1:])
        assert sheets == [["BUILD A STP"], ["BUILD F STP/NC"], ["BUILD F STP/SC"], []]


def test_a_dislodged_unit_retreats_where_it_is_tapped_to(browser: Browser, tmp_path: Path) -> None:
    one = first("spring", "F1901R", "ITALY")
    with tapping(browser, 390) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
        tap(shown, "VEN", touch=True)
        tap(shown, "TUS", touch=True)
        assert sheet(shown) == ["ORDERS F1901R", "A VEN - TUS"]


def test_all_can_be_done_with_the_keyboard_alone(browser: Browser, tmp_path: Path) -> None:
    one = first("solo", "S1901M", "ENGLAND")
    with tapping(browser) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
        keys_to(shown, "F LON")
        keys_to(shown, "NTH")
        assert sheet(shown) == ["ORDERS S1901M", "F LON - NTH"]
        assert shown.get_by_role("status").inner_text() == "F LON - NTH"
        keys_to(shown, "F EDI")
        keys_to(shown, "F LON (England)…")
        keys_to(shown, "NTH")
        assert sheet(shown)[1] == "F EDI S F LON - NTH"
        keys_to(shown, "Undo")
        assert sheet(shown) == ["ORDERS S1901M", "F LON - NTH"]


def test_a_sheet_goes_into_a_mail_to_the_mailbox_of_the_page(browser: Browser, tmp_path: Path) -> None:
    one = first("solo", "S1901M", "ENGLAND")
    with tapping(browser) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
        assert shown.locator("#mail").get_attribute("href") is None
        tap(shown, "LVP")
        tap(shown, "YOR")
        token = json.loads(unpacked(one.fragment))[4]
        assert shown.locator("#mail").get_attribute("href") == (
            f"mailto:gm%2B{token}@example.org?subject=Re%3A%20%5Bsolo%5D%20S1901M%20for%20ENGLAND&body=ORDERS%20S1901M%0D%0AA%20LVP%20-%20YOR"
        )


def test_without_reply_addresses_the_token_stands_in_the_subject(browser: Browser, tmp_path: Path) -> None:
    one = first("solo", "S1901M", "ENGLAND")
    file, content = page(one.ruleset, one.state.options, Mailbox("gm@example.org"))
    (tmp_path / file).write_bytes(content)
    with tapping(browser) as shown:
        show(shown, tmp_path / file, one.fragment)
        token = json.loads(unpacked(one.fragment))[4]
        subject = f"Re: [solo] S1901M for ENGLAND (#{token})"
        expect(shown.locator("#by-hand")).to_contain_text(f"gm@example.org with the subject “{subject}”")


def test_what_a_tap_did_is_seen_beside_the_finger_for_a_while(browser: Browser, tmp_path: Path) -> None:
    one = first("solo", "S1901M", "ENGLAND")
    with tapping(browser, 390) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
        shown.clock.install()
        tap(shown, "NWG", touch=True)
        said = shown.get_by_text("There is no unit to order.")
        expect(said).to_be_in_viewport()
        box = said.bounding_box()
        assert box is not None and box["width"] > 100 and box["x"] >= 0 and box["x"] + box["width"] <= 390
        shown.clock.fast_forward(5_000)
        box = said.bounding_box()
        assert box is not None and box["width"] == 1


def test_a_place_out_of_a_units_reach_is_said_to_be(browser: Browser, tmp_path: Path) -> None:
    one = first("solo", "S1901M", "ENGLAND")
    with tapping(browser, 390) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
        tap(shown, "LVP", touch=True)
        tap(shown, "MOS", touch=True)
        expect(shown.get_by_text("A LVP cannot be ordered there.")).to_be_in_viewport()
        assert sheet(shown) == []


def test_what_is_changed_by_hand_comes_back_when_a_tap_is_undone(browser: Browser, tmp_path: Path) -> None:
    one = first("solo", "S1901M", "ENGLAND")
    with tapping(browser) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
        shown.locator("#text").fill("A LVP - WAL\nREADY")
        expect(shown.locator("#count")).to_contain_text("Changed by hand")
        tap(shown, "LVP")
        tap(shown, "YOR")
        assert sheet(shown) == ["ORDERS S1901M", "A LVP - YOR"]
        shown.get_by_role("button", name="Undo").click()
        assert sheet(shown) == ["A LVP - WAL", "READY"]


def test_a_long_sheet_is_copied_since_no_address_holds_it(browser: Browser, tmp_path: Path) -> None:
    one = first("solo", "S1901M", "ENGLAND")
    with tapping(browser, permissions=["clipboard-read", "clipboard-write"]) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
        long = "\n".join(f"A LVP - YOR % {n}" for n in range(120))
        shown.locator("#text").fill(long)
        address = shown.locator("#mail").get_attribute("href") or ""
        assert "&body=" not in address and address.startswith("mailto:gm%2B")
        shown.get_by_role("button", name="Copy").click()
        expect(shown.get_by_role("status")).to_have_text("Copied.")
        assert shown.evaluate("navigator.clipboard.readText()").replace("\r\n", "\n") == long


def test_what_is_on_file_is_there_to_be_changed(browser: Browser, tmp_path: Path) -> None:
    one = next(one for one in tappable("solo", late=True) if json.loads(unpacked(one.fragment))[7])
    lines = json.loads(unpacked(one.fragment))[7]
    with tapping(browser) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
        assert sheet(shown) == [f"ORDERS {one.phase}", *lines]


# --- every screen ---


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_pages_are_whole_on_every_screen(browser: Browser, width: int, scheme: Scheme, tmp_path: Path) -> None:
    """Only what has a fragment shows a board: that is looked at by the next test."""
    one = first("solo", "S1901M", "ENGLAND")
    assert faults(browser, {"empty": written(tmp_path, one.ruleset, one.state.options)}, width, scheme) == {}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", ["spring", "solo"])
def test_a_board_with_its_lists_has_no_fault_of_accessibility(
    browser: Browser, name: str, scheme: Scheme, tmp_path: Path
) -> None:
    one = tappable(name)[0]
    with tapping(browser, 390, color_scheme=scheme) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
        for step in ("", "unit", "order"):
            if step:
                shown.locator("#place .panel li button").first.click()
            found = Axe().run(shown, options={"resultTypes": ["violations"]}).response["violations"]
            assert [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]] == [], step


def test_without_script_the_page_says_how_to_write_by_hand(browser: Browser, tmp_path: Path) -> None:
    one = first("solo", "S1901M", "ENGLAND")
    with tapping(browser, java_script_enabled=False) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
        assert "write your orders by hand" in shown.locator("body").inner_text()
        expect(shown.locator("#main")).to_be_hidden()


# --- links that were meddled with ---


def unpacked(fragment: str) -> str:
    return base64.urlsafe_b64decode(fragment.split(".")[1] + "===").decode()


def packed(values: object) -> str:
    """A fragment with a right check, whatever it says."""
    payload = base64.urlsafe_b64encode(json.dumps(values).encode()).rstrip(b"=").decode()
    return f"1.{payload}.{crc32(payload.encode()):08x}"


def said(shown: Page) -> str:
    return shown.locator("#broken").inner_text() if shown.locator("#broken").is_visible() else ""


def test_a_link_that_was_cut_or_changed_is_named_as_such_and_does_nothing(browser: Browser, tmp_path: Path) -> None:
    one = first("solo", "S1901M", "ENGLAND")
    whole = one.fragment
    cut, changed = [whole[:-1], whole[:-20], whole[2:], "1..00000000"], [whole.replace(".", ".x", 1), "2" + whole[1:]]
    with tapping(browser) as shown:
        for fragment in cut + changed:
            show(shown, written(tmp_path, one.ruleset, one.state.options), fragment)
            assert said(shown).startswith(NOT_WHOLE), fragment
            expect(shown.locator("#main")).to_be_hidden()


FORGED: Sequence[tuple[str, int, Any]] = [
    ("a foreign address", 4, "rival@evil.example"),
    ("a path in the token", 4, "../../../../../etc/x"),
    ("a line end in the token", 4, "abcdefghij012345678\r\n"),
    ("an address behind the token", 4, "abcdefghij0123456789@evil.example?"),
    ("no token", 4, ""),
    ("capitals in the token", 4, "ABCDEFGHIJ0123456789"),
    ("markup in the name", 0, "<img src=x onerror=alert(1)>"),
    ("a line end in the name", 0, "solo\nBcc: rival@evil.example"),
    ("markup in the seat", 3, "<b>ENGLAND</b>"),
    ("a seat that is not there", 3, "PRUSSIA"),
    ("markup in the phase", 2, "<script>"),
    ("a phase of another game", 2, "T1"),
    ("another ruleset", 1, "chess"),
    ("a list for the name", 0, ["solo"]),
    ("a line end in a line on file", 7, ["A LVP - YOR\nPRESS TO ALL"]),
    ("no list on file", 7, "A LVP - YOR"),
    ("no facts", 6, None),
    ("facts that are a text", 6, "u"),
]


@pytest.mark.parametrize(("what", "at", "value"), FORGED)
def test_a_forged_link_does_nothing(browser: Browser, what: str, at: int, value: Any, tmp_path: Path) -> None:
    one = first("solo", "S1901M", "ENGLAND")
    values = json.loads(unpacked(one.fragment))
    values[at] = value
    with tapping(browser) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), packed(values))
        assert said(shown).startswith(NOT_WHOLE), what
        assert "evil" not in shown.content()
        assert shown.locator("img, b").count() == 0


WRONG: Sequence[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("a unit at sea that is an army", lambda facts: facts["u"].__setitem__(0, "ANTH")),
    ("a fleet inland", lambda facts: facts["u"].__setitem__(0, "FMUN")),
    ("a province that is not there", lambda facts: facts["u"].__setitem__(0, "AXXX")),
    ("a coast that is not there", lambda facts: facts["u"].__setitem__(0, "FLON/NC")),
    ("two units in a province", lambda facts: facts["u"].__setitem__(0, "ALVPALVP")),
    ("markup for a unit", lambda facts: facts["u"].__setitem__(0, "<b>")),
    ("a name of an object's own", lambda facts: facts["u"].__setitem__(0, "A__proto__")),
    ("too few powers", lambda facts: facts["u"].pop()),
    ("a centre that is not there", lambda facts: facts["c"].__setitem__(0, "XXX")),
    ("a dislodged unit of nobody", lambda facts: facts.update(l=[[99, "ALVP", "YOR"]])),
    ("a retreat to nowhere", lambda facts: facts.update(l=[[1, "ALVP", "XXX"]])),
    ("silver that is no number", lambda facts: facts.update(m="48")),
    ("half a build", lambda facts: facts.update(b=0.5)),
]


@pytest.mark.parametrize(("what", "change"), WRONG)
def test_a_position_that_cannot_be_does_nothing(
    browser: Browser, what: str, change: Callable[[dict[str, Any]], object], tmp_path: Path
) -> None:
    one = first("solo", "S1901M", "ENGLAND")
    values = json.loads(unpacked(one.fragment))
    change(values[6])
    with tapping(browser) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), packed(values))
        assert said(shown).startswith(NOT_WHOLE), what


def test_a_link_to_another_board_says_so(browser: Browser, tmp_path: Path) -> None:
    one, other = first("solo", "S1901M", "ENGLAND"), tappable("colonies")[0]
    with tapping(browser) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), other.fragment)
        assert said(shown).startswith("This link belongs to another page")
        show(shown, written(tmp_path, one.ruleset, one.state.options), "")
        assert said(shown).startswith("This page needs the link of a mail")


FOREIGN_LINES = (
    "<img src=x onerror=alert(1)>", "RESIGN", "END", "SET ADDRESS rival@evil.example", "PRESS TO ALL", "CONFIRM",
    "TRANSFER 40 TO AUSTRIA", "javascript:alert(1)", "1 : A PAR H; RESIGN", "OFFERS S1901M", "1 : A PAR H # RESIGN",
)  # fmt: skip


@pytest.mark.parametrize("line", FOREIGN_LINES)
def test_no_command_on_file_comes_from_a_forged_link_into_a_sheet(browser: Browser, line: str, tmp_path: Path) -> None:
    one = first("spring", "S1901M", "FRANCE")
    values = json.loads(unpacked(one.fragment))
    values[7] = ["1 : A PAR H", line]
    with tapping(browser) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), packed(values))
        assert said(shown).startswith(NOT_WHOLE) and sheet(shown) == []


def test_builds_on_file_are_those_that_can_be_tapped(browser: Browser, tmp_path: Path) -> None:
    one = first("solo", "W1901A", "AUSTRIA")
    values = json.loads(unpacked(one.fragment))
    values[7] = ["BUILD A PAR", "BUILD A BUD; RESIGN", "BUILD javascript:alert(1)", "RESIGN", "BUILD F TRI"]
    with tapping(browser) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), packed(values))
        assert sheet(shown) == ["ORDERS W1901A", "BUILD F TRI"]


def test_offers_on_file_of_every_form_come_into_the_sheet(browser: Browser, tmp_path: Path) -> None:
    one = first("spring", "S1901M", "FRANCE")
    values = json.loads(unpacked(one.fragment))
    forms = ["2*8#4 : A PAR - BUR | S A MAR - BUR", "1 & F STP/SC - BOT", "3 > A MUN - BUR", "10 ! F LON H", "2*3 $"]
    values[7] = forms
    with tapping(browser) as shown:
        show(shown, written(tmp_path, one.ruleset, one.state.options), packed(values))
        assert sheet(shown) == ["OFFERS S1901M", *forms, "END"]
        assert not isinstance(read(one, shown.locator("#text").input_value()), Problems)


def test_a_board_without_outlines_is_tapped_at_its_points(browser: Browser, tmp_path: Path) -> None:
    one = first("solo", "S1901M", "ENGLAND")
    text = re.sub(r'^board = "standard"', 'board = "own"', boards().text("standard"), flags=re.MULTILINE)
    options = ruleset("diplomacy").card.options(board="own", board_text=text)
    shape = ruleset("diplomacy").tapped.board_to_tap(options)
    assert shape is not None and (shape.picture is None or isinstance(shape.picture, MapPicture))
    file, content = page("diplomacy", options, BOX)
    assert file.startswith("compose-own-")
    (tmp_path / file).write_bytes(content)
    values = json.loads(unpacked(one.fragment))
    facts = json.loads(re.search(rb'id="facts">(.*?)</script>', content, re.DOTALL)[1])  # type: ignore[index]
    values[5] = facts["digest"]
    with tapping(browser) as shown:
        show(shown, tmp_path / file, packed(values))
        shown.get_by_role("button", name="F LON").click()
        shown.get_by_role("button", name="NTH North Sea").click()
        assert sheet(shown) == ["ORDERS S1901M", "F LON - NTH"]
