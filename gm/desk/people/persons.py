"""Letters of persons who have no seat: joining, taking a vacant seat, watching, leaving.

Whatever lasts is done only after a CONFIRM in reply to our mail, which shows that the address is the writer's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game import Guest, Question
from gm.desk.letter.commands import Command, command_reader, first_word
from gm.desk.letter.conversation import LetterEvent
from gm.desk.letter.cutting import CutLetter, Own, cut_letter
from gm.desk.letter.errands import do_errand
from gm.desk.letter.past import told_before
from gm.desk.letter.questions import NO_MAIL, answered, asked, standing
from gm.desk.naming import seats_by_word, vacant_seats
from gm.desk.people.beginning import begin, may_begin
from gm.desk.people.joining import Wish, read_wish
from gm.desk.people.observing import bare_name, free_name, read_name
from gm.desk.people.places import joined, promised, standing_of, watching
from gm.desk.people.seats import sits_no_more, take
from gm.desk.turn import Turn
from gm.rules import OPERATOR, Problem, to

ELSEWHERE = ("ping", "list", "whoami", "signoff")  # answered by the front desk, or done without


class PersonHandler:
    """Handles one letter of somebody without a seat in this game."""

    def __init__(self, turn: Turn, event: LetterEvent) -> None:
        self._turn, self._event, self._person = turn, event, event.person
        self._answer: list[tuple[str, Any]] = []
        self._about = "your mail"
        # What was asked before this letter: a question and its CONFIRM in one mail must not be enough.
        self._question = turn.game.pending.get(event.person)
        self._answered = False

    def handle(self) -> None:
        """Do what the letter asks for, and answer."""
        word = self._word_said()
        if word:
            self.join(Command("join", (f"WORD {word}",)))
            self._send()
            return
        cut = cut_letter(self._event.lines, command_reader(), seats_by_word(self._turn.game), Own(lambda _: False))
        if cut.problems:
            self._refuse(cut.problems)
        else:
            self._do(cut)
        if not self._answered:
            self._send()
        turn = self._turn
        turn.send("notice", "a newcomer")
        if may_begin(turn.game):
            begin(turn)

    def _word_said(self) -> str:
        """The word of the game, if that is all that he replies: our mail has asked him for it."""
        forming = self._turn.game.forming
        written = [line.text for line in self._event.lines if line.text.strip()]
        if forming is None or not forming.word or len(written) != 1 or not self._proven() or self._guest() is not None:
            return ""
        said_word = re.fullmatch(r"\s*(?:WORD\s+)?(\S+?)[\s.!]*", written[0], re.IGNORECASE)
        right = said_word is not None and said_word[1].casefold() == forming.word.casefold()
        return forming.word if right else ""

    def _do(self, cut: CutLetter) -> None:
        """The commands in order; what of the letter did nothing is given back, so that it can be sent again."""
        if self._event.trouble:
            self._tell("we could not read it", said.Nothing(self._event.trouble))
        for command in cut.commands:
            if command.name in ACTS:
                ACTS[command.name](self, command)
        unused = self._unused(cut)
        if not unused or self._answered:
            return
        if self._answer and not self._known():
            self._tell(self._about, said.Unused((), len(unused), self._standing()))
        elif self._known():
            if not self._answer:
                self._explain()
            self._tell(self._about, said.Unused(unused, len(unused), self._standing()))

    def _unused(self, cut: CutLetter) -> tuple[str, ...]:
        """The lines of the letter that were nobody's, in order."""
        used = {command.line for command in cut.commands if command.name in (*ACTS, *ELSEWHERE)}
        unused = []
        for line in self._event.lines:
            if first_word(line.text) == "SIGNOFF":
                break
            if line.text.strip() and line.number not in used:
                unused.append(line.text)
        return tuple(unused)

    def _standing(self) -> str:
        """Why what he writes does nothing: he is early, he watches, or he has nothing to do with the game."""
        guest = self._guest()
        if guest is not None and guest.role in ("observer", "monitor"):
            return "watching"
        return "early" if self._turn.game.forming is not None and not self._turn.game.over else "stranger"

    def _send(self) -> None:
        if all(name == "nosignon" for name, _ in self._answer):
            self._explain()
        kind = "again" if any(name == "history" for name, _ in self._answer) else "answer"
        self._turn.mail(self._person, kind, self._about, self._answer, footer=False)

    def _tell(self, about: str, body: object) -> None:
        self._about = about
        self._answer.append((type(body).__name__.lower(), body))

    def _refuse(self, problems: Sequence[Problem]) -> None:
        if not self._known():
            faults = tuple((p.line, p.message, p.hints) for p in problems[:3])
            self._tell("nothing has changed", said.NotTaken(faults))
            return
        texts = {line.number: line.text for line in self._event.lines}
        shown = tuple(
            {"line": p.line, "column": p.column, "text": texts.get(p.line, ""), "message": p.message, "hints": p.hints}
            for p in problems[:20]
        )
        count = sum(1 for line in self._event.lines if line.text.strip())
        more = max(0, len(problems) - 20)
        self._tell("nothing has changed", said.Refused(shown, more, count, tuple(texts.values()), "", (), "", ""))

    def _explain(self) -> None:
        """Nothing in the letter was for us: what we wait for, or how he stands with this game and what he may write."""
        waits = standing([self._question], self._turn.at) if self._question else ()
        if waits and not self._turn.game.over and self._proven():
            act = waits[0].act
            self._ask(act, "we wait for your CONFIRM", said.ConfirmAsked(self._asked_to(act), "CONFIRM"))
        else:
            self._tell(*standing_of(self._turn, self._guest()))

    def _asked_to(self, act: Sequence[str]) -> str:
        """What a question is about, in words."""
        game = self._turn.game.name
        if act[0] == "takeover":
            return f"take {self._turn.name(act[1])}"
        return {
            "join": f"join {game}",
            "observe": f"watch {game}",
            "monitor": f"get the results of {game}",
            "leave": f"leave {game}",
            "address": f"have a player's mail of {game} sent to this address",
            "sitter": "write for a player while he is away",
        }[act[0]]

    # -- what is known -----------------------------------------------------------------------------------------

    def _players(self) -> int:
        return sum(guest.role == "player" for guest in self._turn.game.guests.values())

    def _vacant(self) -> tuple[str, ...]:
        return tuple(self._turn.name(seat) for seat in vacant_seats(self._turn.game))

    def _guest(self) -> Guest | None:
        return self._turn.game.guests.get(self._person)

    def _proven(self) -> bool:
        """Whether the letter replies to a mail of ours to its writer, so that From is his."""
        return self._event.answers is not None and self._event.answers != NO_MAIL

    def _known(self) -> bool:
        """Whether we may repeat to him what he wrote: else who really wrote it could have us bring it to anybody."""
        return self._event.answers != NO_MAIL

    def _ask(self, act: tuple[str, ...], about: str, body: object) -> None:
        """Ask by the answer to this letter; a CONFIRM in reply to that does it, or to an answer that asked the same."""
        turn = self._turn
        before = turn.game.pending.get(self._person)
        same = [before] if before is not None and before.act == act else []
        question = asked(same, act, turn.game.counts.get(self._person, 0), turn.at)[-1]
        self._set_pending(question)
        self._tell(about, body)

    def _set_pending(self, question: Question | None) -> None:
        """What is asked of him, if anything; what nobody has answered for long is forgotten."""
        turn = self._turn
        others = {p: q for p, q in turn.game.pending.items() if p != self._person and standing([q], turn.at)}
        pending = others if question is None else {**others, self._person: question}
        turn.game = replace(turn.game, pending=pending)

    def _settle(self) -> Question | None:
        """The question that this letter answers, which then stands no more."""
        turn = self._turn
        question = answered([self._question] if self._question else [], self._event.answers, turn.at)
        if question is not None:
            self._question = None  # a second CONFIRM, or a DENY, in the same letter settles nothing
            self._set_pending(None)
        return question

    def _set_guest(self, guest: Guest | None) -> None:
        others = {person: g for person, g in self._turn.game.guests.items() if person != self._person}
        guests = others if guest is None else {**others, self._person: guest}
        self._turn.game = replace(self._turn.game, guests=guests)

    # -- joining -----------------------------------------------------------------------------------------------

    def join(self, command: Command) -> None:
        """JOIN: a place in a game that has not begun, or a vacant seat in one that runs."""
        game, forming = self._turn.game, self._turn.game.forming
        private = bool(forming.word if forming is not None else game.word)
        wish = read_wish(" ".join(command.words), command.line, game.name, seats_by_word(self._turn.game), private)
        if game.over:
            self._explain()
            return
        if isinstance(wish, Problem):
            self._refuse([wish])
            return
        if forming is not None and forming.seats == "drawn":
            wish = Wish(word=wish.word)
        if forming is None:
            self._take_vacant(wish.seat or next(iter(wish.wishes), ""), wish.word)
        elif why := self._no_place(wish):
            self._no(why, wish.seat)
        elif self._proven() and (guest := self._guest()) is not None and guest.role in ("invited", "player"):
            self._join(wish)
        else:
            told = said.JoinAsked(
                game.name, self._turn.rules.title, self._turn.name(wish.seat) if wish.seat else "",
                tuple(map(self._turn.name, wish.wishes)), forming.approval and not self._invited(),
                forming.seats == "drawn", promised(self._turn, wish.wishes, wish.seat),
            )  # fmt: skip
            wishes = wish.wishes or (("*",) if wish.anything else ())
            self._ask(("join", wish.seat, *wishes), "do you join?", told)

    def _invited(self) -> bool:
        """Whether he needs no word and no approval."""
        guest = self._guest()
        return guest is not None and (guest.role == "invited" or (guest.role == "player" and guest.approved))

    def _no_place(self, wish: Wish) -> str:
        """Why nobody can join so, "" if he can."""
        game, guest = self._turn.game, self._guest()
        assert game.forming is not None
        invited = guest is not None and guest.role in ("invited", "player")
        if not invited and wish.word.casefold() != game.forming.word.casefold():
            return "word" if game.forming.word else ""
        if self._players() >= len(game.seats) and (guest is None or guest.role != "player"):
            return "full"
        kept = [g.seat for person, g in game.guests.items() if g.seat and person != self._person]
        return "taken" if wish.seat in kept else ""

    def _no(self, why: str, seat: str) -> None:
        name = self._turn.name(seat) if seat else ""
        self._tell("you cannot join so", said.NoPlace(self._turn.game.name, why, name, self._vacant()))

    def _join(self, wish: Wish) -> None:
        """He is in, or waits for the operator's word; who had joined before only wishes anew."""
        turn, before = self._turn, self._guest()
        forming = turn.game.forming
        assert forming is not None
        guest = before if before is not None and before.role in ("invited", "player") else Guest("", approved=False)
        again = guest.role == "player"
        number = guest.number if again else forming.joined + 1
        approved = guest.approved or not forming.approval
        seat, wishes = guest.seat, guest.wishes  # a JOIN without any wish takes nothing back
        if wish.seat or wish.wishes or wish.anything:
            seat, wishes = wish.seat, wish.wishes
        guest = replace(guest, role="player", number=number, wishes=wishes, seat=seat, approved=approved)
        self._set_guest(guest)
        turn.game = replace(turn.game, forming=replace(forming, joined=max(forming.joined, number)))
        self._tell("you have joined" if approved else "the operator is asked", joined(turn, guest))
        if not approved and not again:
            turn.note(OPERATOR, said.Applied(turn.game.name, number))

    def takeover(self, command: Command) -> None:
        """TAKEOVER: a vacant seat of a game that runs."""
        if self._turn.game.over:
            self._explain()
        elif self._turn.game.forming is not None:
            self._no("forming", command.words[0])
        else:
            self._take_vacant(command.words[0], "")

    def _take_vacant(self, seat: str, word: str) -> None:
        turn = self._turn
        if turn.game.word and word.lower() != turn.game.word.lower():
            self._no("word", seat)
            return
        vacant = vacant_seats(turn.game)
        seat = seat or (vacant[0] if len(vacant) == 1 else "")
        if not seat and not vacant:
            self._no("running", "")
        elif not seat:
            self._no("which", "")
        elif seat not in vacant:
            self._tell("it is taken", said.SeatTaken(turn.name(seat), self._vacant()))
        else:
            told = said.ConfirmAsked(f"take {turn.name(seat)}", "CONFIRM")
            self._ask(("takeover", seat), f"do you take {turn.name(seat)}?", told)

    # -- watching ----------------------------------------------------------------------------------------------

    def observe(self, command: Command) -> None:
        """OBSERVE: everything public, under a name that the players can see."""
        wanted = read_name(" ".join(command.words), self._turn.game.name)
        name, plain = self._free(wanted), bare_name(wanted)
        self._watch("observe", name, plain if plain != name else "")

    def _free(self, name: str) -> str:
        others = [guest.name for person, guest in self._turn.game.guests.items() if person != self._person]
        return free_name(name, others, seats_by_word(self._turn.game))

    def monitor(self, _: Command) -> None:
        """MONITOR: results alone."""
        self._watch("monitor", "")

    def _watch(self, act: str, name: str, refused: str = "") -> None:
        game = self._turn.game
        if self._may_watch():
            what = f"observe {game.name} as {name}" if name else f"get the results of {game.name}"
            self._ask((act, name), "do you want to watch?", said.ConfirmAsked(what, "CONFIRM", refused))

    def _may_watch(self) -> bool:
        """Whether he can watch; if not, he is told why."""
        guest = self._guest()
        if self._turn.game.over:
            self._explain()
        elif guest is not None and guest.role == "player":
            self._tell("you have joined it", said.AlreadySeated(""))
        else:
            return True
        return False

    def _watches(self, role: str, name: str) -> None:
        if not self._may_watch():
            return
        turn = self._turn
        name = self._free(name) if role == "observer" else ""
        zone = guest.timezone if (guest := self._guest()) is not None else ""
        self._set_guest(Guest(role, 0, name, timezone=zone))
        self._tell("you watch this game", watching(turn, name))
        if turn.game.clock is not None:
            self._answer.append(("status", turn.status()))

    # -- leaving -----------------------------------------------------------------------------------------------

    def leave(self, _: Command) -> None:
        """LEAVE and STOP: he is a guest no more."""
        game = self._turn.game
        if self._proven() and self._sits_no_more():
            self._answered = True  # by the mail that tells him so
        elif self._guest() is None:
            if self._proven():
                self._set_pending(None)
            self._tell("you were not there", said.Left(game.name, nothing=True))
        elif self._proven():
            self._leave()
        else:
            self._ask(("leave",), "do you leave?", said.ConfirmAsked(f"leave {game.name}", "CONFIRM"))

    def _sits_no_more(self) -> bool:
        """He was to write for a player, and does not; whether he was."""
        turn = self._turn
        sitters = {seat: sitting.sitter for seat, sitting in turn.game.seats.items() if sitting.sitter is not None}
        seats = [seat for seat, sitter in sitters.items() if sitter.person == self._person]
        ended = [seat for seat in seats if sits_no_more(turn, seat)]
        for seat in ended:
            turn.note(to(seat), said.NoSitter("", by_sitter=True))
            turn.send("notice", "nobody sits for you", [seat])
        return bool(ended)

    def _leave(self) -> None:
        self._set_guest(None)
        self._set_pending(None)
        self._tell("you have left", said.Left(self._turn.game.name, nothing=False))

    # -- CONFIRM -----------------------------------------------------------------------------------------------

    def confirm(self, _: Command) -> None:
        """CONFIRM: what the mail replied to has asked for is done."""
        question = self._settle()
        if question is None:
            self._tell("nothing to confirm", said.NothingToConfirm(self._question is not None))
            return
        act, *words = question.act
        if act == "takeover":
            self._taken_over(words[0])
        elif act == "join":
            wishes = tuple(word for word in words[1:] if word != "*")
            self._join_confirmed(Wish(words[0], wishes, anything="*" in words))
        elif act in ("observe", "monitor"):
            self._watches("observer" if act == "observe" else "monitor", words[0])
        elif act == "leave":
            self._leave()
        else:
            done = do_errand(self._turn, self._person, act, words)
            self._answered = done is None
            if done is not None:
                self._tell(*done)

    def _join_confirmed(self, wish: Wish) -> None:
        game = self._turn.game
        if game.over:
            self._explain()
            return
        if game.forming is None:
            self._no("begun", "")
            return
        why = self._no_place(replace(wish, word=game.forming.word))
        if why:
            self._no(why, wish.seat)
        else:
            self._join(wish)

    def _taken_over(self, seat: str) -> None:
        turn = self._turn
        if turn.game.over:
            self._explain()
        elif seat not in vacant_seats(turn.game):
            self._tell("it is taken", said.SeatTaken(turn.name(seat), self._vacant()))
        else:
            take(turn, seat, self._person)
            self._answered = True  # by the welcome to the seat

    def deny(self, _: Command) -> None:
        """DENY: what was asked for is not done."""
        if self._settle() is None:
            self._tell("nothing to confirm", said.NothingToConfirm(self._question is not None))
        else:
            self._tell("nothing is done", said.Denied(letter=False))

    # -- questions ---------------------------------------------------------------------------------------------

    def help(self, command: Command) -> None:
        """HELP."""
        self._tell("help", said.Help(" ".join(command.words).upper(), ""))

    def status(self, _: Command) -> None:
        """STATUS: what is public."""
        if self._turn.game.forming is not None:
            self._explain()
        else:
            self._tell("how the game stands", self._turn.status())

    def history(self, command: Command) -> None:
        """HISTORY: what he was told before."""
        self._tell("what you were told", told_before(self._turn.past(self._person), " ".join(command.words)))

    def signon(self, _: Command) -> None:
        """The classic way to begin a letter: done without."""
        self._answer.append(("nosignon", said.NoSignon("")))

    def zone(self, command: Command) -> None:
        """SET ZONE, for a guest."""
        guest = self._guest()
        if guest is not None:
            self._set_guest(replace(guest, timezone=command.words[0]))
            self._tell("your time zone", said.Zone(command.words[0], self._turn.words(self._turn.at, self._person)))


Act = Callable[[PersonHandler, Command], None]
ACTS: Mapping[str, Act] = {
    "join": PersonHandler.join,
    "takeover": PersonHandler.takeover,
    "observe": PersonHandler.observe,
    "monitor": PersonHandler.monitor,
    "leave": PersonHandler.leave,
    "stop": PersonHandler.leave,
    "confirm": PersonHandler.confirm,
    "deny": PersonHandler.deny,
    "help": PersonHandler.help,
    "status": PersonHandler.status,
    "history": PersonHandler.history,
    "zone": PersonHandler.zone,
    "signon": PersonHandler.signon,
}
