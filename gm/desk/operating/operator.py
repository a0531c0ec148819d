"""The operator's acts on a game. Each is journaled with its effects; a wrong one raises OperatorError."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from msgspec import UNSET
from msgspec.structs import replace

from gm.config.durations import parse_duration
from gm.desk import notices as said
from gm.desk.clock.striking import open_window
from gm.desk.clock.timing import resume, take_over
from gm.desk.commands.leaving import stop_mail
from gm.desk.commands.letters import LetterHandler
from gm.desk.commands.settings import names_digest
from gm.desk.game.agreed import end_if_agreed
from gm.desk.game.bots import BOT, is_played
from gm.desk.game.clockwork import reminders
from gm.desk.game.game import Game, vacant_seats
from gm.desk.game.near import no_such
from gm.desk.game.outgoing import ANSWERS, MailKind
from gm.desk.game.questions import NO_MAIL
from gm.desk.game.refusal import OperatorError
from gm.desk.game.seating import give_to_bot, leave, take
from gm.desk.game.telling import OPERATOR_READER
from gm.desk.game.turn import Turn
from gm.desk.letter.conversation import LetterEvent
from gm.desk.notices.phrases import phrase
from gm.desk.operating.forming import FORMING_ACTS
from gm.desk.operating.rollback import ROLLS, Earlier, roll
from gm.desk.people.beginning import tell_joined
from gm.desk.people.doubles import bar
from gm.desk.people.seeing import let_see
from gm.registry import ruleset
from gm.rules import DISCLOSURE, EVERYBODY, NOBODY, Line, Seat, as_person, to

DOES_NOT_WAKE = ("reveal", "restored", "skip", "unskip", *ROLLS)  # these use another time, or none
AFTER_THE_END = ("reveal", "reveal-names", "announce", "tell", "stop")
BEFORE_THE_START = (*FORMING_ACTS, "announce", "abort", "restored", "stop")
NOT_WHILE_PAUSED = ("process", "deadline", "pause")  # but what stands for a fault of ours, the operator may pause
FURTHEST = 3000  # the last year for deadlines, so that time can always be given back


def operate(turn: Turn, run: Sequence[str], earlier: Earlier) -> None:
    """Do one act, a word and its arguments. *earlier* gives the game as it stood after an entry of its journal.

    process [PHASE], deadline +1d, pause, resume, resign SEAT, bot SEAT, replace SEAT HASH [ZONE], announce LINE...,
    tell SEAT LINE..., act SEAT LINE..., award SEAT, draw SEAT SEAT..., abort, reveal [WHAT], reveal-names,
    observe HASH [NAME], rollback PHASE N [with-orders], forward N, stop SEAT or HASH, who complains of our mail; by gm
    itself: substitute HASH, who offers to take over in any game, bar HASH..., who turn out to be one person with a
    player, a sitter or whoever has seen everything, skip HASH... and unskip HASH..., who have offered to take over and
    are not asked, or are again, and restored HEAD [TIME], when a backup has been put in place of the database whose
    journal had that last hash (- if unknown); before the game has begun: invite HASH [SEAT], approve HASH, refuse HASH,
    begin, beacon VALUE.
    """
    acts = {
        "process": _process, "deadline": _deadline, "pause": _pause, "resume": _resume, "resign": _resign,
        "bot": _bot, "replace": _replace, "announce": _announce, "tell": tell, "act": act, "award": _award,
        "draw": _draw, "abort": _abort, "reveal": _reveal, "reveal-names": _reveal_names, "observe": _observe,
        "restored": _restored, "substitute": _substitute, "bar": _bar, "skip": _skip,
        "unskip": _unskip, "stop": _stop,
        **FORMING_ACTS,
    }  # fmt: skip
    if not run or run[0] not in (*acts, *ROLLS):
        raise OperatorError(f"there is no act {' '.join(run)!r}; there is {', '.join((*acts, *ROLLS))}")
    if turn.game.over and run[0] not in AFTER_THE_END:
        raise OperatorError("the game is over")
    if turn.game.forming is not None and run[0] not in BEFORE_THE_START:
        raise OperatorError("the game has not begun")
    _check_clock(turn, run[0])
    if run[0] in ROLLS:
        roll(turn, earlier, run)
    else:
        acts[run[0]](turn, run[1:])


def _check_clock(turn: Turn, word: str) -> None:
    """Raise OperatorError if an act cannot be done while the clock stands."""
    clock = turn.game.clock
    if clock is None or clock.paused is None or word not in NOT_WHILE_PAUSED:
        return
    if clock.stopped:
        raise OperatorError("the game is paused; resume it first")
    if word != "pause":
        raise OperatorError("the clock stands for a fault of ours; resume sets it going at once")


def name_doer(turn: Turn, run: Sequence[str], by: str) -> None:
    """Let all who are told of an act read who did it, if that is known.

    Others who hear of a letter in a player's name do not know that the operator wrote it.
    """
    if not by:
        return
    told = said.DoneBy(by)
    turn.note(DISCLOSURE, told)
    seat = run[1].upper() if run[0] == "act" else ""
    for number, mail in enumerate(turn.mails):
        if mail.reader != OPERATOR_READER and (not seat or (mail.reader.upper() == seat and mail.kind in ANSWERS)):
            turn.mails[number] = replace(mail, notices=(*mail.notices[:1], ("doneby", told), *mail.notices[1:]))


def _process(turn: Turn, args: Sequence[str]) -> None:
    phase = turn.game.clock.phase if turn.game.clock else ""
    if args and args[0].upper() != phase:
        raise OperatorError(f"the phase now due is {phase}, not {args[0]}")
    if turn.game.window:
        raise OperatorError("commitments are being opened: the phase is judged when the window for that ends")
    title, waits = turn.phase().title, turn.game.clock is None or turn.game.clock.waiting
    if turn.game.pace.commit:
        turn.note_each(lambda seat: said.Deadline(title, turn.words(turn.at, seat)))
        open_window(turn, turn.at)
        return
    turn.note_each(lambda seat: said.Processed(title, "" if waits else turn.due_in_words(seat)))
    turn.process()


def _deadline(turn: Turn, args: Sequence[str]) -> None:
    """Move the deadline (and the end of grace) by +1d or -12h; reminders not yet sent move with it."""
    clock = turn.game.clock
    if turn.game.window:
        raise OperatorError("the window for commitments always has its length")
    if len(args) != 1 or args[0][:1] not in "+-" or clock is None:
        raise OperatorError("a change is written as +1d or -12h")
    try:
        change = parse_duration(args[0][1:]) * (-1 if args[0][0] == "-" else 1)
    except ValueError as error:
        raise OperatorError(str(error)) from None
    if not change:
        raise OperatorError("the deadline is at that time already")
    try:
        deadline, until = clock.deadline + change, clock.until + change
    except OverflowError:
        deadline = until = datetime.max.replace(tzinfo=UTC)
    if until.year > FURTHEST:
        raise OperatorError(f"{args[0]} leads beyond all calendars")
    if (until if clock.grace else deadline) <= turn.at:
        raise OperatorError("the new deadline would be in the past; use process instead")
    grace = clock.grace and deadline <= turn.at
    left = tuple(t for t in reminders(clock.opened, deadline) if t > turn.at + timedelta(0))
    moved = replace(clock, deadline=deadline, until=until, grace=grace, waiting=False, reminders=() if grace else left)
    turn.game = replace(turn.game, clock=turn.warned(moved) if turn.is_live() else moved)
    title = turn.phase().title
    turn.note_each(lambda seat: said.Deadline(title, turn.words(until if grace else deadline, seat)))
    turn.send(MailKind.NOTICE, phrase("subject.deadline"))


def _pause(turn: Turn, args: Sequence[str]) -> None:
    """Stop the clock: nothing is due or judged, but letters are read and filed as usual."""
    clock = turn.game.clock
    if args or clock is None:
        raise OperatorError("pause takes nothing but the game")
    if turn.game.window:
        raise OperatorError("the window for commitments always has its length")
    turn.game = replace(turn.game, clock=replace(clock, paused=clock.paused or turn.at, stands=UNSET))
    turn.note(EVERYBODY, said.Paused())
    turn.send(MailKind.NOTICE, phrase("subject.paused"))


def _substitute(turn: Turn, args: Sequence[str]) -> None:
    """Note an offer to take over; whoever made it is asked if a seat is vacant."""
    if len(args) != 1:
        raise OperatorError("substitute takes one person")
    turn.game = replace(turn.game, substitutes=(*turn.game.substitutes, as_person(args[0])))


def _bar(turn: Turn, args: Sequence[str]) -> None:
    """Let persons see everything, sit and offer to take over no more."""
    if not args:
        raise OperatorError("bar takes persons")
    for person in args:
        bar(turn, as_person(person))


def _skip(turn: Turn, args: Sequence[str]) -> None:
    """Ask these persons for no place, though they have offered."""
    skipped = dict.fromkeys((*(turn.game.skipped or ()), *map(as_person, args)))
    turn.game = replace(turn.game, skipped=tuple(skipped) or UNSET)


def _unskip(turn: Turn, args: Sequence[str]) -> None:
    """Ask these persons again, in their turn."""
    left = tuple(one for one in turn.game.skipped or () if one not in map(as_person, args))
    turn.game = replace(turn.game, skipped=left or UNSET)


def _stop(turn: Turn, args: Sequence[str]) -> None:
    """End the mail of a seat or person as far as their own STOP would."""
    forming = turn.game.forming
    if forming is not None and forming.closed:
        raise OperatorError("the list of players is closed: it stays as it is until the game begins")
    if len(args) != 1 or not stop_mail(turn, args[0]):
        raise OperatorError("they get no mail of this game any more")


def _resume(turn: Turn, args: Sequence[str]) -> None:
    """Set the clock going again and give back the time for which it stood."""
    clock = turn.game.clock
    if clock is None or not clock.paused:
        raise OperatorError("the game is not paused")
    resume(turn)


def _seat(turn: Turn, word: str) -> Seat:
    seats = {seat.upper(): seat for seat in turn.game.seats}
    if word.upper() not in seats:
        raise OperatorError(no_such("seat", word, turn.game.seats))
    return seats[word.upper()]


def _played(turn: Turn, args: Sequence[str]) -> Seat:
    """The seat that *args* begin with. Raises OperatorError if nobody has it to read what is told."""
    seat = _seat(turn, args[0] if args else "")
    if not turn.game.seats[seat].taken:
        raise OperatorError(f"{seat} is vacant: nobody would get the mail")
    return seat


def _resign(turn: Turn, args: Sequence[str]) -> None:
    seat = _seat(turn, args[0] if args else "")
    if not turn.game.seats[seat].taken:
        raise OperatorError(f"{seat} is vacant already")
    if turn.game.seats[seat].bot and turn.game.autopilot == BOT:
        raise OperatorError(f"in this game bots play vacant seats: {seat} is one, and anybody can take it over")
    turn.left.append(seat)
    leave(turn, seat, by_operator=True)
    end_if_agreed(turn)
    turn.look_at_completeness()


def _bot(turn: Turn, args: Sequence[str]) -> None:
    """Let gm's own simple player play a vacant seat."""
    seat = _seat(turn, args[0] if args else "")
    if turn.game.seats[seat].taken:
        who = "a bot already" if turn.game.seats[seat].bot else "a player; gm resign makes it vacant"
        raise OperatorError(f"{seat} has {who}")
    if seat not in vacant_seats(turn.game):
        raise OperatorError(f"{seat} is out of the game: nobody can play it any more")
    if not is_played(turn.game):
        raise OperatorError("nobody plays: bots do not play among themselves")
    give_to_bot(turn, seat)


