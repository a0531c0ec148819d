"""Most lines are not looked at for passwords: none that has a word for them, even with a slip, is among these."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from string import ascii_lowercase, digits

from helpers.rows import each_row

from gm.post.inbound.letter import read_mail
from gm.post.inbound.passwords import OWN, SET, SIGNED, may_hold


def slips(word: str) -> Iterator[str]:
    """The word, and all that is one slip away from it."""
    yield word
    for n in range(len(word) + 1):
        before, rest = word[:n], word[n:]
        yield from (f"{before}{sign}{rest}" for sign in f"{ascii_lowercase}{digits}_")
        if rest:
            yield f"{before}{rest[1:]}"
            yield from (f"{before}{sign}{rest[1:]}" for sign in f"{ascii_lowercase}{digits}_")
        if len(rest) > 1:
            yield f"{before}{rest[1]}{rest[0]}{rest[2:]}"


WORDS = ("signon", "password", "sign-on", "sign on", "set pass", "set pw", "set passcode", "set pwd")


@each_row("word", WORDS)
def test_a_word_for_passwords_is_always_looked_at(word: str) -> None:
    head, _, tail = word.rpartition(" ") if word.startswith("set") else ("", "", word)
    found = 0
    for slip in slips(tail):
        text = f"{head} {slip} hunter2".strip()
        if SIGNED.search(text) or SET.search(text) or OWN.search(text):
            found += 1
            assert may_hold(text), text
    assert found


def test_whatever_has_such_a_word_among_others_is_looked_at() -> None:
    chance = Random(7)
    for _ in range(20_000):
        text = "".join(chance.choice("SIGNONPASWRDET -.x") for _ in range(chance.randint(4, 14)))
        if SIGNED.search(text) or SET.search(text) or OWN.search(text):
            assert may_hold(text), text


def test_signs_that_read_as_other_letters_are_looked_at() -> None:
    head = "From: a@b.example\nContent-Type: text/plain; charset=utf-8\n"
    mail = read_mail(f"{head}\n\u017figNON Fspring hunter2\nA PAR H\n".encode())
    assert mail.lines and "hunter2" not in " ".join(line.text for line in mail.lines)


def test_orders_are_not_looked_at() -> None:
    assert not may_hold("12 : A PAR - BUR | S A MUN")
