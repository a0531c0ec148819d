"""`gm verify`: whether a report opens its seals, shows what its journal says, and agrees with players' mails."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from gm import __version__
from gm.offline.chained import SALT, Chain, against_mails, read_chain, wrong_chain, wrong_commitments, wrong_facts
from gm.offline.drawn import wrong_draws
from gm.offline.mailed import Mailed, read_mailed
from gm.offline.paged import wrong_places
from gm.offline.shown import foreign, other_page
from gm.report.facts import Disclosure, Seal, Step
from gm.report.machine import FORMAT, part_of, read_part
from gm.rules.lines.words import plural
from gm.rules.pictures.harmless import harmless

FORMATS = range(1, FORMAT + 1)  # of the machine-readable part


class Verdict(msgspec.Struct, frozen=True):
    """The result of the check.

    seals: how many seals of the report open; seed: whether there was a seed to check (it is told at the end).
    mails: how many mails of the game were read. Seals in them that agree with the report are counted in published
    (those of results), own (the player's own filings), replaced (their filings that they replaced later) and
    said (what one player said to another). heads, receipts: how many in the mails are in the report's journal.
    restored: the operator restored a backup, and nobody can check what that undid. faults: one line each, none if all
    is well; notes: what proves nothing but is worth a look; unchecked: what could not be checked at all.
    """

    game: str = ""
    seals: int = 0
    seed: bool = False
    mails: int = 0
    published: int = 0
    own: int = 0
    replaced: int = 0
    said: int = 0
    heads: int = 0
    receipts: int = 0
    restored: bool = False
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Nothing is wrong, and nothing was undone that could be."""
        return not self.faults and not self.restored

    def __str__(self) -> str:
        if not self.game:
            return "Nothing could be checked."
        seed = "the seed opens" if self.seed else "the seed is not told yet"
        lines = [f"Report of {self.game}: {self.seals} seals open as they say; {seed}."]
        if self.mails:
            lines.append(
                f"Your {self.mails} mails: {self.published} published seals agree, {self.own} seals of your own "
                f"filings agree, {self.replaced} were of what you replaced later."
            )
            lines += [f"{self.said} seals of what was said to you or by you agree."] if self.said else []
            lines += [f"{self.heads} heads and {self.receipts} receipts agree with the journal."] if self.heads else []
        lines += ["Restored: the operator has put back a backup; what that undid cannot be checked."] * self.restored
        count = len(self.faults)
        found = f"{count} {plural(count, 'fault')} found." if count else "Nothing else is wrong."
        if self.ok:
            found = "Nothing is wrong in what was checked." if self.unchecked else "All is well."
        return "\n".join([*lines, *(f"Note: {note}" for note in (*self.notes, *self.unchecked)), found])


class Report(msgspec.Struct, frozen=True):
    """The machine-readable part of a report."""

    game: str
    outcome: str
    seed: str
    seed_hash: str
    seals: tuple[Seal, ...]
    format: int = 1
    history: tuple[Step, ...] = ()
    chain: tuple[tuple[str, ...], ...] = ()
    gm: str = ""
    page: Disclosure | None = None


def read_report(html: str) -> Report:
    """Read the machine-readable part of a report. Raises ValueError if it is missing, doubled or malformed."""
    part = part_of(html)
    try:
        report = msgspec.convert(read_part(part), Report)
        if report.page is not None:
            _look_through(report.page)
    except (ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"the disclosure cannot be read: {error}") from None
    if any(len(entry) not in (1, 3) for entry in report.chain):
        raise ValueError("an entry of the journal has neither a leaf alone nor leaf, salt and text")
    if report.format not in FORMATS:
        raise ValueError(f"the disclosure is of format {report.format}; this version reads up to {FORMATS[-1]}")
    return report


def _of_facts(*checks: Iterator[str]) -> Iterator[str]:
    """What checks of the page's facts find; that a fact is none is a fault like others."""
    for check in checks:
        try:
            yield from check
        except (LookupError, TypeError, AttributeError, ValueError):
            yield "a fact of the page is not such as gm writes"


def _look_through(page: Disclosure) -> None:
    """Raise ValueError or RecursionError if the facts of a page are not such as gm writes, so that none fails later."""
    msgspec.json.encode(page)
    try:
        list(page.history)
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"a fact of the page lacks {error}") from None


