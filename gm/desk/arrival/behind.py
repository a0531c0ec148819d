"""A word with the name of a game behind it, in a mail that says nothing else of which game it is for: `STATUS spring`.

Only a few words count, and only games of the writer's; whatever it asks for goes by the rules that hold for a letter
with `[spring]` in its subject.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from gm.desk.commands.table import COMMANDS, command_reader
from gm.desk.letter.cutting import ENDS
from gm.desk.letter.reading import Request
from gm.desk.mails.words import PAGES, help_topics
from gm.registry import RULESETS
from gm.rules import Line
from gm.rules.lines.words import first_word

ASKING = r"STATUS|WHO|SHOW(?:\s+(?:BOARD|MAP))?|BOARD|MAP|TABLE|HISTORY|HELP|DIARY"
DOING = r"RESIGN|STOP|WAIT|NOWAIT|(?:NOT\s+)?READY|READY\s+NOTHING|VOTE\s+DRAW|NOVOTE"
MARKS = "\"'\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb()\\[\\]#"  # that may stand around a name
BEFORE = r"[\s:,=\u2013\u2014-]+(?:(?:OF|IN|FOR)\s+)?(?:(?:THE\s+)?GAME\s+)?"
NAME = rf"{BEFORE}[{MARKS}]*([a-z][a-z0-9-]{{0,39}})\b[{MARKS}]*"
POLITE = r"[\s.,;!*_]*(?:(?:PLEASE|PLS|THANKS|THANK\s+YOU)[\s.!*_]*)?"
BEHIND = re.compile(rf"[\s*_]*(?:({ASKING}){NAME}(?:\s*\?)?{POLITE}|({DOING}){NAME}{POLITE})", re.IGNORECASE)


def read_behind(text: str) -> tuple[str, str] | None:
    """The word and the name behind it that a line is, the name in small letters; None if it is no such line.

    Behind HELP a topic is no game.
    """
    found = BEHIND.fullmatch(text)
    if found is None:
        return None
    word, name = (found[1], found[2]) if found[1] else (found[3], found[4])
    is_topic = name.upper() in help_topics("") or name.upper() in PAGES or name.lower() in RULESETS
    return None if word.upper() == "HELP" and is_topic else (word, name.lower())


def without_game(text: str, game: str) -> str:
    """A line without the name of its game behind a word; any other as it is."""
    found = read_behind(text)
    return found[0] if found is not None and found[1] == game else text


def games_behind(lines: Sequence[tuple[int, str]], own: Collection[str]) -> list[tuple[int, str]]:
    """The lines that name a game so: their numbers, and the games; not in the text of a message. own: the writer's.

    [] if there is a line that no game does: its journal would keep whom that names (NOT WITH).
    """
    reader, found, inside = command_reader(), list[tuple[int, str]](), False
    for number, text in lines:
        named, word = read_behind(text), first_word(text)
        if named is not None and named[1] in own and not inside:
            found.append((number, named[1]))
        elif not inside and _is_of_no_game(text):
            return []
        inside = word not in ENDS and (inside or word in reader.bodies or word in reader.ends)
    return found


def _is_of_no_game(text: str) -> bool:
    """Whether a line is a command that no game does."""
    read = command_reader().read(Line(0, text), {})
    return isinstance(read, Request) and COMMANDS[read.name].player is None
