"""Passwords in letters to other judges, which nobody is to keep: `SIGNON Fspring password`, `SET PASSWORD password`.

What stands behind such words is left out of a letter as it is read, so that it reaches no journal, no answer and no
report; only the mail itself still has it. People write them in many ways, with a slip in them, and in the subject.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

import msgspec

MASK = "***"
TALK = "% "  # begins a line that is no order, and is answered by nothing
OURS = "(#"  # begins a mark in the subjects of our mails
FEW = 2  # words behind what may as well begin a sentence ("sign on, all of you"), if they are a password


def _nothing(_: str) -> bool:
    return False


class Meaning(msgspec.Struct, frozen=True):
    """What words mean to whoever reads a letter: is_game: it names a game; is_order: it may be a line by itself."""

    is_game: Callable[[str], bool] = _nothing
    is_order: Callable[[str], bool] = _nothing


def _with_slips(word: str) -> str:
    """Return a pattern of *word* and of all that is one slip away from it."""
    found = [word]
    for n in range(len(word) + 1):
        before, rest = word[:n], word[n:]
        found.append(rf"{before}\w{rest}")
        found += [f"{before}{rest[1:]}", rf"{before}\w{rest[1:]}"] if rest else []
        found += [f"{before}{rest[1]}{rest[0]}{rest[2:]}"] if len(rest) > 1 else []
    return f"(?:{'|'.join(dict.fromkeys(found))})"


PASS = _with_slips("PASSWORD")
# What a line may begin with: quote signs, list signs, numbers.
LEAD = re.compile(r"(?:[^\w\s]|_|\s|\b\w{1,2}[.):](?=\s))*")
# What stands in brackets first is what each of them has among its first letters: most words need no closer look.
SIGNED = re.compile(
    rf"(?<![^\W_])(?=\w{{0,2}}[SIGN])(?:(SIGN[-.]?ON)|SIGN\s?ON|{_with_slips('SIGNON')})(?![^\W_])"
    r"[\s:=,;/|*_\"'-]*",
    re.IGNORECASE,
)
SIGNOR = re.compile("SIGNOR", re.IGNORECASE)  # one slip away, and how Italians are addressed
SET = re.compile(
    rf"\b(?=\w{{0,2}}[SET])(?:(SET[\W_]{{0,40}}(?:PASS(?:W\w{{0,4}}|CODE)?|PWD?|{PASS}))"
    rf"|{_with_slips('SET')}[\W_]{{0,40}}{PASS})\b",
    re.IGNORECASE,
)
OWN = re.compile(rf"\b(?:(?:MY|THE|NEW)\s+){{0,4}}{PASS}\b(\s*[:=])?", re.IGNORECASE)
IS = re.compile(r"[\s:=,;/|]*(?:(TO|IS)\b[\s:=]*)?", re.IGNORECASE)
TOKEN = re.compile(r"[^\s:=,;/|_]+")
# One slip leaves one half of a word as it is, or, between the halves, what is around it.
HALVES = re.compile("SIG|NON|SINGON|PAS|ORD|PW", re.IGNORECASE)


def may_hold(text: str) -> bool:
    """Return whether a line may have a word for passwords in it: most have none, and need no closer look."""
    return not text.isascii() or HALVES.search(text) is not None


class Passwords:
    """Leaves passwords out of a letter: first its subject, then its lines, in order."""

    def __init__(self, meaning: Meaning) -> None:
        self._meaning = meaning
        self._waits = False  # what was read last ends where a password comes next

    def subject(self, text: str) -> str:
        """Return a subject without the passwords in it."""
        if not may_hold(text):
            return text
        found = self._without(text, len(text))
        self._waits = self._waits and SIGNED.search(text) is not None
        return found

    def lines(self, texts: Iterable[str]) -> Iterator[str]:
        """Yield each line without the passwords in it."""
        for text in texts:
            if not (self._waits or may_hold(text)):
                yield text
                continue
            lead = LEAD.match(text)
            start = lead.end() if lead else 0
            waited, self._waits = self._waits, self._waits and start == len(text)
            found, word = self._without(text, start), text[start:].strip()
            comes = waited and found == text and len(word.split()) == 1 and not self._waits
            if comes and self._meaning.is_game(word):
                self._waits, comes = True, False
            yield TALK + MASK if comes and not self._meaning.is_order(word) else found
        self._waits = False

    def _without(self, text: str, begin: int) -> str:
        """Return a line without the password in it. begin: up to where a word stands at its beginning."""
        if match := SIGNED.search(text):
            return self._signed(text, match, match.start() <= begin)
        if (match := SET.search(text)) and match.start() <= begin:
            return self._set(text, match, FEW)
        match = OWN.search(text)
        return self._set(text, match, 1) if match and match.start() <= begin else text

    def _set(self, text: str, match: re.Match[str], most: int) -> str:
        """Return a line with a word for passwords; what follows it is one, but for too many words of a sentence."""
        behind = IS.match(text, match.end())
        end = behind.end() if behind else match.end()
        words = TOKEN.findall(text[end:])
        kept = [word[0] in "([" and self._is_kept(word, "") for word in words]
        self._waits = not words
        sure = match[1] or (behind and behind[1])
        return _masked(text[:end], words, kept) if words and (sure or kept.count(False) <= most) else text

    def _signed(self, text: str, match: re.Match[str], at_begin: bool) -> str:
        """Return a line with a SIGNON in it: what follows is a game, or the password."""
        words = TOKEN.findall(text[match.end() :])
        kept = [self._is_kept(word, after) for word, after in zip_longest(words, words[1:], fillvalue="")]
        if all(kept):
            self._waits = at_begin
            return text
        sure = bool(match[1])
        named = kept[0] and (sure or at_begin)
        likely = at_begin and (sure or (kept.count(False) <= FEW and not SIGNOR.match(match[0])))
        return _masked(text[: match.end()], words, kept) if named or likely else text

    def _is_kept(self, word: str, after: str) -> bool:
        """Return whether a word behind a SIGNON is no password: a game, the letter of a power, or a mark of ours."""
        is_game = self._meaning.is_game
        return is_game(word) or word.startswith(OURS) or (len(word) == 1 and bool(after) and is_game(after))


def _masked(head: str, words: Sequence[str], kept: Sequence[bool]) -> str:
    """Return the beginning of a line, and its further words with masks in the place of those that are not kept."""
    shown = [word if keep else MASK for word, keep in zip(words, kept, strict=True)]
    return " ".join((head.rstrip(), *(word for word, _ in groupby(shown))))