def verify_report(html: str, mails: bytes = b"", page: bool = True, beacon: str | None = None) -> Verdict:
    """Check a report by itself and, if *mails* has an mbox of players' mails, against what they were told.

    page: make the page again from its facts, too, if this version made it. beacon: the value of the game's beacon as it
    was published, None if it is not to be compared.
    """
    try:
        report = read_report(html)
    except ValueError as error:
        return Verdict(faults=(_line(str(error)),))
    wrong = [(seal, why) for seal in report.seals if (why := _wrong_seal(report, seal))]
    faults = [f"{seal.phase}, {seal.name}: {why}" for seal, why in wrong]
    chain = read_chain(report.game, report.chain)
    faults += [*_wrong_forms(report), *_published_twice(report), *_wrong_seed(report)]
    faults += wrong_chain(chain, report.seals, report.seed_hash, report.outcome)
    faults += _other_history(report, chain)
    faults += [*_wrong_page(report), *(wrong_facts(chain, report.page) if report.page else ())]
    if report.page is not None:
        faults += _of_facts(wrong_commitments(chain, report.page), wrong_draws(report.page, chain, beacon))
        faults += _of_facts(wrong_places(report.page, chain))
    faults += foreign(html)
    if page and report.page is not None and report.gm == __version__:
        faults += other_page(report.page, report.chain, html)
    right = len(report.seals) - len(wrong)
    verdict = Verdict(
        harmless(report.game), right, bool(report.seed), restored=chain.restored,
        faults=tuple(map(_line, faults)), unchecked=tuple(map(_line, _unchecked(report, chain, page))),
    )  # fmt: skip
    return _against(report, chain, read_mailed(mails, report.game), verdict) if mails.strip() else verdict


def _wrong_seal(report: Report, seal: Seal) -> str:
    """What is wrong with one seal, "" if it opens as it says."""
    head: tuple[str, ...] = ()
    if seal.form == 2:
        head = ("gm-said-2" if seal.about else "gm-seal-2", report.game, seal.phase, seal.seat)
        head = (*head, seal.about) if seal.about else head
    if not SALT.fullmatch(seal.salt):
        return "the salt is not 32 hexadecimal digits"
    if any(len(line.splitlines()) > 1 for line in head):
        return "what the seal belongs to is not one line each"
    made = _sha("\n".join((*head, seal.salt, seal.text)))
    return "" if made == seal.seal else "salt and text do not make the seal"


def _wrong_forms(report: Report) -> list[str]:
    """A line if the seals are not all of one form, or of one that there is not; one for a seat with two names."""
    forms = {seal.form for seal in report.seals}
    found = ["the seals are of different forms"] if len(forms) > 1 else []
    found += ["a report of format 1 has no seals of form 2"] * (report.format == 1 and 2 in forms)
    found += [f"there is no form {form} of seals" for form in sorted(forms - {1, 2})]
    pairs = {(seal.seat, seal.name) for seal in report.seals}
    names, seats = Counter(name for _, name in pairs), Counter(seat for seat, _ in pairs)
    return found + [f"{name}: not the name of one seat" for seat, name in pairs if names[name] > 1 or seats[seat] > 1]


def _codes(report: Report) -> dict[str, str]:
    """The codes of the seats, by name."""
    return {name: code for code, name in report.page.names.items()} if report.page else {}


