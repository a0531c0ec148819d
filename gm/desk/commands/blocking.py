"""NOT WITH and WITH: with whom somebody does not want to be seated, in any game. Only they themselves are told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.desk.commands.declared import ANYBODY, Command, Enquiry
from gm.desk.file.gamefile import ADDRESS
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.desk.people.blocks import LASTS, MOST, may_block
from gm.rules import Problem


def _not_with(enquiry: Enquiry, request: Request) -> None:
    """Block the owner of an address, or answer with whom the writer does not want to be seated."""
    words = request.words
    own = enquiry.store.persons.addresses(enquiry.sender)
    other = _address(words)
    if not words:
        _tell(enquiry, own, "list")
    elif not enquiry.proven():
        _tell(enquiry, own, "unproven")
    elif not ADDRESS.fullmatch(other) or not other.isascii():
        _tell(enquiry, own, "unread")
    elif other in own:
        _tell(enquiry, own, "own")
    elif not may_block(enquiry.store, own, other, enquiry.at):
        _tell(enquiry, own, "many")
    else:
        enquiry.store.blocks.tidy(own, enquiry.at - LASTS)
        enquiry.store.blocks.keep(enquiry.sender, other)
        _tell(enquiry, own, "kept", other)


def _with(enquiry: Enquiry, request: Request) -> None:
    """Take back a block. Only the very address counts that was named: else it would tell who is one person."""
    own = enquiry.store.persons.addresses(enquiry.sender)
    other = _address(request.words)
    if not enquiry.proven():
        _tell(enquiry, own, "unproven")
    elif other not in enquiry.store.blocks.of(own):
        _tell(enquiry, own, "unknown")
    else:
        enquiry.store.blocks.lift(own, other, enquiry.at)
        _tell(enquiry, own, "lifted", other)


def _faults(_: Conversation, request: Request) -> Iterator[Problem]:
    """A letter to a game does not do it: its journal would keep whom it names."""
    yield Problem(request.line, 1, "not-alone", phrase("fault.not-alone"))


def _address(words: Sequence[str]) -> str:
    return " ".join(words).strip("<>.,;:").lower()


def _tell(enquiry: Enquiry, own: list[str], what: str, other: str = "") -> None:
    """Answer what became of it, with all whom the writer names; *other* only if they have proven who they are."""
    facts = {"what": what, "other": other, "others": enquiry.store.blocks.of(own), "most": MOST, "days": LASTS.days}
    enquiry.answer("blocks", facts)


BLOCKING = (
    Command(
        "not_with", ("NOT WITH topic?",), shy=("NOT WITH",), asks=True, sentence=lambda _, rest: len(rest.split()) > 1,
        who=ANYBODY, topic="BLOCKS", several=True, faults=_faults, anybody=_not_with,
    ),
    Command(
        "with", ("WITH topic",), shy=("WITH",), asks=True, shape="WITH and an address", who=ANYBODY, topic="BLOCKS",
        sentence=lambda _, rest: len(rest.split()) > 1 or not ("@" in rest or rest == "(address)"), several=True,
        faults=_faults, anybody=_with,
    ),
)  # fmt: skip
