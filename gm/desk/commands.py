"""The commands that every game understands: cut out of a letter, read, and their faults told with line and column."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import msgspec
from lark import Lark, Token, UnexpectedInput

from gm.desk.zones import find_zone, near_zones
from gm.registry import resource
from gm.rules import Line, Problem

WORDS = (
    "HELP", "STATUS", "SHOW", "HISTORY", "WAIT", "NOWAIT", "VOTE", "NOVOTE", "PRESS", "BROADCAST",
    "RESIGN", "CONFIRM", "DENY", "JOIN", "TAKEOVER", "SIGNOFF", "SET", "PING",
)  # fmt: skip
SHAPES = {
    "HELP": "HELP, or HELP and a topic",
    "HISTORY": "HISTORY, or HISTORY and a phase",
    "VOTE": "VOTE DRAW, or VOTE CONCEDE TO and a power",
    "PRESS": "PRESS TO and one or more seats",
    "JOIN": "JOIN and a name",
    "TAKEOVER": "TAKEOVER and a name",
    "SET": "SET ZONE and a time zone, SET WAIT or SET NOWAIT",
}
ENDS = ("END", "ENDPRESS", "ENDBROADCAST")
QUESTIONS = ("help", "status", "show", "history")
MOST_COMMANDS = 40
SHEET = re.compile(r"\s*OFFERS(?:[\s:.]+[A-Z]\d\S*)?[\s:.]*(?:%.*)?", re.IGNORECASE)  # begins a block of its own


class Command(msgspec.Struct, frozen=True):
    """One command: its name (help, wait, press ...), its words, and for press the lines of its body."""

    name: str
    words: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    line: int = 0


class CutLetter(msgspec.Struct, frozen=True):
    """A letter without the desk's part: its commands, and every line with those of the desk marked."""

    commands: tuple[Command, ...]
    lines: tuple[Line, ...]
    problems: tuple[Problem, ...]


class CommandReader:
    """Reads the commands of all games with the desk's grammar."""

    def __init__(self) -> None:
        text = (resource("grammars") / "desk.lark").read_text(encoding="utf-8")
        self._parser = Lark(text, parser="lalr", maybe_placeholders=False)

    def read(self, line: Line, seats: Mapping[str, str]) -> Command | Problem:
        """The command on *line*. *seats*: the seats by what players may call them, in capitals."""
        try:
            tree = self._parser.parse(line.text)
        except UnexpectedInput as error:
            return _misread(line, error)
        name = str(tree.data)
        tokens = [child for child in tree.children if isinstance(child, Token)]
        if name in ("press", "vote_concede", "takeover"):
            return self._with_seats(name, line, tokens, seats)
        if name == "zone":
            return _with_zone(line, tokens[0])
        return Command(name, tuple(str(token).strip(" .:") for token in tokens), line=line.number)

    def _with_seats(
        self, name: str, line: Line, tokens: Sequence[Token], seats: Mapping[str, str]
    ) -> Command | Problem:
        found: list[str] = []
        for token in tokens:
            word = token.strip(" .:;,").upper()
            if word not in seats:
                near = tuple(difflib.get_close_matches(word, sorted(seats), n=3, cutoff=0.5))
                return Problem(line.number, token.column or 1, "unknown-seat", "nobody of that name plays here", near)
            if seats[word] not in found:
                found.append(seats[word])
        return Command(name, tuple(found), line=line.number)


def _with_zone(line: Line, token: Token) -> Command | Problem:
    zone = find_zone(token)
    if not zone:
        said = "we know no time zone of that name; one is Europe/Paris"
        return Problem(line.number, token.column or 1, "unknown-zone", said, near_zones(token))
    return Command("zone", (zone,), line=line.number)


def _misread(line: Line, error: UnexpectedInput) -> Problem:
    word = line.text.split()[0].strip(".:!,").upper()
    column = error.column if isinstance(error.column, int) and error.column > 0 else len(line.text.rstrip()) + 1
    shape = SHAPES.get(word, f"{word} alone on its line")
    return Problem(line.number, column, "command", f"written as: {shape}")


@lru_cache(256)  # a line is asked for it again and again while its letter is read
def first_word(text: str) -> str:
    """The first word of a line in capitals, its full stop or colon left out."""
    words = text.split("%", 1)[0].split()
    return words[0].strip(".:!,").upper() if words else ""