def _other_history(report: Report, chain: Chain) -> list[str]:
    """A line if the report's history is not that of its journal."""
    if not chain.entries:
        return []
    same = set(map(_bare, report.history)) == set(map(_bare, chain.steps(_codes(report))))
    return [] if same else ["the history of the report is not that of its journal"]


def _bare(step: Step) -> Step:
    """A step without its phase, if it is of a kind for which the journal names none."""
    return step if step.what in ("sealed", "judged") else msgspec.structs.replace(step, phase="")


def _wrong_page(report: Report) -> list[str]:
    """A line for each way in which the facts of the page are not those that are checked."""
    page = report.page
    if page is None:
        return [] if report.format == 1 else ["the report has not what its page is made of"]
    here = (report.game, report.outcome, report.seed, report.seed_hash, report.seals, report.history)
    there = (page.game, page.outcome, page.seed, page.seed_hash, page.seals, page.history)
    return [] if here == there else ["the page is made of something else than what the report says of seals and seed"]


def _unchecked(report: Report, chain: Chain, page: bool) -> Iterator[str]:
    """A line for each thing that cannot be checked, as the report is."""
    if report.page is None or not chain.entries:
        yield "nothing but seals and seed could be checked: the report has no journal"
    elif not chain.bound:
        yield "the options of the game, and its board, could not be checked: its journal does not name them"
        if report.page.of("rolled"):
            yield "what counts after the game was taken back could not be checked: its journal does not say where to"
    if not page:
        yield "the visible page was not compared, as you wished"
    elif report.page is None or report.gm != __version__:
        yield f"the visible page was not compared: it was made by gm {report.gm or 'of an early version'}"


def _published_twice(report: Report) -> list[str]:
    counts = Counter((seal.phase, seal.time, seal.name) for seal in report.seals if seal.published)
    return [f"{phase}, {name}: more than one published seal" for (phase, _, name), n in counts.items() if n > 1]


def _published(report: Report, again: bool) -> dict[tuple[str, str], set[str]]:
    """The published seals by phase and seat: of each time that the phase was judged if *again*, else of the last."""
    found: dict[tuple[str, str], set[str]] = {}
    for seal in sorted(report.seals, key=lambda seal: seal.time):
        if seal.published:
            kept = found.get((seal.phase, seal.name), set()) if again else set()
            found[seal.phase, seal.name] = {*kept, seal.seal}
    return found


def _wrong_seed(report: Report) -> list[str]:
    if not report.seed:
        return ["the game is over, but the report has no seed"] if report.outcome else []
    return [] if _sha(report.seed) == report.seed_hash else ["the seed does not make the seed's hash"]


def _against(report: Report, chain: Chain, mailed: Mailed, verdict: Verdict) -> Verdict:
    """*verdict* with the results of checking the mails added."""
    opened = _published(report, again=mailed.rolled)
    steps = tuple(chain.steps(_codes(report))) if chain.entries else report.history
    unexplained, explained = _not_last(report, steps, mailed, opened)
    final = set().union(*opened.values())
    agreed = [entry for entry in mailed.published if entry[2] in opened.get(entry[:2], ())]
    known = {seal.seal for seal in report.seals}
    ended = ["your mails say that the game is over, and the report does not"] * (mailed.over and not report.outcome)
    faults = [*mailed.faults, *ended, *_wrong_mailed(report, mailed, opened, chain.restored), *unexplained]
    faults += against_mails(chain, mailed)
    return msgspec.structs.replace(
        verdict,
        mails=mailed.mails,
        published=len(agreed),
        own=sum(1 for _, seal in mailed.own if seal in final),
        replaced=sum(1 for _, seal in mailed.own if seal not in final),
        said=sum(1 for _, seal in mailed.said if seal in known),
        heads=sum(1 for told in mailed.heads if told.head in chain.heads),
        receipts=sum(1 for receipt in mailed.receipts if receipt.leaf in chain.leaves),
        faults=(*verdict.faults, *(_line(fault) for fault in faults)),
        notes=tuple(_line(note) for note in (*explained, *_without_seals(mailed, opened))),
    )


