"""Pure questions: HELP, STATUS, SHOW, HISTORY and PHASE about a game; PING, LIST, WHOAMI and SUMMARY beside it.

They are answered whatever becomes of the rest of the letter; those about no game are answered outside any ledger.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import msgspec
from msgspec.structs import replace

from gm.config.durations import write_duration
from gm.desk import notices as said
from gm.desk.commands.ahead import tell_kept
from gm.desk.commands.declared import ANYBODY, GUEST, NOBODY, PLAYER, SITTER, Command, Enquiry
from gm.desk.commands.visit import Visit
from gm.desk.game.game import Role
from gm.desk.game.past import page_of, told_before
from gm.desk.game.settings import settings_of
from gm.desk.game.turn import Turn
from gm.desk.letter.conversation import Conversation, Talk
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.desk.people.listing import offers
from gm.rules import Seat

# What MAP is asked for: nothing, the code of a phase, or its name with the year; politely or not.
POLITE = r"(?:PLEASE|PLS|PLZ|NOW|THANKS|THX)\b"
ASKED = re.compile(
    rf"\W*(?:(?:OF|FOR)\s+)?(?P<phase>(?:[A-Z]+\d+[A-Z]*|[A-Z]+\s+\d{{3,4}}(?:[\s:,]+(?!{POLITE})[A-Z]+)?)?)"
    rf"\W*(?:\b{POLITE}\W*)*", re.IGNORECASE
)  # fmt: skip
HOUSE = "HOUSE"  # the topic of HELP in games that have rules of the house, or an address for complaints
MOST_PICTURES = 3  # in one answer: a letter may ask for the map of every phase
MOST_OFFERS = 40  # most games that one LIST names


def _help(talk: Talk, request: Request) -> None:
    talk.say_about(phrase("subject.help"))
    topic = " ".join(request.words).strip().upper()
    house = talk.turn.game.house.told() if topic == HOUSE else ()
    told = house or talk.turn.rules.about(talk.turn.game.options, topic)
    if not told or (len(topic.split()) == 1 and not house):
        talk.tell(said.Help(topic, "", settings_of(talk.turn.game)))
    for body in told:
        talk.tell(body)


def _status(talk: Talk, _: Request) -> None:
    talk.say_about(phrase("subject.status"))
    talk.tell(talk.turn.status())
    if not talk.turn.game.over:
        talk.tell(settings_of(talk.turn.game))


def _who(talk: Talk, _: Request) -> None:
    """Tell the places of the game, and what is told of the people in them."""
    turn, status = talk.turn, talk.turn.status()
    talk.say_about(phrase("subject.who"))
    own = turn.name(talk.event.seat) if talk.event.seat else ""
    after = turn.game.names_after == "end"
    talk.tell(said.WhoPlays(status.game, status.title, status.seats, own, status.observers, moving(turn), after))


def moving(turn: Turn) -> tuple[str, ...] | None:
    """Those for whom the game waits, by name; None where that is told to nobody."""
    if turn.card.live or turn.game.clock is None:
        return ()
    return None if turn.ruleset.seals else tuple(map(turn.name, turn.missing()))


def _who_of_a_guest(visit: Visit, request: Request) -> None:
    if visit.turn.game.forming is not None:
        visit.explain()
    else:
        _who(visit, request)


def _status_of_a_guest(visit: Visit, request: Request) -> None:
    if visit.turn.game.forming is not None:
        visit.explain()
    else:
        _status(visit, request)


def _status_of_a_player(talk: Conversation, request: Request) -> None:
    _status(talk, request)
    if not talk.turn.game.over:
        tell_kept(talk)
    talk.shows_held = not talk.event.sitter


def _show(talk: Conversation, _: Request) -> None:
    turn = talk.turn
    decided = turn.outcome()  # perhaps by this letter, before the game is declared over
    over = turn.game.over or (decided.how if decided is not None else "")
    if over:
        talk.say_about(phrase("subject.over"))
        talk.tell(said.Over(over, "", turn.game.seed_hash()))
        return
    talk.say_about(phrase("subject.filed"))
    talk.tell(turn.show(talk.seat))
    sitting = turn.game.seats[talk.seat]
    if sitting.digest:
        every = write_duration(timedelta(seconds=sitting.digest))
        talk.tell(said.DigestOn(every, len(sitting.pile), turn.card.live))
    tell_kept(talk)
    if "touch" in turn.game.press:
        near = turn.ruleset.bordered.touching(turn.game.state, talk.seat)
        talk.tell(said.Touching(tuple(map(turn.name, near))))


def _history(talk: Talk, request: Request) -> None:
    talk.say_about(phrase("subject.told"))
    talk.tell(told_before(talk.turn.past(talk.reader), " ".join(request.words)))


def _phase(talk: Talk, request: Request) -> None:
    """PHASE and a code: what came of a phase, as its reader was told it, with the pictures."""
    code = " ".join(request.words).upper()
    talk.say_about(phrase("subject.phase", code=code) if code else phrase("subject.told"))
    found, pictures = page_of(talk.turn.past(talk.reader), code)
    for picture in pictures[-MOST_PICTURES:]:
        talk.tell(said.PhasePicture(code, picture))
    talk.tell(found)


def _map(talk: Conversation, request: Request) -> None:
    """Show the board as its reader knows it, or a phase that was judged."""
    _show_board(talk, request, talk.seat)


def _map_of_a_guest(visit: Visit, request: Request) -> None:
    guest = visit.guest()
    if guest is None or guest.role != Role.OBSERVER or visit.turn.game.forming is not None:
        visit.explain()
    else:
        _show_board(visit, request, None)


def _show_board(talk: Talk, request: Request, seat: Seat | None) -> None:
    turn = talk.turn
    talk.say_about(phrase("subject.map"))
    found = ASKED.fullmatch(" ".join(request.words))
    asked = " ".join(found["phase"].replace(":", " ").replace(",", " ").upper().split()) if found else ""
    for body in turn.ruleset.drawn.shown(turn.game.state, seat, asked) or (said.NoBoard(),):
        _show_once(talk, body)


def _show_once(talk: Talk, body: Any) -> None:
    """Show a board that the answer does not show yet; without its picture, if it has enough of them, which is told."""
    told = [one for _, one in talk.answer]
    if body in told:
        return
    pictures = sum(getattr(one, "picture", None) is not None for one in told)
    if pictures >= MOST_PICTURES and getattr(body, "picture", None) is not None:
        body, enough = replace(body, picture=None), said.EnoughPictures(MOST_PICTURES)
        if enough not in told:
            talk.tell(enough)
    if body not in told:
        talk.tell(body)


def _page(enquiry: Enquiry, request: Request) -> None:
    enquiry.answer("helpanswer", {"text": enquiry.page(" ".join(request.words))})


def _ping(enquiry: Enquiry, _: Request) -> None:
    """Answer PING with what we saw of the mail. Only players get its text back: From may be anybody's."""
    facts = enquiry.seen()
    enquiry.answer("ping", facts, bool(facts["known"]))


