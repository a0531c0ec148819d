"""What is not read: orders in a quotation, below the line that begins a signature or in a subject, and attachments."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gm.desk import notices as said
from gm.desk.commands.table import COMMANDS, command_reader
from gm.desk.letter.conversation import Conversation, as_written
from gm.desk.letter.cutting import CutLetter
from gm.desk.letter.reading import Request
from gm.rules import Line, Orders, Problems
from gm.rules.lines.words import asks, first_word

NOTHING = CutLetter((), (), (), ())
MOST = 200  # lines examined: no person writes more orders into a quotation
MOST_WORDS = 16  # of such a line; ours are prose


def overlooked(
    talk: Conversation,
    is_order: Callable[[Line], bool],
    seems_order: Callable[[Line], bool],
    cut: CutLetter = NOTHING,
    read: Orders | Problems = Orders(()),  # noqa: B008 - it never changes
) -> said.Overlooked | None:
    """What to tell of attachments, and of lines that are not read but look like orders or commands; None if of nothing.

    is_order: whether the rules would take a line as an order; seems_order: or refuse it as a wrong one. read: what the
    rules made of the letter, if they have read it; they may have found some of these lines, and what to send back.
    """
    event = talk.event
    found = {line.number for line in read.unread} if isinstance(read, Orders) else set()
    quoted, below = ([one for one in lines[:MOST] if one.number in found or _is_meant(talk, one, is_order)]
                     for lines in (event.quoted, event.below))  # fmt: skip
    subject = [one for one in (Line(0, event.subject),) if _is_meant(talk, one, seems_order)]
    if not quoted and not below and not subject:
        return said.Overlooked(files=event.files) if event.files else None
    more = [line for line in (*subject, *quoted, *below) if line.number not in found]
    retry = () if isinstance(read, Problems) else _with(read.retry or _own_orders(talk, cut), talk, more)
    return said.Overlooked(
        tuple(map(_text, quoted)), tuple(map(_text, below)), retry, event.files, "".join(map(_text, subject))
    )


def _with(sheet: Sequence[str], talk: Conversation, more: Sequence[Line]) -> tuple[str, ...]:
    """*sheet* with *more*: orders within its block, if it is one, commands behind it."""
    words = {*talk.turn.card.words, *command_reader().words}
    inside = [_text(line) for line in more if first_word(line.text.lstrip("> ")) not in words]
    outside = [text for text in map(_text, more) if text not in inside]
    ends = len(sheet) - 1 if sheet and sheet[-1] == "END" else len(sheet)
    return (*sheet[:ends], *inside, *sheet[ends:], *outside)


def _is_meant(talk: Conversation, line: Line, is_order: Callable[[Line], bool]) -> bool:
    line = Line(line.number, line.text.lstrip("> "))
    reader, word = command_reader(), first_word(line.text)
    if not word or len(line.text.split()) > MOST_WORDS or asks(line.text):
        return False
    if reader.is_command(line, talk.seats()) and word not in reader.bodies:
        request = reader.read(line, talk.seats())
        return isinstance(request, Request) and COMMANDS[request.name].acts
    return is_order(line)


def _own_orders(talk: Conversation, cut: CutLetter) -> Sequence[str]:
    """The writer's other orders, where a later letter takes the place of an earlier one."""
    if talk.turn.card.letter == "until":
        return ()
    return [as_written(line.text) for line in cut.lines if not line.command and line.text.strip()]


def _text(line: Line) -> str:
    return as_written(line.text.strip().lstrip("> "))
