"""A letter taken apart: the desk's commands, press and notes with all their lines, and what is left for the rules.

How commands are written matters here (gm.desk.letter.reading), not what they do.

Order lines broken by a mail program are joined where that is the only reading, and asked about where it is not.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import msgspec

from gm.desk.letter.reading import MOST_READ, CommandReader, Request, is_long
from gm.desk.notices.phrases import phrase
from gm.rules import Line, Orders, Problem, Problems, Seat
from gm.rules.lines.slips import slips_of, talks
from gm.rules.lines.words import asks, first_word, plural

ENDS = ("END", "ENDPRESS", "ENDBROADCAST")
BOLD = re.compile(r"(?P<before>\s*(?P<mark>\*\*?|__?))(?P<text>[^\W_](?:(?!(?P=mark)).)*[^*_\s])(?P=mark)\s*")
MOST_COMMANDS = 40
BEGINNING = 300  # characters by which a long line is told from an order
HEAD = r"\s*(?:{})(?:[\s:.]+[A-Z]\d\S*)?[\s:.]*(?:%.*)?"  # the line that opens one of the rules' blocks


class CutLetter(msgspec.Struct, frozen=True):
    """A letter taken apart: the desk's commands, the lines left for the rules, and the problems found.

    questions: the commands that only ask, each once. long: lines too long to be read, which are talk.
    """

    commands: tuple[Request, ...]
    questions: tuple[Request, ...]
    lines: tuple[Line, ...]
    problems: tuple[Problem, ...]
    long: tuple[Line, ...] = ()


class Own(msgspec.Struct, frozen=True):
    """What in a letter belongs to the rules. words: first words of lines; blocks: words that open a block up to END.

    reads: whether the rules would take a line as an order, for press that lacks its END.
    """

    reads: Callable[[Line], bool]
    words: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()

    def opens(self, line: Line) -> bool:
        """Whether *line* opens one of the rules' blocks."""
        return bool(self.blocks) and _head(self.blocks).fullmatch(line.text) is not None


