"""Order lines as the rules read them: in Latin letters, without signs that nobody sees, courtesy, remarks, addresses.

A line is changed only where that makes it right, so that nothing that means something is ever lost; only the lines of
a signature at the end are emptied.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from itertools import dropwhile

from msgspec.structs import replace

from gm.desk.letter.lookalikes import LETTERS, in_latin, looks_like, ordinary, visible
from gm.desk.letter.signatures import is_of_signature
from gm.desk.notices.phrases import phrase
from gm.rules import Line, Orders, Problem, Problems
from gm.rules.lines.slips import denies
from gm.rules.lines.words import BULLETS

REMARK = re.compile(r"(?<=\S)\s+(?://|[;#])")
SAYING = re.compile(r"[\d:|<>@&$]|(?:^|\s)[-\u2013!]|[-\u2013](?:\s|$)")
WORD = re.compile(r"[^\W\d_]+")
ARROWS = re.compile(r"\s*>{3}")  # as no order begins
MOST_REMARKS = 3  # places of a line where a remark may begin
PLEASE = r"(?:please|pls|plz|plse|kindly)\b"
WHO = r"(?:there|again|all|every(?:body|one)|folks|friends?|mate|sir|madam|gm|game\s?master|umpire|moderator)\b"
GREETING = rf"(?:hi|hiya|hello|hey|dear|good\s+(?:morning|afternoon|evening|day))\b(?:\s+{WHO})*"
MUCH = rf"(?:so\s+much|very\s+much|a\s+lot|a\s+million|in\s+advance|indeed|{WHO})"
THANKS = rf"(?:many\s+)?(?:thanks|thank\s+(?:you|u)|thx|thanx|tnx|cheers)\b(?:\s+{MUCH})*"
OKAY = r"(?:ok|okay)\b"
ASKING = rf"(?:(?:could|can|would|will)\s+you\s+{PLEASE}|I(?:\s+would|['\u2019]d)\s+like\s+to\b|{PLEASE})"
AROUND = r"[\s,;:.!\u2013-]"
BEFORE = re.compile(
    rf"\A(?P<mark>[{BULLETS}]*)(?:(?:{GREETING}|{THANKS}|{OKAY}|{ASKING}){AROUND}+)+(?=\S)", re.IGNORECASE
)
BETWEEN = re.compile(rf"(?<=\S)[\s,]{{1,9}}{PLEASE}[\s,]{{1,9}}(?=\S)", re.IGNORECASE)
BEHIND = re.compile(
    rf"{AROUND}{{1,5}}(?:and\s)?(?:(?:if\s+you\s+)?{PLEASE}|{THANKS}){AROUND}{{,9}}\Z", re.IGNORECASE
)
MERE = re.compile(rf"(?:(?:and\s+)?(?:{GREETING}|{THANKS}|{OKAY}|{PLEASE})(?:{AROUND}+|\Z))+", re.IGNORECASE)
GOT_IT = (
    r"(?:got\s+it|understood|noted|perfect|great|excellent|wonderful|cool|roger|sounds\s+good|will\s+do|no\s+problem|all\s+right"
    r"|alright|that\s+helps|(?:that|this|it)\s+(?:was|is)\s+(?:(?:very|really|so)\s+)?(?:quick|fast|helpful|great|nice|kind|good|it|all)|i\s+see|very\s+good|good\s+to\s+know)\b"
)
FOR = r"(?>\s+for\s+(?:the|your|that|this|all|letting|sending|explaining|clarifying|everything)\b(?:\s+[a-z]+){0,5}|)"
THANKFUL = re.compile(
    rf"(?:(?:and\s+)?(?:{GREETING}|{THANKS}{FOR}|{OKAY}|{GOT_IT})(?:[\s,;.!:)\u2013-]+|\Z))+", re.IGNORECASE
)
NAME = re.compile(r"[^\W\d_]+(?:[ .'-]+[^\W\d_]*){0,3}")  # of whoever signs
SMILES = re.compile("[\u2600-\u27bf\ufe0f\u200d\U0001f300-\U0001faff]")
MOST_NAMES = 3  # more lines are no name
MOST_THANKS = 3  # behind a line
UNDERSTOOD = "CLEAR"  # "Clear, thanks" says that something is understood
GRATEFUL = re.compile(rf"\b(?:{THANKS}|{OKAY}|{GOT_IT})", re.IGNORECASE)
ASKED = re.compile(rf"\b{PLEASE}", re.IGNORECASE)

Reads = Callable[[Sequence[Line]], Orders | Problems]


def without_remarks(text: str) -> tuple[str, ...]:
    """The line without what may be its remark (beside %: //, ; or # behind white space), the longest first."""
    return tuple(text[: match.start()] for match in reversed([*REMARK.finditer(text)][:MOST_REMARKS]))


@lru_cache(256)  # called again and again for the same line while its letter is read
def without_politeness(text: str) -> str:
    """The line without what is only polite: greetings before it, thanks around it, and please wherever it stands."""
    before = BEFORE.match(text)
    plain = (before["mark"] if before else "") + BETWEEN.sub(" ", text[before.end() :] if before else text)
    for _ in range(MOST_THANKS):
        plain = BEHIND.sub("", plain)
    understood = plain.strip().upper() == UNDERSTOOD and GRATEFUL.search(text) and not ASKED.search(text)
    return text if understood else plain


def is_courtesy(text: str) -> bool:
    """Whether a line is nothing but a greeting, thanks or an okay."""
    return MERE.fullmatch(text.strip()) is not None


def are_thanks(lines: Sequence[str]) -> bool:
    """Whether a letter only thanks, or says that it was understood, perhaps with a name below."""
    said = [plain for line in lines if (plain := SMILES.sub("", line).strip())]
    names = list(dropwhile(THANKFUL.fullmatch, said))
    grateful = any(GRATEFUL.search(line) for line in said[: len(said) - len(names)])
    return grateful and len(names) < MOST_NAMES and all(map(NAME.fullmatch, names))


def cleaned(
    lines: Sequence[Line], reads: Reads, names: Collection[str], means: Callable[[str], bool]
) -> tuple[Line, ...]:
    """The lines of a letter as the rules shall read them, those of its signature empty.

    reads: reads lines by the rules as if they were the letter.

    names: words that stay as they are though they look like others, in capitals: what players call themselves. means:
    whether a remark would be an order or a command of its own; then nothing is left out.
    """
    found = {n: line if line.command else replace(line, text=visible(line.text)) for n, line in enumerate(lines)}
    found |= {n: replace(found[n], text="") for n in _signed(_unread_yet(found), reads)}
    found |= {n: replace(line, text="") for n, line in _unread_yet(found) if ARROWS.match(line.text)}
    in_words = {n: in_latin(ordinary(line.text), lambda word: word not in names) for n, line in _unread_yet(found)}
    latin = {n: replace(found[n], text=text) for n, text in in_words.items() if text != found[n].text}
    if latin:
        unread = _left(reads([*{**found, **latin}.values()]))[1]
        found |= {n: line for n, line in latin.items() if line.number not in unread}
    polite = {n: without_politeness(line.text) for n, line in _unread_yet(found)}
    changed = {n: replace(found[n], text=text) for n, text in polite.items() if text != found[n].text}
    found |= _right(found, changed, reads, still=True)
    shorter = {n: without_remarks(line.text) for n, line in _unread_yet(found) if REMARK.search(line.text)}
    for shorten in range(MOST_REMARKS if shorter else 0):
        found |= _shortened(found, shorter, shorten, reads, means)
    return tuple(found.values())


def _signed(lines: Sequence[tuple[int, Line]], reads: Reads) -> list[int]:
    """Which of the last lines of a letter, behind a blank one, are its signature's: no line below them is an order."""
    block: list[tuple[int, Line]] = []
    for n, line in reversed(lines):
        if line.text.strip():
            block.append((n, line))
        elif block:
            found = [number for number, one in block if is_of_signature(one.text)]
            # Only now are they read, which takes much longer.
            return [] if found and any(_acts(reads([one])) for _, one in block) else found
    return []


def _acts(read: Orders | Problems) -> bool:
    """Whether lines would do something as they are."""
    return isinstance(read, Orders) and bool(read.acts or read.dry) and not read.problems


def _unread_yet(found: Mapping[int, Line]) -> list[tuple[int, Line]]:
    """The lines that are left for the rules."""
    return [(n, line) for n, line in found.items() if not line.command]


def _left(read: Orders | Problems) -> tuple[set[int], set[int]]:
    """The numbers of the lines that are wrong, and of those that are unread."""
    unread = {line.number for line in read.unread} if isinstance(read, Orders) else set()
    return {problem.line for problem in read.problems}, unread


def _shortened(
    found: Mapping[int, Line],
    shorter: Mapping[int, tuple[str, ...]],
    which: int,
    reads: Reads,
    means: Callable[[str], bool],
) -> dict[int, Line]:
    """Those wrong or unread lines that are right without a remark, so shortened."""
    tried = {n: replace(found[n], text=texts[which]) for n, texts in shorter.items() if which < len(texts)}
    right = _right(found, tried, reads)
    return {n: line for n, line in right.items() if not _says(found[n].text[len(line.text) :], means)}


def _right(found: Mapping[int, Line], tried: Mapping[int, Line], reads: Reads, still: bool = False) -> dict[int, Line]:
    """Those of *tried* that are right where the line in their place is wrong or unread. still: or as wrong as that."""
    if not tried:
        return {}
    wrong, unread = _left(reads([*found.values()]))
    tried = {n: line for n, line in tried.items() if line.number in wrong | unread}
    if not tried:
        return {}
    now_wrong, now_unread = _left(reads([*{**found, **tried}.values()]))
    bad = now_unread | (now_wrong - wrong if still else now_wrong)
    return {n: line for n, line in tried.items() if line.number not in bad}


def _says(remark: str, means: Callable[[str], bool]) -> bool:
    """Whether what was taken for a remark (`; ...`, `#4`) may change what stands before it, or *means* something."""
    return not is_harmless(remark) or means(remark.strip(" \t/;#"))


def is_harmless(remark: str) -> bool:
    """Whether a remark is mere words: without numbers, signs of orders and words such as "not", "only" and "if"."""
    said = remark.strip(" \t/;#.!,")
    return SAYING.search(said) is None and not any(denies(word) for word in WORD.findall(said))


def told_apart(problem: Problem, written: str) -> Problem:
    """The problem of a line, or another one if its wrong word looks Latin and is not: the sign is named.

    written: the line as its writer wrote it, without signs that nobody sees.
    """
    word = next((one for one in LETTERS.finditer(written) if one.start() < problem.column <= one.end()), None)
    sign = next((one for one in word[0] if looks_like(one)), "") if word is not None else ""
    if word is None or not sign:
        return problem
    column = word.start() + word[0].index(sign) + 1
    message = phrase("fault.look-alike", sign=sign, like=looks_like(sign), code=f"U+{ord(sign):04X}")
    return replace(problem, column=column, code="look-alike", message=message)
