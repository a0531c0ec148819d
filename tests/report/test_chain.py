"""The chain of a game: another course of things is found by the mails of anybody, and what is told of it opens."""

from __future__ import annotations

import base64
import copy
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import reduce
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from helpers.junk import JUNK, places
from helpers.mailtable import MINUTE, Table
from helpers.rows import each_row
from quickgame import LETTERS, Played, letters, play
from test_verify import machine_part, mails_to, written

from gm.offline.verify import verify_report
from gm.post.boxes.mbox import read_mbox, write_mbox
from gm.report.disclosure import disclose
from gm.report.facts import Disclosure
from gm.report.html import write_html

Facts = dict[str, Any]
PLAYERS = ("ann@one.example", "bob@two.example", "cleo@three.example", "dora@four.example")
UNTIL = datetime(2026, 1, 20, tzinfo=UTC)
LOOK = '{"at": "2026-01-06T00:00:00Z", "run": ["reveal", "the", "report"]}'


def sha(*lines: str) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


def with_facts(html: str, change: Callable[[Facts], Facts]) -> str:
    """The report with its machine-readable part changed."""
    head, facts = machine_part(html)
    return written(head, change(facts))


def told_of(played: Played, address: str = "") -> str:
    return (mails_to(played, address) if address else played.out).decode()


@pytest.mark.parametrize("address", PLAYERS)
def test_heads_and_receipts_in_the_mails_of_every_player_are_in_the_journal_of_the_report(
    played: Played, address: str
) -> None:
    verdict = verify_report(played.html, mails_to(played, address))
    assert verdict.ok
    # The opening, two movements, and what ended the game; a phase without orders has a result, too.
    assert verdict.heads == told_of(played, address).count("\nHEAD of the journal") >= 4
    assert verdict.receipts == told_of(played, address).count("\nReceipt for what came at ")
    assert verdict.receipts == {"cleo@three.example": 3, "bob@two.example": 2, "dora@four.example": 2}.get(address, 0)


def test_the_same_heads_are_told_to_all_and_no_number_of_entries(played: Played) -> None:
    def heads(address: str) -> list[str]:
        return re.findall(r"HEAD of the journal.*\n  head (\w+)\n +(\w+)\n  key  \w+\n", told_of(played, address))

    first, *others = map(heads, PLAYERS)
    assert all(set(other) == set(first) for other in others) and len(first) == len(set(first))


def test_no_answer_and_no_press_tells_a_head(played: Played) -> None:
    heads = [mail for mail in told_of(played).split("\nFrom gm@") if "HEAD of the journal" in mail]
    assert heads and not any("\nIn-Reply-To: " in mail or ": press from" in mail for mail in heads)


