"""Reports as a cheating operator would publish them: each kind of tampering is a function on a report taken apart."""

from __future__ import annotations

import base64
import json
import lzma
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec

from gm.report.facts import Disclosure
from gm.report.html import write_html
from gm.report.machine import CLEAR, LARGEST, PACKING, read_part, write_part

Facts = dict[str, Any]
SCRIPT = '<script type="application/json" id="disclosure">'


def sha(*lines: str) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


class Taken:
    """A report taken apart. What is changed is written again, with hashes that fit as far as a forger can make them."""

    def __init__(self, html: str, mails: bytes) -> None:
        self.visible, _, rest = html.rpartition(SCRIPT)
        self.machine, _, self.rest = rest.partition("</script>")
        self.data: Any = read_part(self.machine)
        self.mails = mails.decode()
        self.again = False  # whether the page is made again from its facts, and all hashes with it

    @property
    def page(self) -> Facts:
        """What the page is made of; the page will be made again."""
        self.again = True
        return self.data["page"]

    @property
    def chain(self) -> list[list[str]]:
        return self.data["chain"]

    def facts(self, kind: str) -> list[Facts]:
        """The facts of a kind, to be changed."""
        return [fact for chapter in self.page["chapters"] for fact in chapter["facts"] if fact["kind"] == kind]

    def body(self, kind: str, number: int = 0) -> Facts:
        return self.facts(kind)[number]["body"]

    def drop(self, *gone: Facts) -> None:
        """Leave facts out."""
        for chapter in self.page["chapters"]:
            chapter["facts"] = [fact for fact in chapter["facts"] if not any(fact is one for one in gone)]

    def seals(self) -> Iterator[Facts]:
        for chapter in self.page["chapters"]:
            yield from chapter["seals"]

    def seal(self, phase: str, seat: str, published: bool = True) -> Facts:
        return next(s for s in self.seals() if (s["phase"], s["seat"], s["published"]) == (phase, seat, published))

    def everywhere(self, old: str, new: str) -> None:
        """Write something else wherever it stands."""
        text = json.dumps(self.data)
        assert old in text
        self.data, self.again = json.loads(text.replace(old, new)), True

    def resealed(self, seal: Facts, **change: Any) -> str:
        """Another seal in the place of one, in the journal and in the page as well."""
        made = {**seal, **change}
        lines = ("gm-seal-2", self.data["game"], made["phase"], made["seat"], made["salt"], made["text"])
        seal.update(made)
        for fact in self.facts("opening"):
            if fact["body"]["seal"] == seal["seal"]:
                fact["body"].update({key: made[key] for key in ("phase", "seat", "salt", "text")})
        self.everywhere(seal["seal"], sha(*lines))
        return sha(*lines)

    def entry(self, number: int, old: str, new: str) -> None:
        """Other words in the text of an entry."""
        assert old in self.chain[number - 1][2]
        self.chain[number - 1][2] = self.chain[number - 1][2].replace(old, new, 1)

    def number(self, word: str) -> int:
        """The first entry with a line that begins with a word."""
        return next(n for n, one in enumerate(self.chain, 1) if len(one) > 1 and f"\n{word}" in one[2])

    def moved(self, start: int, by: int) -> None:
        """Other numbers for all entries from one on."""
        for fact in [fact for chapter in self.page["chapters"] for fact in chapter["facts"]] + self.page["looks"]:
            fact["n"] += by if fact["n"] >= start else 0

    def rehash(self) -> None:
        """The hash of what each entry tells, and its leaf, made to fit."""
        lines: dict[int, list[bytes]] = {}
        for fact in (fact for chapter in self.page["chapters"] for fact in chapter["facts"]):
            told = json.dumps([fact["kind"], fact["body"]], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
            lines.setdefault(fact["n"], []).append(told.encode())
        for number, one in enumerate(self.chain, 1):
            if len(one) > 1:
                text = re.sub(r"\ntold \w+", "\ntold", one[2])
                if number in lines:
                    made = sha256(b"\n".join([b"gm-told-1", *sorted(lines[number])])).hexdigest()
                    text = text if "\ntold" in text else text.replace("\nentry ", "\ntold\nentry ")
                    text = text.replace("\ntold", f"\ntold {made}")
                text = text.replace("\ntold\n", "\n")
                one[2] = text
                one[0] = sha("gm-leaf-1", self.data["game"], one[1], text)

    def written(self) -> str:
        """The report as it would be published."""
        if self.data is None:  # what stands there was written by hand
            return f"{self.visible}{SCRIPT}{self.machine}</script>{self.rest}"
        if not self.again:
            same = self.data == read_part(self.machine)
            machine = self.machine if same else write_part(self.data)
            return f"{self.visible}{SCRIPT}{machine}</script>{self.rest}"
        self.rehash()
        leaves = [dict(zip(("leaf", "salt", "text"), one, strict=False)) for one in self.chain]
        return write_html(msgspec.convert({**self.page, "chain": leaves}, Disclosure))


# -- seals, in a game of two movement phases ---------------------------------------------------------------------------


def text_of_a_seal(report: Taken) -> None:
    report.data["seals"][1]["text"] += "\n9 $"


def salt_of_a_seal(report: Taken) -> None:
    report.data["seals"][1]["salt"] = "ab" * 16


def sheet_rewritten(report: Taken) -> None:
    seal = report.seal("F1901M", "FRANCE")
    report.resealed(seal, text=seal["text"].replace("12 :", "11 :"))


def sheet_rewritten_with_its_results(report: Taken) -> None:
    seal = report.seal("F1901M", "ENGLAND")
    report.resealed(seal, text=seal["text"].replace("30 :", "29 :"))
    report.everywhere("30 : F NTH - NWY", "29 : F NTH - NWY")
    sheet = next(one for one in report.body("phaserecord", 1)["sheets"] if one["power"] == "ENGLAND")
    sheet["bids"][0][1] = 29


def seal_dropped(report: Taken) -> None:
    report.data["seals"] = [seal for seal in report.data["seals"] if seal["published"]]


def forget_first_sheet(report: Taken) -> None:
    seal = report.seal("S1901M", "FRANCE", published=False)
    number = report.number(f"sealed S1901M FRANCE {seal['seal']}")
    report.drop(*[fact for kind in ("opening", "actrecord") for fact in report.facts(kind)
                  if fact["n"] == number and fact["body"].get("what") != "acceptance list"])
    for chapter in report.page["chapters"]:
        chapter["seals"] = [one for one in chapter["seals"] if one is not seal]
    for word in ("sealed", "filed"):
        report.entry(number, f"\n{word} S1901M FRANCE {seal['seal']}", "")


def sheet_invented(report: Taken) -> None:
    seal = report.seal("S1901M", "FRANCE", published=False)
    made = {**seal, "text": "ACCEPT FAEGIRT\n9 : A PAR H", "salt": "cd" * 16}
    made["seal"] = sha("gm-seal-2", report.data["game"], *(made[key] for key in ("phase", "seat", "salt", "text")))
    chapter = report.page["chapters"][0]
    chapter["seals"].insert(0, made)
    opening = next(fact for fact in report.facts("opening") if fact["body"]["seal"] == seal["seal"])
    body = {**opening["body"], **{key: made[key] for key in ("text", "salt", "seal")}}
    chapter["facts"].insert(chapter["facts"].index(opening), {**opening, "body": body})
    line = f"\nsealed S1901M FRANCE {seal['seal']}"
    report.entry(opening["n"], line, f"\nsealed S1901M FRANCE {made['seal']}{line}")


def seals_swapped(report: Taken) -> None:
    seats = ("ITALY", "RUSSIA")
    one, other = (one for one in report.data["seals"] if one["seat"] in seats and one["phase"] == "F1901M")
    one["seat"], other["seat"] = other["seat"], one["seat"]


def flipped(report: Taken, phase: str, seat: str) -> None:
    for seal in report.seals():
        if (seal["phase"], seal["seat"]) == (phase, seat):
            seal["published"] = not seal["published"]


def withdrawn_sheet_published(report: Taken) -> None:
    flipped(report, "S1901M", "GERMANY")


def first_sheet_judged(report: Taken) -> None:
    flipped(report, "S1901M", "FRANCE")


def two_published(report: Taken) -> None:
    report.seal("S1901M", "FRANCE", published=False)["published"] = True


def own_sheet_under_another_name(report: Taken) -> None:
    seal = report.seal("F1901M", "ITALY")
    report.resealed(seal, text=seal["text"].replace("IAEFGRT", "RAEFGIT"))


def form_1_in_format_2(report: Taken) -> None:
    for seal in report.data["seals"]:
        seal.update(form=1, seal=sha(seal["salt"], seal["text"]))


def format_1(report: Taken) -> None:
    form_1_in_format_2(report)
    report.data["format"] = 1
    for key in ("history", "chain", "page"):
        del report.data[key]


def form_2_in_format_1(report: Taken) -> None:
    report.data["format"] = 1
    for key in ("history", "chain", "page"):
        del report.data[key]


def other_times(report: Taken) -> None:
    for seal in report.seals():
        seal["time"] = 1


# -- the journal -------------------------------------------------------------------------------------------------------


def entry_dropped(report: Taken) -> None:
    del report.chain[report.number("filed") - 1]


def closed_entry_dropped(report: Taken) -> None:
    number = next(n for n, one in enumerate(report.chain, 1) if len(one) == 1)
    del report.chain[number - 1]
    report.moved(number, -1)


def entries_exchanged(report: Taken) -> None:
    report.chain[1], report.chain[2] = report.chain[2], report.chain[1]


def entry_rewritten(report: Taken) -> None:
    report.entry(2, "FRANCE", "ITALY")


def time_rewritten(report: Taken) -> None:
    number = next(n for n, one in enumerate(report.chain, 1) if len(one) > 1 and "Z\ntime\nentry" in one[2])
    report.entry(number, ":00Z", ":01Z")
    report.again = True


def entry_invented(report: Taken) -> None:
    report.moved(4, 1)
    report.chain.insert(3, ["0" * 64])


def entry_at_the_end(report: Taken) -> None:
    report.again = True
    report.chain.append(["0" * 64])


def entry_of_no_kind(report: Taken) -> None:
    report.entry(1, "\nopen\n", "\nopened\n")
    report.again = True


def line_of_no_meaning(report: Taken) -> None:
    report.entry(1, "\nopen\n", "\nopen\nblessed by nobody\n")
    report.again = True


def press_closed(report: Taken) -> None:
    fact = report.facts("press")[0]
    report.drop(*[one for one in report.facts("press") if one["n"] == fact["n"]])
    del report.chain[fact["n"] - 1][1:]


def key_changed(report: Taken) -> None:
    report.chain[0][2] = re.sub(r"\nkey \w+", f"\nkey {'0' * 64}", report.chain[0][2])
    report.again = True


def judging_hidden(report: Taken) -> None:
    report.entry(report.number("judged"), "\njudged S1901M", "")
    report.again = True


def after_the_end(report: Taken) -> None:
    seal = next(one for one in report.data["seals"] if one["published"])
    made = {**seal, "published": False, "salt": "0" * 32, "text": "x"}
    made["seal"] = sha("gm-seal-2", report.data["game"], made["phase"], made["seat"], made["salt"], "x")
    what = f"{made['phase']} {made['seat']} {made['seal']}"
    text = f"2026-01-19T00:00:00Z\nletter\nsealed {what}\nfiled {what}\nentry {'0' * 64}"
    report.chain.append([sha("gm-leaf-1", report.data["game"], "0" * 32, text), "0" * 32, text])
    report.data["seals"].append(made)
    step = {"what": "sealed", "phase": made["phase"], "seat": made["seat"], "seal": made["seal"]}
    report.data["history"].append(step)


def restore_hidden(report: Taken) -> None:
    fact = report.facts("restored")[0]
    report.drop(fact)
    report.entry(fact["n"], "\nrestored", "")


def no_journal(report: Taken) -> None:
    report.data["chain"] = []


# -- seed, outcome, history --------------------------------------------------------------------------------------------


def seed_changed(report: Taken) -> None:
    report.data["seed"] = "another"


def seed_and_hash(report: Taken) -> None:
    old = report.data["seed_hash"]
    report.page["seed"] = "another"
    for body in (fact["body"] for fact in report.facts("over")):
        body["seed"] = "another"
    report.everywhere(old, sha("another"))


def seed_withheld(report: Taken) -> None:
    report.data["seed"] = ""


def end_withheld(report: Taken) -> None:
    report.data["seed"] = report.data["outcome"] = report.data["page"]["seed"] = report.data["page"]["outcome"] = ""


def end_withheld_everywhere(report: Taken) -> None:
    number = report.number("over")
    report.page["seed"] = report.page["outcome"] = ""
    report.drop(*[fact for chapter in report.page["chapters"] for fact in chapter["facts"] if fact["n"] >= number])
    del report.chain[number - 1 :]


def outcome_changed(report: Taken) -> None:
    report.data["outcome"] = "France has won"


def outcome_everywhere(report: Taken, outcome: str = "France has won") -> None:
    report.everywhere(report.data["outcome"], outcome)


def step_dropped(report: Taken) -> None:
    del report.data["history"][0]


def step_invented(report: Taken) -> None:
    report.data["history"].insert(1, {"what": "left", "phase": "S1901M", "seat": "FRANCE", "seal": ""})


def game_renamed(report: Taken) -> None:
    report.data["game"] = "quicker"


# -- the page ----------------------------------------------------------------------------------------------------------


def fact_in_the_machine_part(report: Taken) -> None:
    fact = next(one for one in report.data["page"]["chapters"][0]["facts"] if one["kind"] == "press")
    fact["body"]["lines"] = ["Yes."]


def press_rewritten(report: Taken) -> None:
    report.body("press")["lines"] = ["Yes."]


def visible_page(report: Taken) -> None:
    report.visible = report.visible.replace("</h1>", "</h1><p>France has won.</p>", 1)


def visible_order(report: Taken) -> None:
    report.visible = report.visible.replace("A PAR", "A BUR", 1)


def look_dropped(report: Taken) -> None:
    report.drop(*report.facts("looked"))
    report.page["looks"] = []


def look_off_the_top(report: Taken) -> None:
    report.page["looks"] = []


def fact_undone(report: Taken) -> None:
    report.facts("phaserecord")[0]["counts"] = False


def mark_changed(report: Taken) -> None:
    fact = next(one for one in report.facts("actrecord") if one["body"]["what"] == "offers filed" and not one["mark"])
    fact["mark"] = "cleared later"


def player_renamed(report: Taken) -> None:
    report.page["seats"][0]["sitters"][0]["name"] = "Somebody else"


def fact_in_another_phase(report: Taken) -> None:
    fact = report.facts("press")[0]
    report.drop(fact)
    report.page["chapters"][1]["facts"].insert(0, fact)


def title_changed(report: Taken) -> None:
    report.page["chapters"][0]["title"] = "Spring 1900"


def fact_of_another_time(report: Taken) -> None:
    report.facts("press")[0]["at"] = "2026-01-05T18:30:00Z"


def seals_of_a_result(report: Taken) -> None:
    report.body("seals")["seals"][0][1] = "0" * 64


# -- the books of Payola -----------------------------------------------------------------------------------------------


def sheet_of(report: Taken, power: str, phase: int = 0) -> Facts:
    return next(one for one in report.body("phaserecord", phase)["sheets"] if one["power"] == power)


def balance_changed(report: Taken) -> None:
    sheet_of(report, "FRANCE")["balance"] += 10
    sheet_of(report, "FRANCE", 1)["before"] += 10
    sheet_of(report, "FRANCE", 1)["balance"] += 10


def payment_changed(report: Taken) -> None:
    sheet = sheet_of(report, "ENGLAND")
    sheet["spent"] -= 1
    sheet["balance"] += 1
    sheet_of(report, "ENGLAND", 1)["before"] += 1


def taxes_changed(report: Taken) -> None:
    taxed = next(fact["body"] for fact in report.facts("actrecord") if fact["body"]["power"] == "TURKEY")
    taxed["lines"] = ["58 AgP for 3 centres"]
    for phase in (0, 1):
        sheet_of(report, "TURKEY", phase)["before"] += 10
        sheet_of(report, "TURKEY", phase)["balance"] += 10


def transfer_invented(report: Taken) -> None:
    fact = next(one for one in report.facts("actrecord") if one["body"]["what"] == "transfer")
    fact["body"]["lines"] = ["TRANSFER 6 TO FRANCE"]


def transfer_dropped(report: Taken) -> None:
    report.drop(next(one for one in report.facts("actrecord") if one["body"]["what"] == "transfer"))


def another_order_bought(report: Taken) -> None:
    order = next(one for one in report.body("moves")["orders"] if one["order"] == "A PAR - PIC")
    order["order"] = "A PAR - BUR"
    for bids in (sheet_of(report, "FRANCE")["bids"], sheet_of(report, "ENGLAND")["bids"]):
        for bid in bids:
            bid[3] = bid[3] if " A PAR " not in bid[0] else bid[0].endswith("BUR")


def accepted_by_another_list(report: Taken) -> None:
    sheet_of(report, "FRANCE")["acceptance"] = "EFAGIRT"


def reductions_hidden(report: Taken) -> None:
    sheet = sheet_of(report, "ENGLAND", 1)
    sheet["reductions"] = 0
    sheet["bids"][0][2], sheet["bids"][1][2] = 30, 9


def savings_ignored(report: Taken) -> None:
    sheet_of(report, "FRANCE")["saved"] = 0


def unit_of_another(report: Taken) -> None:
    for order in report.body("moves")["orders"]:
        if order["order"].startswith("A MAR "):
            order["power"] = "ITALY"


# -- draws -------------------------------------------------------------------------------------------------------------


def lot_changed(report: Taken) -> None:
    report.body("drawn")["lots"][0][1] = "00" * 8


def words_changed(report: Taken) -> None:
    report.body("drawn")["words"][0][1] = "other words"


def value_changed(report: Taken) -> None:
    report.body("drawn")["value"] = "ff"


def value_everywhere(report: Taken) -> None:
    report.everywhere("6f1d3a0c77", "6f1d3a0c78")


def wishes_changed(report: Taken) -> None:
    closed, drawn = (report.body("wished", number)["players"] for number in (0, 1))
    [italy] = [player[0] for player in drawn if player[3] == "ITALY"]
    for player in (player for player in (*closed, *drawn) if player[0] == italy):
        player[2] = []


def opened_with_another_salt(report: Taken) -> None:
    body = report.body("openrecord")
    body["salt"] = body["salt"][::-1]


def another_sheet_opened(report: Taken) -> None:
    report.body("openrecord")["text"] = "9 : A PAR - BUR"


def committed_to_another(report: Taken) -> None:
    body = report.body("openrecord")
    lines = ("gm-commit-1", report.data["game"], body["phase"], body["seat"], body["salt"])
    body["text"] = "9 : A PAR - BUR"
    report.everywhere(body["commitment"], sha(*lines, body["text"]))


def commitment_dropped(report: Taken) -> None:
    """That of Germany, who has not opened it."""
    gone = report.facts("commitrecord")[1]
    del report.chain[gone["n"] - 1][1:]
    report.drop(gone, *report.facts("notopened"))


def two_seats_exchanged(report: Taken) -> None:
    one, other, *_ = report.body("drawn")["lots"]
    one[2], other[2] = other[2], one[2]


def lots_out_of_order(report: Taken) -> None:
    one, other, *_ = report.body("drawn")["lots"]
    one[:2], other[:2] = other[:2], one[:2]


def another_first_move(report: Taken) -> None:
    body = report.body("tablelaid")
    body["standing"]["line"] = ["RED"]
    body["happened"][0].update(seat="RED", words="RED has the first move, by a draw.")


def first_draw_changed(report: Taken) -> None:
    report.body("tablelaid")["draw"][1] = "f" * 64


# -- So Long Sucker and the stone game ---------------------------------------------------------------------------------


def happening(report: Taken, what: str) -> tuple[Facts, Facts]:
    """The first fact in which this happened, and what happened."""
    return next((fact["body"], one) for fact in report.facts("tableturned")
                for one in fact["body"]["happened"] if one["what"] == what)


def chip_of_another_colour(report: Taken) -> None:
    happening(report, "play")[1]["chips"] = {"RED": 1}


def chip_on_another_pile(report: Taken) -> None:
    body = report.body("tableturned", 1)
    body["happened"][0]["pile"] = 2
    body["standing"]["piles"] = [{"chips": ["YELLOW"], "number": 1}, {"chips": ["RED"], "number": 2}]


def another_chip_killed(report: Taken) -> None:
    body = next(fact["body"] for fact in report.facts("tableturned") if fact["body"]["phase"] == "T13K")
    body["happened"][0]["chips"] = {"RED": 1}
    hand = next(one for one in body["standing"]["hands"] if one["seat"] == "GREEN")
    hand["chips"] = {"BLUE": 1, "GREEN": 2, "YELLOW": 1}
    body["standing"]["dead"] = {"GREEN": 1, "RED": 1}


def dead_chip_hidden(report: Taken) -> None:
    report.body("tableturned", 22)["standing"]["dead"].pop("RED")


def move_to_another(report: Taken) -> None:
    body, event = happening(report, "next")
    event.update(to="BLUE", words="YELLOW gives the move to BLUE.")
    body["standing"]["line"][-1] = "BLUE"
    body["standing"]["owed"] = [{"of": ["BLUE"], "seat": "BLUE", "what": "play"}]


def rescue_forgotten(report: Taken) -> None:
    body, event = happening(report, "rescue")
    body["happened"].remove(event)


def defeat_too_soon(report: Taken) -> None:
    body, event = happening(report, "refuse")
    body["happened"].append({**event, "what": "defeat", "seat": "YELLOW", "to": "", "words": "YELLOW is defeated."})


def stone_elsewhere(report: Taken) -> None:
    body = report.body("stonesplayed", 2)
    body["placed"] = ["B1", "C1", "E2"]
    stones = body["picture"]["stones"]
    stones["BLACK"] = ["C1" if one == "C4" else one for one in stones["BLACK"]]


def stone_on_another(report: Taken) -> None:
    report.body("stonesplayed", 1)["placed"][0] = "B2"


def stone_not_to_be_replaced(report: Taken) -> None:
    report.body("stonesplayed", 2)["replaced"] = "C3"


def four_stones(report: Taken) -> None:
    report.body("stonesplayed", 1)["placed"].append("E3")


def groups_changed(report: Taken) -> None:
    report.body("stonesresult")["groups"] = {"BLACK": [9], "WHITE": [8, 1]}


def stones_winner(report: Taken) -> None:
    report.body("stonesresult")["winner"] = "BLACK"
    outcome_everywhere(report, "Black has won with a largest group of 9 against 8")


def turn_dropped(report: Taken) -> None:
    report.drop(report.facts("stonesplayed")[3])


# -- mails, and what is no report --------------------------------------------------------------------------------------


def head_in_a_mail(report: Taken) -> None:
    report.mails = re.sub(r"\n  head \w{32}", f"\n  head {'0' * 32}", report.mails, count=1)


def receipt_of_no_entry(report: Taken) -> None:
    report.mails = re.sub(r"(Receipt for what .*\n  )\w{32}", rf"\g<1>{'0' * 32}", report.mails, count=1)


def receipt_of_another_time(report: Taken) -> None:
    report.mails = re.sub(r"(Receipt for what came at )\S+", r"\g<1>2026-01-05T17:00:00Z", report.mails, count=1)


def receipt_of_another_sheet(report: Taken) -> None:
    first, second, *_ = re.findall(r"Seal of it: (\w+\n +\w+)", report.mails)
    report.mails = report.mails.replace(first, second, 1)


def receipt_signed_by_another(report: Taken) -> None:
    report.mails = re.sub(r"(Receipt for .*\n  \w+\n  \w+\n  )\S", r"\g<1>/", report.mails, count=1)


def receipt_broken(report: Taken) -> None:
    report.mails = re.sub(r"(Receipt for what .*\n  )\w", r"\1", report.mails, count=1)


def seed_hash_in_a_mail(report: Taken) -> None:
    report.mails = report.mails.replace(report.data["seed_hash"], "0" * 64)


def result_without_seals(report: Taken) -> None:
    report.mails = re.sub(r"SEALS of (\w+) \(HELP[^\n]*\n(?:  .*\n)+", "", report.mails, count=1)


def seal_in_a_result(report: Taken) -> None:
    report.mails = re.sub(r"(\nSEALS of .*\n  \w+ +)\w{32}", rf"\g<1>{'0' * 32}", report.mails, count=1)


def result_without_head(report: Taken) -> None:
    at = report.mails.index("\nSEALS of ")
    report.mails = report.mails[:at] + re.sub(r"HEAD of the.*\n(?:  .*\n)+", "", report.mails[at:], count=1)


def broken_json(report: Taken) -> None:
    report.visible += SCRIPT + "{</script>"


def number_for_a_list(report: Taken) -> None:
    report.data["chain"] = 7


def word_for_an_entry(report: Taken) -> None:
    report.chain[3] = ["x", "y"]


def seal_without_text(report: Taken) -> None:
    del report.data["seals"][0]["text"]


def unknown_format(report: Taken) -> None:
    report.data["format"] = 4


# -- options, phases, and what counts ----------------------------------------------------------------------------------


def powers_exchanged(report: Taken) -> None:
    options = report.page["options"]
    for old, new in (("France", "@@"), ("England", "France"), ("@@", "England")):
        assert f'name = "{old}"' in options["board_text"]
        options["board_text"] = options["board_text"].replace(f'name = "{old}"', f'name = "{new}"')


def place_renamed(report: Taken) -> None:
    text = report.page["options"]["board_text"]
    assert "Burgundy" in text
    report.page["options"]["board_text"] = text.replace("Burgundy", "Bourgogne")


def side_changed(report: Taken) -> None:
    report.page["options"]["side"] += 1


def options_dropped(report: Taken) -> None:
    report.page["options"] = {}


def chapters_uncounted(report: Taken) -> None:
    for chapter in report.page["chapters"]:
        chapter["counts"] = False


def all_counted(report: Taken) -> None:
    for chapter in report.page["chapters"]:
        chapter["counts"] = True
        for fact in chapter["facts"]:
            fact["counts"] = True


def rolled_elsewhere(report: Taken) -> None:
    """The chain says that the game went back to where it was: nothing was taken back."""
    number = report.number("rolled ")
    report.chain[number - 1][2] = re.sub(r"\nrolled \d+", f"\nrolled {number - 1}", report.chain[number - 1][2])
    report.again = True


def chapter_invented(report: Taken) -> None:
    made = {"code": "HONEST", "title": "France cheated here", "facts": [], "seals": [], "judged": True, "time": 1,
            "counts": True}  # fmt: skip
    report.page["chapters"].insert(1, made)


def chapters_shifted(report: Taken) -> None:
    chapters = report.page["chapters"]
    for number in range(1, 5):
        chapters[number + 1]["facts"] = chapters[number]["facts"] + chapters[number + 1]["facts"]
        chapters[number]["facts"] = []


def one_chapter(report: Taken) -> None:
    first, *others = report.page["chapters"]
    first["facts"] += [fact for chapter in others for fact in chapter["facts"]]
    del report.page["chapters"][1:]


def last_phase_renamed(report: Taken) -> None:
    report.page["chapters"][-1].update(code="HONEST", title="The operator is honest")


def turn_not_judged(report: Taken) -> None:
    report.page["chapters"][0]["judged"] = False


def another_version(report: Taken) -> None:
    """With a script of the forger's, and no policy that would keep it from running."""
    report.data["gm"] = "0.6.1"
    report.visible = report.visible.replace("Content-Security-Policy", "X")
    report.visible = report.visible.replace("</h1>", "</h1><script>x()</script>")


def policy_that_allows_all(report: Taken) -> None:
    report.data["gm"] = "0.6.1"
    assert "default-src 'none'" in report.visible
    report.visible = report.visible.replace("default-src 'none'", "default-src *")


def another_script(report: Taken) -> None:
    """In the place of gm's, with the hash that the policy must name."""
    report.data["gm"] = "0.6.1"
    made = base64.b64encode(sha256(b"alert(1)").digest()).decode()
    report.visible = re.sub(r"'sha256-[^']+'", f"'sha256-{made}'", report.visible)
    report.visible = re.sub(r"(?s)<script>.*?</script>", "<script>alert(1)</script>", report.visible)


def page_of_another_version(report: Taken) -> None:
    report.data["gm"] = "0.6.1"
    report.visible = report.visible.replace("</h1>", "</h1><p>France has won.</p>", 1)


# -- parts that are no such parts: packed by hand ----------------------------------------------------------------------


def packed_by_hand(report: Taken, rest: bytes, more: Facts | None = None, behind: bytes = b"", cut: int = 0) -> None:
    """Another part in the place of the report's, as text, of clear keys and *rest* as it stands."""
    clear = {**json.loads(report.machine), **(more or {})}
    made = lzma.compress(rest, filters=PACKING)
    clear["packed"] = base64.b64encode((made[:-cut] if cut else made) + behind).decode()
    report.machine = json.dumps(clear)
    report.data = None


def rest_of(report: Taken) -> Facts:
    return {key: value for key, value in report.data.items() if key not in CLEAR}


def packed_over_clear(report: Taken) -> None:
    packed_by_hand(report, json.dumps({**rest_of(report), "outcome": report.data["outcome"]}).encode(),
                   {"outcome": "France has won"})  # fmt: skip


def packed_with_more_behind(report: Taken) -> None:
    packed_by_hand(report, json.dumps(rest_of(report)).encode(), behind=b"more")


def packed_and_cut(report: Taken) -> None:
    packed_by_hand(report, json.dumps(rest_of(report)).encode(), cut=9)


def packed_key_twice(report: Taken) -> None:
    packed_by_hand(report, json.dumps(rest_of(report)).replace('"seals"', '"seals": [], "seals"', 1).encode())


def format_with_a_point(report: Taken) -> None:
    packed_by_hand(report, json.dumps(rest_of(report)).encode(), {"format": 3.0})


def nothing_left(report: Taken) -> None:
    packed_by_hand(report, b'{"seals": []}')


def packed_number(report: Taken) -> None:
    packed_by_hand(report, b"5")


def packed_nothing(report: Taken) -> None:
    packed_by_hand(report, b"null")


def packed_bytes(report: Taken) -> None:
    packed_by_hand(report, b"\xff\xfe{")


def packed_too_deep(report: Taken) -> None:
    packed_by_hand(report, b"[" * 200_000)


def packed_too_large(report: Taken) -> None:
    packed_by_hand(report, b" " * (LARGEST + 1) + json.dumps(rest_of(report)).encode())


def second_part(report: Taken) -> None:
    report.visible += '<script id="disclosure" type="text/plain">{}</script>'
