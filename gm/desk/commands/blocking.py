"""NOT WITH and WITH: with whom somebody does not want to be seated, in any game. Only they themselves are told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gm.desk.commands.declared import ANYBODY, Command, Enquiry
from gm.desk.file.gamefile import ADDRESS
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.desk.people.blocks import LASTS, MOST, addresses_of, may_block
from gm.rules import Problem

Done = tuple[str, str]  # what became of a line, and whom it names
WITH_NAME = re.compile(r"[^<>@]*<([^<>@\s]+@[^<>@\s]+)>[\s.,;:]*")  # as mail programs write it


def _not_with(enquiry: Enquiry, request: Request) -> None:
    """Block the owners of addresses, or answer with whom the writer does not want to be seated."""
    own = addresses_of(enquiry.store, enquiry.sender)
    wanted = [other for line in request.body if (other := _address(line))]
    if wanted and not enquiry.proven():
        _tell(enquiry, own, [("unproven", "")])
        return
    enquiry.store.blocks.tidy(own, enquiry.at - LASTS)
    _tell(enquiry, own, [(_block(enquiry, own, other), other) for other in wanted])


def _block(enquiry: Enquiry, own: Sequence[str], other: str) -> str:
    """Block the owner of an address; return what became of it."""
    if not _is_address(other):
        return "unread"
    if other in own:
        return "own"
    if not may_block(enquiry.store, own, other, enquiry.at):
        return "many"
    enquiry.store.blocks.keep(enquiry.sender, other)
    return "kept"


def _with(enquiry: Enquiry, request: Request) -> None:
    """Take blocks back. Only the very address counts that was named: else it would tell who is one person."""
    own = addresses_of(enquiry.store, enquiry.sender)
    if not enquiry.proven():
        _tell(enquiry, own, [("unproven", "")])
        return
    done: list[Done] = []
    for other in map(_address, request.body):
        what = "lifted" if other in enquiry.store.blocks.of(own) else "unknown"
        done.append((what if _is_address(other) else "unread", other))
        enquiry.store.blocks.lift(own, other, enquiry.at)
    _tell(enquiry, own, done)


def _faults(_: Conversation, request: Request) -> Iterator[Problem]:
    """A letter to a game does not do it: its journal would keep whom it names."""
    yield Problem(request.line, 1, "not-alone", phrase("fault.not-alone"))


def _address(text: str) -> str:
    named = WITH_NAME.fullmatch(text)
    return (named[1] if named else text.strip("<>.,;: ")).lower()


def _is_sentence(rest: str) -> bool:
    """Whether what stands behind the command is more than an address, with a name perhaps."""
    return len(rest.split()) > 1 and WITH_NAME.fullmatch(rest) is None


def _is_address(text: str) -> bool:
    return ADDRESS.fullmatch(text) is not None and text.isascii()


def _tell(enquiry: Enquiry, own: Sequence[str], done: Sequence[Done]) -> None:
    """Answer what became of each line, with all whom the writer names."""
    facts = {"done": list(done), "others": enquiry.store.blocks.of(own), "most": MOST, "days": LASTS.days}
    enquiry.answer("blocks", facts)


BLOCKING = (
    Command(
        "not_with", ("NOT WITH topic?",), shy=("NOT WITH",), asks=True, sentence=lambda _, rest: _is_sentence(rest),
        who=ANYBODY, topic="BLOCKS", several=True, faults=_faults, anybody=_not_with, shape="NOT WITH and an address",
    ),
    Command(
        "with", ("WITH topic",), shy=("WITH",), asks=True, shape="WITH and an address", who=ANYBODY, topic="BLOCKS",
        sentence=lambda _, rest: _is_sentence(rest) or "@" not in rest, several=True, faults=_faults, anybody=_with,
    ),
)  # fmt: skip
