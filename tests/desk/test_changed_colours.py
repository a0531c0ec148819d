"""Games in which players change colours, at the desk: what they are called, who wrote messages, and the clock.

Played by `gm replay`, from letters of players and acts of the operator.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from helpers.mails import mails_in, words_of
from helpers.replayed import mbox_of

from gm.desk.entries.events import load_game
from gm.desk.game.game import seats_by_word, with_its_name
from gm.desk.notices.phrases import phrase
from gm.offline.replay import replay
from gm.report.disclosure import disclose
from gm.rules.hex_negotiation.faults import words
from gm.store.store import Store

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
BEN, WYN = "ben@one.example", "wyn@two.example"
GAME = f"""
[game]
name = "pie"
ruleset = "hex-negotiation"
start = 2026-03-02T09:00:00Z
[options]
side = 3
on_timeout = "forfeit"
[seats]
BLACK = "{BEN}"
WHITE = "{WYN}"
"""
FIRST = (1, BEN, "PLACE A1 A2 A3")
SWAP = (2, WYN, "SWAP")
Letters = tuple[tuple[float, str, str], ...]


class Game:
    """What came of letters and acts, each at an hour after the start."""

    def __init__(self, *letters: tuple[float, str, str], acts: tuple[tuple[float, list[str]], ...] = ()) -> None:
        mbox = mbox_of(START, [(hours, sender, "[pie]", text) for hours, sender, text in letters])
        lines = [
            json.dumps({"at": f"{START + timedelta(hours=hours):%Y-%m-%dT%H:%M:%SZ}", "run": run})
            for hours, run in acts
        ]
        self.faults: list[str] = []
        out, (self.text, self.page) = replay(GAME, mbox, "\n".join(lines), None, self.keep, self.faults.append)
        self.mails = [mail for _, mail in mails_in(out)]

    def keep(self, store: Store, name: str) -> tuple[str, str]:
        """The report; the game as it stands is kept."""
        self.last = load_game(store.games.state(name) or "")
        return disclose(store, name)

    def told(self, to: str, subject: str = "") -> list[str]:
        """The texts of mails to a reader with these words in their subject, each in one line."""
        return [words_of(mail) for mail in self.mails if mail["To"] == to and subject in str(mail["Subject"])]


def test_messages_go_by_the_colours_of_now() -> None:
    game = Game(FIRST, (1.5, BEN, "PRESS TO WHITE\nBefore.\nEND"), SWAP, (3, BEN, "PRESS TO BLACK\nAfter.\nEND"),
                (4, WYN, "BROADCAST\nTo all.\nEND"), (5, BEN, "PRESS TO WHITE\nTo myself.\nEND"))  # fmt: skip
    assert [told.split(" |")[0] for told in game.told(WYN, "press from")] == [
        "Message from Black to White:", "Message from White to Black:"
    ]  # fmt: skip
    assert game.told(BEN, "press from Black")[0].startswith("Message from Black to everybody:")
    assert phrase("fault.press-to-self") in game.told(BEN, "nothing has changed")[0]


def test_who_has_changed_to_white_owes_whites_turn_and_may_resign_as_white() -> None:
    game = Game(FIRST, SWAP, (3, WYN, "REPLACE A1 PLACE B1 B2 B3"), (4, BEN, "REPLACE A1 PLACE B1 B2 B3"))
    assert words("not-your-turn", mover="White", own="Black") in game.told(WYN, "nothing has changed")[0]
    assert "Black, it is your turn" in game.told(WYN, "T3: your turn")[0]
    assert "You replaced A1 and placed B1, B2 and B3 (turn 2 of 7, White)." in game.told(BEN, "T3: your letter")[0]


def test_who_makes_no_turn_in_time_has_lost_by_his_colour_of_now() -> None:
    game = Game(FIRST, SWAP)
    assert "then the late player loses" in game.told(BEN, "grace has begun")[0]
    assert "Without an answer: you have lost the game." in game.told(BEN, "T2S: your turn")[0]
    for reader in (BEN, WYN):
        assert "The game is over: Black has won: White has not made a turn in time." in game.told(reader, "is over")[0]


def test_a_turn_taken_back_by_the_operator_takes_back_the_change_of_colours() -> None:
    game = Game(FIRST, SWAP, (6, WYN, "REPLACE A2 PLACE B1 B2 B3"), acts=((4, ["rollback", "T2"]),))
    assert game.faults == []
    (back,) = game.told(WYN, "back")
    assert "T2" in back or "turn 2" in back
    assert "You replaced A2 and placed B1, B2 and B3 (turn 2 of 7, White)." in game.told(WYN, "T3: your letter")[0]
    assert "Black, it is your turn" in game.told(BEN, "T3: your turn")[0]


def test_the_operator_acts_for_a_seat_by_its_code() -> None:
    game = Game(FIRST, SWAP, acts=((3, ["act", "BLACK", "REPLACE A3 PLACE B1 B2 B3"]),))
    assert game.faults == []
    assert "White replaced A3" in game.told(WYN, "T3: your turn")[0]


def test_a_draw_is_agreed_and_told_to_both() -> None:
    game = Game(FIRST, (2, BEN, "PROPOSE DRAW"), (3, WYN, "PROPOSE DRAW"))
    assert "Black PROPOSES A DRAW" in game.told(WYN, "a draw is proposed")[0]
    for reader in (BEN, WYN):
        assert "a draw is agreed between Black and White" in game.told(reader, "is over")[0]


def test_who_resigns_has_lost() -> None:
    game = Game(FIRST, SWAP, (3, BEN, "RESIGN"), (4, BEN, "CONFIRM"))
    assert "The game is over: Black has won: White has resigned." in game.told(WYN, "is over")[0]


def test_the_operator_sees_the_code_of_a_seat_and_what_it_is_called_now() -> None:
    labels = []
    for letters in ((FIRST,), (FIRST, SWAP)):
        game = Game(*letters).last
        labels.append([with_its_name(game, seat) for seat in game.seats])
    assert labels == [["BLACK", "WHITE"], ["BLACK (now White)", "WHITE (now Black)"]]


def test_what_a_seat_is_called_now_goes_before_its_code() -> None:
    assert seats_by_word(Game(FIRST).last) == {"BLACK": "BLACK", "WHITE": "WHITE"}
    assert seats_by_word(Game(FIRST, SWAP).last) == {"WHITE": "BLACK", "BLACK": "WHITE"}
