"""Who is told what in Negotiation: row by row of the table of the rulings, exactly these and nobody else."""

from __future__ import annotations

from collections.abc import Callable

from helpers.rows import each_row
from telephone import HOUR, Telephone, by_number

DAY = 24 * HOUR
Play = Callable[[], Telephone]
Heard = set[tuple[str, str]]


def base() -> Telephone:
    """Seven players who have something of everything."""
    phone = Telephone(7).winnings(p1=2, p2=2, p5=1).hold("1", p3=1, p2=1).hold("2", p3=2, p6=1).owe("2", "1", 1)
    return phone.stand("1", "A5", 2).stand("1", "A6", 1).stand("2", "A5", 1)


def threat() -> Telephone:
    """Player 1 threatens B2 from columns 5 and 6, risking 1 of player 3."""
    return base().say("1", "THREAT B2 WITH 2 FROM A5, 1 FROM A6 RISK 1 OF 3")


def attack() -> Telephone:
    return base().say("1", "ATTACK 2 FOR 1")


def proposed(give: str = "IOU 1", take: str = "NOTHING") -> Telephone:
    return base().say("1", f"PROPOSE TO 2: GIVE {give} FOR {take}")


def both(kind: str, one: str = "1", other: str = "2") -> Heard:
    return {(one, kind), (other, kind)}


ROWS: list[tuple[str, Play, Heard]] = [
    ("a proposal", proposed, both("dealtold")),
    ("an acceptance", lambda: proposed().say("2", "ACCEPT 1 WITH 1"), both("dealtold")),
    ("a refusal", lambda: proposed().say("2", "REJECT 1 WITH 1"), both("dealtold")),
    ("a withdrawal", lambda: proposed().say("1", "WITHDRAW 1 WITH 2"), both("dealtold")),
    ("a counter-proposal", lambda: proposed().say("2", "COUNTER 1 WITH 1: GIVE WIN 1 FOR IOU 1"), both("dealtold")),
    ("a lapse", lambda: proposed().wait(24), both("dealtold")),
    ("a deal that fails", lambda: proposed("WIN 9").say("2", "ACCEPT 1 WITH 1"), both("dealtold")),
    ("support of a third player in a deal", lambda: proposed("SUPPORT 1 OF 3").say("2", "ACCEPT 1 WITH 1"),
     both("dealtold")),
    ("an arrival by permission, from a third column",
     lambda: proposed("NOTHING", "MOVE 1 FROM A5 TO B2").say("2", "ACCEPT 1 WITH 1"),
     both("dealtold") | {("5", "departed")}),
    ("an arrival from START", lambda: proposed("NOTHING", "MOVE 1 FROM START TO A2").say("2", "ACCEPT 1 WITH 1"),
     both("dealtold")),
    ("a gift of a third player's support", lambda: base().say("1", "GIVE TO 2: SUPPORT 1 OF 3"), both("gifttold")),
    ("a gift of winnings", lambda: base().say("1", "GIVE TO 2: WIN 1"), both("gifttold")),
    ("a gift that fails", lambda: base().say("1", "GIVE TO 2: WIN 9"), {("1", "notdone")}),
    ("a THREAT that begins", threat, both("threattold")),
    ("a THREAT that cannot begin", lambda: base().say("1", "THREAT B2 WITH 3 FROM A5"), {("1", "notdone")}),
    ("a THREAT that is granted", lambda: threat().say("2", "GRANT"),
     both("threattold") | {("5", "departed"), ("6", "departed")}),
    ("a THREAT that moves", lambda: threat().say("2", "CALL"),  # 4 against 3
     both("threattold") | {("5", "departed"), ("6", "departed")}),
    ("a THREAT that is lost", lambda: threat().hold("2", p4=5).say("2", "CALL"),
     both("threattold") | {("5", "departed"), ("6", "departed")}),
    ("a THREAT that stands off", lambda: threat().hold("2", p4=1).say("2", "CALL"), both("threattold")),
    ("an answer that is refused", lambda: threat().say("2", "PAY"), {("2", "notdone")}),
    ("a reminder", lambda: threat().wait(12), {("2", "answerdue")}),
    ("an ATTACK that begins", attack, both("attacktold")),
    ("an ATTACK that cannot begin", lambda: base().say("1", "ATTACK 2 FOR 3"), {("1", "notdone")}),
    ("an ATTACK that is paid", lambda: attack().say("2", "PAY"), both("attacktold")),
    ("an ATTACK that is defended", lambda: attack().say("2", "DEFEND"), both("attacktold")),
    ("silence", lambda: attack().wait(24), both("attacktold") | {("2", "answerdue")}),
    ("COLLECT", lambda: base().say("1", "COLLECT FROM 2"), both("collected")),
    ("COLLECT of nothing", lambda: base().say("1", "COLLECT FROM 3"), {("1", "notdone")}),
    ("RECALL", lambda: base().say("3", "RECALL ALL FROM 2"), both("recalled", "2", "3")),
    ("INFORM", lambda: base().hand_on("3", "2", "7", 1).say("2", "INFORM 3"), both("informed", "2", "3")),
    ("INFORM of nothing", lambda: base().say("2", "INFORM 3"), {("2", "notdone")}),
    ("that something waits", lambda: attack().say("3", "GIVE TO 2: SUPPORT 1"), {("3", "waits")}),
    ("that an ACCEPT waits",
     lambda: attack().say("3", "PROPOSE TO 2: GIVE SUPPORT 1 FOR NOTHING").say("2", "ACCEPT 1 WITH 3"),
     both("dealtold", "2", "3")),
    ("that it is taken back", lambda: attack().say("3", "GIVE TO 2: SUPPORT 1").say("3", "WITHDRAW W1"),
     {("3", "waitover")}),
    ("STANDING", lambda: base().say("2", "STANDING THREAT GRANT"), {("2", "standingtold")}),
    ("a limit", lambda: base().say("1", "RECALL ALL FROM 4").say("1", "ATTACK 4 FOR 1"), {("1", "notdone")}),
    ("BOARD", lambda: base().say("2", "BOARD"), {("2", "boardstold")}),
    ("absence", lambda: base().away("2"), set()),
    ("a takeover, which the desk tells", lambda: base().resign("2").takeover("2"), set()),
    ("a resignation, which the desk tells", lambda: base().resign("2"), set()),
    ("that the game is called", lambda: base().vote(), {("all", "gamecalled"), ("all", "finalscores")}),
    ("the end by the clock", lambda: base().end(), {("all", "finalscores")}),
]  # fmt: skip


