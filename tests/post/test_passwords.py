"""Passwords of other judges in letters: left out however they are written, and nothing else is."""

from __future__ import annotations

from helpers.rows import each_row

from gm.post.inbound.letter import read_mail
from gm.post.inbound.passwords import Meaning, Passwords

GAMES = ("spring", "long-distance")
ORDERS = ("SHOW", "MAP", "PAR-BUR")


def is_game(word: str) -> bool:
    name = word.strip("[]<>").lower()
    return name in GAMES or name[1:] in GAMES


MEANING = Meaning(is_game, lambda word: word.upper().strip(".") in ORDERS)


def masked(*lines: str) -> list[str]:
    return [*Passwords(MEANING).lines(lines)]


LEADS = ("", "  ", "> ", ">> ", "* ", "- ", "1. ", "1) ", "(a) ", "\u2022 ", '"', "> 2. ", "% ")
FORMS = [
    ("SIGNON Fspring pw", "SIGNON Fspring ***"),
    ("signon: spring pw", "signon: spring ***"),
    ("SIGNON [spring] pw", "SIGNON [spring] ***"),
    ("SIGNON F spring pw", "SIGNON F spring ***"),
    ("SIGNON Fspring/pw", "SIGNON Fspring ***"),
    ("SIGNON Fspring, pw", "SIGNON Fspring ***"),
    ("SIGNON Fspring=pw", "SIGNON Fspring ***"),
    ("SIGNON\tFspring\tpw", "SIGNON Fspring ***"),
    ("SIGNON_Fspring_pw", "SIGNON_ Fspring ***"),
    ("*SIGNON* Flong-distance pw", "*SIGNON* Flong-distance ***"),
    ("SIGNON Fspring pw A PAR-BUR", "SIGNON Fspring ***"),
    ("SIGNON pw", "SIGNON ***"),
    ("SIGNON pw spring", "SIGNON *** spring"),
    ("SIGNON Fautumn pw", "SIGNON ***"),
    ("SIGN ON Fspring pw", "SIGN ON Fspring ***"),
    ("SIGN-ON Fspring pw", "SIGN-ON Fspring ***"),
    ("SINGON Fspring pw", "SINGON Fspring ***"),
    ("SIGNIN Fspring pw", "SIGNIN Fspring ***"),
    ("SIGNO pw", "SIGNO ***"),
    ("SIGNOON Fspring pw", "SIGNOON Fspring ***"),
    ("SIGNOR Fspring pw", "SIGNOR Fspring ***"),
    ("SET PASSWORD pw", "SET PASSWORD ***"),
    ("SET PASSWORD old pw two", "SET PASSWORD ***"),
    ("set password to pw", "set password to ***"),
    ("SET PASSWORD=pw", "SET PASSWORD= ***"),
    ("SETPASSWORD pw", "SETPASSWORD ***"),
    ("SET PASS pw", "SET PASS ***"),
    ("SET PASSWD pw", "SET PASSWD ***"),
    ("SET PW pw", "SET PW ***"),
    ("SET PASWORD pw", "SET PASWORD ***"),
    ("STE PASSWORD pw", "STE PASSWORD ***"),
    ("PASSWORD pw", "PASSWORD ***"),
    ("Password: my pw", "Password: ***"),
    ("PASSWROD pw", "PASSWROD ***"),
    ("My password is the pw", "My password is ***"),
]


@each_row("lead", LEADS)
@each_row(("line", "shown"), FORMS)
def test_a_password_is_left_out_however_it_is_written(lead: str, line: str, shown: str) -> None:
    (found,) = masked(lead + line)
    assert found == lead + shown
    assert masked(found) == [found]  # as our answers quote it


@each_row(("line", "shown"), FORMS)
def test_a_password_is_left_out_of_a_subject(line: str, shown: str) -> None:
    token = "(#abcdefghijabcdefghij)"
    assert Passwords(MEANING).subject(f"Re: [spring] {line}") == f"Re: [spring] {shown}"
    found = Passwords(MEANING).subject(f"Re: {line} [spring] {token}")
    assert found.endswith(f" [spring] {token}") and "***" in found and "pw" not in found


def test_a_signon_in_the_middle_of_a_line_counts_where_a_game_follows() -> None:
    assert masked("Hi, SIGNON Fspring pw") == ["Hi, SIGNON Fspring ***"]


KEPT = [
    "SIGNON Fspring", "SIGNON [spring]", "SIGNON", "No SIGNON and no password is needed here: your address shows it.",
    "No password is needed here, and no SIGNON: a reply from your own address", "sign on with us and win", "A PAR-BUR",
    "Signor Rossi, hello", "Signor Rossi", "The passwords are lost for good", "I forgot my password",
    "Set passage to Burgundy", "PASS", "PASS 3", "A signal", "We assign one unit",
]  # fmt: skip


@each_row("line", KEPT)
def test_what_is_no_password_stays_as_it_is_written(line: str) -> None:
    assert masked(line) == [line]


NEXT = [
    (("SIGNON Fspring", "pw", "A PAR-BUR"), ("SIGNON Fspring", "% ***", "A PAR-BUR")),
    (("SIGNON Fspring", "", "> pw"), ("SIGNON Fspring", "", "% ***")),
    (("SINGON Fspring", "pw"), ("SINGON Fspring", "% ***")),
    (("SIGNON", "Fspring", "pw"), ("SIGNON", "Fspring", "% ***")),
    (("SET PASSWORD", "pw"), ("SET PASSWORD", "% ***")),
    (("SIGNON Fspring", "Password: pw"), ("SIGNON Fspring", "Password: ***")),
    (("SIGNON Fspring", "show", "Paris"), ("SIGNON Fspring", "show", "Paris")),
    (("SIGNON Fspring", "PAR-BUR"), ("SIGNON Fspring", "PAR-BUR")),
    (("SIGNON Fspring", "A PAR-BUR", "word"), ("SIGNON Fspring", "A PAR-BUR", "word")),
]


@each_row(("lines", "shown"), NEXT)
def test_a_password_may_stand_in_the_next_line(lines: tuple[str, ...], shown: tuple[str, ...]) -> None:
    assert tuple(masked(*lines)) == shown


def test_a_mail_is_read_without_passwords_in_its_subject_its_text_and_what_it_quotes() -> None:
    raw = b"From: a@x.example\nSubject: SIGNON Fspring sesame1\n\nSIGNON Fspring sesame2\nhello\n\n"
    raw += b"> SIGNON Fspring sesame3\n-- \nSIGNON sesame4\n"
    for meaning in (MEANING, None):
        mail = read_mail(raw, meaning)
        assert mail.subject.startswith("SIGNON") and "SIGNON" in mail.lines[0].text and mail.quoted and mail.below
        assert "sesame" not in repr(mail)
    first = b"From: a@x.example\nSubject: SIGNON Fspring\n\nsesame5\nA PAR-BUR\n"
    assert [line.text for line in read_mail(first, MEANING).lines] == ["% ***", "A PAR-BUR"]
