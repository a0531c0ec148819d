"""The report of a game of Negotiation: every deal, action, board and journey is in both forms, and all press."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from helpers.rows import each_row
from msgspec.structs import replace
from telephone_report import RULES, START, Player, played, replayed
from test_report import Page, squeezed

from gm.offline.verify import verify_report
from gm.report.facts import Disclosure
from gm.report.html import write_html
from gm.report.text import write_text


class Written:
    """A disclosure in both forms."""

    def __init__(self, disclosure: Disclosure) -> None:
        self.disclosure = disclosure
        self.text, self.html = write_text(disclosure), write_html(disclosure)
        self.page = Page(self.html)

    def both(self, words: str) -> None:
        """Both forms say so."""
        assert words in squeezed(self.text)
        assert words in squeezed(self.page.text)


@pytest.fixture(scope="module")
def written() -> Written:
    return Written(played())


def section(text: str, start: str, end: str) -> str:
    """The part of a text from *start* to the next *end*, its lines without their indentation."""
    return text[text.index(start) : text.index(end, text.index(start) + len(start))]


def rows_of(html: str) -> list[list[str]]:
    """The cells of the rows of the tables in a part of the page."""
    rows = re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    return [[re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in rows]


# By hand: dora holds 2 of ann's and 2 of cleo's; THREAT B4 with 2 needs a quote of 3; and so on (see GAME).
@each_row(
    "words",
    [
        "Deal 1, Player 1 (ann) to Player 2 (bob): proposed: GIVE SUPPORT 2 FOR MOVE 3 FROM START TO A2",
        "Deal 1, Player 1 (ann) to Player 2 (bob): accepted",
        "Deal 1, Player 1 (ann) to Player 2 (bob): done",
        "Player 2 (bob) gave Player 4 (dora): SUPPORT 2 OF 1",
        "Deal 1, Player 3 (cleo) to Player 1 (ann): countered",
        "Deal 1, Player 2 (bob) to Player 3 (cleo): rejected",
        "Deal 3, Player 2 (bob) to Player 3 (cleo): withdrawn",
        "to Player 2 (bob): lapsed, the time of the game was over",
        "Deal 2, Player 2 (bob) to Player 3 (cleo): failed, Player 2 (bob):",
        "Player 3 (cleo): STANDING QUOTE 4 1",
        "Player 1 (ann): W1 waits: GIVE TO 3: SUPPORT 1",
        "THREAT 1, Player 1 (ann) against Player 4 (dora): B4 with 2 pieces from A2, risking no support; begun "
        "2026-01-06 14:11; answered CALL by the player; quoted: 2 of Player 1 (ann), 1 of Player 3 (cleo); "
        "OFFENSE 2, DEFENSE 3: the pieces were lost",
        "A2 with 1 piece from START, risking 1 of Player 3 (cleo); begun 2026-01-06 19:16; answered CALL by the "
        "player; quoted: 1 of Player 1 (ann), 1 of Player 3 (cleo); OFFENSE 2, DEFENSE 2: a standoff",
        "OFFENSE 3, DEFENSE 2: the move was made",
        "ATTACK 4, Player 4 (dora) against Player 2 (bob): for 2; begun 2026-01-08 21:20; answered DEFEND by the "
        "player; OFFENSE 6, of it support held: 2 of Player 1 (ann), 2 of Player 3 (cleo); DEFENSE 7: winnings 1, "
        "uncommitted 4, support held: 1 of Player 1 (ann), 1 of Player 3 (cleo): the attacker loses 2",
        "answered PAY by the player: 1 paid",
        "RECALL 2, Player 1 (ann) from Player 2 (bob): all: 1 came back; told that support had gone on: 2 to "
        "Player 4 (dora)",
        "COLLECT 3, Player 1 (ann) from Player 3 (cleo): a debt of 2: 0 paid",
        "INFORM 1, of their support that went on: 1 to Player 2 (bob)",
        "The time of the game is over; what is open is still answered",
        "4 players; an answer is due within 24h; one action against each other player in 24h; CALL GAME off, VOTE END "
        "on, prisoners off.",
    ],
)
def test_every_deal_and_action_is_told_with_all_its_figures(written: Written, words: str) -> None:
    written.both(words)


def test_the_settlement_is_told_step_by_step(written: Written) -> None:
    """Bob has 4 and owes three players 2 each: 4/3 for each; dora pays her debt of 1 whole."""
    steps = [
        "check: 4^2 - 10 pieces not in = 6 winnings in all",
        "net: Player 2 owes Player 1: 2", "net: Player 2 owes Player 3: 2", "net: Player 2 owes Player 4: 2",
        "net: Player 4 owes Player 1: 1",
        "Player 2 pays Player 1: 4/3 (1.333) of 2", "Player 2 pays Player 3: 4/3 (1.333) of 2",
        "Player 2 pays Player 4: 4/3 (1.333) of 2", "Player 4 pays Player 1: 1",
    ]  # fmt: skip
    found = section(squeezed(written.text), "STEP BY STEP", "WHO PROFITED")
    assert found.strip() == "STEP BY STEP " + " ".join(f"{n}. {step}" for n, step in enumerate(steps, 1))
    shown = re.findall(r"<li>([^<]*)</li>", section(written.html, "The settlement", "</ol>"))
    assert shown == steps
    assert "winnings 2, paid 1, collected 4/3: final 7/3 = 2.333" in squeezed(written.text)


def test_who_profited_from_whom_is_a_table(written: Written) -> None:
    """Dora won 2 pieces of ann's and 3 of bob's; bob 1 piece, 2 in the attack and 1 paid, all of dora's."""
    rows = section(written.text, "WHO PROFITED", "THE JOURNEYS").split("\n")
    assert [row.split() for row in rows if re.match(r"    \d", row)] == [
        ["1", ".", ".", ".", "."], ["2", ".", ".", ".", "4"], ["3", ".", ".", ".", "."], ["4", "2", "3", ".", "."],
    ]  # fmt: skip
    table = rows_of(section(written.html, "<caption>Winnings taken", "</table>"))
    assert table[0] == ["Player", "1", "2", "3", "4", "Won", "Lost", "Profit"]
    assert [row[-3:] for row in table[1:]] == [["0", "2", "-2"], ["4", "3", "1"], ["0", "0", "0"], ["5", "4", "1"]]