def test_leaves_heads_and_receipts_are_made_from_the_lines_that_the_documents_name(played: Played) -> None:
    _, facts = machine_part(played.html)
    head, heads, key = "0" * 64, [], ""
    for leaf, *opened in facts["chain"]:
        if opened:
            assert leaf == sha("gm-leaf-1", "quick", *opened)
            at, _, *lines = opened[1].split("\n")
            assert re.fullmatch(r"2026-01-\d\dT\d\d:\d\d:\d\dZ", at) and lines[-1].startswith("entry ")
            key = key or next(line[4:] for line in lines if line.startswith("key "))
        head = sha("gm-head-1", head, "open" if opened else "closed", leaf)
        heads.append(head)
    first = facts["chain"][0][2].split("\n")
    assert first[1] == "open" and f"seed {facts['seed_hash']}" in first and "phase S1901M Spring 1901" in first
    options = json.dumps(facts["page"]["options"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert f"options {sha('gm-options-1', 'quick', options)}" in first
    told = re.findall(r"\n  head (\w+)\n +(\w+)\n  key  (\w+)\n +(\w+)\n", told_of(played))
    assert {first + second for first, second, *_ in told} < set(heads)
    assert {first + second for *_, first, second in told} == {key}
    found = re.search(
        r"Seal of it: (\w+)\n +(\w+)\n(?:.*\n)*?"
        r"Receipt for what came at (\S+) .*\n  (\w+)\n  (\w+)\n((?:  \S{22}\n){4})",
        told_of(played, "dora@four.example"),
    )
    assert found is not None
    lines = ("gm-receipt-1", "quick", "S1901M", "GERMANY", found[3], found[1] + found[2], found[4] + found[5])
    signature = base64.b64decode("".join(found[6].split()))
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(signature, "\n".join(lines).encode())


def test_what_is_private_stays_closed(played: Played) -> None:
    _, facts = machine_part(played.html)
    opened = [one[2].split("\n") for one in facts["chain"] if len(one) > 1]
    letters = [lines for lines in opened if lines[1] == "letter"]
    assert len(opened) < len(facts["chain"])
    assert all(len(lines) > 3 for lines in letters)  # each opened letter says something of seals


# -- another course of things ----------------------------------------------------------------------------------------


def without(number: int) -> list[tuple[int, str, str, str]]:
    return [letter for n, letter in enumerate(LETTERS) if n != number]


def instead(number: int, **change: Any) -> list[tuple[int, str, str, str]]:
    names = ("minutes", "sender", "phase", "body")
    made = tuple({**dict(zip(names, LETTERS[number], strict=True)), **change}[name] for name in names)
    return [made if n == number else letter for n, letter in enumerate(LETTERS)]  # type: ignore[misc]


COURSES = {
    "a sheet that counted never came": without(2),
    "a sheet that was replaced never came": without(0),
    "a sheet that was taken back never came": without(3),
    "nobody took a sheet back": without(4),
    "press never came": without(5),
    "press said something else": instead(5, body="PRESS TO FRANCE\nhello\nEND"),
    "a vote never came": without(7),
    "a sheet said something else": instead(9, body="31 : F NTH - NWY\n9 : A PIC H"),
    "a sheet came a minute later": instead(3, minutes=31),
    "two letters came in the other order": [LETTERS[0], (20, *LETTERS[1][1:]), (10, *LETTERS[2][1:]), *LETTERS[3:]],
    "one more came that changed nothing": [*LETTERS, (9020, "bob@two.example", "F1901M", "SHOW")],
}


@pytest.mark.parametrize("course", COURSES)
def test_a_report_of_another_course_of_things_fails_by_the_mails_of_everybody(course: str, played: Played) -> None:
    """The operator plays the game again, with its key, and publishes what came of that."""
    other = play(letters(sorted(COURSES[course])), UNTIL, LOOK)
    assert verify_report(other.html, other.out).ok  # nothing is wrong with it by itself
    for address in PLAYERS:
        faults = verify_report(other.html, mails_to(played, address)).faults
        assert any("the head " in fault for fault in faults), address


def chained(entries: Callable[[list[list[str]]], list[list[str]]]) -> Callable[[Facts], Facts]:
    """A change of the entries of the chain."""
    return lambda facts: {**facts, "chain": entries(facts["chain"])}


def number_of(chain: list[list[str]], word: str) -> int:
    """The first entry whose text has a line that begins with *word*."""
    return next(n for n, one in enumerate(chain) if len(one) > 1 and f"\n{word}" in one[2])


def forged(chain: list[list[str]], word: str, old: str, new: str) -> list[list[str]]:
    """The chain with the text of an entry changed, and its leaf made to fit."""
    number = number_of(chain, word)
    _, salt, text = chain[number]
    assert old in text
    text = text.replace(old, new, 1)
    return [*chain[:number], [sha("gm-leaf-1", "quick", salt, text), salt, text], *chain[number + 1 :]]


def invented(seal: Facts) -> Facts:
    """Another sheet for the same seat and phase, with a seal that opens."""
    made = sha("gm-seal-2", "quick", seal["phase"], seal["seat"], "0" * 32, "x")
    return {**seal, "published": False, "salt": "0" * 32, "text": "x", "seal": made}


def added(facts: Facts, seal: Facts) -> Facts:
    """One more entry at the end, in which something was filed, and its seal and step with it."""
    what = f"{seal['phase']} {seal['seat']} {seal['seal']}"
    text = f"2026-01-19T00:00:00Z\nletter\nsealed {what}\nfiled {what}\nentry {'0' * 64}"
    chain = [*facts["chain"], [sha("gm-leaf-1", "quick", "0" * 32, text), "0" * 32, text]]
    step = {"what": "sealed", "phase": seal["phase"], "seat": seal["seat"], "seal": seal["seal"]}
    return {**facts, "chain": chain, "seals": [*facts["seals"], seal], "history": [*facts["history"], step]}


CHANGES: dict[str, tuple[Callable[[Facts], Facts], bool]] = {
    # what is changed; whether the report alone shows it
    "no chain": (lambda facts: {**facts, "chain": []}, True),
    "a text changed": (chained(lambda c: [[*one[:2], one[2] + "x"] if len(one) > 1 else one for one in c]), True),
    "an entry cut": (chained(lambda c: [*c[: number_of(c, "filed")], *c[number_of(c, "filed") + 1 :]]), True),
    "a closed entry cut": (chained(lambda c: [one for n, one in enumerate(c)
                                              if n != next(i for i, x in enumerate(c) if len(x) == 1)]), True),
    "an entry more": (chained(lambda c: [*c[:3], ["0" * 64], *c[3:]]), True),
    "two entries exchanged": (chained(lambda c: [*c[:1], c[2], c[1], *c[3:]]), True),
    "the last entries cut": (chained(lambda c: c[:-1]), True),
    "one more at the end": (chained(lambda c: [*c, ["0" * 64]]), False),
    "a filing closed": (chained(lambda c: [one[:1] if n == number_of(c, "filed") else one
                                           for n, one in enumerate(c)]), True),
    "the end of a sheet hidden": (chained(lambda c: forged(c, "cleared", "\ncleared S1901M GERMANY", "")), True),
    "a seal in the leaf of another": (chained(lambda c: forged(c, "filed", "FRANCE", "ITALY")), True),
    "the end told otherwise": (lambda facts: {**facts, "outcome": "France has won"}, True),
    "a step invented": (lambda facts: {**facts, "history": [*facts["history"],
                                                            {"what": "left", "seat": "FRANCE"}]}, True),
    "a step dropped": (lambda facts: {**facts, "history": facts["history"][1:]}, True),
    "a sheet filed after the end": (lambda facts: added(facts, invented(facts["seals"][0])), True),
    "a judging hidden": (chained(lambda c: forged(c, "judged", "judged S1901M", "judged S1902M")), True),
    "another key": (chained(lambda c: forged(c, "key", "\nkey ", "\nkey 00")), False),
    "another seed": (chained(lambda c: forged(c, "seed", "\nseed ", "\nseed 00")), True),
    "a salt of another form": (chained(lambda c: [[one[0], one[1].upper(), *one[2:]] if len(one) > 1 else one
                                                  for one in c]), True),
    "no opening": (chained(lambda c: c[1:]), True),
    "the chain twice": (chained(lambda c: [*c, *c]), True),
    "entries that are nothing": (chained(lambda c: [["x", "y", "z"] for _ in c]), True),
    "a sheet invented": (lambda facts: {**facts, "seals": [*facts["seals"], invented(facts["seals"][0])]}, True),
    "a sheet dropped": (lambda facts: {**facts, "seals": [s for s in facts["seals"] if s["published"]]}, True),
    "another sheet published": (lambda facts: {**facts, "seals": [
        {**s, "published": not s["published"]} if (s["phase"], s["seat"]) == ("S1901M", "FRANCE") else s
        for s in facts["seals"]]}, True),
}  # fmt: skip


@each_row("word", ["key", "filed", "cleared", "judged", "over", "told"])
def test_no_entry_that_must_be_opened_can_be_kept_closed(word: str, played: Played) -> None:
    """With all that it tells left out, so that nothing else shows it; the heads in anybody's mails do."""

    def closed(facts: Facts) -> Facts:
        number = number_of(facts["chain"], word)
        return {**facts, "chain": [one[:1] if n == number else one for n, one in enumerate(facts["chain"])]}

    for address in PLAYERS:
        verdict = verify_report(with_facts(played.html, closed), mails_to(played, address))
        assert any("the head " in fault for fault in verdict.faults)


@each_row("change", CHANGES)
def test_a_changed_chain_or_what_it_does_not_explain_fails(change: str, played: Played) -> None:
    make, alone = CHANGES[change]
    html = with_facts(played.html, make)
    assert verify_report(html, page=False).ok is not alone
    assert not verify_report(html, played.out).ok


def test_a_chain_of_nonsense_is_a_fault_and_no_crash(played: Played) -> None:
    for chain in ([[]], [["x"]], [["x", "y"]], [["x", "y", ""]], [["\ud800", "0" * 32, "\n\n"]], [["x"] * 5]):
        assert not verify_report(with_facts(played.html, lambda facts, c=chain: {**facts, "chain": c}), played.out).ok


# -- the mails -------------------------------------------------------------------------------------------------------


def test_a_receipt_that_somebody_else_has_signed_is_a_fault(played: Played) -> None:
    mails = told_of(played, "dora@four.example")
    found = re.search(r"Receipt for .*\n  \w+\n  \w+\n((?:  \S{22}\n){4})", mails)
    assert found is not None
    other = base64.b64encode(Ed25519PrivateKey.generate().sign(b"x")).decode()
    mails = mails.replace(found[1], "".join(f"  {other[n : n + 22]}\n" for n in range(0, 88, 22)))
    faults = verify_report(played.html, mails.encode()).faults
    assert len(faults) == 1 and "is not signed with the key of the game" in faults[0]


@pytest.mark.parametrize("what", ["leaf", "time", "seal"])
def test_a_receipt_of_something_else_is_a_fault(what: str, played: Played) -> None:
    mails = told_of(played, "bob@two.example")
    leaves = re.findall(r"Receipt for .*\n  (\w+)\n  (\w+)\n", mails)
    seals = re.findall(r"Seal of it: (\w+)\n +(\w+)\n", mails)
    times = re.findall(r"Receipt for what came at (\S+) ", mails)
    old, new = {
        "leaf": ("\n  ".join(leaves[0]), "\n  ".join(leaves[1])), "time": times,
        "seal": (seals[0][0], seals[1][0]),
    }[what]  # fmt: skip
    mails = mails.replace(old, new, 1)
    if what == "seal":
        mails = mails.replace(seals[0][1], seals[1][1], 1)
    assert any("is of something else" in fault for fault in verify_report(played.html, mails.encode()).faults)


def test_a_result_without_its_head_is_a_fault(played: Played) -> None:
    mails = re.sub(r"HEAD of the journal.*\n(?:  .*\n)+", "", told_of(played, "ann@one.example"))
    faults = verify_report(played.html, mails.encode()).faults
    assert faults and all("lacks its head" in fault for fault in faults)


def test_an_old_head_beside_a_result_is_a_fault(played: Played) -> None:
    mails = told_of(played, "ann@one.example")
    first, last = (re.findall(r"\n  head (\w+)\n +(\w+)\n", mails)[n] for n in (0, 1))
    mails = mails.replace(last[0], first[0]).replace(last[1], first[1])
    assert any("is not that of the result" in fault for fault in verify_report(played.html, mails.encode()).faults)


@pytest.mark.parametrize(
    ("old", "new"),
    [("\n  head ", "\n  Head "), (r"(Receipt for what .*\n  )\w", r"\1")],
)
def test_a_head_or_receipt_that_cannot_be_read_is_a_fault(old: str, new: str, played: Played) -> None:
    mails = re.sub(old, new, told_of(played, "cleo@three.example"))
    faults = verify_report(played.html, mails.encode()).faults
    assert any("cannot be read" in fault for fault in faults)


@pytest.mark.parametrize("date", ["Fri, 31 Dec 9999 23:59:59 -2359", "Mon, 01 Jan 0001 00:00:00 +2359", "nonsense"])
def test_a_date_that_is_none_makes_no_fault_and_no_crash(date: str, played: Played) -> None:
    mails = re.sub(r"\nDate: .*", f"\nDate: {date}", told_of(played, "ann@one.example"), count=1)
    assert verify_report(played.html, mails.encode()).ok


def test_mails_in_any_order_with_the_same_times_agree(played: Played) -> None:
    mails = re.sub(r"\nDate: .*", "\nDate: Mon, 05 Jan 2026 18:00:00 +0000", told_of(played, "ann@one.example"))
    for turned in (read_mbox(mails.encode()), reversed(list(read_mbox(mails.encode())))):
        assert verify_report(played.html, b"".join(write_mbox(one.sender, one.at, one.raw) for one in turned)).ok


def test_mails_of_two_players_who_were_told_different_heads_cannot_both_be_right(played: Played) -> None:
    other = play(letters(without(5)), UNTIL, LOOK)
    mails = mails_to(played, "ann@one.example") + mails_to(other, "cleo@three.example")
    for html in (played.html, other.html):
        assert any("the head " in fault for fault in verify_report(html, mails).faults)


def test_a_restore_is_told_and_is_never_all_well() -> None:
    table = Table()
    table.office.operate("spring", ["process"], table.at + MINUTE)
    table.office.operate("spring", ["restored", "", ""], table.at + 2 * MINUTE)
    table.office.operate("spring", ["abort"], table.at + 3 * MINUTE)
    verdict = verify_report(disclose(table.office.store, "spring")[1])
    assert not verdict.ok and verdict.restored and verdict.faults == ()
    assert "All is well" not in str(verdict)


def test_a_report_without_seals_may_lack_a_chain_unless_the_mails_have_heads(played: Played) -> None:
    chapters = played.disclosure.chapters
    bare = [msgspec.structs.replace(chapter, seals=(), facts=(), judged=False) for chapter in chapters]
    page = msgspec.structs.replace(played.disclosure, chain=(), chapters=tuple(bare[-1:]), looks=(), copies=())
    html = write_html(page)
    assert verify_report(html).ok
    assert not verify_report(html, played.out).ok


# -- the page --------------------------------------------------------------------------------------------------------


def test_a_page_that_shows_something_else_is_a_fault(played: Played) -> None:
    more = (("</h1>", "</h1><p>more</p>"), ("</body>", "\n\n</body>"))
    for old, new in (("A PAR", "A BUR"), ("France", "Frence"), *more):
        assert old in played.html
        changed = played.html.replace(old, new, 1)
        assert verify_report(changed).faults == ("the page shows something else than the facts it is made of",)
        assert verify_report(changed, page=False).ok


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_a_page_that_came_by_mail_is_the_same_page(played: Played, ends: str) -> None:
    assert verify_report(played.html.replace("\n", ends) + ends).ok


def told_otherwise(played: Played, change: Callable[[Facts], Facts]) -> str:
    """A whole report, page and all, some of whose facts are others."""
    page = change(msgspec.to_builtins(played.disclosure))
    return write_html(msgspec.convert(page, Disclosure))


def with_first(kind: str, change: Callable[[Facts], Facts | None]) -> Callable[[Facts], Facts]:
    """A change of the first fact of a kind; None: it is dropped."""

    def changed(page: Facts) -> Facts:
        number, fact = next((n, fact) for n, chapter in enumerate(page["chapters"])
                            for fact in chapter["facts"] if fact["kind"] == kind)  # fmt: skip
        facts = [change(one) if one is fact else one for one in page["chapters"][number]["facts"]]
        chapters = [{**chapter, "facts": [one for one in facts if one]} if n == number else chapter
                    for n, chapter in enumerate(page["chapters"])]  # fmt: skip
        return {**page, "chapters": chapters}

    return changed


FACTS = {
    "an act dropped": with_first("actrecord", lambda fact: None),
    "an act at another entry": with_first("actrecord", lambda fact: {**fact, "n": fact["n"] + 1}),
    "an act at no entry": with_first("actrecord", lambda fact: {**fact, "n": 0}),
    "an act of another": with_first("actrecord", lambda fact: {**fact, "body": {**fact["body"], "power": "ITALY"}}),
    "a result without its seals": with_first("seals", lambda fact: {**fact, "body": {**fact["body"], "seals": []}}),
    "a look at what was sealed": with_first("looked", lambda fact: None),
    "a phase": with_first("phaserecord", lambda fact: None),
}


@each_row("fact", FACTS)
def test_a_whole_report_that_tells_something_else_fails_by_its_journal(fact: str, played: Played) -> None:
    faults = verify_report(told_otherwise(played, FACTS[fact])).faults
    assert any("what the page tells of it is not what happened" in one for one in faults)
    assert "the page shows something else than the facts it is made of" not in faults


def test_a_page_of_another_version_is_told_by_its_facts_alone(played: Played) -> None:
    other = played.html.replace("</h1>", "</h1><p>in other words</p>")
    verdict = verify_report(with_facts(other, lambda facts: {**facts, "gm": "0.4.0.other"}))
    assert verdict.ok and verdict.unchecked == ("the visible page was not compared: it was made by gm 0.4.0.other",)
    assert str(verdict).endswith("\nNothing is wrong in what was checked.") and "All is well" not in str(verdict)


def test_a_page_that_is_not_compared_is_never_all_well(played: Played) -> None:
    verdict = verify_report(played.html, page=False)
    assert verdict.ok and verdict.unchecked and "All is well" not in str(verdict)
    assert verify_report(played.html).unchecked == ()


def test_no_broken_value_in_a_report_makes_a_crash(played: Played) -> None:
    head, facts = machine_part(played.html)
    ways, chance, found = list(places(facts)), Random(1), 0
    for number in range(150):
        broken = copy.deepcopy(facts)
        *path, last = chance.choice(ways)
        there = reduce(lambda value, key: value[key], path, broken)
        if chance.random() < 0.4:
            del there[last]
        else:
            there[last] = chance.choice(JUNK)
        found += not verify_report(written(head, broken), page=number % 15 == 0).ok
    assert found > 100