@cache
def _head(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(HEAD.format("|".join(map(re.escape, words))), re.IGNORECASE)


def cut_letter(lines: Sequence[Line], reader: CommandReader, seats: Mapping[str, Seat], own: Own) -> CutLetter:
    """Take the desk's commands out of a letter, press with all its lines."""
    commands: list[Request] = []
    problems: list[Problem] = []
    kept: list[Line] = []
    ends = [number for number, line in enumerate(lines) if _is_end(line)]
    index = 0
    while index < len(lines) and len(problems) <= MOST_COMMANDS:
        line = reader.plainly(_without_bold(lines[index]), seats)
        index += 1
        if not reader.may_command(line.text) or first_word(line.text) in own.words:
            slips = _slips(line, reader, own)
            problems += slips
            kept.append(Line(line.number, line.text, bool(slips)))
            index = _behind_body(ends, index) if _opens_body(slips, reader) else index
            continue
        found = reader.read(line, seats)
        if (
            isinstance(found, Problem)
            and reader.is_prose(line.text)
            and not _has_end(lines, index, ends, reader=reader, own=own)
        ):
            kept.append(line)
            continue
        kept.append(Line(line.number, line.text, True))
        if isinstance(found, Problem):
            problems.append(found)
            index = _behind_body(ends, index) if first_word(line.text) in reader.bodies else index
            continue
        if first_word(line.text) in reader.ends:
            break
        if reader.has_body(found):
            found, index = _with_body(found, lines, index, reader=reader, seats=seats, own=own)
            if isinstance(found, Request):
                found = msgspec.structs.replace(found, until=lines[index - 1].number)
        if isinstance(found, Problem):
            problems.append(found)
        else:
            commands.append(found)
    if len(commands) > MOST_COMMANDS or len(problems) > MOST_COMMANDS:
        at = commands[MOST_COMMANDS].line if len(commands) > MOST_COMMANDS else problems[-1].line
        problems.append(Problem(at, 1, "too-many", phrase("fault.too-many", most=MOST_COMMANDS)))
        commands = []  # even the questions: each would get a full answer
    long = tuple(line for line in kept if is_long(line.text))
    problems += [_too_long(line) for line in long if not _is_talk(line)]
    return CutLetter(
        tuple(commands), reader.questions(commands), tuple(line for line in kept if line not in long), tuple(problems),
        tuple(filter(_is_talk, long)),
    )  # fmt: skip


def _is_talk(line: Line) -> bool:
    """Whether a long line is a paragraph of prose: its beginning has a word that only sentences have."""
    return talks(line.text[:BEGINNING].split())


def _too_long(line: Line) -> Problem:
    return Problem(line.number, MOST_READ + 1, "too-long", phrase("fault.too-long", most=MOST_READ))


def _without_bold(line: Line) -> Line:
    """A line without the stars that a mail program put around it for bold; its words keep their columns."""
    bold = BOLD.fullmatch(line.text) if line.text.rstrip().endswith(("*", "_")) else None
    return Line(line.number, " " * len(bold["before"]) + bold["text"], line.command) if bold else line


def _slips(line: Line, reader: CommandReader, own: Own) -> list[Problem]:
    """The problem of a line that begins with a slip of a command and is nothing to the rules; [] for any other."""
    meant = reader.misspelt(line.text)
    if not meant or slips_of(first_word(line.text), frozenset(own.words)) or own.reads(line):
        return []
    return [Problem(line.number, 1, "slip", phrase("fault.slip"), meant)]


def _opens_body(slips: Sequence[Problem], reader: CommandReader) -> bool:
    """Whether lines of text follow a misspelt command."""
    return any(first_word(hint) in reader.bodies for slip in slips for hint in slip.hints)


def _is_end(line: Line) -> bool:
    return first_word(line.text) in ENDS and len(line.text.split()) == 1 and not asks(line.text)


def _has_end(lines: Sequence[Line], index: int, ends: Sequence[int], reader: CommandReader, own: Own) -> bool:
    """Whether a block whose first line is wrong (NOTE for the spring) has its own END below *index*.

    Then the lines between must not be read: they were meant for a diary, and may look like orders.
    """
    following = bisect_left(ends, index)
    if first_word(lines[index - 1].text) not in reader.bodies or following == len(ends):
        return False
    between = (lines[number] for number in range(index, ends[following]))
    return not any(first_word(line.text) in reader.bodies or own.opens(line) for line in between)


def _behind_body(ends: Sequence[int], index: int) -> int:
    """Where reading goes on after a press whose first line is wrong: after its END, if it has one."""
    following = bisect_left(ends, index)
    return ends[following] + 1 if following < len(ends) else index


def _with_body(
    command: Request,
    lines: Sequence[Line],
    index: int,
    reader: CommandReader,
    seats: Mapping[str, Seat],
    own: Own,
) -> tuple[Request | Problem, int]:
    """The press with its body, or a problem if it lacks its END and may hide an order; and where reading goes on.

    An END below a block of the rules (OFFERS) ends that block. SIGNOFF ends the letter, and with it a press that
    lacks its END.
    """
    body: list[str] = []
    hidden: Line | None = None
    sheets = 0  # open blocks inside the press: END closes the innermost
    for number in range(index, len(lines)):
        line = lines[number]
        word = first_word(line.text)
        if is_long(line.text):
            body.append(line.text)
            continue
        if _is_end(line):
            if word != "END" or not sheets:
                return _body_or_nothing(command, body), number + 1
            sheets -= 1
        opened = own.opens(line)
        sheets += opened
        if word in reader.bodies and reader.is_command(line, seats):
            return _no_end(command, line), number
        if hidden is None and (opened or reader.is_command(line, seats) or own.reads(line)):
            hidden = line
        body.append(line.text)
    if hidden is not None and first_word(hidden.text) not in reader.ends:
        return _no_end(command, hidden), len(lines)
    if hidden is not None:  # the letter ends here, and so does the press
        body = body[: lines.index(hidden, index) - index]
    return _body_or_nothing(command, body), len(lines)


def _no_end(command: Request, line: Line) -> Problem:
    what = "press" if command.name == "broadcast" else command.name
    message = phrase("fault.press-without-end", what=what, line=command.line)
    return Problem(line.number, 1, "press-without-end", message)


def _body_or_nothing(command: Request, body: Sequence[str]) -> Request | Problem:
    text = "\n".join(body).strip("\n")
    if not text.strip():
        return Problem(command.line, 1, "empty-press", phrase("fault.empty-press"))
    return msgspec.structs.replace(command, body=tuple(text.split("\n")))


NARROW, WIDE = 66, 80  # the columns between which mail programs break lines
LARGEST_MENDED = 16_000  # characters of a letter whose broken lines are joined
MOST_PIECES = 4
MOST_CHAINS = 40
MOST_WHOLE = 10  # readings of the whole letter, for lines that mean nothing to the rules by themselves
MOST_REREAD = 500  # lines in all those readings together

Reads = Callable[[Sequence[Line]], Orders | Problems]


class Mended(msgspec.Struct, frozen=True):
    """The lines, broken ones joined under the number of their first part; and problems for ambiguous ones."""

    lines: tuple[Line, ...]
    problems: tuple[Problem, ...] = ()


def mend(lines: Sequence[Line], reads: Reads) -> Mended:
    """Join broken lines. *reads*: reads lines by the rules as if they were the whole letter."""
    large = sum(len(line.text) for line in lines) > LARGEST_MENDED
    if large or not any(_may_go_on(lines, n) for n in range(len(lines))):
        return Mended(tuple(lines))
    whole = reads(lines)
    if isinstance(whole, Problems) and whole.reason:
        return Mended(tuple(lines))
    return _Mender(tuple(lines), reads, whole).mended()


def _may_go_on(lines: Sequence[Line], n: int) -> bool:
    """Whether line *n* is wide enough for the next one to be its continuation."""
    if n + 1 >= len(lines):
        return False
    line, rest = lines[n], lines[n + 1]
    words = rest.text.split()
    if line.command or rest.command or rest.number != line.number + 1 or not words or not line.text.strip():
        return False
    width = len(line.text.rstrip())
    return width <= WIDE and width + 1 + len(words[0]) > NARROW


class _Mender:
    """Goes through a letter once. It asks the rules about at most four lines at a time, except for ten times."""

    def __init__(self, lines: tuple[Line, ...], reads: Reads, whole: Orders | Problems) -> None:
        self._lines, self._reads = lines, reads
        self._faults = [p.line for p in whole.problems] if isinstance(whole, Problems) else []
        self._whole_left = min(MOST_WHOLE, MOST_REREAD // (len(lines) + 1))

    def mended(self) -> Mended:
        """The letter with broken lines joined."""
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
        """How many lines of *chain* belong together, and a problem if there are two ways to read them."""
        best = 1
        for count in range(2, len(chain) + 1):
            faulty = any(line.number in self._faults for line in chain[best if best > 1 else 0 : count])
            first, together = _joined(chain[:best]), _joined(chain[:count])
            alone, both = self._acts([first]), self._acts([together])
            if faulty:
                # A part that changes nothing was swallowed by a remark, and perhaps an order with it.
                best = count if (both != alone if both else self._reads_in_place(index, best, count)) else best
            elif both and alone and both != alone and self._acts([first, *chain[best:count]]) == alone:
                return 1, _two_readings(chain[:count], together)
        return best, None

    def _acts(self, lines: Sequence[Line]) -> tuple[object, ...]:
        """What these lines alone order; () if nothing, or if they are wrong."""
        found = self._reads(lines)
        return found.acts if isinstance(found, Orders) else ()

    def _reads_in_place(self, index: int, best: int, count: int) -> bool:
        """Whether the joined line is right within the whole letter where its first part alone would not be."""
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
    others = f"{plural(len(rest), 'line')} {numbers}, '{' '.join(line.text.strip() for line in rest)}'"
    message = phrase("fault.wrapped", others=others, narrow=NARROW)
    return Problem(first.number, len(first.text.rstrip()) + 1, "wrapped", message=message, hints=(together.text,))