DAYS = ("2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08")


def test_all_boards_are_shown_at_the_end_of_each_day_and_of_the_game(written: Written) -> None:
    ends = re.findall(r"ALL BOARDS AT THE END OF (.*)", written.text)
    assert ends == [*DAYS, "THE GAME"]
    assert re.findall(r"<span>at the end of ([^<]*)</span>", written.html) == [*DAYS, "the game"]


def test_the_last_boards_stand_behind_the_scoring_wherever_they_were_noted(written: Written) -> None:
    chapters = written.disclosure.chapters
    facts = chapters[-1].facts
    last = tuple(fact for fact in facts if fact.kind == "dayends")
    turned = replace(chapters[-1], facts=(*last, *(fact for fact in facts if fact.kind != "dayends")))
    text = write_text(replace(written.disclosure, chapters=(*chapters[:-1], turned)))
    assert len(last) == 1 and text.index("The game is scored") < text.index("END OF THE GAME")


def test_a_day_ends_behind_what_happened_on_it(written: Written) -> None:
    places = [written.text.index(f"\n{day}\n") for day in (*DAYS, "2026-01-09")]
    ends = [written.text.index(f"END OF {day}") for day in DAYS]
    assert all(places[n] < ends[n] < places[n + 1] for n in range(len(DAYS)))


def test_the_boards_of_a_day_say_what_everybody_has(written: Written) -> None:
    """On the second day ann lost 2 of her 3 pieces on A2 to dora and bob 3 from START; ann lent cleo her last piece."""
    day = section(written.text, "ALL BOARDS AT THE END OF 2026-01-06", "\n2026-01-07\n")
    rows = [row.split() for row in day.split("\n")]
    assert ["START", "1", "1", "3", "4"] in rows and ["WIN", "0", "0", "0", "5"] in rows
    assert ["LOSS", "2", "3", "0", "0"] in rows and ["UNCOMMITTED", "0", "4", "1", "4"] in rows
    assert [row for row in rows if row[1:2] in (["A1"], ["A2"])] == [["1", "A2", "1"], ["3", "A1", "1"]]
    held = [row.split() for row in section(day, "Support where it was", "Support lent").split("\n")]
    assert [row for row in held if row[:1] in (["2"], ["3"], ["4"])] == [
        ["2", "1", "4", "1", "."], ["3", "1", ".", "1", "."], ["4", "2", ".", "2", "4"],
    ]  # fmt: skip
    lent = [row.split() for row in section(day, "Support lent", "IOUs").split("\n")]
    # Ann does not know that bob passed two on.
    assert ["1", ".", "3", "1", "."] in lent and ["3", ".", "1", ".", "2"] in lent
    assert "IOUs: debtor down, to whom across: as on 2026-01-05" in squeezed(day)
    wins = [row.split() for row in section(day, "Wins: winner down", "Support passed on").split("\n")]
    assert ["4", "2", "3", ".", "."] in wins and ["2", ".", ".", ".", "."] not in wins and len(wins) == 4


