"""Where support is and what its owner knows of it: LENT, RECALL, INFORM and the matrix; and what the boards show."""

from __future__ import annotations

from telephone import HOUR, SECOND, Telephone, by_number

DAY = 24 * HOUR


def wandering() -> Telephone:
    """4 pieces of player 1: lent to 2; 3 of them went on to 3 and 1 of these to 4."""
    phone = Telephone(7).say("1", "GIVE TO 2: SUPPORT 4").say("2", "GIVE TO 3: SUPPORT 3 OF 1")
    return phone.say("3", "GIVE TO 4: SUPPORT 1 OF 1")


def test_lent_shows_what_the_owner_lent_until_he_is_told_more() -> None:
    phone = wandering()
    assert phone.lent("1") == {"2": 4}
    assert phone.passed("2") == {("1", "3"): 3} and phone.passed("3") == {("1", "4"): 1}


def test_recall_brings_back_what_the_holder_has_and_tells_where_the_rest_went() -> None:
    phone = wandering().say("1", "RECALL ALL FROM 2")
    told = phone.one("1", "recalled")
    assert (told.returned, by_number(told.passed)) == (1, {"3": 3})
    assert phone.books.uncommitted("1") == 4 and phone.lent("1") == {"3": 3}
    assert phone.passed("2") == {}


def test_what_was_told_once_is_not_told_again() -> None:
    phone = wandering().say("1", "RECALL ALL FROM 2").say("1", "RECALL ALL FROM 2", after=DAY + SECOND)
    told = phone.one("1", "recalled")
    assert (told.returned, told.passed) == (0, {})


def test_recall_of_a_number_brings_no_more_than_that_and_tells_all() -> None:
    phone = (
        Telephone(7).say("1", "GIVE TO 2: SUPPORT 5").say("2", "GIVE TO 3: SUPPORT 1 OF 1").say("1", "RECALL 2 FROM 2")
    )
    told = phone.one("1", "recalled")
    assert (told.asked, told.returned, by_number(told.passed)) == (2, 2, {"3": 1})
    assert phone.held("2") == {"1": 2} and phone.lent("1") == {"2": 2, "3": 1}


def test_recall_from_one_who_never_had_any_brings_nothing_and_tells_nothing() -> None:
    told = wandering().say("1", "RECALL ALL FROM 7").one("1", "recalled")
    assert (told.returned, told.passed) == (0, {})


def test_recall_from_a_holder_of_whom_the_owner_did_not_know_puts_his_box_below_nought() -> None:
    phone = wandering().say("1", "RECALL ALL FROM 4")
    assert phone.one("1", "recalled").returned == 1
    assert phone.lent("1") == {"2": 4, "4": -1} and phone.books.uncommitted("1") == 4
    phone.say("1", "RECALL ALL FROM 3").say("1", "RECALL ALL FROM 2")
    assert phone.lent("1") == {} and phone.books.uncommitted("1") == 7


def test_a_box_below_nought_is_shown_so() -> None:
    phone = wandering().say("1", "RECALL ALL FROM 4").say("1", "BOARD")
    lent = next(row for row in phone.one("1", "boardstold").picture.accounts.rows if "lent" in row.name.lower())
    assert lent.cells == ("", "4", "", "-1", "", "", "")


def test_recall_sums_by_third_player_and_does_not_say_whether_it_was_given_or_taken() -> None:
    phone = Telephone(7).say("1", "GIVE TO 2: SUPPORT 5").say("2", "GIVE TO 3: SUPPORT 2 OF 1")
    phone.say("3", "THREAT A2 WITH 7 FROM START").say("2", "CALL")  # takes the 3 that 2 still has
    assert phone.held("3") == {"1": 5}
    phone.say("1", "RECALL ALL FROM 2")
    assert by_number(phone.one("1", "recalled").passed) == {"3": 5}


def test_inform_tells_the_same_without_a_recall() -> None:
    phone = wandering().say("2", "INFORM 1")
    assert by_number(phone.one("1", "informed").passed) == {"3": 3}
    assert phone.lent("1") == {"2": 1, "3": 3} and phone.held("2") == {"1": 1} and phone.passed("2") == {}
    assert phone.hearers() == {("1", "informed"), ("2", "informed")}


