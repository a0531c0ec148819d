"""Verifying a report: a true one passes, changes are found, and what players write does not pass for a seal."""

from __future__ import annotations

import base64
import contextlib
import json
import lzma
import re
import tracemalloc
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from helpers.rows import each_row
from quickgame import Played

from gm.offline.mailed import read_mailed
from gm.offline.verify import Verdict, verify_report
from gm.post.boxes.mbox import read_mbox, write_mbox
from gm.report.machine import LARGEST, PACKING, SCRIPT, part_of, read_part, write_part

TEXT = "ACCEPT FAEGIRT\\n8#4 : A PAR - BUR"


def mails_to(played: Played, address: str) -> bytes:
    """The mailbox of one player."""
    own = [mail for mail in read_mbox(played.out) if f"To: {address}".encode() in mail.raw]
    return b"".join(write_mbox(mail.sender, mail.at, mail.raw) for mail in own)


@pytest.fixture(scope="session")
def mailbox(played: Played) -> bytes:
    return mails_to(played, "cleo@three.example")


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def test_a_true_report_passes(played: Played) -> None:
    verdict = verify_report(played.html)
    assert verdict.ok and verdict.seed
    assert (verdict.game, verdict.seals, verdict.mails) == ("quick", 16, 0)
    assert str(verdict).endswith("All is well.")


def test_a_report_agrees_with_the_mails_of_a_player(played: Played, mailbox: bytes) -> None:
    verdict = verify_report(played.html, mailbox)
    assert verdict.faults == () and verdict.notes == ()
    assert (verdict.published, verdict.own, verdict.replaced) == (14, 2, 1)


@pytest.mark.parametrize("address", ["ann@one.example", "bob@two.example", "dora@four.example"])
def test_it_agrees_with_the_mails_of_every_player(played: Played, address: str) -> None:
    verdict = verify_report(played.html, mails_to(played, address))
    assert verdict.ok and verdict.published == 14 and not verdict.notes


def test_a_running_game_passes_without_its_seed(begun: Played) -> None:
    verdict = verify_report(begun.html, begun.out)
    assert verdict.ok and not verdict.seed and verdict.mails > 0
    assert "not told yet" in str(verdict)


def verdict_of(html: str, mails: bytes = b"") -> Verdict:
    """What is said of seals and seed. What the journal and the page add to that is looked at in test_chain."""
    with contextlib.suppress(ValueError):
        html = without_chain(html)
    verdict = verify_report(html, mails, page=False)
    faults = tuple(one for one in verdict.faults if "journal" not in one and not one.startswith("the page "))
    return msgspec.structs.replace(verdict, faults=faults)


def salt_of(played: Played) -> str:
    return next(seal.salt for seal in played.disclosure.seals if seal.published)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (TEXT, TEXT.replace("8#4", "9#4"), "S1901M, France: salt and text do not make the seal"),
        ("a seed ", "another seed ", "the seed does not make the seed's hash"),
        ('"published": true', '"published": false', "in the report"),
    ],
)
def test_a_changed_report_fails(played: Played, mailbox: bytes, old: str, new: str, fault: str) -> None:
    head, facts = machine_part(played.html)
    verdict = verdict_of(written(head, json.loads(changed(json.dumps(facts), old, new))), mailbox)
    assert not verdict.ok
    assert any(fault in found for found in verdict.faults)


def test_a_changed_salt_fails(played: Played) -> None:
    head, facts = machine_part(played.html)
    salt = salt_of(played)
    verdict = verdict_of(written(head, json.loads(changed(json.dumps(facts), salt, salt[::-1]))))
    assert verdict.faults == ("S1901M, France: salt and text do not make the seal",)
    assert verdict.seals == 15


def machine_part(html: str) -> tuple[str, dict[str, Any]]:
    """A report in two parts: what comes before the machine-readable part, and that part."""
    head, script, rest = html.rpartition('<script type="application/json" id="disclosure">')
    return head + script, read_part(rest.partition("</script>")[0])


def written(head: str, facts: dict[str, Any]) -> str:
    """A report with this as its machine-readable part."""
    return f"{head}{write_part(facts)}</script>"


