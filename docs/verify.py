"""A second verifier for reports, written from formats.md and the rules of the games alone: it has no code of gm.

    python3 docs/verify.py spring-report.html [--mails my-mails.mbox ...]

It prints a line for each fault and exits with 1, or "All is well." and 0; with 2 if it cannot read the report.
"""

import email.policy
import hashlib
import hmac
import json
import lzma
import mailbox
import re
import sys
import tomllib
from base64 import b64decode, b64encode
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unicodedata import normalize

HASH, SALT = "[0-9a-f]{64}", "[0-9a-f]{32}"
PART, LARGEST = '<script type="application/json" id="disclosure">', 24_000_000
NOTE = "note: not checked here: signatures of receipts, how moves on maps are judged, and how the page shows its facts"
SEALED = rf"(?:sealed|filed|committed) \S+ \S+ {HASH}|cleared \S+ \S+"
LINE = (rf"(?:told|key|seed|options) {HASH}|{SEALED}|judged \S+|phase \S+ .+|rolled(?: \d+)?|"
        "(?:seated|left|over|beacon|rules|seat|joining) .+")  # fmt: skip
ENTRY = re.compile(r"([\d-]{10}T[\d:]{8}Z)\n(open|letter|held|time|outage|stand|looked|operator)\n"
                   rf"((?:(?:{LINE}|restored)\n)*)entry {HASH}")  # fmt: skip
POLICY = re.compile(r"""<!DOCTYPE html>\s*<html lang="en">\s*<head>\s*<meta charset="utf-8">\s*<meta """
                    r"""http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"""
                    r"""(?:; script-src 'sha256-([\w+/=]{44})')?">""")  # fmt: skip
STEPS = {"sealed": "sealed {phase} {seat} {seal}", "cleared": "cleared {phase} {seat}", "judged": "judged {phase}",
         "seated": "seated {name}", "left": "left {name}", "rolled": "rolled", "restored": "restored"}  # fmt: skip
TWO = rf"({SALT})\n +({SALT})\n"  # a hash in two rows
HEAD = re.compile(rf"(?m)^HEAD of the journal.*\n  head {TWO}(?:  key  {TWO})?")
SEED = re.compile(r"(?m)^SEED of all draws.*:\n  (\S+)$")
OWN = re.compile(rf"(?m)^(?:Seal of it|Commitment): {TWO}")
SAID = re.compile(rf"(?m)^SEAL of .+ \(HELP SEALS\):\n  {TWO}")
RESULT = re.compile(rf"(?m)^SEALS of (\S+) .*\n((?:  .+ {TWO})+)")
RECEIPT = re.compile(rf"(?m)^Receipt for what came at (\S+) .*\n  {TWO}(?:  \S{{22}}\n){{4}}")
SHAPES = {"HEAD of the ": HEAD, "(?:Seal of it|Commitment): ": OWN, "SEALS of ": RESULT, "Receipt for ": RECEIPT}
SEALLESS = ("negotiation", "so-long-sucker", "hex-negotiation")  # rulesets in which nothing is filed under seal
OFFER = re.compile(r"(?:([1-9]\d?|100)\*)?(\d{1,4} \$|\d{1,4}(?:#\d{1,4})? [:!>@&] [AF] \S+ \S.*)")


def sha(*lines: str) -> str:  # of lines with a line feed between them
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def table_of(text: str) -> dict[str, Any]:  # of JSON in which no key stands twice
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a key stands twice")
        return dict(pairs)

    if len(text) > LARGEST or not isinstance(table := json.loads(text, object_pairs_hook=once), dict):
        raise ValueError("its part for programs is no table, or far too large")
    return table


def part_of(html: str) -> dict[str, Any]:
    """The part for programs, unpacked: the only one of its kind, in a page that runs only what its policy names."""
    policy, script = POLICY.match(html.lstrip()), html.partition("<script>")[2].partition("</script>")[0]
    named = policy and (policy[1] or b64encode(hashlib.sha256(b"").digest()).decode())
    if named != b64encode(hashlib.sha256(script.encode()).digest()).decode() or len(re.findall("(?i)<meta", html)) != 4:
        raise ValueError("it has not the policy of reports, or another script than that names")
    if re.findall("(?i)<script[^<>]*>?", html) not in ([PART], ["<script>", PART]):
        raise ValueError("it has not just one part for programs, or foreign scripts")
    data, packing = table_of(html.partition(PART)[2].partition("</script>")[0]), lzma.LZMADecompressor(lzma.FORMAT_XZ)
    if "packed" in data:
        packed = packing.decompress(b64decode(data.pop("packed"), validate=True), LARGEST)
        if not packing.eof or packing.unused_data or data.keys() & table_of(packed.decode()).keys():
            raise ValueError("what is packed is cut, has something behind it, or repeats what stands in clear")
        data |= table_of(packed.decode())
    if type(data["format"]) is not int or data["format"] not in (1, 2, 3):
        raise ValueError("its format is not known")
    if data["format"] == 3 and not {"chain", "page"} <= data.keys():
        raise ValueError("it has no journal or no page")
    return data


def compact(value: Any) -> str:  # JSON without spaces, keys in order
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def drawn(key: str, name: str) -> str:  # a draw: 64 hexadecimal digits
    return hmac.new(key.encode(), name.encode(), hashlib.sha256).hexdigest()