def _replace(turn: Turn, args: Sequence[str]) -> None:
    """Give a seat to somebody else. args: the seat, their salted hash, and their time zone if they have one."""
    seat = _seat(turn, args[0] if args else "")
    if len(args) < 2:
        raise OperatorError("replace takes a seat and an address")
    if not turn.game.seats[seat].taken and seat not in vacant_seats(turn.game):
        raise OperatorError(f"{seat} is out of the game: nobody can play it any more")
    if as_person(args[1]) in turn.game.saw:
        raise OperatorError("they have seen everything of this game: they can have no seat in it")
    sitting = turn.game.seats[seat]
    seated = take if sitting.taken and not sitting.bot else take_over
    seated(turn, seat, as_person(args[1]), args[2] if len(args) > 2 else "")


def text_of(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of a text without blank ones around it. Raises OperatorError if there is none."""
    text = tuple("\n".join(lines).strip("\n").split("\n"))
    if not any(line.strip() for line in text):
        raise OperatorError("there is no text")
    return text


def _announce(turn: Turn, args: Sequence[str]) -> None:
    """Write to everybody; before the game begins, to those who have joined."""
    written = said.Announced(text_of(args), "")
    if not turn.game.guests and not any(sitting.taken for sitting in turn.game.seats.values()):
        raise OperatorError("nobody is there: nobody would get the mail")
    turn.note(EVERYBODY, written)
    tell_joined(turn, phrase("subject.announced"), written)
    turn.send(MailKind.NOTICE, phrase("subject.announced"))


def tell(turn: Turn, args: Sequence[str]) -> None:
    """Write to one player; the disclosure will include it."""
    seat = _played(turn, args)
    written = said.Announced(text_of(args[1:]), turn.name(seat))
    turn.note(to(seat), written)
    turn.note(DISCLOSURE, written)
    turn.send(MailKind.NOTICE, phrase("subject.written"), [seat])


def act(turn: Turn, args: Sequence[str]) -> None:
    """Do what these lines say as if the player had written them."""
    seat = _played(turn, args)
    lines = tuple(Line(number, text) for number, text in enumerate(text_of(args[1:]), 1))
    event = LetterEvent(seat, NOBODY, lines, answers=NO_MAIL, operator=True, careful=True, gathers=turn.gathers)
    LetterHandler(turn, event).handle()


def data_of(game: Game, run: Sequence[str], by: str) -> dict[str, object]:
    """What the journal keeps of an act. by: the name under which it stands, "" for none.

    It is salted, so that nobody can find out by trying what the operator wrote from the hash of the entry.
    """
    gathers = "act" in run[:1] and not ruleset(game.ruleset).card.live and names_digest(run[1:])
    more: dict[str, object] = {"by": by} if by else {}
    more |= {"gathers": True} if gathers else {}  # as in LetterEvent
    return {"run": list(run), "salt": game.secret("", "act", game.entries)[:32], **more}


def _restored(turn: Turn, args: Sequence[str]) -> None:
    """Tell everybody that the game is as an earlier copy of the database knows it."""
    try:
        at = datetime.fromisoformat(args[1]).astimezone(UTC) if len(args) > 1 else None
    except ValueError:
        at = None
    known = "" if args[:1] in ([], ["-"]) else args[0]
    turn.game = replace(turn.game, restored=turn.at.isoformat())

    def make(seat: Seat | None) -> said.Restored:
        return said.Restored(turn.words(at, seat) if at else "", known)

    turn.note_each(make)
    tell_joined(turn, phrase("subject.restored"), make(None))
    turn.send(MailKind.NOTICE, phrase("subject.restored"), footer=False)


def _award(turn: Turn, args: Sequence[str]) -> None:
    if len(args) != 1:
        raise OperatorError("award takes one seat")
    seat = _seat(turn, args[0])
    turn.end(phrase("end.awarded", winner=turn.name(seat)), (seat,))


def _draw(turn: Turn, args: Sequence[str]) -> None:
    seats = tuple(dict.fromkeys(_seat(turn, word) for word in args))
    if len(seats) < 2:
        raise OperatorError("draw takes two seats or more")
    turn.end(phrase("end.declared", names=", ".join(map(turn.name, seats))), seats)


def _abort(turn: Turn, args: Sequence[str]) -> None:
    if args:
        raise OperatorError("abort takes nothing but the game")
    turn.game = replace(turn.game, aborted=turn.at.strftime("%Y-%m-%d"))
    turn.end(phrase("end.aborted"), ())


def _reveal(turn: Turn, args: Sequence[str]) -> None:
    """Record that the operator looks at sealed matter: everybody will read it in the disclosure."""
    turn.note(DISCLOSURE, said.Looked(turn.at.strftime("%Y-%m-%d %H:%M UTC"), " ".join(args) or "the report"))


def _reveal_names(turn: Turn, args: Sequence[str]) -> None:
    """Tell who played a game that withholds it: the report goes to everybody again, with names."""
    if not turn.game.over:
        raise OperatorError("names are told once the game is over")
    if not turn.game.nameless:
        raise OperatorError("its report has told who played")
    turn.game = replace(turn.game, names_after="end")
    turn.note(EVERYBODY, said.NamesRevealed())
    turn.send(MailKind.END, phrase("subject.names-revealed"), footer=False)


def _observe(turn: Turn, args: Sequence[str]) -> None:
    """Let somebody see everything. args: their salted hash, and the name under which they watch."""
    if not args or not args[0]:
        raise OperatorError("observe takes an address")
    let_see(turn, as_person(args[0]), " ".join(args[1:]))
