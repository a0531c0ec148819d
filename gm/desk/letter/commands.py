"""The commands that every game understands: one line read as one of them, its faults told with their column."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import cache, lru_cache

import msgspec
from lark import Lark, Token, Tree, UnexpectedInput

from gm.desk.clock.dates import may_be_days, read_length
from gm.desk.clock.zones import find_zone, near_zones
from gm.registry import resource
from gm.rules import Line, Problem

WORDS = (
    "HELP", "STATUS", "SHOW", "HISTORY", "WAIT", "NOWAIT", "VOTE", "NOVOTE", "UNVOTE", "PRESS", "BROADCAST",
    "RESIGN", "CONFIRM", "DENY", "JOIN", "TAKEOVER", "SIGNOFF", "SET", "PING", "WHOAMI", "SIGNON", "NOEXTEND",
    "NOSITTER",
)  # fmt: skip
# Words that begin many a sentence, too: a line that begins with one and is no command is an ordinary line.
SHY = (
    "LIST", "OBSERVE", "MONITOR", "LEAVE", "STOP", "ABSENT", "BACK", "EXTEND", "SITTER", "NOTE", "DIARY", "STATEMENT",
    "PROPOSE", "GREY", "GRAY", "GET", "YES", "NO", "SUMMARY", "WHO",
)  # fmt: skip
CONFIRMING_WORDS = ("CONFIRM", "DENY", "YES", "NO")
# What shows that such a line, which cannot be read as the command, was meant as it all the same.
MEANT = {
    "GREY": re.compile(r"\A\s*\S+\s+(PRESS|BROADCAST)\b", re.IGNORECASE),
    "GRAY": re.compile(r"\A\s*\S+\s+(PRESS|BROADCAST)\b", re.IGNORECASE),
    "ABSENT": re.compile(r"\d|\s(FROM|TO|UNTIL)\s", re.IGNORECASE),
    "EXTEND": re.compile(r"\d"),
    "SITTER": re.compile(r"\d|@"),
    "DIARY": re.compile(r"\A\s*\S+\s+\S+\s*\Z"),
    "PROPOSE": re.compile(r"\A\s*\S+\s+\S+\s*\Z"),
}
SHAPES = {
    "HELP": "HELP, or HELP and a topic",
    "HISTORY": "HISTORY, HISTORY and a phase, or HISTORY, a phase, two dots and another phase",
    "VOTE": "VOTE DRAW, or VOTE CONCEDE TO and a power",
    "PRESS": "PRESS TO and one or more players",
    "JOIN": "JOIN, or JOIN and a name",
    "TAKEOVER": "TAKEOVER and a name",
    "SET": "SET and ZONE, FORMAT, REMINDERS, CALENDAR, DIGEST, JSON, ADDRESS, WAIT, NOWAIT or DRAW",
    "UNVOTE": "UNVOTE END",
    "LIST": "LIST alone on its line",
    "OBSERVE": "OBSERVE and a game, or OBSERVE, a game, AS and a name",
    "MONITOR": "MONITOR and a game",
    "LEAVE": "LEAVE, or LEAVE and a game",
    "NOT": "NOT ABSENT, or BACK",
    "ABSENT": "ABSENT FROM 1 Aug TO 10 Aug, ABSENT alone, or BACK",
    "EXTEND": "EXTEND and a time, such as EXTEND 2d",
    "SITTER": "SITTER, an address, FROM and a day, TO and a day",
    "DIARY": "DIARY, DIARY OPEN or DIARY CLOSED",
    "PROPOSE": "PROPOSE DRAW",
}
# How other GameMasters have it, and how it is written here.
ELSEWHERE = {"FAKE": "BROADCAST FROM and a power, or PRESS TO some, FAKE TO others"}
QUESTIONS = ("help", "status", "show", "history")
WITH_BODY = ("press", "broadcast", "note", "statement")
BODIES = ("PRESS", "BROADCAST", "NOTE", "STATEMENT", "GREY", "GRAY")
ALL = ("ALL", "EVERYBODY", "EVERYONE")
OPERATOR_WORDS = ("OPERATOR", "GM", "M", "MASTER", "UMPIRE")
SHORTEST_DIGEST, LONGEST_DIGEST = timedelta(hours=1), timedelta(days=7)
OPERATOR_SEAT = "(operator)"  # whom PRESS TO GM reaches


class Command(msgspec.Struct, frozen=True):
    """One command: its name (help, wait, press ...), its words, and for press and notes the lines of its body.

    grey: press without its sender; sender, shown: press with a false sender, or false readers, at its head. until: the
    last line of its body, or the END below it; 0: it has none.
    """

    name: str
    words: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    line: int = 0
    grey: bool = False
    sender: str = ""
    shown: tuple[str, ...] = ()
    until: int = 0


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
        if name in ("press", "broadcast"):
            return _press(line, tree, seats)
        tokens = [child for child in tree.children if isinstance(child, Token)]
        if name in ("vote_concede", "vote_draw", "takeover"):
            found = _seats_of(line, tokens, seats)
            return found if isinstance(found, Problem) else Command(name, found, line=line.number)
        if name == "zone":
            return _with_zone(line, tokens[0])
        if name == "digest":
            return _with_length(line, tokens[0])
        if name in CHOICES:
            return _with_choice(name, line, tokens[0])
        if tokens and _is_sentence(name, line, str(tokens[0])):
            return Problem(line.number, tokens[0].column or 1, "command", f"written as: {SHAPES[name.upper()]}")
        return Command(name, tuple(str(token).strip(" .:") for token in tokens), line=line.number)


@cache
def command_reader() -> CommandReader:
    """The reader of the desk's commands, made once."""
    return CommandReader()