class Bid:  # of Payola, as it is counted: 5#2 : A PAR - BUR
    def __init__(self, text: str) -> None:
        self.text = text
        self.price, self.kind, kind, place, rest = text.split(" ", 4)
        self.unit, (amount, _, floor) = f"{kind} {place}", self.price.partition("#")
        self.orders = [f"{self.unit} {part}" for part in rest.split(" | ")]
        self.amount, self.left, self.floor = int(amount), int(amount), int(floor or 0)

    def pays(self, order: str) -> bool:  # if the unit of the order does this (rule 3.2)
        named, moves = order in self.orders, order.removeprefix(self.unit).startswith(" - ")
        other = not named and order.startswith(f"{self.unit} ")
        return named if self.kind == ":" else other and (self.kind in "!&" or moves == (self.kind == ">"))


class Bribes:  # the sheets of all powers in a movement phase of Payola: bids, acceptance lists, savings, budgets
    def __init__(self) -> None:
        self.bids, self.accept, self.saved, self.budget, self.reduced = {}, {}, {}, {}, Counter()

    def add(self, power: str, lines: list[str], own: list[str], accept: list[str], balance: int) -> None:
        """A sheet as bids, with the holds of the power's own units that it leaves out (3.4)."""
        offers, bids = [OFFER.fullmatch(line).groups() for line in lines], []
        for count, bid in [(count, Bid(text)) for count, text in offers if text[-1] != "$"]:
            made = [f"0 : {bid.unit} H"] if bid.kind == "!" else [f"{bid.price} : {order}" for order in bid.orders]
            bids += [Bid(one) for one in (made + [bid.text] * (bid.kind != ":")) * int(count or 1)]
        self.bids[power] = bids + [Bid(f"0 : {unit} H") for unit in own if unit not in {bid.unit for bid in bids}]
        self.saved[power] = sum(int(count or 1) * int(text[:-2]) for count, text in offers if text[-1] == "$")
        self.accept[power], self.budget[power] = accept, max(0, balance - self.saved[power])

    def choice(self, unit: str, owner: str) -> str:
        """What a unit does: what brings most, or what its owner's acceptance list picks of that (5.1 to 5.4)."""
        offers = [bid for one in self.bids.values() for bid in one if bid.unit == unit]
        named = {order for bid in offers if bid.kind == ":" for order in bid.orders}
        totals = {order: sum(bid.left for bid in offers if bid.pays(order)) for order in named}
        tied = [order for order in totals if totals[order] == max(totals.values())]
        for kinds, power in [(kinds, power) for kinds in (":!>@&", ":") for power in self.accept[owner]]:
            bids = [(at, bid) for at, bid in enumerate(self.bids[power]) if bid.unit == unit and bid.kind in kinds]
            places = [(at, order) for order in tied for at, bid in bids if bid.pays(order)] if len(tied) > 1 else []
            tied = [order for order in tied if not places or (min(places)[0], order) in places]
        return tied[0]

    def settle(self, owners: dict[str, str]) -> tuple[dict[str, str], dict[str, int]]:
        """What each unit does and each power pays, once nobody has offered too much (5.5)."""
        while True:
            chosen = {unit: self.choice(unit, owners[unit]) for unit in owners}
            paid = {one: sum(bid.left for bid in bids if bid.pays(chosen[bid.unit])) for one, bids in self.bids.items()}
            over = [power for power in paid if paid[power] > self.budget[power]]
            if not over:
                return chosen, paid
            self.reduced.update(over)
            for bids in (self.bids[power] for power in over):
                low = all(bid.left <= bid.floor for bid in bids)
                for bid in bids:
                    bid.floor = 0 if low else bid.floor
                    bid.left -= bid.left > bid.floor