def pure_questions(commands: Sequence[Command]) -> list[Command]:
    """The commands that only ask, in order; one that is asked twice is answered once."""
    asked = {(c.name, tuple(word.upper() for word in c.words)): c for c in commands if c.name in QUESTIONS}
    return list(asked.values())


def cut_letter(
    lines: Sequence[Line], reader: CommandReader, seats: Mapping[str, str], reads_as_order: Callable[[Line], bool]
) -> CutLetter:
    """Take the desk's commands out of a letter; press blocks with all their lines.

    reads_as_order: whether the game's rules would take a line as an order, for press that lacks its END.
    """
    commands: list[Command] = []
    problems: list[Problem] = []
    kept: list[Line] = []
    ends = [number for number, line in enumerate(lines) if _is_end(line)]
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        if first_word(line.text) not in WORDS:
            kept.append(line)
            continue
        kept.append(Line(line.number, line.text, True))
        found = reader.read(line, seats)
        if isinstance(found, Problem):
            problems.append(found)
            index = _behind_body(ends, index) if first_word(line.text) in ("PRESS", "BROADCAST") else index
            continue
        if found.name == "signoff":
            break
        if found.name in ("press", "broadcast"):
            found, index = _with_body(found, lines, index, reader, seats, reads_as_order)
        if isinstance(found, Problem):
            problems.append(found)
        else:
            commands.append(found)
    if len(commands) > MOST_COMMANDS:
        line_number = commands[MOST_COMMANDS].line
        problems.append(Problem(line_number, 1, "too-many", f"a letter has at most {MOST_COMMANDS} commands"))
        commands = []  # the questions among them, too: each would be answered at length
    return CutLetter(tuple(commands), tuple(kept), tuple(problems))


def _is_end(line: Line) -> bool:
    return first_word(line.text) in ENDS and len(line.text.split()) == 1


def _behind_body(ends: Sequence[int], index: int) -> int:
    """Where reading goes on behind the body of a press whose first line is wrong: behind its END, if it has one."""
    following = bisect_left(ends, index)
    return ends[following] + 1 if following < len(ends) else index


def _with_body(
    command: Command,
    lines: Sequence[Line],
    index: int,
    reader: CommandReader,
    seats: Mapping[str, str],
    reads_as_order: Callable[[Line], bool],
) -> tuple[Command | Problem, int]:
    """The press with its body, and where reading goes on. Without its own END it may hide an order: then a fault.

    An END below OFFERS ends that sheet. SIGNOFF ends a press that lacks its END, as it ends the letter.
    """
    body: list[str] = []
    hidden: Line | None = None
    sheets = 0  # blocks that stand open inside the press: END closes the innermost
    for number in range(index, len(lines)):
        line = lines[number]
        word = first_word(line.text)
        if _is_end(line):
            if word != "END" or not sheets:
                return _body_or_nothing(command, body), number + 1
            sheets -= 1
        opened = SHEET.fullmatch(line.text) is not None
        sheets += opened
        if word in ("PRESS", "BROADCAST") and isinstance(reader.read(line, seats), Command):
            return _no_end(command, line), number
        if hidden is None and (opened or _is_command(line, reader, seats) or reads_as_order(line)):
            hidden = line
        body.append(line.text)
    if hidden is not None and first_word(hidden.text) != "SIGNOFF":
        return _no_end(command, hidden), len(lines)
    if hidden is not None:  # the letter ends here, and the press with it
        body = body[: lines.index(hidden, index) - index]
    return _body_or_nothing(command, body), len(lines)


def _is_command(line: Line, reader: CommandReader, seats: Mapping[str, str]) -> bool:
    return first_word(line.text) in WORDS and isinstance(reader.read(line, seats), Command)


def _no_end(command: Command, line: Line) -> Problem:
    message = f"this reads as an order or a command, but the press of line {command.line} has no END above it"
    return Problem(line.number, 1, "press-without-end", message)


def _body_or_nothing(command: Command, body: Sequence[str]) -> Command | Problem:
    text = "\n".join(body).strip("\n")
    if not text.strip():
        return Problem(command.line, 1, "empty-press", "there is no text between this line and END")
    return Command(command.name, command.words, tuple(text.split("\n")), command.line)