@each_row(("play", "heard"), [one[1:] for one in ROWS])
def test_exactly_those_whom_the_rulings_name_are_told(play: Play, heard: Heard) -> None:
    phone = play()
    assert phone.problems == ()
    assert phone.hearers() == heard


def test_every_player_is_told_at_the_start_by_himself_and_observers_by_themselves() -> None:
    heard = Telephone(3).hearers()
    assert {who for who, _ in heard} >= {"1", "2", "3"} and "all" not in {who for who, _ in heard}


def test_the_owner_of_a_column_is_told_whose_pieces_leave_how_many_and_not_where_to() -> None:
    body = threat().say("2", "GRANT").one("5", "departed")
    assert (body.owner.rsplit(" ")[-1], body.number, body.square) == ("1", 2, "A5")
    assert set(body.__struct_fields__) == {"owner", "number", "square"}


def test_a_departure_is_told_in_the_same_words_by_a_move_and_by_a_lost_threat() -> None:
    moved, lost = threat().say("2", "GRANT"), threat().hold("2", p4=5).say("2", "CALL")
    allowed = base().say("3", "PROPOSE TO 1: GIVE MOVE 2 FROM A5 TO B3 FOR NOTHING").say("1", "ACCEPT 1 WITH 3")
    assert moved.one("5", "departed") == lost.one("5", "departed") == allowed.one("5", "departed")