def test_each_players_own_boards_can_be_opened(written: Written) -> None:
    day = section(written.html, "<h4>2026-01-05</h4>", "<h4>2026-01-06</h4>")
    assert day.count("<details>") == 5  # all boards, and each player's own
    ann = section(day, "<summary>Player 1 (ann)", "</details>")
    boxes = "START <strong>1</strong>, WIN <strong>0</strong>, LOSS <strong>0</strong>, UNCOMMITTED SUPPORT <strong>1"
    assert boxes in ann
    assert rows_of(ann) == [
        ["", "1", "2", "3", "4"], ["A", "(1)", "3", "", ""], ["Support lent", "", "3", "", ""],
        ["IOUs to collect", "", "", "2", ""], ["none"],
    ]  # fmt: skip
    bob = section(day, "<summary>Player 2 (bob)", "</details>")
    assert rows_of(bob)[-1] == ["to 4", "2", "", "", ""]
    third = section(written.html, "<h4>2026-01-07</h4>", "<h4>2026-01-08</h4>")
    assert 'Player 1 (ann): as at the end of <a href="#LIVE-2026-01-06">' in third


def test_the_journeys_of_support_end_where_it_is(written: Written) -> None:
    """Ann's: 2 to bob, who gave them to dora; 1 to bob, recalled; 1 to cleo, to bob, and by the THREAT to cleo."""
    journey = squeezed(section(written.text, "Support of Player 1 (ann)", "Support of Player 2"))
    assert re.findall(r"(\d) from (\S+(?: \d)?) to (\S+(?: \d)?) \(([^)]*)\)", journey) == [
        ("2", "home", "player 2", "loan"), ("2", "player 2", "player 4", "gift"), ("1", "home", "player 2", "loan"),
        ("1", "home", "player 3", "loan"), ("1", "player 2", "home", "RECALL"), ("1", "player 3", "player 2", "gift"),
        ("1", "player 2", "player 3", "THREAT A2"),
    ]  # fmt: skip
    assert journey.endswith("then home: 1, player 3: 1, player 4: 2")
    last = section(written.text, "END OF THE GAME", "Support lent")
    held = [row.split() for row in section(last + "Support lent", "Support where", "Support lent").split("\n")]
    assert [row[:2] for row in held if len(row) == 5 and row[1] != "."] == [["1", "1"], ["3", "1"], ["4", "2"]]
    assert "Support of Player 2 (bob) all stayed at home" in squeezed(written.text)


def test_each_journey_is_drawn_and_its_table_says_the_same(written: Written) -> None:
    moved = written.disclosure.of("supportmoved")
    drawn = section(written.html, "The journeys of all support", 'id="figures"')
    assert drawn.count('rx="10"') == len(moved) == 10  # ann's seven, and cleo's two loans and one home
    lost = [fact for fact in moved if fact.body["why"].startswith("THREAT")]
    assert drawn.count('stroke-width="4"') == len(lost) == 2
    home = [fact for fact in moved if fact.body["target"] == fact.body["owner"]]
    assert drawn.count("stroke-dasharray") == len(home) == 2
    cleo = drawn[drawn.index('id="journeys-3"') :]
    numbers = re.findall(r'font-weight="600">(\d+)<', cleo)
    assert numbers == ["3", "2", "4", "2", "1", "1"]  # whose lines they are; how many went with each step
    steps = rows_of(cleo)[1:]
    assert [row[2:6] for row in steps] == [
        ["2", "home", "4", "loan"], ["1", "home", "2", "loan"], ["1", "2", "home", "THREAT A2"]
    ]  # fmt: skip
    assert steps[-1][-1] == "home: 2, 4: 2"


def test_press_stands_with_its_conversation(written: Written) -> None:
    talks = dict(re.findall(r'<details id="talk-(\d-\d)">(.*?)</details>', written.html, re.DOTALL))
    assert {pair: talk.count("<blockquote") for pair, talk in talks.items()} == {
        "1-2": 2, "1-3": 0, "1-4": 0, "2-3": 0, "2-4": 1, "3-4": 0,
    }  # fmt: skip
    assert "COLLECT 3" in talks["1-3"] and "COLLECT" not in talks["1-2"]
    assert talks["1-2"].index("proposed: GIVE SUPPORT 2") < talks["1-2"].index("<blockquote")
    text = section(written.text, "PRESS, CONVERSATION", "=====")
    assert re.findall(r"\n  (Player.*)\n", text) == [
        "Player 1 (ann) and Player 2 (bob)", "Player 2 (bob) and Player 4 (dora)"
    ]  # fmt: skip
    assert text.count("Lend me two") == 3