def with_seals(html: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> str:
    """The report with each of its seals changed."""
    head, facts = machine_part(html)
    return written(head, {**facts, 'seals': [change(seal) for seal in facts['seals']]})


def without_chain(html: str) -> str:
    """The report of a game that has no chain, as those that are older."""
    head, facts = machine_part(html)
    return written(head, {**facts, 'chain': []})


def test_a_seal_is_the_hash_of_the_lines_that_the_documents_name(played: Played) -> None:
    _, facts = machine_part(played.html)
    for seal in facts["seals"]:
        lines = ("gm-seal-2", "quick", seal["phase"], seal["seat"], seal["salt"], seal["text"])
        assert sha256("\n".join(lines).encode()).hexdigest() == seal["seal"]


@each_row(
    "change",
    [
        lambda seal: {**seal, "salt": f"{seal['salt']}\n{seal['text'].partition(chr(10))[0]}",
                      "text": seal["text"].partition("\n")[2]},  # lines moved into the salt
        lambda seal: {**seal, "seat": f"{seal['seat']}\n{seal['salt']}", "salt": seal["text"].partition("\n")[0],
                      "text": seal["text"].partition("\n")[2]},  # lines moved into the seat
        lambda seal: {**seal, "phase": "W1901A"},
        lambda seal: {**seal, "seat": "ITALIA"},
        lambda seal: {**seal, "about": "the RISK of THREAT 1"},
        lambda seal: {**seal, "form": 1},  # the old form
        # the head moved into an old salt
        lambda seal: {**seal, "form": 1, "salt": f"gm-seal-2\nquick\n{seal['phase']}\n{seal['seat']}\n{seal['salt']}"},
        lambda seal: {**seal, "salt": seal["salt"].upper()},
        lambda seal: {**seal, "form": 3},
        lambda seal: {**seal, "salt": f"{seal['salt']}\n"},
    ],
)  # fmt: skip
def test_a_seal_opens_in_one_way_only(played: Played, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    verdict = verdict_of(with_seals(played.html, change))
    assert not verdict.ok and verdict.seals == 0


@pytest.mark.parametrize("moved", [False, True])
def test_a_seal_of_an_older_game_opens_with_a_salt_of_32_digits_only(played: Played, moved: bool) -> None:
    def old(seal: dict[str, Any]) -> dict[str, Any]:
        made = sha256(f"{seal['salt']}\n{seal['text']}".encode()).hexdigest()
        first, _, rest = seal["text"].partition("\n")
        opened = {"salt": f"{seal['salt']}\n{first}", "text": rest} if moved else {}
        return {**seal, "form": 1, "seal": made, **opened}

    assert verdict_of(with_seals(played.html, old)).ok is not moved


def test_seals_of_two_forms_in_a_report_fail(played: Played) -> None:
    first = played.disclosure.seals[0]

    def old(seal: dict[str, Any]) -> dict[str, Any]:
        made = sha256(f"{seal['salt']}\n{seal['text']}".encode()).hexdigest()
        return {**seal, "form": 1, "seal": made} if seal["seal"] == first.seal else seal

    assert verdict_of(with_seals(played.html, old)).faults[0] == "the seals are of different forms"


def test_two_seats_cannot_change_names(played: Played) -> None:
    names = {"France": "Germany"}
    html = with_seals(played.html, lambda seal: {**seal, "name": names.get(seal["name"], seal["name"])})
    assert not verdict_of(html).ok


def test_a_report_of_a_later_format_is_refused(played: Played) -> None:
    head, facts = machine_part(played.html)
    verdict = verdict_of(written(head, {**facts, 'format': 4}))
    assert not verdict.ok and not verdict.game


def test_a_missing_seed_fails_once_the_game_is_over(played: Played) -> None:
    head, script, machine = played.html.rpartition("<script")
    seed = re.search(r'"seed": ".*"', machine)
    assert seed is not None
    verdict = verdict_of(head + script + changed(machine, seed[0], '"seed": ""'))
    assert verdict.faults == ("the game is over, but the report has no seed",)


@pytest.mark.parametrize(
    ("place", "fault"), [("S1901M", "is another in the report"), ("F1899M", "is not in the report")]
)
def test_a_mail_whose_seal_is_not_in_the_report_fails(played: Played, place: str, fault: str) -> None:
    wrong = mail(f"SEALS of {place} (HELP SEALS explains them)\n  France    {'0' * 32}\n            {'0' * 32}\n")
    verdict = verdict_of(played.html, wrong)
    assert verdict.faults == (f"{place}, France: the seal 00000000... in your mail {fault}",)


def test_a_mail_with_another_hash_of_the_seed_fails(played: Played) -> None:
    verdict = verdict_of(played.html, mail(f"SEED of all draws, sealed (HELP SEALS):\n  {'0' * 64}\n"))
    assert len(verdict.faults) == 1 and "seed's hash" in verdict.faults[0]


def test_the_seal_of_a_filing_that_the_report_does_not_know_fails(played: Played) -> None:
    verdict = verdict_of(played.html, mail(f"Seal of it: {'0' * 32}\n            {'0' * 32}\n"))
    assert verdict.faults == ("S1901M: the seal 00000000... of what you filed is not in the report",)


def told(seal: str) -> bytes:
    """A mail of France's that tells this seal of what was filed for S1901M."""
    return mail(f"Seal of it: {seal[:32]}\n            {seal[32:]}\n")


def with_history(html: str, *more: dict[str, str]) -> str:
    """The report with steps put in right behind the first that France filed."""
    head, facts = machine_part(html)
    steps = facts["history"]
    at = next(n for n, step in enumerate(steps) if (step["what"], step["seat"]) == ("sealed", "FRANCE")) + 1
    return written(head, {**facts, 'history': [*steps[:at], *more, *steps[at:]]})


def test_a_seal_that_should_be_the_last_and_is_not_is_a_fault(played: Played) -> None:
    first = next(seal for seal in played.disclosure.seals if not seal.published)
    verdict = verdict_of(played.html, told(first.seal))
    assert verdict.replaced == 1
    assert verdict.faults == (
        "S1901M: the last seal you were told is not the one published, and the report does not say why",
    )


@each_row(
    ("step", "explains"),
    [
        ({"what": "cleared", "phase": "S1901M", "seat": "FRANCE"}, True),
        ({"what": "cleared", "phase": "S1901M", "seat": "ENGLAND"}, False),
        ({"what": "cleared", "phase": "F1901M", "seat": "FRANCE"}, False),
        ({"what": "left", "seat": "FRANCE"}, True),
        ({"what": "seated", "seat": "FRANCE"}, True),
        ({"what": "seated", "seat": "ENGLAND"}, False),
        ({"what": "rolled"}, False),
        ({"what": "restored"}, False),
        ({"what": "judged", "phase": "W1901A"}, False),
    ],
)
def test_what_came_in_between_explains_another_seal(played: Played, step: dict[str, str], explains: bool) -> None:
    first = next(seal for seal in played.disclosure.seals if not seal.published)
    verdict = verdict_of(with_history(played.html, step), told(first.seal))
    assert verdict.ok is explains
    assert sum("the last seal you were told" in note for note in verdict.notes) == explains


@pytest.mark.parametrize(
    "about", ["back to Spring 1901", "forward to Fall 1901", "an earlier copy of the game is back"]
)
def test_a_rollback_explains_another_seal_if_the_players_mails_tell_of_it(played: Played, about: str) -> None:
    first = next(seal for seal in played.disclosure.seals if not seal.published)
    mails = told(first.seal) + b"\n" + mail("hello", subject=f"[quick] S1901M: {about}")
    assert verdict_of(with_history(played.html, {"what": "rolled"}), mails).ok


@pytest.mark.parametrize("invented", [False, True])
def test_a_sheet_cannot_hide_behind_a_second_judging_that_was_none(
    played: Played, mailbox: bytes, invented: bool
) -> None:
    """The operator judges the first sheet, or one of their own, and reports the last as judged another time."""
    head, facts = machine_part(played.html)
    own = [s for s in facts["seals"] if (s["phase"], s["seat"]) == ("S1901M", "FRANCE")]
    first, last = (next(s for s in own if s["published"] is published) for published in (False, True))
    if invented:
        text = "1 : A PAR - PIC"
        lines = ("gm-seal-2", "quick", "S1901M", "FRANCE", "ab" * 16, text)
        first = {**first, "salt": "ab" * 16, "text": text, "seal": sha256("\n".join(lines).encode()).hexdigest()}
    seals = [s for s in facts["seals"] if s not in own]
    seals += [{**first, "published": True, "time": 1}, {**last, "published": True, "time": 2}]
    forged = written(head, {**facts, 'seals': seals})
    # The result mail, as it would have been sent: it shows the seal of what was judged.
    result = mailbox.decode().index("SEALS of S1901M")
    text = mailbox.decode()[result:].replace(last["seal"][:32], first["seal"][:32], 1)
    text = text.replace(last["seal"][32:], first["seal"][32:], 1)
    assert not verdict_of(forged, (mailbox.decode()[:result] + text).encode()).ok


def test_a_phase_whose_seals_are_in_none_of_the_mails_is_noted(played: Played) -> None:
    verdict = verdict_of(played.html, mail("hello"))
    assert verdict.ok and [note.split(":")[0] for note in verdict.notes] == ["S1901M", "F1901M"]


def test_what_came_after_the_judging_explains_nothing(played: Played) -> None:
    first = next(seal for seal in played.disclosure.seals if not seal.published)
    head, facts = machine_part(played.html)
    steps = [*facts["history"], {"what": "cleared", "phase": "S1901M", "seat": "FRANCE"}]
    html = written(head, {**facts, 'history': steps})
    assert not verdict_of(html, told(first.seal)).ok


def test_the_sheet_that_was_judged_cannot_be_exchanged_for_an_earlier_one(played: Played, mailbox: bytes) -> None:
    """The operator judges the first sheet, and says that the second was never filed."""
    head, facts = machine_part(played.html)
    seals = [s for s in facts["seals"] if (s["phase"], s["seat"]) == ("S1901M", "FRANCE")]
    first, last = (next(s for s in seals if s["published"] is published) for published in (False, True))
    kept = [{**first, "published": True} if s == first else s for s in facts["seals"] if s != last]
    forged = written(head, {**facts, 'seals': kept})
    mails = mailbox.decode().replace(last["seal"][:32], "{}").split("{}")
    published = first["seal"][:32].join(mails[:2])  # as it would have been told
    assert not verdict_of(forged, published.encode()).ok


def test_a_seed_cannot_be_withheld_by_saying_that_the_game_is_not_over(played: Played, mailbox: bytes) -> None:
    head, facts = machine_part(played.html)
    html = written(head, {**facts, 'seed': '', 'outcome': ''})
    assert verdict_of(html).ok
    assert verdict_of(html, mailbox).faults == ("your mails say that the game is over, and the report does not",)


def test_a_result_mail_without_seals_is_a_fault(played: Played, mailbox: bytes) -> None:
    without = re.sub(rb"SEALS of (\w+) \(HELP[^\n]*\n(?:  .*\n)+", b"", mailbox)
    faults = verdict_of(played.html, without).faults
    titles = ("Spring 1901", "Fall 1901")
    assert faults == tuple(f"{title} judged: your mail with the result has no seals" for title in titles)


def as_of_format_1(html: str, form: int) -> str:
    """The report in format 1, its seals in a form."""
    head, facts = machine_part(html)
    seals = [
        {**s, "form": form, "seal": sha256(f"{s['salt']}\n{s['text']}".encode()).hexdigest()} if form == 1 else s
        for s in facts["seals"]
    ]
    del facts["history"], facts["chain"]
    return written(head, {**facts, 'format': 1, 'seals': seals})


def test_a_report_of_format_1_has_no_history_and_leaves_a_note(played: Played) -> None:
    first = next(seal for seal in played.disclosure.seals if not seal.published)
    seal = sha256(f"{first.salt}\n{first.text}".encode()).hexdigest()
    verdict = verdict_of(as_of_format_1(played.html, 1), told(seal))
    assert verdict.ok and "the last seal you were told" in verdict.notes[0]


def test_a_new_game_cannot_be_told_in_format_1(played: Played) -> None:
    assert verdict_of(as_of_format_1(played.html, 2)).faults == (
        "a report of format 1 has no seals of form 2",
    )


def test_mails_of_another_game_prove_nothing(played: Played) -> None:
    verdict = verdict_of(played.html, mail("hello", subject="[slow] S1901M: Spring 1901 judged"))
    assert verdict.faults == ("none of the mails is of game quick",)


@each_row("html", ["", "<p>", "<script id=disclosure>{</script>", "<script id=disclosure>[]</script>",
                                  "<script id=disclosure>" + "[" * 100_000 + "</script>",
                                  '<script id=disclosure>{"game": 1}</script>'])  # fmt: skip
def test_what_is_no_report_is_a_fault_and_no_crash(html: str) -> None:
    verdict = verdict_of(html)
    assert len(verdict.faults) == 1 and "\n" not in verdict.faults[0]
    assert str(verdict) == "Nothing could be checked."


def test_two_disclosures_in_one_file_are_a_fault(played: Played) -> None:
    assert not verdict_of(played.html + played.html).ok


def mail(body: str, subject: str = "[quick] S1901M: your orders") -> bytes:
    head = f"From: gm@gm.invalid\nTo: x@y.example\nSubject: {subject}\nDate: Mon, 05 Jan 2026 18:00:00 +0000\n"
    return f"From - Mon Jan  5 18:00:00 2026\n{head}\n{body}\n".encode()


SEAL = f"{'1' * 32}\n            {'2' * 32}\n"
LIST = f"SEALS of F1901M (HELP SEALS explains them)\n  New Land  {SEAL}  Q         {SEAL}"


@each_row(
    ("mails", "published", "own"),
    [
        (b"", 0, 0),
        (mail(LIST), 2, 0),
        (mail(LIST).replace(b"\n", b"\r\n"), 2, 0),
        (mail(LIST) + b"\n" + mail(LIST), 2, 0),
        (mail(LIST)[32:], 2, 0),
        (mail(f"Seal of it: {SEAL}"), 0, 1),
        (mail(f"Seal of it: {SEAL}", "Re: [QUICK] S1901M: what we have from you (#abc)"), 0, 1),
        (mail(LIST, "[quick] S1901M: press from Italy"), 0, 0),
        (mail(f"======== Mon 5 Jan\n{LIST}"), 0, 0),
        (mail(LIST.replace("SEALS", "  SEALS")), 0, 0),
        (mail(LIST.replace("SEALS", "> SEALS")), 0, 0),
        (mail(LIST, "no game"), 0, 0),
        (b"From - \n\xff\xfe\n\n\x00", 0, 0),
    ],
)
def test_seals_are_read_from_the_words_of_the_gamemaster_alone(mails: bytes, published: int, own: int) -> None:
    found = read_mailed(mails, "quick")
    assert (len(found.published), len(found.own), found.faults) == (published, own, ())


def test_a_list_of_seals_that_cannot_be_read_is_a_fault(played: Played) -> None:
    broken = mail("SEALS of S1901M (HELP SEALS explains them)\n  France 0000\n")
    assert verdict_of(played.html, broken).faults == ("S1901M: the seals in your mail cannot be read",)


def test_a_verdict_is_plain_values(played: Played) -> None:
    assert msgspec.json.decode(msgspec.json.encode(verdict_of(played.html)))["seals"] == 16


@each_row(
    "html", ["<" * 400_000, "<!--" * 100_000, "<a b='" * 70_000, SCRIPT + "<" * 200_000, SCRIPT * 8_000],
)  # fmt: skip
def test_what_is_no_report_is_read_once(html: str) -> None:
    """No parser goes over the page again from each of its signs: it is looked through a fixed number of times."""
    looked: list[int] = []

    class Counted(str):
        def split(self, *given: Any) -> list[str]:  # type: ignore[override]
            looked.append(len(self))
            return str(self).split(*given)

    with pytest.raises(ValueError, match="disclosure"):
        part_of(Counted(html))
    assert looked == [len(html)]


@pytest.mark.parametrize("many", ["[],", "{},", '"",'])
def test_a_bomb_of_small_values_is_refused_before_it_is_read(many: str) -> None:
    bomb = f'{{"chain":[{many * 20_000_000}0]}}'
    packed = base64.b64encode(lzma.compress(bomb.encode(), filters=PACKING)).decode()
    tracemalloc.start()
    with pytest.raises(ValueError, match="far too large"):
        read_part(json.dumps({"format": 3, "packed": packed}))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * LARGEST


def test_a_real_report_of_many_years_is_far_from_the_largest(played: Played) -> None:
    _, facts = machine_part(played.html)
    phases = len(facts["page"]["chapters"])
    assert len(json.dumps(facts)) / phases * 48 < LARGEST / 8  # eight years of six phases


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_what_no_memory_holds_is_refused_and_no_crash(
    played: Played, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("gm.report.machine.json.loads", fails)  # planted: no memory is left
    assert verify_report(played.html).faults == (
        "the disclosure cannot be read: the disclosure is too deep or too large",
    )
