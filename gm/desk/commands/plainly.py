"""Plain sentences that ask something: which answer each topic gets, in two or three lines, and where to read more.

An answer is a view of the asker, made of what other commands would tell them, and nothing else; nothing is done by it.
What a sentence asks about is in gm.desk.letter.sentences.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.commands.asking import moving
from gm.desk.commands.leaving import ask_to_resign
from gm.desk.commands.table import COMMANDS, command_reader, do
from gm.desk.commands.visit import Visit
from gm.desk.game.game import seat_names
from gm.desk.game.settings import settings_of
from gm.desk.letter.cleaning import is_courtesy
from gm.desk.letter.conversation import Conversation, Talk
from gm.desk.letter.cutting import CutLetter
from gm.desk.letter.reading import Request, is_long
from gm.desk.letter.sentences import asked_in, is_sentence, page_in, sentences
from gm.desk.notices.phrases import phrase
from gm.desk.time.times import short_day
from gm.rules import Letter, Line, Orders, Problems, Seat
from gm.rules.lines.commands import Ask

MOST_TOPICS = 3  # of a letter
MOST_SENTENCES = 6  # in a longer letter somebody tells something, perhaps to somebody else
MOST_LINES = 12
FEW = 4  # words behind a command that may be part of it
SHOWN = 6  # lines on file, or of an example, that an answer shows
# What answers a topic: a command, or a page of HELP, of which the beginning is shown.
COMMANDED = {
    "map": Request("map"), "who": Request("who"), "help": Request("help"), "settings": Request("help", ("SETTINGS",)),
}  # fmt: skip
PAGES = {
    "zone": "ZONE", "calendar": "CALENDAR", "reminders": "REMINDERS", "watch": "OBSERVE", "sitter": "SITTER",
    "seals": "SEALS", "address": "ADDRESS", "format": "FORMAT", "digest": "DIGEST", "statement": "STATEMENT",
    "quiet": "QUIET",
}  # fmt: skip
# Where more is to be read about the others.
MORE = {
    "missing": ("WHO", "HELP DEADLINES"), "due": ("HELP DEADLINES",), "end": ("HELP RULES",), "ahead": ("STATUS",),
    "filed": ("SHOW",), "history": ("HELP HISTORY",), "undo": ("SHOW",), "missed": ("HELP DEADLINES",),
    "rules": ("HELP RULES",), "orders": ("HELP",), "away": ("HELP ABSENT", "HELP SITTER"),
    "time": ("HELP EXTEND", "HELP ABSENT"), "wait": ("HELP WAIT",), "early": ("HELP WAIT",), "resign": ("HELP RESIGN",),
    "stop": ("HELP LEAVE",), "start": ("HELP JOIN",), "join": ("LIST", "HELP JOIN"), "press": ("HELP PRESS",),
    "operator": ("HELP PRESS",), "draw": ("HELP VOTE",), "report": ("HELP STATEMENT",),
}  # fmt: skip
TIMES = frozenset({"due", "missing", "missed", "end"})  # in a game without phases what is owed stands beside the answer
OUTSIDE = {**PAGES, "start": "JOIN", "join": "JOIN", "rules": "RULES", "help": ""}  # what is answered without a game
PUBLIC = ("ahead", "end", "history", "rules", "start", "join", "operator", "report")  # what guests are answered
GENERAL = ("orders", "rules", "help", "")  # topics about which a page of the game's own HELP says more
NOT_ITS_OWN = {"RULES", "BOARD", "TABLE", "DEADLINES", "LETTERS", "SEALS", "PLAY", "BALANCE", "TURNS"}
OPENS, CLOSES = timedelta(days=2), timedelta(days=9)  # from now: the days of an example
NOTHING = Orders(())


def asked_plainly(talk: Talk, cut: CutLetter, read: Orders | Problems = NOTHING) -> list[str]:
    """The topics that a letter asks about which does nothing else, in order: pages of HELP in capitals; [] for none."""
    lines = [line for line in cut.lines if line.text.strip() and not is_courtesy(line.text)]
    if len(lines) > MOST_LINES or cut.commands or _does_something(read):
        return []
    if any(_is_meant(line.text, talk.turn.card.words) for line in lines):
        return []
    names = {name.lower() for pair in seat_names(talk.turn.game).items() for name in pair}
    said_there = sentences([line.text for line in lines])
    if len(said_there) > MOST_SENTENCES:
        return []
    found = [topic for one in said_there if (topic := _topic(talk, one, names))]
    asking = {line.number for line in lines if is_sentence(line.text) and _topic(talk, line.text, names)}
    wrong = {problem.line for problem in (*cut.problems, *read.problems)}
    return list(dict.fromkeys(found))[:MOST_TOPICS] if wrong <= asking else []


def _is_meant(text: str, words: Collection[str] | None = None) -> bool:
    """Whether a line begins with a word of a command or of the game's lines in capitals, as nobody writes a sentence.

    A text all in capitals may be a sentence, unless it is short. words: first words of the game's lines; None where
    nobody knows the game: any word counts.
    """
    word, *more = text.split()
    if len(word) < 2 or not word.isupper():
        return False
    if text.isupper():
        return word in (words or ()) or (len(more) <= FEW and command_reader().may_command(text))
    return words is None or word in words or command_reader().may_command(text)


def only_help(cut: CutLetter, read: Orders | Problems) -> bool:
    """Whether a letter asks for pages of HELP and for nothing else."""
    return bool(cut.commands) and all(one.name == "help" for one in cut.commands) and not _does_something(read)


def _does_something(read: Orders | Problems) -> bool:
    if isinstance(read, Problems):
        return bool(read.reason)
    return bool(read.acts or read.dry or read.drops or read.of_later)


def _topic(talk: Talk, sentence: str, names: set[str]) -> str:
    """What a sentence asks about, or else the page of this game's HELP that it names."""
    topic = asked_in(sentence, names)
    if topic not in GENERAL:
        return topic
    others = {page for command in COMMANDS.values() for page in command.topics} | NOT_ITS_OWN
    return page_in(sentence, [page for page in talk.turn.card.topics if page not in others]) or topic