def test_who_leaves_his_own_column_is_told_nothing_of_it_twice() -> None:
    phone = Telephone(4, prisoners=True).stand("1", "A3", 1).hold("2", p4=2)
    phone.say("1", "THREAT B2 WITH 1 FROM A3").say("2", "CALL")
    phone.say("3", "PERMIT 2: MOVE 1 FROM B2 TO C3").say("2", "ACCEPT 1 WITH 3")
    assert phone.hearers() == both("dealtold", "2", "3")


def test_the_defender_is_told_the_risk_only_after_he_has_called() -> None:
    begun = threat()
    assert begun.one("2", "threattold").risk is None
    assert "3" not in by_number(begun.one("2", "threattold").quoted)
    assert by_number(begun.one("1", "threattold").risk) == {"3": 1}
    assert by_number(begun.say("2", "CALL").one("2", "threattold").risk) == {"3": 1}
    assert threat().say("2", "GRANT").one("2", "threattold").risk is None


def test_the_threatener_learns_what_was_quoted_and_not_what_else_is_held() -> None:
    phone = threat().hold("2", p4=7).say("2", "CALL QUOTE FROM 4")
    assert by_number(phone.one("1", "threattold").quoted) == {"4": 5}
    assert phone.one("1", "threattold").defense == 5


def test_the_attacker_is_told_three_figures_and_the_defender_one_number() -> None:
    phone = base().winnings(p1=3).say("1", "ATTACK 2 FOR 5").hold("7", p2=6).say("2", "DEFEND")
    # DEFENSE: 3 borrowed, 0 uncommitted (1 is lent to player 1, 6 to 7), winnings 2; OFFENSE: 5 + 2
    one, other = phone.one("1", "attacktold"), phone.one("2", "attacktold")
    assert (one.event, by_number(one.borrowed), one.uncommitted, one.winnings) == ("won", {"3": 2, "6": 1}, 0, 2)
    assert one.shown == other.shown == 1  # 5 - 5 + 1
    assert (other.borrowed, other.uncommitted, other.winnings) == ({}, 0, 0)


def test_a_defender_who_wins_learns_only_that_he_could_not_be_exceeded() -> None:
    one, two = (base().say("1", "ATTACK 2 FOR 1"), base().hold("1", p7=3).say("1", "ATTACK 2 FOR 1"))
    assert one.say("2", "DEFEND").one("2", "attacktold") == two.say("2", "DEFEND").one("2", "attacktold")


def test_no_notice_of_an_answer_says_who_gave_it() -> None:
    """Silence and STANDING are told to nobody else: an answer of the GameMaster is told like one of the player."""
    given = attack().say("2", "DEFEND", after=DAY).one("1", "attacktold")
    silent = attack().wait(24).one("1", "attacktold")
    assert given == silent


# -- seals -------------------------------------------------------------------------------------------------------------


def test_each_threat_carries_the_seal_of_its_risk_to_the_two_parties_also_of_no_risk() -> None:
    (made,) = threat().seals
    assert (made.seat, made.other) == ("1", "2") and made.text == "THREAT 1 by Player 1 against Player 2: RISK 1 OF 3"
    (none,) = base().say("1", "THREAT A2 WITH 1 FROM START").seals
    assert none.text == "THREAT 1 by Player 1 against Player 2: RISK NOTHING"


def test_a_threat_that_is_answered_at_once_carries_its_seal_too() -> None:
    phone = base().away("2").say("1", "THREAT A2 WITH 1 FROM START RISK ALL")
    assert [one.text for one in phone.seals] == ["THREAT 1 by Player 1 against Player 2: RISK 1 OF 2, 1 OF 3", None]


def test_call_opens_the_seal_to_the_defender_and_grant_leaves_it_shut() -> None:
    (made,) = threat().seals
    (opened,) = threat().say("2", "CALL").seals
    assert (opened.seat, opened.other, opened.what, opened.text) == ("1", "2", made.what, None)
    assert threat().say("2", "GRANT").seals == []


def test_nothing_else_is_sealed() -> None:
    assert attack().seals == [] and proposed().seals == [] and base().say("3", "RECALL ALL FROM 2").seals == []
