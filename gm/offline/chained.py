"""Checking the chain of a report: that it opens, explains the seals, and holds every head and receipt in the mails.

The forms are in docs/formats.md. What is checked here was made by gm.desk.game.chain.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from gm.desk.game.chain import told_hash
from gm.offline.mailed import Mailed, Receipt
from gm.offline.seal import commitment
from gm.report.facts import Disclosure, Seal, Step

SALT = re.compile("[0-9a-f]{32}", re.ASCII)
GENESIS = "0" * 64
BEFORE_THE_END = ("committed", "sealed", "filed", "cleared", "judged", "seated", "left", "rolled", "restored", "phase",
                  "over")  # fmt: skip
WORDS = (*BEFORE_THE_END, "told", "key", "seed", "rules", "options", "seat", "joining", "beacon", "entry")
OPENED = ("phase", "seat", "commitment", "salt", "text")
Place = tuple[str, str]  # phase and seat


class Chain(msgspec.Struct, frozen=True):
    """The chain of a report. entries: the lines of each entry's text, none if it is closed; heads: after each.

    leaves: by leaf, the place of its entry.
    """

    game: str
    entries: tuple[tuple[str, ...], ...]
    heads: tuple[str, ...]
    leaves: Mapping[str, int]
    faults: tuple[str, ...]

    def said(self, word: str) -> list[str]:
        """What the first entry says after *word*."""
        first = self.entries[0] if self.entries else ()
        return [line.removeprefix(f"{word} ") for line in first if line.startswith(f"{word} ")]

    @property
    def lines(self) -> list[list[str]]:
        """The lines that entries say of seals, as words: those after time and kind."""
        return [line.split(" ") for entry in self.entries for line in entry[2:]]

    @property
    def outcome(self) -> str:
        """How the game ended, "" while it runs."""
        ends = [line.partition(" ")[2] for entry in self.entries for line in entry[2:] if line.startswith("over ")]
        return ends[-1] if ends else ""

    def steps(self, codes: Mapping[str, str]) -> Iterator[Step]:
        """What the entries say of seals, as the steps of a history; codes: of the seats, by name."""
        for words in self.lines:
            match words:
                case ["sealed" | "filed", phase, seat, seal]:
                    yield Step("sealed", phase, seat, seal)
                case ["cleared", phase, seat]:
                    yield Step("cleared", phase, seat)
                case ["seated" | "left" as what, *name]:
                    yield Step(what, "", codes.get(" ".join(name), " ".join(name)))
                case ["rolled" | "restored" as what, *_]:
                    yield Step(what)
                case ["judged", phase]:
                    yield Step("judged", phase)

    @property
    def bound(self) -> bool:
        """Whether it names options, phases and where the operator went back to: since gm 0.7."""
        return bool(self.said("options"))

    @property
    def rolls(self) -> dict[int, int]:
        """By the entry that took the game back or forward, the entry to which it did; 0 if it does not say."""
        lines = [(n, line.split(" ")) for n, entry in enumerate(self.entries, 1) for line in entry[2:]]
        return {n: int(words[1]) if words[1:] and words[1].isdecimal() else 0 for n, words in lines
                if words[0] == "rolled"}  # fmt: skip

    @property
    def restored(self) -> bool:
        """Whether a backup was restored, so that entries of before may be missing."""
        return ["restored"] in self.lines


def read_chain(game: str, told: Sequence[Sequence[str]]) -> Chain:
    """The chain of a report; *told*: a leaf, or leaf, salt and text, for each entry. What does not open is a fault."""
    entries, heads, faults, head = [], [], [], GENESIS
    for number, (leaf, *opened) in enumerate(told, 1):
        lines: tuple[str, ...] = ()
        if opened:
            salt, text = opened
            lines = tuple(text.split("\n"))
            if not SALT.fullmatch(salt) or _sha("gm-leaf-1", game, salt, text) != leaf:
                faults.append(f"entry {number} of the journal does not open as the report says")
        if any(line.partition(" ")[0] not in WORDS for line in lines[2:]):
            faults.append(f"entry {number} of the journal has a line that means nothing")
        if lines[1:2] and lines[1] in ("letter", "held") and len(lines) < 4:
            faults.append(f"entry {number} of the journal tells nothing, and is not closed")
        head = _sha("gm-head-1", head, "open" if opened else "closed", leaf)
        entries.append(lines)
        heads.append(head)
    times = [entry[0] for entry in entries if entry]
    faults += ["the entries of the journal are not in the order of their times"] * (times != sorted(times))
    leaves = {leaf: number for number, (leaf, *_) in enumerate(told)}
    return Chain(game, tuple(entries), tuple(heads), leaves, tuple(faults))


def wrong_chain(chain: Chain, seals: Sequence[Seal], seed_hash: str, outcome: str) -> Iterator[str]:
    """A line for each way in which the chain does not open, or differs from what else the report says."""
    yield from chain.faults
    if not chain.entries:
        if any(seal.form == 2 for seal in seals):
            yield "the report has no journal, which this game must have"
        return
    if chain.entries[0][1:2] != ("open",) or chain.said("seed") != [seed_hash]:
        yield "the first entry of the journal does not open the game with this seed's hash"
    if chain.outcome != outcome:
        yield "by the journal, the game ended in another way, or not at all"
    known = {(seal.phase, seal.seat, seal.seal) for seal in seals}
    sealed = {tuple(words[1:]) for words in chain.lines if words[0] == "sealed"}
    for phase, seat, seal in sorted(known ^ {(*words, "", "", "")[:3] for words in sealed}):
        where = "the journal" if (phase, seat, seal) in known else "the report"
        yield f"{phase}, {seat}: the seal {seal[:8]}... is not in {where}"
    yield from _wrongly_judged(chain, seals)
    ends = [number for number, entry in enumerate(chain.entries) for line in entry[2:] if line.startswith("over ")]
    for entry in chain.entries[ends[0] + 1 :] if ends else ():
        if any(line.split(" ")[0] in BEFORE_THE_END for line in entry[2:]):
            yield f"by the journal, the game went on after its end: entry of {entry[0]}"


def wrong_commitments(chain: Chain, page: Disclosure) -> Iterator[str]:
    """A line for each commitment that was opened, and not with what makes it, or that was never made."""
    made = {tuple(words[1:]) for words in chain.lines if words[0] == "committed"}
    for fact in page.of("openrecord"):
        phase, seat, hash_, salt, text = (str(fact.body.get(name)) for name in OPENED)
        if commitment(chain.game, phase, seat, salt, text.split("\n")) != hash_ or (phase, seat, hash_) not in made:
            yield f"{phase}, {seat}: what was opened is not what was committed to"


def wrong_facts(chain: Chain, page: Disclosure) -> Iterator[str]:
    """A line for each entry of which the page tells something else than the chain."""
    facts: dict[int, list[tuple[str, object]]] = {}
    for chapter in page.chapters:
        for fact in chapter.facts:
            facts.setdefault(fact.n, []).append((fact.kind, fact.body))
    for number in sorted({*range(1, len(chain.entries) + 1), *facts} if chain.entries else ()):
        entry = chain.entries[number - 1] if 0 < number <= len(chain.entries) else ()
        told = [line for line in entry[2:] if line.startswith("told ")]
        if told != ([f"told {told_hash(facts[number])}"] if number in facts else []):
            yield f"entry {number} of the journal: what the page tells of it is not what happened"


def _wrongly_judged(chain: Chain, seals: Sequence[Seal]) -> Iterator[str]:
    """A line for each seal that was published, though by the journal another was filed last; and for each left out."""
    judgings: dict[str, int] = {}
    judged: set[str] = set()  # those that a rollback has not opened again
    last: dict[Place, str] = {}
    every: dict[Place, set[str]] = {}
    times = {phase: sorted({seal.time for seal in seals if seal.phase == phase and seal.published})
             for phase in {seal.phase for seal in seals}}  # fmt: skip
    for words in chain.lines:
        match words:
            case ["filed" | "sealed", phase, seat, seal]:
                if phase in judged:
                    yield f"{phase}, {seat}: by the journal, something was filed after the phase was judged"
                last[phase, seat] = seal
                every.setdefault((phase, seat), set()).add(seal)
            case ["rolled", *_]:
                last, judged = {}, set()
            case ["judged", phase]:
                judged.add(phase)
                number = judgings[phase] = judgings.get(phase, 0) + 1
                time = next(iter(times.get(phase, [])[number - 1 : number]), 0)
                shown = {one.seat: one.seal for one in seals
                         if (one.phase, one.time, one.published) == (phase, time, True)}  # fmt: skip
                for (code, seat), filed in every.items():
                    if code == phase and shown.get(seat) not in ({last[code, seat]} if (code, seat) in last else filed):
                        yield f"{phase}, {seat}: by the journal, another sheet was filed last than the one judged"
    for phase, found in times.items():
        if len(found) != judgings.get(phase, 0):
            yield f"{phase}: the report and its journal differ on how often it was judged"


def against_mails(chain: Chain, mailed: Mailed) -> Iterator[str]:
    """A line for each head or receipt in the mails that does not fit the chain."""
    places, key = {head: number for number, head in enumerate(chain.heads)}, chain.said("key")
    for told in mailed.heads:
        place = places.get(told.head)
        if place is None:
            if not chain.restored:
                yield f"{told.about}: the head {told.head[:8]}... in your mail is not in the journal of the report"
        elif not {f"judged {phase}" for phase in told.judged} <= set(chain.entries[place]):
            yield f"{told.about}: by the journal, the head {told.head[:8]}... in your mail is not that of the result"
        if chain.entries and told.key and [told.key] != key:
            yield f"{told.about}: the key in your mail is not that of the report"
    for about in mailed.unproven if chain.entries else ():
        yield f"{about}: your mail lacks its head, or its head or receipt cannot be read"
    for receipt in mailed.receipts:
        if why := _wrong_receipt(chain, receipt):
            yield f"{receipt.phase}: {why}"


def _wrong_receipt(chain: Chain, receipt: Receipt) -> str:
    """What is wrong with a receipt, "" if the chain has it."""
    name = f"the receipt of {receipt.at} in your mail"
    place = chain.leaves.get(receipt.leaf)
    if place is None:
        return "" if chain.restored else f"{name} is not in the journal of the report"
    entry = chain.entries[place]
    filed = [line.split(" ") for line in entry[2:]
             if line.startswith(("filed ", "committed ")) and line.endswith(f" {receipt.seal}")]  # fmt: skip
    if entry[:1] != (receipt.at,) or len(filed) != 1:
        return f"by the journal of the report, {name} is of something else"
    signed = "\n".join(("gm-receipt-1", chain.game, *filed[0][1:3], receipt.at, receipt.seal, receipt.leaf))
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex("".join(chain.said("key"))))
        key.verify(base64.b64decode(receipt.signature), signed.encode())
    except (InvalidSignature, ValueError):
        return f"{name} is not signed with the key of the game"
    return ""


def _sha(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()