def answer_plainly(talk: Conversation, topics: Sequence[str]) -> None:
    """Tell a player what their sentences ask about."""
    talk.say_about(phrase("subject.plainly"))
    for topic in topics:
        if topic == "quit" and not talk.event.sitter:
            ask_to_resign(talk)
        elif topic != "money" or not _read_aloud(talk, "BALANCE"):
            _tell(talk, {"quit": "resign", "money": "ahead"}.get(topic, topic), talk.seat)


def answer_guest(visit: Visit, cut: CutLetter) -> bool:
    """Tell a guest of a game that runs what their sentences ask about; whether that can be told them."""
    topics = asked_plainly(visit, cut) if visit.guest() and not visit.waits() else []
    public = [topic for topic in topics if topic in COMMANDED or topic in PAGES or topic in PUBLIC]
    if not public or visit.turn.game.forming is not None or visit.turn.game.over:
        return False
    for topic in public:
        _tell(visit, topic, None)
    visit.say_about(phrase("subject.plainly"))
    return True


def help_asked(lines: Sequence[str]) -> str | None:
    """The page of HELP about what a mail asks that is about no game; None if there is none."""
    lines = [line for line in lines if line.strip()]
    if len(lines) > MOST_LINES or any(is_long(line) or _is_meant(line) for line in lines):
        return None
    found = [topic for one in sentences(lines)[:MOST_SENTENCES] if (topic := asked_in(one, ()))]
    return next((page for topic in found if (page := OUTSIDE.get(topic)) is not None), None)


def _tell(talk: Conversation | Visit, topic: str, seat: Seat | None) -> None:
    if topic in COMMANDED:
        do(talk, COMMANDED[topic])
    elif topic.isupper() or topic in PAGES:
        talk.tell(said.Help(PAGES.get(topic, topic), "", brief=True))
    else:
        talk.tell(_answer(talk, topic, seat))


def _read_aloud(talk: Conversation, line: str) -> bool:
    """Ask the rules what they would be asked by a line; whether it is one of their questions."""
    turn, seat = talk.turn, talk.seat
    read = turn.rules.read(turn.game.state, seat, Letter((Line(1, line),)))
    if not (isinstance(read, Orders) and read.acts and all(isinstance(act, Ask) for act in read.acts)):
        return False
    talk.take(turn.rules.file(turn.game.state, seat, read, turn.at))
    return True


def _answer(talk: Talk, topic: str, seat: Seat | None) -> said.Answered:
    """The answer to a topic for a seat, or for somebody who has none."""
    turn = talk.turn
    card, live, more = turn.card, turn.is_live(), MORE[topic]
    if topic == "draw" and not card.votes:
        more = ("HELP PROPOSE",) if "PROPOSE" in card.words else ("HELP RULES",)
    answer = said.Answered(topic=topic, more=more, words=card.words, votes=card.votes, live=live)
    if topic in ("missing", "missed", "away", "time", "wait", "early", "press"):
        answer = replace(answer, settings=settings_of(turn.game))
    if topic == "missing":
        answer = replace(answer, moving=moving(turn))
    if topic in ("ahead", "end"):
        answer = replace(answer, view=turn.view(None))
    return answer if seat is None else _of_seat(talk, answer, seat)


def _of_seat(talk: Talk, answer: said.Answered, seat: Seat) -> said.Answered:
    """An answer with what it says of the asker's own matters."""
    turn, topic = talk.turn, answer.topic
    view, filed = turn.view(seat), turn.filed(seat)
    if topic in ("due", "missing", "missed", "filed") and not answer.live:
        answer = replace(answer, owes=turn.owes(seat))
    if topic == "filed":
        answer = replace(answer, filed=filed[:SHOWN], count=len(filed))
    if topic == "orders":
        answer = replace(answer, example=(view.example or ())[:SHOWN])
        answer = replace(answer, more=(f"HELP {view.topic}",)) if view.topic else answer
    if topic == "away":
        today = turn.at.astimezone(ZoneInfo(turn.game.zone(seat))).date()
        answer = replace(answer, days=f"FROM {short_day(today + OPENS)} TO {short_day(today + CLOSES)}")
    return answer