class Table:  # of So Long Sucker
    def __init__(self, seats: list[str], chips: int, first: str) -> None:
        self.hands = {"": Counter(), **{seat: Counter({seat: chips}) for seat in seats}}  # "" is the dead box
        self.seats, self.line, self.piles, self.made, self.pile = seats, [first], {}, 0, 0
        self.alive, self.refused, self.owed = [*seats], set(), "play"

    def distress(self) -> bool:  # the player with the move has no chip
        return self.owed == "play" and not self.hands[self.line[-1]]

    def holders(self) -> set[str]:  # who could save that player
        return {seat for seat in self.alive if seat != self.line[-1] and self.hands[seat].keys() - {seat}}

    def played(self, what: str, seat: str, to: str, chips: Counter[str], pile: int) -> bool:
        """Whether a chip may be played, or what follows from it may happen (rules 4 to 6 and 10); it is done."""
        heap, mine, owed, hand = self.piles.get(self.pile, []), seat == self.line[-1], self.owed, self.hands[seat]
        if what == "play":
            fits = owed == "play" and mine and chips.total() == 1 and chips <= hand
            fits = fits and pile in [*self.piles, self.made + 1]
            self.pile, self.made, self.hands[seat] = pile, max(pile, self.made), hand - chips
            heap = self.piles[pile] = [*self.piles.get(pile, []), *chips]
            self.owed = "next" if heap[-2:-1] != heap[-1:] else "kill" if heap[-1] in self.alive else "burn"
        elif what in ("kill", "burn"):
            kills = owed == what == "kill" and seat == heap[-1] and chips.total() == 1 and chips <= Counter(heap)
            fits = kills or (what == "burn" and heap[-1] not in self.alive and chips == Counter(heap))
            self.hands[seat] += Counter(self.piles.pop(self.pile)) - chips
            self.owed, self.hands[""], self.line = "play", self.hands[""] + chips, [*self.line, *[seat] * kills]
        else:
            free = [one for one in self.alive if one not in heap]
            lowest = max(self.alive, key=lambda one: heap[::-1].index(one)) if not free else ""
            named = to in free and (what == "next" or (what == "only" and len(free) == 1))
            fits = owed == "next" and mine and (named or (what == "lowest" and to == lowest))
            self.owed, self.line = "play", [*self.line, to]
        return fits

    def gave(self, what: str, seat: str, to: str, chips: Counter[str]) -> bool:
        """Whether prisoners may be killed or given away, or somebody be defeated (rules 8, 9 and 11); it is done."""
        mover, fits = self.line[-1], what in ("absent", "capture", "distress", "rebound", "win")  # no acts of anybody
        if what in ("rescue", "transfer", "discard"):
            fits = chips and chips <= self.hands[seat] and seat not in chips and to in ["", *self.alive] and to != seat
            fits = fits and bool(to) == (what != "discard") and (what != "rescue" or (self.distress() and to == mover))
            self.hands[seat], self.hands[to] = self.hands[seat] - chips, self.hands[to] + chips
        elif what == "refuse":
            fits, self.refused = self.distress() and seat in self.holders(), self.refused | {seat}
        elif what in ("defeat", "resign"):
            lost = seat == mover and self.distress() and self.holders() <= self.refused
            fits = seat in self.alive and (lost if what == "defeat" else chips == self.hands[seat])
            self.hands[""], self.hands[seat] = self.hands[""] + chips, Counter()
            self.alive = [one for one in self.alive if one != seat]
        return bool(fits)

    def allows(self, event: Any) -> bool:
        """Whether the rules allow what happened; it is done, and after a defeat the move goes back (rule 9)."""
        what, seat, who, chips = event["what"], event["seat"], (event["seat"], event["to"]), Counter(event["chips"])
        table = what in ("play", "next", "only", "lowest", "kill", "burn")
        fits = self.played(what, *who, chips, event["pile"]) if table else self.gave(what, *who, chips)
        while self.owed == "play" and self.line[-1] not in self.alive and len(self.alive) > 1:
            after = [one for one in self.seats[self.seats.index(seat) :] + self.seats if one in self.alive]
            self.line, self.refused = self.line[:-1] or after[:1], set()
        self.refused = self.refused if self.distress() else set()
        return fits

    def stands(self) -> list[Any]:  # how the table stands, and who owes what
        owing = [(self.piles[self.pile][-1] if self.owed == "kill" else self.line[-1], self.owed)]
        owing = [(seat, "rescue") for seat in sorted(self.holders() - self.refused)] if self.distress() else owing
        out = {seat for seat in self.seats if seat not in self.alive}
        return [self.hands, out, self.piles, self.line, owing if len(self.alive) > 1 else []]


def groups(cells: set[tuple[int, int]]) -> list[int]:  # sizes, largest first; a cell: its row, its place in a slope
    sizes, left = [], set(cells)
    while left:
        group = [left.pop()]
        for row, place in group:  # which grows meanwhile
            near = {(row + a, place + b) for a, b in ((0, -1), (0, 1), (1, 0), (1, 1), (-1, 0), (-1, -1))} & left
            group += near
            left -= near
        sizes.append(len(group))
    return sorted(sizes, reverse=True)