def test_the_seal_of_a_risk_is_called_neither_replaced_nor_unpublished(written: Written) -> None:
    assert "<h4>dora</h4>" in written.html and "\n  dora\n    seal 0000" in written.text


def test_what_players_write_is_no_markup(written: Written) -> None:
    assert written.page.wrong == [] and written.page.open == []
    assert "b" not in [tag for tag, _ in written.page.tags] and "\u202e" not in written.html + written.text
    assert not any(name.startswith("on") for _, attributes in written.page.tags for name in attributes)
    assert "{{ d.seed }} &amp; [U+202E]derob" in written.page.text


def test_every_link_leads_somewhere_and_no_place_is_there_twice(written: Written) -> None:
    ids = [attributes["id"] for _, attributes in written.page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [a["href"] for tag, a in written.page.tags if tag == "a"]
    assert {link for link in links if link is not None and link[1:] not in ids} == set()


def test_the_text_is_never_wider_than_72_columns(written: Written) -> None:
    assert [line for line in written.text.split("\n") if len(line) > 72] == []


@pytest.fixture(scope="module")
def through_the_office() -> Written:
    return Written(replayed())


def test_through_the_office_the_same_is_told(written: Written, through_the_office: Written) -> None:
    for start, end in (("THE SCORING", "====="), ("\n2026-01-06\n", "\n2026-01-07\n"), ("PRESS, CONV", "=====")):
        told, expected = (section(one.text, start, end) for one in (through_the_office, written))
        # A message to two is two messages, and the office has taken out what turns the direction of writing.
        expected = expected.replace("bob to ann, dora", "bob to ann", 1).replace("ann, ", "").replace("[U+202E]", "")
        assert told == expected


def test_the_report_of_the_office_is_a_sound_page_and_opens_its_seals(through_the_office: Written) -> None:
    assert through_the_office.page.wrong == [] and through_the_office.page.open == []
    verdict = verify_report(through_the_office.html)
    assert verdict.ok and verdict.seals == 5  # five THREATs


def test_a_game_that_is_not_over_has_a_report_too() -> None:
    half = Written(played(until=timedelta(hours=30)))
    half.both("OFFENSE 3, DEFENSE 4: the pieces were lost")
    assert "THE SCORING" not in half.text and "Who profited" not in half.html and half.page.wrong == []


def test_before_anything_has_happened_nothing_is_missing() -> None:
    opened = Player().disclosure()
    nothing = replace(opened, chapters=tuple(replace(chapter, facts=()) for chapter in opened.chapters))
    assert "all stayed at home" in write_text(nothing)
    assert "No day has ended yet." in write_html(nothing)


def test_prisoners_stand_where_they_were_caught() -> None:
    """Ann loses two pieces on B4 and bob three on A4: they are dora's there."""
    caught = Written(played(until=timedelta(hours=40), prisoners=True))
    rows = section(caught.text, "END OF 2026-01-06", "Support where it was").split("\n")
    assert [row.split(None, 1)[1] for row in rows if row.startswith("    4 ")] == ["A4 3 (prisoners), B4 2 (prisoners)"]


def test_ten_players_stand_in_order_and_fit_the_width() -> None:
    names = tuple(f"p_{letter}" for letter in "abcdefghij")
    player = Player(players=10, names=names)
    last = ("PROPOSE TO 9: GIVE SUPPORT 10, IOU 100 FOR NOTHING",)
    player.write(START + timedelta(hours=1), "10", last)
    player.write(START + timedelta(hours=2), "9", ("ACCEPT 1 WITH 10", "GIVE TO 1: SUPPORT 9 OF 10"))
    big = Written(player.disclosure())
    assert [line for line in big.text.split("\n") if len(line) > 72] == []
    assert RULES.names(player.state.options)["10"] == "p_j"
    owed = section(big.text, "IOUs: debtor", "Wins").split("\n")
    assert owed[1].split() == [str(n) for n in range(1, 11)]
    assert owed[2].split() == ["10", *["."] * 8, "100", "."]
    boards = re.findall(r"<summary>(Player \d+)", big.html)
    assert boards == [f"Player {n}" for n in range(1, 11)]