def _press(line: Line, tree: Tree[Token], seats: Mapping[str, str]) -> Command | Problem:
    """The head of a press: to whom, and what its readers are to be shown instead of that."""
    parts = {str(child.data): child for child in tree.children if isinstance(child, Tree)}
    tokens = [child for child in tree.children if isinstance(child, Token)]
    greys = [token for token in tokens if _plain(token) in ("GREY", "GRAY")]
    readers = [token for token in tokens if token not in greys]
    everybody = tree.data == "broadcast" or [_plain(token) for token in readers] in [[word] for word in ALL]
    known = {**seats, **dict.fromkeys(OPERATOR_WORDS, OPERATOR_SEAT)}
    if not everybody and readers and _plain(readers[0]) in ALL:
        said = "ALL is everybody; to leave somebody out, name all the others"
        return Problem(line.number, readers[0].column or 1, "all-but", said)
    to = () if everybody else _seats_of(line, readers, known)
    sender = _seats_of(line, _tokens(parts.get("from")), seats)
    shown = _seats_of(line, _tokens(parts.get("fake")), seats)
    if isinstance(to, Problem) or isinstance(sender, Problem) or isinstance(shown, Problem):
        return next(found for found in (to, sender, shown) if isinstance(found, Problem))
    name = "broadcast" if everybody else "press"
    return Command(name, to, (), line.number, bool(greys), "".join(sender), shown)


def _tokens(tree: Tree[Token] | None) -> list[Token]:
    return [child for child in tree.children if isinstance(child, Token)] if tree is not None else []


def _plain(token: Token) -> str:
    return token.strip(" .:;,").upper()


def _whole(seats: Mapping[str, str]) -> list[str]:
    """The names that are no beginning of another name of the same seat."""
    names = sorted(seats)
    return [one for one in names if not any(n != one and n.startswith(one) and seats[n] == seats[one] for n in names)]


def _seats_of(line: Line, tokens: Sequence[Token], seats: Mapping[str, str]) -> tuple[str, ...] | Problem:
    """The seats that these words name, each once; a word that names none is a fault."""
    found: list[str] = []
    for token in tokens:
        word = _plain(token)
        if word not in seats:
            near = tuple(difflib.get_close_matches(word, _whole(seats), n=3, cutoff=0.5))
            return Problem(line.number, token.column or 1, "unknown-seat", "nobody of that name plays here", near)
        if seats[word] not in found:
            found.append(seats[word])
    return tuple(found)


# What may stand behind these words; anything else is a sentence, or the command written wrongly.
SPANS: Mapping[str, Callable[[str], object]] = {"absent": may_be_days, "extend": read_length}