def _wrong_mailed(
    report: Report, mailed: Mailed, opened: Mapping[tuple[str, str], set[str]], restored: bool
) -> Iterator[str]:
    """A line for each difference between the mails and the report."""
    if not mailed.mails:
        yield f"none of the mails is of game {report.game}"
    for phase, name, seal in mailed.published:
        if seal not in opened.get((phase, name), ()):
            said = "is another in the report" if (phase, name) in opened else "is not in the report"
            yield f"{phase}, {name}: the seal {seal[:8]}... in your mail {said}"
    known = {seal.seal for seal in report.seals}
    judged = {phase for phase, _ in opened}
    for phase, seal in mailed.own:
        # A report made while the game runs cannot know what is filed later.
        if seal not in known and (report.outcome or phase in judged) and not restored:
            yield f"{phase}: the seal {seal[:8]}... of what you filed is not in the report"
    for what, seal in mailed.said if report.outcome else ():
        if seal not in known:
            yield f"the seal {seal[:8]}... of {what} is not in the report"
    for seed_hash in mailed.seed_hashes:
        if seed_hash != report.seed_hash:
            yield f"the seed's hash {seed_hash[:8]}... in your mail is another in the report"


def _not_last(
    report: Report, steps: Sequence[Step], mailed: Mailed, opened: Mapping[tuple[str, str], set[str]]
) -> tuple[list[str], list[str]]:
    """(faults, notes): each phase whose published seal is not the last one that the player was told.

    It is a fault unless the report's history explains it; a report of format 1 has none, and then it is a note.
    """
    final, judged = set().union(*opened.values()), {phase for phase, _ in opened}
    faults, notes, known = [], [], {seal.seal for seal in report.seals}
    for phase, seal in dict(mailed.own).items():
        if phase in judged and seal in known and seal not in final:  # one that is not known is a fault already
            why = _explained(steps, phase, seal, mailed.rolled)
            told = f"{phase}: the last seal you were told is not the one published"
            if why or report.format == 1:
                notes.append(f"{told}. {why or 'Was the seat yours to the end of it?'}")
            else:
                faults.append(f"{told}, and the report does not say why")
    return faults, notes


def _without_seals(mailed: Mailed, opened: Mapping[tuple[str, str], set[str]]) -> list[str]:
    """A line for each judged phase of the report whose seals are in none of the mails."""
    there = {phase for phase, _, _ in mailed.published}
    missing = [phase for phase in dict.fromkeys(phase for phase, _ in opened) if phase not in there]
    return [f"{phase}: none of your mails has the seals of its result" for phase in missing] if mailed.mails else []


def _explained(steps: Sequence[Step], phase: str, seal: str, rolled: bool) -> str:
    """What the report says came between the last filing with this seal and the judging; "" if nothing.

    rolled: the player's mails tell of a rollback or restore; one that they do not tell of explains nothing.
    """
    codes = {step.seal: step.seat for step in steps if step.phase == phase}
    seat = codes.get(seal, "")
    filed = max((n for n, step in enumerate(steps) if (step.what, step.phase, step.seal) == ("sealed", phase, seal)),
                default=len(steps))  # fmt: skip
    for step in steps[filed:]:
        if step.what == "judged" and step.phase == phase:
            break
        if step.what == "cleared" and (step.phase, step.seat) == (phase, seat):
            return "The report says that it was taken back (CLEAR) after that."
        if step.what in ("seated", "left") and step.seat == seat:
            return "The report says that the seat changed hands after that."
        if step.what in ("rolled", "restored") and rolled:
            return "The report says that the operator took the game to another time after that."
    return ""


def _sha(text: str) -> str:
    # A genuine report has no lone surrogates; in a forged one they must make a wrong seal, not a crash.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _line(text: str) -> str:
    return harmless(" ".join(text.split()))[:200]