class Report:
    """A report: its seals, the facts of its page in order, what its journal tells, and the faults found."""
    def __init__(self, html: str) -> None:
        self.data: Any = {"chain": [], "history": [], "page": {"seats": [], "chapters": []}, **part_of(html)}
        if not isinstance(self.data["game"], str):
            raise ValueError("its game has no name")
        self.game, self.over, self.seed = self.data["game"], self.data["outcome"], self.data["seed"]
        self.seals: list[Any] = [{"form": 1, "about": "", "time": 1, **seal} for seal in self.data["seals"]]
        self.chapters: list[Any] = self.data["page"]["chapters"]
        self.codes: dict[str, str] = {seat["name"]: seat["code"] for seat in self.data["page"]["seats"]}
        facts = [{**fact, "time": one["time"]} for one in self.chapters for fact in one["facts"]]
        self.facts: list[Any] = sorted(facts, key=lambda fact: fact["n"])
        self.bodies: dict[str, list[Any]] = defaultdict(list)
        for fact in self.facts:
            self.bodies[fact["kind"]].append(fact["body"])
        self.published: dict[tuple[str, int], Any] = {}  # by phase and time: the seals, by seat
        for seal in (seal for seal in self.seals if seal["published"]):
            self.published.setdefault((seal["phase"], seal["time"]), {})[seal["seat"]] = seal
        self.heads, self.leaves, self.at, self.lines, self.faults, self.sorted = {}, {}, {}, [], [], facts == self.facts
        self.notes: list[str] = []  # what could not be checked

    def must(self, truth: Any, words: str) -> None:  # it is a fault if something is not so
        self.faults += [words] if not truth and words not in self.faults else []

    def told(self, *words: str) -> list[str]:  # what stands behind these words in the journal
        return [rest for _, word, rest in self.lines if word in words]

    def shown(self, phase: str, time: int) -> set[tuple[str, str]]:  # the published seals, with the seats' names
        return {(seal["name"], seal["seal"]) for seal in self.published.get((phase, time), {}).values()}

    def times(self, phase: str) -> list[int]:  # at which of its times it was judged
        return sorted(time for code, time in self.published if code == phase)

    def check_seals(self) -> None:
        """Each seal is the hash of its lines, and one is published for each phase, seat and time."""
        forms, seed, published = {seal["form"] for seal in self.seals}, self.seed, self.published.values()
        self.must(forms in (set(), {1}, {min(self.data["format"], 2)}), "the seals are of a wrong form")
        self.must(self.data["chain"] or 2 not in forms, "the report has no journal, which this game must have")
        self.notes += ["nothing but seals and seed: the report has no journal"] * (not self.data["chain"])
        for seal in self.seals:
            above = [self.game, seal["phase"], seal["seat"], *([seal["about"]] if seal["about"] else [])]
            first = [] if seal["form"] == 1 else ["gm-said-2" if seal["about"] else "gm-seal-2", *above]
            plain = re.fullmatch(SALT, seal["salt"]) and "\n" not in "".join(above) and seal["form"] in (1, 2)
            fits = plain and sha(*first, seal["salt"], seal["text"]) == seal["seal"]
            self.must(fits, f"{seal['phase']}, {seal['seat']}: salt and text do not make the seal {seal['seal'][:8]}")
        every = all(self.codes in ({}, {seal["name"]: seat for seat, seal in one.items()}) for one in published)
        once = sum(map(len, published)) == sum(seal["published"] for seal in self.seals)
        self.must(once and every, "of some phase there is not one published seal for each seat")
        self.must(bool(seed) == bool(self.over), "the seed is told when the game is over, and only then")
        self.must(not seed or sha(seed) == self.data["seed_hash"], "the seed does not make the seed's hash")

    def check_chain(self) -> None:
        """Each entry of the journal opens; all heads are computed."""
        head = "0" * 64
        for number, (leaf, *opened) in enumerate(self.data["chain"], 1):
            name = f"entry {number} of the journal"
            self.must(re.fullmatch(HASH, leaf) and leaf not in self.leaves, f"{name} has no leaf of its own")
            head = sha("gm-head-1", head, "open" if opened else "closed", leaf)
            self.heads[head] = self.leaves[leaf] = number
            for salt, text in [opened] if opened else ():
                entry = ENTRY.fullmatch(text) if re.fullmatch(SALT, salt) else None
                fits = entry and sha("gm-leaf-1", self.game, salt, text) == leaf
                self.must(fits, f"{name} does not open, or has lines that mean nothing")
                (at, kind, lines), before = entry.groups(), max(self.at.values(), default="")
                fits = (kind == "open") == (number == 1) and (lines or kind not in ("letter", "held")) and at >= before
                self.must(fits, f"{name} is of the wrong kind or time, or tells nothing and is not closed")
                self.at[number] = at
                self.lines += [(number, *line.partition(" ")[::2]) for line in lines.splitlines()]

    def check_journal(self) -> None:
        """Seed, seals, history and outcome are those of the journal, and nothing follows its end."""
        first = [(number, word, rest) for number, word, rest in self.lines if word in ("key", "seed")]
        begun = [(1, "key", *self.told("key")), (1, "seed", self.data["seed_hash"])]
        self.must(first == begun, "the journal does not begin with a key and the seed's hash")
        ends = [number for number, word, _ in self.lines if word == "over"]
        after = {word for number, word, _ in self.lines if ends and number > ends[0]} - {"told"}
        self.must(not after or "restored" in after, "the journal goes on after the game's end")
        self.must((self.told("over") or [""])[-1] == self.over, "the outcome is not that of the journal")
        sealed = {f"{seal['phase']} {seal['seat']} {seal['seal']}" for seal in self.seals}
        self.must(sealed == {*self.told("sealed")}, "the seals of the report are not those of the journal")
        steps = [f"{word} {rest * (word != 'rolled')}".strip() for _, word, rest in self.lines if word in STEPS]
        names = {code: name for name, code in self.codes.items()}
        history = [STEPS[one["what"]].format(**one, name=names.get(one["seat"])) for one in self.data["history"]]
        parts = 1 if self.bodies["stonesswapped"] else 4  # players of the stone game may have changed names
        same = [one.split(" ")[:parts] for one in steps] == [one.split(" ")[:parts] for one in history]
        self.must(same, "the history is not that of the journal")
        self.must(not self.told("restored"), "the game was restored: what that undid cannot be checked")

    def check_judgings(self) -> None:
        """What was judged had been filed last; once the game was taken back, it may be anything filed earlier."""
        last, ever, judged, live = {}, set(), Counter(), self.data["ruleset"] == "negotiation"
        for number, word, rest in self.lines:
            if word in ("sealed", "filed"):
                self.must(word == "sealed" or rest in ever, f"entry {number} of the journal tells a seal never made")
                last[rest.rpartition(" ")[0]] = rest
                ever.add(rest)
            elif word == "cleared":
                last[rest] = "nothing"
            elif word in ("rolled", "restored"):
                last = {}
            elif word == "judged":
                time = self.times(rest)[judged[rest]]
                judged[rest] += 1
                for seat, seal in self.published[rest, time].items():
                    what = f"{rest} {seat} {seal['seal']}"
                    right = what in ever and last.get(f"{rest} {seat}", what) == what
                    self.must(right, f"{rest}, {seat}: what was judged is not what was filed last")
        pages = {(one["code"], one["time"]) for one in self.chapters if one["judged"] and self.seals and not live}
        known = judged == Counter(phase for phase, _ in self.published) and self.published.keys() == pages
        self.must(known, "the phases that are called judged are not those that were")

    def check_facts(self) -> None:
        """The facts of the page are those whose hashes the journal has, and say what the report says."""
        lines: dict[int, list[bytes]] = {}
        for fact in self.facts:
            lines.setdefault(fact["n"], [b"gm-told-1"]).append(compact([fact["kind"], fact["body"]]).encode())
            fits = fact["at"] == self.at.get(fact["n"]) and (fact["counts"] or self.told("rolled", "restored"))
            self.must(fits, f"a fact ({fact['kind']}) has not the time of its entry, or does not count for no reason")
        made = {n: hashlib.sha256(b"\n".join(one[:1] + sorted(one[1:]))).hexdigest() for n, one in lines.items()}
        told_of = {number: rest for number, word, rest in self.lines if word == "told"}
        wrong = sorted(n for n in made.keys() | told_of.keys() if made.get(n) != told_of.get(n))
        self.must(not wrong, f"what the page tells of entries {wrong} of the journal is not what happened")
        page, data = self.data["page"], self.data
        same = all(page[key] == data[key] for key in ("game", "ruleset", "outcome", "seed", "seed_hash"))
        ends = all(body["how"] == self.over and body["seed"] == self.seed for body in self.bodies["over"])
        looks = sorted(str(one["body"]) for one in page["looks"] + page["copies"])
        same = same and ends and self.sorted and looks == sorted(map(str, self.bodies["looked"]))
        self.must(same, "the page is of another game, outcome or order, or tells of other looks")
        seals = sorted(str(seal) for one in self.chapters for seal in one["seals"]) == sorted(map(str, data["seals"]))
        opened = all(any(body.items() <= seal.items() for seal in self.seals) for body in self.bodies["opening"])
        lists = [(fact["body"], fact["time"]) for fact in self.facts if fact["kind"] == "seals"]
        listed = all({*map(tuple, body["seals"])} == self.shown(body["phase"], time) for body, time in lists)
        self.must(seals and opened and listed, "the seals of the page are not those of the report")
        for one in self.bodies["openrecord"]:
            place, lines = (one["phase"], one["seat"]), normalize("NFC", one["text"]).split("\n")
            lines = filter(None, (" ".join(line.split()) for line in lines))
            made = " ".join((*place, sha("gm-commit-1", self.game, *place, one["salt"], *lines)))
            self.must(made in self.told("committed"), f"{' '.join(place)}: what was opened was not committed to")

    def check_options(self) -> None:
        """Options and seats are those with which the game began."""
        options, began = self.data["page"]["options"], [f"{code} {name}" for name, code in self.codes.items()]
        made = [sha("gm-options-1", self.game, compact(options))]
        self.must(self.told("options") in ([], made), "the options are not those with which the game began")
        swapped = self.bodies["stonesswapped"]  # players of the stone game may have changed names
        self.must(swapped or self.told("seat") in ([], began), "the seats are not those with which the game began")
        powers = tomllib.loads(options.get("board_text", "")).get("powers", {})
        names = [f"{code} {one['name']}" for code, one in powers.items()]
        same = sorted(names) in ([], sorted(began)) and sorted(options.get("names") or self.codes) == sorted(self.codes)
        self.must(same, "the board has other names of seats than the game")
        if not self.told("options"):
            self.notes.append("the options, and texts of the board: its journal does not name them")

    def places(self, fact: Any, begun: list[Any], rolls: dict[int, int]) -> Sequence[int]:
        """The phases in which a fact may have been told: one, but where an entry judged what it began; -1: before."""
        before, last = (sum(n < bound for n, *_ in begun) - 1 for bound in (fact["n"], fact["n"] + 1))
        if last <= 0 or last == before:
            return [last]
        named = [n for n in range(before + 1, last + 1) if begun[n][1] == fact["body"].get("phase")]
        if named or (fact["n"] in rolls and fact["kind"] != "rolled"):
            return [named[-1] if named else last]
        return range(before, last + ((fact["n"], "judged", begun[last][1]) in self.lines))

    def check_phases(self) -> None:
        """The chapters are the phases that the journal names, with what was told in each; what was undone is marked."""
        if not self.told("options"):
            return self.check_chapters()
        begun = [(n, *rest.split(" ", 1)) for n, word, rest in self.lines if word == "phase"]
        rolls = {n: int(rest) for n, word, rest in self.lines if word == "rolled"}
        kept, at, before = set(), len(self.data["chain"]), [one for one in self.chapters[:1] if not one["code"]]
        while at:  # back from the end, and wherever the operator went back, on from there
            roll = max((n for n in rolls if n <= at), default=0)
            kept |= {*range(roll, at + 1)}
            at = min(rolls.get(roll, 0), max(0, roll - 1))
        told = [(one["code"], one["title"]) for one in self.chapters]
        same = told == [("", "")] * len(before) + [one[1:] for one in begun]
        self.must(same, "the phases of the page are not those of the journal")
        for number, one in enumerate(self.chapters, -len(before)):
            ends = [fact["n"] for fact in one["facts"] if fact["kind"] == "seals"]
            if self.data["ruleset"] in SEALLESS:
                ends = [n for n, *_ in begun[number + 1 : number + 2] if number >= 0 and n not in rolls]
            fits = all(number in self.places(fact, begun, rolls) for fact in one["facts"])
            self.must(fits, f"{one['code']}: a fact in it was told in another phase")
            fits = all(fact["counts"] == (fact["n"] in kept) for fact in one["facts"])
            fits = fits and one["counts"] == (not ends or ends[-1] in kept)
            self.must(fits, f"{one['code']}: it counts what was taken back, or leaves out what counts")

    def check_chapters(self) -> None:
        """The same as far as the page of an older game shows it by itself."""
        rolled, last = self.bodies["rolled"] + self.bodies["restored"], len(self.chapters) - 1
        self.notes += ["what counts after the game was taken back"] * bool(rolled)
        for number, one in enumerate(self.chapters):
            facts, around = one["facts"], self.chapters[max(0, number - 1) : number + 1]
            told = [fact["body"] for fact in facts if fact["kind"] not in ("status", "early")]
            bodies = [body for body in told if "phase" in body]
            inside = one["code"] in [body["phase"] for body in bodies] or number in (0, last)
            inside = inside or any(fact["kind"] == "rolled" for two in around for fact in two["facts"])
            inside = inside and {body["phase"] for body in bodies} <= {one["code"]}
            self.must(inside, f"{one['code']}: a fact in it was told in another phase")
            titles = {body["title"] for body in bodies if "title" in body}
            self.must(rolled or titles <= {one["title"]}, f"{one['code']}: it has another title than was told")
            self.must(rolled or (one["time"] == 1 and one["counts"]), f"{one['code']}: it was never taken back")

    def check_times(self) -> None:
        """Each chapter has its number, and is called judged if it was; of rules that seal nothing, each is."""
        times = Counter()
        for one in self.chapters:
            times[one["code"]] += 1
            self.must(one["time"] == times[one["code"]], f"{one['code']}: it was not played at that time")
            judged = one["judged"] or self.data["ruleset"] not in SEALLESS
            self.must(judged, f"{one['code']}: it is not called judged")
            self.must(one["facts"] or one is self.chapters[-1], f"{one['code']}: it tells nothing")

    def check_draws(self) -> None:
        """The key, made of seed, words and beacon, made the draws of seats, of a first move, and in the Air War."""
        told = [one[1:] for body in self.bodies["citieschosen"] + self.bodies["chipsplaced"] for one in body["drawn"]]
        key = self.seed
        for body in self.bodies["drawn"]:
            lots, kept, words = body["lots"], body["kept"], [f"{n} {said}" for n, said in body.get("words", ())]
            key = sha("gm-draws-1", self.game, key, body["value"], *words) if words or body.get("value") else key
            told += [(f"seat/{number}", lot) for number, lot, _ in lots]
            seats = sorted([*(seat for *_, seat in lots), *kept]) == sorted(self.codes)
            self.must(seats and lots == sorted(lots, key=lambda one: one[1]), "the seats were not drawn in this order")
        for body in self.bodies["tablelaid"]:
            seats, lot = [hand["seat"] for hand in body["standing"]["hands"]], body["draw"][1]
            told.append(("first", lot))
            self.must(body["standing"]["line"] == [seats[int(lot, 16) % len(seats)]], "another had the first move")
        for name, lot in told if self.seed else ():
            right = drawn(key, name)[: 16 if "seat/" in name else 64]
            self.must(lot == right, f"the draw {name} is not what the seed makes")

    def check_mail(self, subject: str, text: str) -> None:
        """The heads, seals and receipts of a mail are in the report."""
        whole = all(len(re.findall(f"(?m)^{one}", text)) == len(SHAPES[one].findall(text)) for one in SHAPES)
        self.must(whole, f"mail {subject}: a head, seal or receipt in it cannot be read")
        entries = {self.heads.get(one + two, 0) for one, two, *_ in HEAD.findall(text)}
        self.must(0 not in entries, f"mail {subject}: its head is not in the journal")
        hashes = [*(one + two for *_, one, two in HEAD.findall(text)), *SEED.findall(text)]
        same = {*hashes} <= {"", *self.told("key"), self.data["seed_hash"]}
        self.must(same, f"mail {subject}: its key, or its hash of the seed, is another in the report")
        self.must(self.over or not subject.startswith("END: "), f"mail {subject}: in the report it is not over")
        own, said = {one + two for one, two in OWN.findall(text)}, {one + two for one, two in SAID.findall(text)}
        known = {seal["seal"] for seal in self.seals} | {rest[-64:] for rest in self.told("committed")}
        self.must(own | said <= known, f"mail {subject}: its seal is not in the report")
        for at, one, two in RECEIPT.findall(text):
            entry = {(self.leaves.get(one + two), word) for word in ("filed", "committed")}
            filed = [rest[-64:] for n, word, rest in self.lines if (n, word) in entry]
            fits = own & {*filed} and self.at[self.leaves[one + two]] == at
            self.must(fits, f"mail {subject}: its receipt is that of no such entry of the journal")
        titles = {f"{one['title']} judged" for one in self.chapters if one["seals"]}
        sealed = RESULT.search(text) or subject.partition(": ")[2] not in titles
        self.must(sealed, f"mail {subject}: the result has no seals")
        for phase, block, *_ in RESULT.findall(text):
            judged = [n for n, word, rest in self.lines if (word, rest) == ("judged", phase)] or self.times(phase)
            times = [one for n, one in zip(judged, self.times(phase), strict=True) if n in entries or not self.heads]
            found = {(name.strip(), one + two) for name, one, two in re.findall(rf"  (.+) {TWO}", block)}
            fits = found in [self.shown(phase, time) for time in times]
            self.must(fits, f"mail {subject}: its seals, or its result's head, are others in the report")

    def check_bribes(self, fact: Any) -> dict[str, str]:
        """The sealed sheets of a movement phase lead to what was chosen, paid and left; whose the units were."""
        phase, codes, bribes, seals = fact["body"]["phase"], self.codes, Bribes(), self.published
        board = tomllib.loads(self.data["page"]["options"].get("board_text", "")).get("powers", {})  # {} till gm 0.4
        letters = {code: board.get(code, {}).get("letter", code[0]) for code in codes.values()}
        [orders] = [one["body"]["orders"] for one in self.facts if (one["n"], one["kind"]) == (fact["n"], "moves")]
        owners = {" ".join(one["order"].split(" ")[:2]): one["power"] for one in orders}
        sheets = {sheet["power"]: sheet for sheet in fact["body"]["sheets"]}
        for name, power in codes.items():
            text = seals[phase, fact["time"]][power]["text"]
            lines = [] if text == "(nothing)" else text.split("\n")
            usual = letters[power] + "".join(letters[codes[other]] for other in sorted(codes) if other != name)
            listed = lines.pop(0)[7:] if lines and lines[0].startswith("ACCEPT ") else usual
            same = (lines, listed) == (sheets[power]["lines"], sheets[power]["acceptance"])
            self.must(same, f"{phase}, {power}: the offers or the acceptance list are not those sealed")
            accept = [code for letter in listed for code in codes.values() if letters[code] == letter]
            bribes.add(power, lines, [one for one in owners if owners[one] == power], accept, sheets[power]["before"])
        chosen, paid = bribes.settle(owners)
        self.must({*chosen.values()} == {one["order"] for one in orders}, f"{phase}: other orders were bought")
        for power, sheet in sheets.items():
            counted = [[bid.text, bid.amount, bid.left, bid.pays(chosen[bid.unit])] for bid in bribes.bids[power]]
            made = [paid[power], bribes.reduced[power], bribes.saved[power], sheet["before"] - paid[power], counted]
            fits = made == [sheet[key] for key in ("spent", "reductions", "saved", "balance", "bids")]
            self.must(fits, f"{phase}, {power}: the payments are not those that the sealed offers make")
        return owners

    def check_payola(self) -> None:
        """Each movement phase of Payola by its sealed sheets; taxes, transfers and balances from first to last."""
        balance, centres, owners, taxes, goal = Counter(), {}, {}, {}, 0
        for fact in self.facts:
            body, kind = fact["body"], fact["kind"] if fact["counts"] else "undone"
            what, power = body.get("what"), body.get("power")
            if fact["kind"] == "phaserecord":
                units = self.check_bribes(fact)
            if kind == "position":
                centres = {one["power"]: len(one["centres"]) for one in body["holdings"]}
                owners = {unit: one["power"] for one in body["holdings"] for unit in one["units"]}
                goal = (sum(centres.values()) + len(body["neutral"])) // 2 + 1
            elif (kind, what) == ("actrecord", "taxes"):
                taxes.setdefault(body["phase"], {})[power] = int(body["lines"][0].split(" ")[0])
                balance[power] += taxes[body["phase"]][power]
            elif (kind, what) == ("actrecord", "transfer"):
                _, amount, _, name = body["lines"][0].split(" ", 3)
                balance.update({power: -int(amount), name.upper(): int(amount)})
                self.must(int(amount) > 0 <= balance[power], f"{body['phase']}, {power}: a transfer of too much")
            elif kind == "resigned" and not centres[self.codes[body["seat_name"]]]:
                balance[self.codes[body["seat_name"]]] = 0  # rule 2.4
            elif kind == "phaserecord":
                due = {one: sum(max(0, goal - n) for n in range(1, k + 1)) for one, k in centres.items() if k}
                same = all(sheet["before"] == balance[sheet["power"]] for sheet in body["sheets"])
                same = same and units == owners and (body["phase"][0] != "S" or taxes.get(body["phase"]) == due)
                self.must(same, f"{body['phase']}: the taxes, the balances or the units before it are others")
                balance = Counter({sheet["power"]: sheet["balance"] for sheet in body["sheets"]})

    def check_table(self) -> None:
        """Each move of So Long Sucker, and how it leaves the table."""
        for fact in (fact for fact in self.facts if fact["kind"] in ("tablelaid", "tableturned") and fact["counts"]):
            body, there = fact["body"], fact["body"]["standing"]
            if fact["kind"] == "tablelaid":
                table = Table([hand["seat"] for hand in there["hands"]], body["chips"], there["line"][0])
            for event in body["happened"] if fact["kind"] == "tableturned" else ():
                self.must(table.allows(event), f"{body['phase']}: the rules do not allow this: {event['words']}")
            hands = {"": Counter(there["dead"]), **{hand["seat"]: Counter(hand["chips"]) for hand in there["hands"]}}
            out = {hand["seat"] for hand in there["hands"] if hand["defeated"]}
            piles = {heap["number"]: heap["chips"] for heap in there["piles"]}
            owed = sorted((one["seat"], one["what"]) for one in there["owed"])
            same = table.stands() == [hands, out, piles, there["line"] if owed else table.line, owed]
            won = len(table.alive) > 1 or self.over == f"{table.alive[0]} has won"
            self.must(same and won, f"{body['phase']}: the moves leave another table, or another winner")

    def check_stones(self) -> None:
        """Each turn of the stone game, and who has won."""
        stones, turn, fresh, result = {}, 0, [""], self.bodies["stonesresult"]
        side, pie = next(((min(26, body["side"]), body["pie"]) for body in self.bodies["stonesbegin"]), (1, False))
        cells = {f"{chr(64 + row)}{n}" for row in range(1, 2 * side) for n in range(1, 2 * side - abs(row - side))}
        for fact in (fact for fact in self.facts if fact["counts"]):
            body = fact["body"]
            if fact["kind"] == "stonesswapped":
                self.must(turn == 1 and pie, f"{body['phase']}: nobody could swap")
            elif fact["kind"] == "stonesplayed":
                turn, placed, gained = turn + 1, body["placed"], body["replaced"]
                colour, number = ("WHITE", "BLACK")[turn % 2], 3 if turn <= side * (side - 1) else 0
                fits = len({*placed}) == len(placed) == number and {*placed} <= cells - stones.keys()
                fits = fits and gained in fresh and (body["colour"], body["number"]) == (colour, turn)
                self.must(fits, f"{body['phase']}: the rules do not allow this turn")
                stones, fresh = {**stones, **dict.fromkeys([*placed, *filter(None, [gained])], colour)}, placed
                there = {stone: one for one, those in body["picture"]["stones"].items() for stone in those}
                self.must(there == stones, f"{body['phase']}: the stones are not as the turns leave them")
        self.must((turn > max(1, side * (side - 1))) == bool(result), "the stones were not counted just at the end")
        at = {stone: (ord(stone[0]), int(stone[1:]) + max(0, ord(stone[0]) - 64 - side)) for stone in stones}
        for body in result:
            sizes = {one: groups({at[cell] for cell in stones if stones[cell] == one}) for one in ("BLACK", "WHITE")}
            ranks = {one: (sizes[one][0], -len(sizes[one])) for one in sizes}
            won = max(ranks, key=lambda one: ranks[one]) if ranks["BLACK"] != ranks["WHITE"] else ""
            right = self.over.startswith(f"{won.title()} has won" if won else "a draw")
            self.must(right and (body["groups"], body["winner"]) == (sizes, won), "the groups or the winner are others")