def _is_sentence(name: str, line: Line, rest: str) -> bool:
    """Whether what stands behind a word makes a sentence of the line, or the command written wrongly."""
    words = rest.split()
    if name in SPANS:
        return SPANS[name](rest) in (None, False)
    if name == "observe":
        return len(words) > 2 and "AS" not in rest.upper().split()
    if name == "help":
        return first_word(line.text) == "GET" and len(words) > 1
    return name == "list" or (name == "monitor" and len(words) > 1)


# The settings with few choices, and what each choice may be called.
ON_OFF = {"ON": "on", "OFF": "off", "YES": "on", "NO": "off"}
CHOICES: Mapping[str, Mapping[str, str]] = {
    "format": {"TEXT": "text", "HTML": "html", "PLAIN": "text"},
    "json": ON_OFF,
    "reminders": ON_OFF,
    "calendar": ON_OFF,
}


def _with_choice(name: str, line: Line, token: Token) -> Command | Problem:
    choices = CHOICES[name]
    word = _plain(token)
    if word not in choices:
        known = tuple(dict.fromkeys(found.upper() for found in choices.values()))
        said = f"written as: SET {name.upper()} {' or '.join(known)}"
        return Problem(line.number, token.column or 1, "unknown-choice", said, known)
    return Command(name, (choices[word],), line=line.number)


def _with_length(line: Line, token: Token) -> Command | Problem:
    """A digest every so often, or OFF. The words of the command are whole seconds."""
    if _plain(token) in ("OFF", "NO", "NONE"):
        return Command("digest", ("0",), line=line.number)
    length = read_length(token)
    if length is None or not SHORTEST_DIGEST <= length <= LONGEST_DIGEST:
        said = "a time from 1h to 7d is expected, such as 8h, or OFF"
        return Problem(line.number, token.column or 1, "unknown-length", said, ("SET DIGEST 8h", "SET DIGEST OFF"))
    return Command("digest", (str(int(length.total_seconds())),), line=line.number)


def _with_zone(line: Line, token: Token) -> Command | Problem:
    zone = find_zone(token)
    if not zone:
        said = "we know no time zone of that name; one is Europe/Paris"
        return Problem(line.number, token.column or 1, "unknown-zone", said, near_zones(token))
    return Command("zone", (zone,), line=line.number)


def _misread(line: Line, error: UnexpectedInput) -> Problem:
    column = error.column if isinstance(error.column, int) and error.column > 0 else len(line.text.rstrip()) + 1
    return Problem(line.number, column, "command", f"written as: {shape_of(first_word(line.text))}")


def shape_of(word: str) -> str:
    """How the command that begins with *word* is written."""
    return SHAPES.get(word, f"{word} alone on its line")


@lru_cache(256)  # a line is asked for it again and again while its letter is read
def first_word(text: str) -> str:
    """The first word of a line in capitals, its full stop or colon left out."""
    words = text.split("%", 1)[0].split()
    return words[0].strip(".:!,").upper() if words else ""


def pure_questions(commands: Sequence[Command]) -> list[Command]:
    """The commands that only ask, in order; one that is asked twice is answered once."""
    asked = {(c.name, tuple(word.upper() for word in c.words)): c for c in commands if c.name in QUESTIONS}
    return list(asked.values())


def may_command(text: str) -> bool:
    """Whether a line may be a command, by its first word."""
    word = first_word(text)
    return word in WORDS or word in SHY or text.upper().split()[:2] == ["NOT", "ABSENT"]


def is_prose(text: str) -> bool:
    """Whether a line that begins like a command and is none is rather a sentence."""
    word = first_word(text)
    return word in (*SHY, "NOT") and not (word in MEANT and MEANT[word].search(text.split("%", 1)[0]))


def is_command(line: Line, reader: CommandReader, seats: Mapping[str, str]) -> bool:
    """Whether a line is a command, rightly written. YES and NO, which answer us, may answer anybody."""
    if first_word(line.text) in ("YES", "NO"):
        return False
    return may_command(line.text) and isinstance(reader.read(line, seats), Command)