def _list(enquiry: Enquiry, _: Request) -> None:
    shown, more = offers(enquiry.store, MOST_OFFERS)
    enquiry.answer("list", {"offers": msgspec.to_builtins(shown), "more": more})


def _whoami(enquiry: Enquiry, _: Request) -> None:
    facts = enquiry.known()
    enquiry.answer("whoami", facts, bool(facts["seats"]))


def _summary(enquiry: Enquiry, request: Request) -> None:
    """Answer SUMMARY, to the address that asks. A name that no game has is not told again: From may be anybody's."""
    name = " ".join(request.words).strip("[].,:").lower()
    facts = enquiry.summary(name)
    if facts is not None:
        enquiry.answer("summary", facts, bool(enquiry.known()["seats"]))
    elif name:
        enquiry.answer("nosummary", {})
    else:
        _whoami(enquiry, request)


EVERYBODY = PLAYER | SITTER | GUEST | ANYBODY
ASKING = (
    Command(
        "help", ("HELP topic?", "GET topic?"), shy=("GET",), topic="", shape="HELP, or HELP and a topic", who=EVERYBODY,
        sentence=lambda word, rest: word == "GET" and len(rest.split()) > 1, question=True,
        player=_help, guest=_help, anybody=_page,
    ),
    Command(
        "status", who=EVERYBODY, question=True, player=_status_of_a_player, guest=_status_of_a_guest, anybody=_whoami
    ),
    Command(
        "who", shy=("WHO",), who=EVERYBODY, question=True, player=_who, guest=_who_of_a_guest, anybody=_whoami
    ),
    Command("show", question=True, player=_show),
    Command(
        "history", ("HISTORY topic?",), who=PLAYER | SITTER | GUEST, question=True, player=_history, guest=_history,
        shape="HISTORY, HISTORY and a phase, or HISTORY, a phase, two dots and another phase, then perhaps a number",
    ),
    Command(
        "phase", ("PHASE topic?",), shy=("PHASE",), sentence=lambda _, rest: len(rest.split()) > 1,
        shape="PHASE and the code of a phase", who=PLAYER | SITTER | GUEST, question=True, player=_phase, guest=_phase,
    ),
    Command(
        "map", ("MAP topic?", "BOARD topic?", "TABLE topic?"),
        classic=("SHOW MAP topic?", "SHOW BOARD topic?", "SHOW TABLE topic?"), shy=("MAP", "BOARD", "TABLE"),
        sentence=lambda _, rest: ASKED.fullmatch(rest) is None, shape="MAP, or MAP and a phase",
        who=PLAYER | SITTER | GUEST, question=True, player=_map, guest=_map_of_a_guest,
    ),
    Command("ping", asks=True, who=ANYBODY, anybody=_ping),
    Command("list", ("LIST topic?",), shy=("LIST",), asks=True, sentence=lambda *_: True, who=ANYBODY, anybody=_list),
    Command(
        "summary", ("SUMMARY topic?",), shy=("SUMMARY",), asks=True, sentence=lambda _, rest: len(rest.split()) > 1,
        shape="SUMMARY, or SUMMARY and a game", who=ANYBODY, anybody=_summary,
    ),
    Command("whoami", asks=True, topic="ADDRESS", who=ANYBODY, anybody=_whoami),
    Command("signoff", topic="LETTERS", ends=True, who=NOBODY),
)  # fmt: skip