def mails_of(game: str, paths: list[str]) -> list[tuple[str, str]]:
    """Subject and text of the mails about a game, but press; what they repeat of earlier mails is left out."""
    found, parse = [], lambda file: email.message_from_binary_file(file, policy=email.policy.default)
    for mail in (mail for path in paths for mail in mailbox.mbox(path, parse, create=False)):
        about = re.search(rf"(?i)\[{re.escape(game)}\] (.*)", " ".join(str(mail["Subject"]).split()))
        part = mail.get_body(("plain",)) if about and ": press from " not in about[1] else None
        if about and part:
            text = part.get_payload(decode=True).decode("utf-8", "replace").replace("\r\n", "\n")
            found.append((about[1], text.partition("\n========")[0] + "\n"))
    return found


def checked(html: str, mails: list[str]) -> Report:
    """A report with its faults; what breaks a check off is one of them."""
    report = Report(html)
    also = {"payola": report.check_payola, "so-long-sucker": report.check_table, "hex-negotiation": report.check_stones}
    checks = [report.check_seals, report.check_chain, report.check_draws, report.check_times]
    checks += [report.check_phases]
    checks += [report.check_journal, report.check_judgings, report.check_facts] if report.data["chain"] else []
    checks += [also[rules] for rules in also if rules == report.data.get("ruleset")]
    checks += [report.check_options] if report.data["chain"] else []
    found = mails_of(report.game, mails)
    report.must(found or not mails, f"none of the mails is of game {report.game}")
    for check, *given in [*((check,) for check in checks), *((report.check_mail, *one) for one in found)]:
        try:
            check(*given)
        except Exception as error:  # whatever stands in a report, it must make a fault
            report.must(False, f"a check could not go on: {error!r}")
    return report


def faults_of(html: str, mails: list[str]) -> list[str]:
    """The faults of a report."""
    return checked(html, mails).faults


if __name__ == "__main__":
    paths = [one for one in sys.argv[1:] if one != "--mails"]
    try:
        found = checked(Path(paths[0]).read_text("utf-8"), paths[1:])
    except Exception as error:  # whatever it is, it is no report
        sys.exit(print(f"{paths[:1]} cannot be read: {error!r}", file=sys.stderr) or 2)
    well = "Nothing is wrong in what was checked." if found.notes else "All is well."
    print(*(found.faults or [well]), *(f"note: not checked: {note}" for note in found.notes), NOTE, sep="\n")
    sys.exit(1 if found.faults else 0)
