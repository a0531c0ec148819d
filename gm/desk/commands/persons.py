"""Over all games: one's own record, who else may see it, those of others, and further addresses of one's own.

They belong to no game, and are answered outside any ledger.
"""

from __future__ import annotations

import re

import msgspec

from gm.desk import notices as said
from gm.desk.commands.declared import ANYBODY, GUEST, PLAYER, SITTER, Command, Enquiry
from gm.desk.commands.settings import one_of
from gm.desk.letter.conversation import Talk
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.desk.people.records import told_of, told_to_all

MOST_RECORDS = 40  # most games that one MY RECORD names


def _record(enquiry: Enquiry, _: Request) -> None:
    """Answer MY RECORD with what the games that are over have of the writer. It goes to the address asked about."""
    facts = told_of(enquiry.store, enquiry.sender, MOST_RECORDS)
    enquiry.answer("myrecord", facts, bool(facts["games"]))


def _set_record(enquiry: Enquiry, request: Request) -> None:
    """SET RECORD: let anybody see it, or nobody else."""
    enquiry.set_open(request.words[0] == "public")


def _also(enquiry: Enquiry, request: Request) -> None:
    """I AM ALSO: the writer has another address, too, which is asked."""
    enquiry.claim(request.words[0])


def _whois(enquiry: Enquiry, request: Request) -> None:
    """Answer WHOIS: the same for all who have no record that they show, whoever they are."""
    address = enquiry.look(request.words[0])
    sums = told_to_all(enquiry.store, address) if address else None
    facts = {"address": address or "", "often": address is None, "sums": msgspec.to_builtins(sums)}
    enquiry.answer("whois", facts)


def _elsewhere(talk: Talk, _: Request) -> None:
    """Tell a writer in a game that this is about no game."""
    talk.say_about(phrase("subject.no-game"))
    if ("ofnogame", said.OfNoGame()) not in talk.answer:
        talk.tell(said.OfNoGame())


def _no_address(_: str, rest: str) -> bool:
    """Whether what follows is no address, so that the line is a sentence."""
    return "@" not in rest and "(address)" not in rest  # so the journal has those of persons without a seat


EVERYWHERE = PLAYER | SITTER | GUEST | ANYBODY
PERSONS = (
    Command("record", ("MY RECORD",), shy=("MY RECORD",), asks=True, who=ANYBODY, topic="RECORD", anybody=_record),
    Command(
        "publish", ("SET RECORD word",), topic="RECORD", read=one_of({"PUBLIC": "public", "PRIVATE": "private"}),
        shape="SET RECORD PUBLIC or SET RECORD PRIVATE", who=EVERYWHERE, player=_elsewhere, guest=_elsewhere,
        anybody=_set_record,
    ),
    Command(
        "also", ("I AM ALSO word",), shy=("I AM",), topic="RECORD", who=EVERYWHERE, shape="I AM ALSO and an address",
        certain=re.compile(r"\s*I\s+AM\s+ALSO\s+(?:[^\s%,]+@[^\s%,]+|\(address\))\s*\Z", re.IGNORECASE),
        sentence=_no_address, player=_elsewhere, guest=_elsewhere, anybody=_also,
    ),
    Command(
        "whois", ("WHOIS word",), shy=("WHOIS",), topic="RECORD", shape="WHOIS and an address", question=True,
        sentence=_no_address, who=EVERYWHERE, player=_elsewhere, guest=_elsewhere, anybody=_whois,
    ),
)  # fmt: skip
