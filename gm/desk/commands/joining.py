"""JOIN and TAKEOVER: a place in a new game, or a vacant seat in a running one; OBSERVE and MONITOR: watching."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.clock.timing import take_over
from gm.desk.commands.declared import GUEST, PLAYER, SITTER, Command
from gm.desk.commands.visit import Visit
from gm.desk.game.chance import nonce_hash
from gm.desk.game.game import Guest, Role, seats_by_word, seats_called
from gm.desk.game.settings import on_the_web
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request, read_seat
from gm.desk.notices.phrases import phrase
from gm.desk.people.joining import Wish, read_wish
from gm.desk.people.observing import bare_name, free_name, read_name
from gm.desk.people.places import joined, promised, watching
from gm.rules import NO_SEAT, OPERATOR, Problem, Seat, as_seat


def already_seated(talk: Conversation, _: Request) -> None:
    """Tell a player that they have a seat already."""
    talk.tell(said.AlreadySeated(talk.name))


def _on_join(visit: Visit, request: Request) -> None:
    """JOIN: a place in a game that has not begun, or a vacant seat in a running one."""
    game, forming = visit.turn.game, visit.turn.game.forming
    private = bool(forming.word if forming is not None else game.word)
    wish = read_wish(
        " ".join(request.words), request.line, game.name, names=seats_by_word(game), seats=seats_called(game),
        private=private,
    )  # fmt: skip
    if game.over:
        visit.explain()
        return
    if isinstance(wish, Problem):
        visit.refuse([wish])
        return
    if forming is not None and forming.seats == "drawn":
        wish = Wish(word=wish.word, nonce=wish.nonce)
    if forming is None:
        _take_vacant(visit, wish.seat or next(iter(wish.wishes), NO_SEAT), wish.word)
    elif why := _no_place(visit, wish):
        no_place(visit, why, wish.seat)
    elif visit.proven() and (guest := visit.guest()) is not None and guest.role in (Role.INVITED, Role.PLAYER):
        _join(visit, wish)
    else:
        told = said.JoinAsked(
            game.name, visit.turn.card.title, visit.turn.name(wish.seat) if wish.seat else "",
            wishes=tuple(map(visit.turn.name, wish.wishes)), approval=forming.approval and not _invited(visit),
            drawn=forming.seats == "drawn", promised=promised(visit.turn, wish.wishes, wish.seat),
            seed_hash=game.seed_hash(), beacon=forming.beacon, nonce=wish.nonce,
            nonce_hash=nonce_hash(game.name, wish.nonce),
        )  # fmt: skip
        visit.ask(("join", *_asked(wish)), phrase("subject.join"), told)
        _tell_pages(visit)


def _tell_pages(visit: Visit) -> None:
    """Tell a newcomer, before they are in, what anybody can read of the game."""
    for told in on_the_web(visit.turn.game):
        visit.tell(told)


def _asked(wish: Wish) -> tuple[str, ...]:
    """A wish as the words of a question; `wish_of` reads them."""
    wishes = wish.wishes or (("*",) if wish.anything else ())
    return (wish.seat, *wishes, *([f"NONCE {wish.nonce}"] if wish.nonce else []))


def wish_of(words: Sequence[str]) -> Wish:
    """The wish that a question was about."""
    seat, *rest = words
    nonce = rest.pop().removeprefix("NONCE ") if rest and rest[-1].startswith("NONCE ") else ""
    wishes = tuple(as_seat(word) for word in rest if word != "*")
    return Wish(as_seat(seat), wishes, anything="*" in rest, nonce=nonce)


def _invited(visit: Visit) -> bool:
    """Whether the writer needs neither password nor approval."""
    guest = visit.guest()
    return guest is not None and (guest.role == Role.INVITED or (guest.role == Role.PLAYER and guest.approved))


def _players(visit: Visit) -> int:
    return sum(guest.role == Role.PLAYER for guest in visit.turn.game.guests.values())


def _no_place(visit: Visit, wish: Wish) -> str:
    """Why the writer cannot join like this; "" if they can."""
    game, guest = visit.turn.game, visit.guest()
    assert game.forming is not None
    invited = guest is not None and guest.role in (Role.INVITED, Role.PLAYER)
    if not invited and wish.word.casefold() != game.forming.word.casefold():
        return "word" if game.forming.word else ""
    if game.forming.closed:
        return "closed" if guest is not None and guest.role == Role.PLAYER else "full"
    if visit.event.elsewhere and (guest is None or guest.role != Role.PLAYER):
        return "elsewhere"
    if not invited and visit.event.short is not None:
        return "record"
    full = visit.event.apart or _players(visit) >= len(game.seats)
    if full and (guest is None or guest.role != Role.PLAYER):
        return "full"
    kept = [g.seat for person, g in game.guests.items() if g.seat and person != visit.person]
    return "taken" if wish.seat in kept else ""


def no_place(visit: Visit, why: str, seat: Seat) -> None:
    """Answer why the writer gets no place; of a record that is too short, what is wanted and what there is."""
    short = visit.event.short
    if why == "record" and short is not None:
        wanted = visit.turn.game.wanted
        told = said.ShortRecord(
            visit.turn.game.name, wanted.games, wanted.on_time, games=short.games, filed=short.filed, owed=short.owed
        )
        visit.reply(phrase("subject.no-place"), told)
        return
    name = visit.turn.name(seat) if seat else ""
    visit.reply(phrase("subject.no-place"), said.NoPlace(visit.turn.game.name, why, name, visit.vacant()))


def _join(visit: Visit, wish: Wish) -> None:
    """Let the writer in, or have them wait for approval; a JOIN by one who is in only changes their wishes."""
    turn, before = visit.turn, visit.guest()
    forming = turn.game.forming
    assert forming is not None
    known = before is not None and before.role in (Role.INVITED, Role.PLAYER)
    guest = before if before is not None and known else Guest(Role.INVITED, approved=False)
    again = guest.role == Role.PLAYER
    number = guest.number if again else forming.joined + 1
    approved = guest.approved or not forming.approval
    seat, wishes = guest.seat, guest.wishes  # a JOIN without wishes takes none back
    if wish.seat or wish.wishes or wish.anything:
        seat, wishes = wish.seat, wish.wishes
    nonce = wish.nonce or guest.nonce
    guest = replace(guest, role=Role.PLAYER, number=number, wishes=wishes, seat=seat, approved=approved, nonce=nonce)
    visit.set_guest(guest)
    turn.game = replace(turn.game, forming=replace(forming, joined=max(forming.joined, number)))
    visit.reply(phrase("subject.joined" if approved else "subject.applied"), joined(turn, guest))
    if not approved and not again:
        turn.note(OPERATOR, said.Applied(turn.game.name, number))


def _on_takeover(visit: Visit, request: Request) -> None:
    """TAKEOVER: a vacant seat in a running game."""
    if visit.turn.game.over:
        visit.explain()
    elif visit.turn.game.forming is not None:
        no_place(visit, "forming", as_seat(request.words[0]))
    else:
        _take_vacant(visit, as_seat(request.words[0]), "")


def _take_vacant(visit: Visit, seat: Seat, word: str) -> None:
    turn = visit.turn
    if turn.game.word and word.lower() != turn.game.word.lower():
        no_place(visit, "word", seat)
        return
    vacant = visit.open_seats()
    seat = seat or (vacant[0] if len(vacant) == 1 else NO_SEAT)
    if why := visit.why_no_seat():
        no_place(visit, why, seat)
    elif not seat and not vacant:
        no_place(visit, "running", NO_SEAT)
    elif not seat:
        no_place(visit, "which", NO_SEAT)
    elif seat not in vacant:
        visit.reply(phrase("subject.taken"), said.SeatTaken(turn.name(seat), visit.vacant()))
    elif visit.event.short is not None:
        no_place(visit, "record", seat)
    else:
        told = said.ConfirmAsked(phrase("ask.takeover", seat=turn.name(seat)), "CONFIRM")
        visit.ask(("takeover", seat), phrase("subject.takeover", seat=turn.name(seat)), told)
        _tell_pages(visit)


def join_confirmed(visit: Visit, wish: Wish) -> None:
    """Let the writer join, as they have confirmed."""
    game = visit.turn.game
    if game.over:
        visit.explain()
        return
    if game.forming is None:
        no_place(visit, "begun", NO_SEAT)
        return
    why = _no_place(visit, replace(wish, word=game.forming.word))
    if why:
        no_place(visit, why, wish.seat)
    else:
        _join(visit, wish)


def taken_over(visit: Visit, seat: Seat) -> None:
    """Give the writer the seat, as they have confirmed."""
    turn = visit.turn
    if turn.game.over:
        visit.explain()
    elif why := visit.why_no_seat():
        no_place(visit, why, seat)
    elif seat not in visit.open_seats():
        visit.reply(phrase("subject.taken"), said.SeatTaken(turn.name(seat), visit.vacant()))
    elif visit.event.short is not None:
        no_place(visit, "record", seat)
    else:
        take_over(turn, seat, visit.person)
        visit.answered = True  # by the welcome to the seat


# -- watching ------------------------------------------------------------------------------------------------


def _observe(visit: Visit, request: Request) -> None:
    """OBSERVE: receive everything public, under a name that the players can see."""
    wanted = read_name(" ".join(request.words), visit.turn.game.name)
    name, plain = _free(visit, wanted), bare_name(wanted)
    _watch(visit, "observe", name, plain if plain != name else "")


def _free(visit: Visit, name: str) -> str:
    others = [guest.name for person, guest in visit.turn.game.guests.items() if person != visit.person]
    return free_name(name, others, seats_by_word(visit.turn.game))


def _monitor(visit: Visit, _: Request) -> None:
    """MONITOR: receive only results."""
    _watch(visit, "monitor", "")


def _watch(visit: Visit, act: str, name: str, refused: str = "") -> None:
    game = visit.turn.game
    if _may_watch(visit):
        what = phrase("ask.observe-as" if name else "ask.monitor", game=game.name, name=name)
        visit.ask((act, name), phrase("subject.watch"), said.ConfirmAsked(what, "CONFIRM", refused))


def _may_watch(visit: Visit) -> bool:
    """Whether the writer can watch; if not, tell them why."""
    guest = visit.guest()
    if visit.turn.game.over:
        visit.explain()
    elif guest is not None and guest.role == Role.PLAYER:
        visit.reply(phrase("subject.already-joined"), said.AlreadySeated(""))
    elif visit.event.limited and not _has_place(visit):
        game = visit.turn.game
        visit.reply(phrase("subject.not-watching"), said.WatchFull(game.name, game.budget.watchers))
    else:
        return True
    return False


def _has_place(visit: Visit) -> bool:
    """Whether one more may watch, or the writer does already."""
    watchers = visit.turn.game.watchers()
    return visit.person in watchers or len(watchers) < visit.turn.game.budget.watchers


def watches(visit: Visit, role: Role, name: str) -> None:
    """Let the writer watch, as they have confirmed."""
    if not _may_watch(visit):
        return
    turn = visit.turn
    name = _free(visit, name) if role == Role.OBSERVER else ""
    zone = guest.timezone if (guest := visit.guest()) is not None else ""
    visit.set_guest(Guest(role, 0, name, timezone=zone))
    visit.reply(phrase("subject.watching"), watching(turn, name))
    if turn.game.clock is not None:
        visit.tell(turn.status())


JOINING = (
    Command(
        "join", ("JOIN topic?",), shape="JOIN, or JOIN and a name", names_game="seeks", verbatim=True,
        who=PLAYER | SITTER | GUEST, player=already_seated, guest=_on_join,
    ),
    Command(
        "takeover", ("TAKEOVER AS? _words",), read=read_seat, shape="TAKEOVER and a name", names_game="seeks",
        who=PLAYER | SITTER | GUEST, player=already_seated, guest=_on_takeover,
    ),
    Command(
        "observe", ("OBSERVE topic?",), shy=("OBSERVE",), names_game="seeks", who=PLAYER | SITTER | GUEST,
        sentence=lambda _, rest: len(rest.split()) > 2 and "AS" not in rest.upper().split(),
        shape="OBSERVE and a game, or OBSERVE, a game, AS and a name", player=already_seated, guest=_observe,
    ),
    Command(
        "monitor", ("MONITOR topic?",), shy=("MONITOR",), topic="OBSERVE", names_game="seeks",
        sentence=lambda _, rest: len(rest.split()) > 1, shape="MONITOR and a game", who=PLAYER | SITTER | GUEST,
        player=already_seated, guest=_monitor,
    ),
)  # fmt: skip
