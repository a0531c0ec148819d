"""A newcomer's way from the list of games to the position after their first sheet: by finger, and by keys alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from journey import House, broken_rules, house
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

pytestmark = pytest.mark.servers
OTHERS = ("AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
GAME = """[game]
name = "{name}"
ruleset = "{ruleset}"
seed = "{name}"
site = "open"
[clock]
early_after = "0s"
[joining]
[seats]
"""
MOST_KEYS = 200  # to reach something by Tab


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    players = ["newcomer", "keys", "white", *(seat.lower() for seat in OTHERS)]
    with house(tmp_path_factory.mktemp("house"), players) as running:
        seats = "".join(f'{seat} = "{seat.lower()}@gm.test"\n' for seat in OTHERS)
        running.begin("spring", GAME.format(name="spring", ruleset="diplomacy") + seats)
        stones = GAME.format(name="pebbles", ruleset="hex-negotiation").replace('early_after = "0s"\n', "")
        running.begin("pebbles", stones + 'WHITE = "white@gm.test"\n')
        for name in ("spring", "pebbles"):
            running.until((running.folder / "pages" / "games" / f"{name}.html").exists, f"the page of {name}")
        yield running


@pytest.fixture
def screen(browser: Browser, served: House, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A phone or a large screen, which asks nobody but this house for anything."""
    touched = request.param == "phone"
    size = {"width": 390, "height": 844} if touched else {"width": 1280, "height": 844}
    context = browser.new_context(viewport=size, has_touch=touched, is_mobile=touched)
    asked: list[str] = []
    context.on("request", lambda one: asked.append(one.url))
    yield context
    context.close()
    assert asked and all(url.startswith(served.url) for url in asked)


def whole(page: Page) -> None:
    """A page has nothing that a reader of screens stumbles over, and is no wider than the screen."""
    assert broken_rules(page) == [], page.url
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def tap_on_map(page: Page, code: str) -> None:
    """Put a finger on the middle of a province."""
    x, y = page.evaluate(
        """code => {
            const {spots, size} = JSON.parse(document.getElementById("facts").textContent).board;
            const box = document.querySelector(".board"), map = box.querySelector("svg");
            box.scrollIntoView({block: "start"});
            const place = () => {
                const {left, top, width} = map.getBoundingClientRect(), scale = width / size[0];
                return [left + spots[code][0] * scale, top + spots[code][1] * scale];
            };
            const edge = box.getBoundingClientRect(), [x, y] = place();
            box.scrollBy(x - edge.left - edge.width / 2, y - edge.top - edge.height / 2);
            return place();
        }""",
        code,
    )
    page.touchscreen.tap(x, y)


def go_to(page: Page, wanted: Locator) -> None:
    """Press Tab until something has the focus."""
    expect(wanted).to_have_count(1)
    for _ in range(MOST_KEYS):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"no Tab leads to {wanted}")


def press(page: Page, wanted: Locator) -> None:
    """Press Enter on something that Tab leads to."""
    go_to(page, wanted)
    page.keyboard.press("Enter")


def named(page: Page, label: str, role: str = "button") -> Locator:
    """What is called so and nothing else."""
    return page.get_by_role(role, name=label, exact=True)


def mailed(page: Page, label: str) -> str:
    """Where a link to a mail program leads."""
    link = page.get_by_role("link", name=label).get_attribute("href")
    assert link is not None
    return link


@pytest.mark.parametrize("screen", ["phone"], indirect=True)
def test_a_newcomer_with_a_phone_finds_a_game_and_taps_their_first_orders(
    served: House, screen: BrowserContext
) -> None:
    page = screen.new_page()
    page.goto(f"{served.url}/index.html")
    whole(page)
    page.get_by_role("link", name="spring", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("spring")
    whole(page)
    assert served.follow("newcomer", mailed(page, "Join by mail")) == "JOIN spring"
    asked, _ = served.next("newcomer", "CONFIRM")
    served.answer("newcomer", asked, "CONFIRM")
    _, raw = served.next("newcomer", "the game begins. Next")

    page.goto(served.page_link(raw))
    expect(page.get_by_role("heading", level=1)).to_contain_text("spring: S1901M")
    whole(page)
    tap_on_map(page, "PAR")
    tap_on_map(page, "BUR")
    named(page, "A MAR: no order yet").tap()
    named(page, "SPA Spain").tap()
    tap_on_map(page, "BRE")
    named(page, "MAO Mid-Atlantic Ocean").tap()
    whole(page)
    sheet = served.follow("newcomer", mailed(page, "Open in my mail program"))
    assert set(sheet.splitlines()) == {"ORDERS S1901M", "A PAR - BUR", "A MAR - SPA", "F BRE - MAO"}
    filed, _ = served.next("newcomer", "[spring] S1901M")
    assert filed.subject == "Re: [spring] S1901M: what we have from you"

    for seat in OTHERS:
        first, _ = served.next(seat.lower(), "the game begins. Next")
        units = re.search(rf"(?m)^  {seat.title()} +([AF] .+)$", first.text)
        assert units is not None
        served.answer(seat.lower(), first, "\n".join(f"{unit} H" for unit in units[1].split(", ")))
    result, raw = served.next("newcomer", "F1901M")
    assert "A PAR - BUR" in result.text
    page.goto(served.page_link(raw))
    expect(page.get_by_role("button", name="A BUR: no order yet")).to_be_visible()

    page.goto(f"{served.url}/games/spring.html")
    shown_when(served, page, "Fall 1901")
    whole(page)
    expect(page.get_by_role("main")).to_contain_text("A BUR")


def shown_when(served: House, page: Page, words: str) -> None:
    """Load a page again until it has these words: the daemon looks after its folder every few seconds."""

    def shown() -> bool:
        page.reload()
        return words in page.get_by_role("main").inner_text()

    served.until(shown, f"the page shows {words!r}")


@pytest.mark.parametrize("screen", ["large"], indirect=True)
def test_the_same_can_be_done_with_keys_alone(served: House, screen: BrowserContext) -> None:
    page = screen.new_page()
    page.goto(f"{served.url}/index.html")
    whole(page)
    press(page, page.get_by_role("link", name="pebbles", exact=True))
    expect(page.get_by_role("heading", level=1)).to_have_text("pebbles")
    whole(page)
    go_to(page, page.get_by_role("link", name="Join by mail"))
    served.follow("keys", mailed(page, "Join by mail"))
    asked, _ = served.next("keys", "CONFIRM")
    served.answer("keys", asked, "CONFIRM")
    _, raw = served.next("keys", "[pebbles] T1")

    page.goto(served.page_link(raw))
    whole(page)
    press(page, page.get_by_text("Fields by their names"))
    press(page, page.get_by_text("Row D"))
    for cell in ("D4", "D5", "D6"):
        press(page, named(page, cell))
    whole(page)
    go_to(page, page.get_by_role("link", name="Open in my mail program"))
    assert served.follow("keys", mailed(page, "Open in my mail program")) == "PLACE D4 D5 D6"
    answer, _ = served.next("keys", "You placed D4, D5 and D6")
    assert answer.subject == "Re: [pebbles] T2: your letter"
    _, raw = served.next("white", "[pebbles] T2: your turn")
    page.goto(served.page_link(raw))
    expect(page.get_by_role("heading", level=1)).to_contain_text("pebbles: T2")

    page.goto(f"{served.url}/games/pebbles.html")
    shown_when(served, page, "Black placed D4, D5, D6")
    whole(page)
