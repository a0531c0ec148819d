"""Order lines that a mail program broke in two: joined where that is the only reading, asked about where it is not.

Pure. It knows how wide lines are and what the rules make of a few of them; what an order looks like it must not know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from gm.desk.notices.phrases import phrase
from gm.rules import Line, Orders, Problem, Problems

NARROW, WIDE = 66, 80  # mail programs that break lines do it between these columns
MOST_PIECES = 4
MOST_CHAINS = 40
MOST_WHOLE = 10  # readings of the whole letter, for lines of which the rules can tell nothing by themselves
MOST_REREAD = 500  # lines of all those readings together

Reads = Callable[[Sequence[Line]], Orders | Problems]


class Mended(msgspec.Struct, frozen=True):
    """The lines with broken ones joined, under the number of their first half; and those that could be read twice."""

    lines: tuple[Line, ...]
    problems: tuple[Problem, ...] = ()


def mend(lines: Sequence[Line], reads: Reads) -> Mended:
    """Join what was broken. *reads*: what the rules make of some lines, as if these were the letter."""
    if not any(_may_go_on(lines, n) for n in range(len(lines))):
        return Mended(tuple(lines))
    whole = reads(lines)
    if isinstance(whole, Problems) and whole.reason:
        return Mended(tuple(lines))
    return _Mender(tuple(lines), reads, whole).mended()


def _may_go_on(lines: Sequence[Line], n: int) -> bool:
    """Whether the width of line *n* allows that the next one is the rest of it."""
    if n + 1 >= len(lines):
        return False
    line, rest = lines[n], lines[n + 1]
    words = rest.text.split()
    if line.command or rest.command or rest.number != line.number + 1 or not words or not line.text.strip():
        return False
    width = len(line.text.rstrip())
    return width <= WIDE and width + 1 + len(words[0]) > NARROW


class _Mender:
    """Goes through a letter once; every question to the rules is about at most four lines, but for ten."""

    def __init__(self, lines: tuple[Line, ...], reads: Reads, whole: Orders | Problems) -> None:
        self._lines, self._reads = lines, reads
        self._faults = [p.line for p in whole.problems] if isinstance(whole, Problems) else []
        self._whole_left = min(MOST_WHOLE, MOST_REREAD // (len(lines) + 1))

    def mended(self) -> Mended:
        """The letter with its lines joined."""
        kept: list[Line] = []
        problems: list[Problem] = []
        index = chains = 0
        while index < len(self._lines):
            chain = self._chain(index) if chains < MOST_CHAINS else self._lines[index : index + 1]
            chains += len(chain) > 1
            used, problem = self._judge(chain, index)
            problems += [problem] if problem else []
            kept.append(_joined(chain[:used]))
            index += used
        return Mended(tuple(kept), tuple(problems))

    def _chain(self, index: int) -> tuple[Line, ...]:
        end = index + 1
        while end - index < MOST_PIECES and _may_go_on(self._lines, end - 1):
            end += 1
        return self._lines[index:end]

    def _judge(self, chain: tuple[Line, ...], index: int) -> tuple[int, Problem | None]:
        """How many lines of *chain* are one, and the problem if there are two ways to read them."""
        best = 1
        for count in range(2, len(chain) + 1):
            faulty = any(line.number in self._faults for line in chain[best if best > 1 else 0 : count])
            first, together = _joined(chain[:best]), _joined(chain[:count])
            alone, both = self._acts([first]), self._acts([together])
            if faulty:
                # A half that changes nothing was swallowed by a remark, and with it perhaps an order.
                best = count if (both != alone if both else self._reads_in_place(index, best, count)) else best
            elif both and alone and both != alone and self._acts([first, *chain[best:count]]) == alone:
                return 1, _two_readings(chain[:count], together)
        return best, None

    def _acts(self, lines: Sequence[Line]) -> tuple[object, ...]:
        """What these lines order by themselves; () if nothing, or if they are wrong."""
        found = self._reads(lines)
        return found.acts if isinstance(found, Orders) else ()

    def _reads_in_place(self, index: int, best: int, count: int) -> bool:
        """Whether the joined line is right within the whole letter, and its first half alone would not be."""
        if self._whole_left <= 0:
            return False
        self._whole_left -= 1
        before, behind = self._lines[:index], self._lines[index + count :]
        chain = self._lines[index : index + count]
        joined = self._problems([*before, _joined(chain), *behind])
        alone = self._problems([*before, _joined(chain[:best]), *behind])
        return chain[0].number not in joined and len(joined) < min(len(alone), len(self._faults))

    def _problems(self, lines: Sequence[Line]) -> list[int]:
        found = self._reads(lines)
        return [p.line for p in found.problems] if isinstance(found, Problems) else []


def _joined(lines: Sequence[Line]) -> Line:
    return lines[0] if len(lines) == 1 else Line(lines[0].number, " ".join(line.text.strip() for line in lines))


def _two_readings(chain: Sequence[Line], together: Line) -> Problem:
    first, rest = chain[0], chain[1:]
    numbers = " and ".join(str(line.number) for line in rest)
    others = f"line{'s' if len(rest) > 1 else ''} {numbers}, '{' '.join(line.text.strip() for line in rest)}'"
    message = phrase("fault.wrapped", others=others, narrow=NARROW)
    return Problem(first.number, len(first.text.rstrip()) + 1, "wrapped", message, (together.text,))