def test_inform_with_nothing_to_tell_is_refused_and_the_owner_hears_nothing() -> None:
    assert wandering().say("4", "INFORM 1").refusal("4")
    assert wandering().say("2", "INFORM 1").say("2", "INFORM 1").refusal("2")


def test_inform_is_no_positive_action() -> None:
    phone = wandering().say("2", "INFORM 1").say("2", "RECALL ALL FROM 1")
    assert phone.one("2", "recalled")


def test_support_that_comes_home_from_a_third_hand_leaves_the_matrix_of_the_others_as_it_is() -> None:
    phone = wandering().say("4", "GIVE TO 1: SUPPORT 1 OF 1")
    assert phone.books.uncommitted("1") == 4 and phone.passed("4") == {}
    assert phone.passed("3") == {("1", "4"): 1} and phone.lent("1") == {"2": 4, "4": -1}


def test_a_quote_that_was_seen_is_not_entered_in_lent() -> None:
    phone = wandering().say("1", "THREAT A3 WITH 2 FROM START").say("3", "CALL")  # 3 quotes 2 of player 1: a standoff
    assert by_number(phone.one("1", "threattold").quoted) == {"1": 2}
    assert phone.lent("1") == {"2": 4}


def test_a_player_sees_his_own_pieces_and_everybody_in_his_own_column_and_no_others() -> None:
    phone = Telephone(4).stand("1", "A2", 2).stand("3", "B1", 1).stand("2", "C1", 3).stand("4", "D2", 1)
    told = phone.say("1", "BOARD").one("1", "boardstold")
    assert {(square, who.rsplit(" ")[-1], n) for square, who, n in told.column} == {("B1", "3", 1), ("C1", "2", 3)}
    cells = {(row.name, n): cell for row in told.picture.squares.rows for n, cell in enumerate(row.cells, 1) if cell}
    assert cells == {("A", 2): "2", ("B", 1): "(1)", ("C", 1): "(3)"}
    boxes = {box.name: box.cell for box in told.picture.boxes}
    assert boxes["START"] == "2" and boxes["WIN"] == "0" and boxes["UNCOMMITTED SUPPORT"] == "4"


def test_the_board_shows_what_has_changed_since_it_was_shown_last() -> None:
    phone = Telephone(4).say("1", "BOARD").say("1", "GIVE TO 2: SUPPORT 1").say("1", "BOARD")
    told = phone.one("1", "boardstold")
    changed = {box.name for box in told.picture.boxes if box.changed}
    assert changed == {"UNCOMMITTED SUPPORT"}
    assert [row.changed for row in told.picture.accounts.rows if "lent" in row.name.lower()] == [(1,)]
    assert not any(box.changed for box in phone.say("1", "BOARD").one("1", "boardstold").picture.boxes)


def test_prisoners_stand_on_the_board_as_pieces_of_their_holder() -> None:
    phone = Telephone(4, prisoners=True).stand("1", "G3", 2).hold("2", p4=3)
    phone.say("1", "THREAT H2 WITH 2 FROM G3").say("2", "CALL").say("2", "BOARD")
    ((square, who, number),) = phone.one("2", "boardstold").column
    assert (square, number) == ("H2", 2) and "your" in who


def test_wins_and_losses_are_kept_by_player_for_whatever_was_handed_over() -> None:
    phone = Telephone(7).winnings(p1=3, p2=2).owe("2", "1", 1).say("1", "COLLECT FROM 2").say("1", "GIVE TO 2: WIN 2")
    assert (phone.books.won["1"], phone.books.lost["1"]) == ({"2": 1}, {"2": 2})
    assert (phone.books.won["2"], phone.books.lost["2"]) == ({"1": 2}, {"1": 1})
    phone.stand("3", "A5", 1).hold("2", p6=3).say("3", "THREAT B2 WITH 1 FROM A5").say("2", "CALL")
    assert phone.books.won["2"] == {"1": 2, "3": 1} and phone.books.lost["3"] == {"2": 1}


def test_the_board_names_against_whom_no_action_is_left_in_this_period() -> None:
    phone = Telephone(7).say("1", "RECALL ALL FROM 4", "BOARD")
    assert [word.rsplit(" ", 1)[-1] for word in phone.one("1", "boardstold").used] == ["4"]
    phone.say("1", "BOARD", after=DAY + SECOND)
    assert phone.one("1", "boardstold").used == ()
