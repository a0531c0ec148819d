"""What single lines of a letter would do by themselves: orders to the rules, commands to the desk, or nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gm.desk.commands.press import ALL
from gm.desk.commands.presskinds import is_grey
from gm.desk.commands.table import COMMANDS, command_reader
from gm.desk.game.game import seat_names
from gm.desk.letter.cleaning import cleaned
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.cutting import Own
from gm.desk.letter.reading import Request, is_long
from gm.rules import Letter, Line, Orders, Problems
from gm.rules.lines.commands import ASKED_BACK
from gm.rules.lines.guessing import READY
from gm.rules.lines.words import BULLETS, STOPS, asks, bare, first_word, is_marked

AMOUNT = re.compile(r"\s*\d[\d*#]*\s*[^\w\s]")  # a number and a sign: no sentence begins like that
TO_US = re.compile(
    r"\W*(?:(?:to|dear|hi|hello|for)\s+)?(?:the\s+)?(?:GM|game\s?master|umpire)\s*(?:[,:]|\s-\s|\Z)"
    r"|\W*(?:my\s+|our\s+)?orders\b[^:]{0,40}(?::|below|follow)",
    re.IGNORECASE,
)
TO_OTHERS = re.compile(
    r"\W*(?:to|for|tell|dear|from|message\s+(?:to|for))\b\s*:?\s*([^:,?]{1,60}?)\s*(?:\([^)]*\)\s*)?(?:[:,]|\s-\s|\Z)"
    r"|\W*([^:,?]{1,40}?)\s*(?:\([^)]*\)\s*)?:",
    re.IGNORECASE,
)
WORD = re.compile(r"\w+")
FEW_WORDS = 2  # of a remark that only names a player
SURE = re.compile(r"[\s,;.-]+(?:ok|okay|right|please|pls|yes)\s*\?+\s*\Z", re.IGNORECASE)  # no question: ..., ok?
# Characters of a letter that are read once more to find out what was meant; what a short line counts at least.
MOST_REREAD, LEAST_REREAD = 40_000, 20
ASKS_FOR = re.compile(r"\W*(?:who|whose|whom|which|when|where|why|how)\b", re.IGNORECASE)  # no order begins so
MOST_MEANT = 20  # lines in plain words that are looked at
LONGEST_LINE = 600  # characters of one, and of a wrong line that is mended
LONGEST_HEAD = 200  # characters of a line that may say for whom what follows is


class Lines:
    """Reads lines as if they were the letter that *talk* answers."""

    def __init__(self, talk: Conversation) -> None:
        self._talk, self._turn, self._seat = talk, talk.turn, talk.seat
        self._left = MOST_REREAD
        self._state: object = None
        self._found: dict[Line, Orders | Problems] = {}  # what the rules make of lines alone, as long as that state is

    def own(self) -> Own:
        """What in a letter belongs to the rules."""
        return Own(self.reads_as_order, self._turn.card.words, self._turn.card.blocks)

    def read(self, lines: Sequence[Line]) -> Orders | Problems:
        """Read some lines of this letter by the rules."""
        event = self._talk.event
        letter = Letter(tuple(lines), (), event.phase, refs=event.refs, digest=event.digest)
        read = self._turn.rules.read(self._turn.game.state, self._seat, letter)
        return Problems(read.problems) if isinstance(read, Orders) and read.problems else read

    def cleaned(self, lines: Sequence[Line]) -> tuple[Line, ...]:
        """Lines of this letter without remarks, and in Latin letters, where they are right so."""
        if not self._talk.event.careful or not self._may_reread(sum(len(line.text) for line in lines)):
            return tuple(lines)
        called = {name.upper() for seat, name in seat_names(self._turn.game).items() if name.upper() != seat.upper()}
        return cleaned(lines, self.read, called, self.means)

    def means(self, text: str) -> bool:
        """Whether a remark would itself be an order or a command, so that it is none."""
        line, words = Line(0, text), text.upper().split()
        if len(words) <= FEW_WORDS and any(word.strip(STOPS) in self._talk.seats() for word in words):
            return True
        return self._is_plain_command(line) or self.reads_as_order(line) or READY.fullmatch(bare(text)) is not None

    def _is_plain_command(self, line: Line) -> bool:
        """Whether a line is a command, and no question that begins like a sentence: get Spain."""
        reader = command_reader()
        if not reader.is_command(line, self._talk.seats()):
            return False
        found = reader.read(line, self._talk.seats())
        acts = isinstance(found, Request) and COMMANDS[found.name].acts
        return acts or first_word(line.text) not in reader.shy

    def reads_as_order(self, line: Line) -> bool:
        """Whether the rules would take this line alone as an order or a command of theirs."""
        if self._turn.game.over or is_long(line.text) or asks(line.text):
            return False
        if self.own().opens(line):
            return True
        return self._alone(line) is not None or self._is_asked_back(line)

    def _is_asked_back(self, line: Line) -> bool:
        """Whether the rules would ask whether this line alone is meant."""
        problems = self._read(line).problems
        return bool(problems) and all(one.code == ASKED_BACK for one in problems)

    def _read(self, line: Line) -> Orders | Problems:
        """What the rules make of this line alone; nothing, once enough of the letter was read again."""
        state = self._turn.game.state
        if self._state is not state:
            self._state, self._found = state, {}
        if line not in self._found:
            if not self._may_reread(len(line.text)):
                return Problems(())
            lines = self.cleaned((line,))
            self._found[line] = self._turn.rules.read(state, self._seat, Letter(lines, refs=self._talk.event.refs))
        return self._found[line]

    def _may_reread(self, size: int) -> bool:
        """Whether so many characters may be read once more. They are counted, so that no letter takes long."""
        self._left -= size + LEAST_REREAD
        return self._left >= 0

    def _alone(self, line: Line) -> Orders | None:
        """What the rules would do by this line alone; None if nothing."""
        read = self._read(line)
        does = isinstance(read, Orders) and bool(read.acts or read.dry or read.drops) and not read.problems
        return read if does and isinstance(read, Orders) else None

    def does(self, line: Line) -> object:
        """What a line alone would do, to be compared with what another does; None if nothing."""
        if self._turn.game.over or is_long(line.text) or asks(line.text):
            return None
        reader, seats = command_reader(), self._talk.seats()
        own = first_word(line.text) in self._turn.card.words
        found = reader.read(line, seats) if reader.may_command(line.text) and not own else None
        if isinstance(found, Request):
            return None if self._is_refused(found) else (found.name, found.words)
        if self._is_asked_back(line):
            return (ASKED_BACK, first_word(line.text))
        read = self._alone(line)
        return read and (read.acts, read.dry, read.drops)

    def loosely(self, texts: Sequence[str]) -> tuple[str, ...]:
        """The right lines that some in plain words may have been meant as, one for each meaning.

        A line that does something as it is has none.
        """
        found: dict[str, object] = {}
        for text in () if self._turn.game.over else texts[:MOST_MEANT]:
            said = SURE.sub("", text) if len(text) <= LONGEST_LINE else text
            if not self._may_be_plain(text, said):
                continue
            if not self._may_reread(len(text)):
                break
            guesses = self._turn.rules.loosely(self._turn.game.state, self._seat, said)
            for line in guesses if said == text else (said, *guesses):
                read = self.read(tuple(Line(n, part) for n, part in enumerate(line.split("\n"), 1)))
                right = isinstance(read, Orders) and not (read.unread or read.problems)
                if isinstance(read, Orders) and right and read.acts and read.acts not in found.values():
                    found[line] = read.acts
        return tuple(found)

    def keeps(self, text: str, guess: str) -> bool:
        """Whether a guess at what a line means leaves out no number, field or word of the game that stands in it."""
        known = self.known()
        words = {word for word in WORD.findall(text.upper()) if word in known or any(map(str.isdigit, word))}
        return words <= {*WORD.findall(guess.upper())} and text.count("|") <= guess.count("|")

    def _may_be_plain(self, text: str, said: str) -> bool:
        """Whether a line may be an order in plain words: neither a question nor a command, and not right as it is."""
        if not text.strip() or len(text) > LONGEST_LINE or asks(said) or ASKS_FOR.match(text):
            return False
        reader = command_reader()
        if reader.may_command(text) and not reader.is_prose(text) and first_word(text) not in self._turn.card.words:
            return False
        return self.does(Line(1, text)) is None

    def _is_refused(self, request: Request) -> bool:
        """Whether this game does not have a command, or not in this form."""
        faults = COMMANDS[request.name].faults
        return request.name in self._turn.card.off or (faults is not None and any(faults(self._talk, request)))

    def known(self) -> frozenset[str]:
        """The words that a letter of this game may have: of its rules, of commands, and the names of players."""
        names = (name.upper() for names in seat_names(self._turn.game).items() for name in names)
        return command_reader().known.union(self._turn.card.words, names)

    def seems_order(self, line: Line) -> bool:
        """Whether a line alone would be done, or refused as a wrong order."""
        if self._turn.game.over or is_long(line.text):
            return False
        return self.reads_as_order(line) or bool(self._read(line).problems)

    def is_order(self, line: Line) -> bool:
        """Whether a line of a reply to press is, or was clearly meant as, an order or a command; questions are not."""
        if is_grey(line.text) or _is_to_us(line.text) or self._is_to_another(line.text):
            return True
        if is_long(line.text) or asks(line.text):
            return False
        if command_reader().is_command(line, self._talk.seats()) or self.reads_as_order(line):
            return True
        if self._is_listed_act(Line(line.number, line.text.lstrip(BULLETS))):
            return True
        marked = is_marked(line.text)  # in a list, words are a sentence's
        word = "" if marked else first_word(line.text)
        if word in command_reader().words or command_reader().misspelt(line.text):
            return True
        if self._turn.game.over or (marked and not AMOUNT.match(line.text)):
            return False
        return bool(self.read((line,)).problems)

    def as_right(self, line: Line) -> str:
        """A line of a reply to press as it would be done if it were for us; "" if that cannot be told."""
        line = Line(line.number, line.text.strip().lstrip(BULLETS))
        if command_reader().is_command(line, self._talk.seats()) or self.reads_as_order(line):
            return line.text
        meant = [hint for problem in self.read((line,)).problems for hint in problem.hints]
        meant += command_reader().misspelt(line.text)
        right = [one for one in dict.fromkeys(meant) if self.means(one)]
        return right[0] if len(right) == 1 else ""

    def _is_listed_act(self, line: Line) -> bool:
        """Whether the words behind a list sign would do something; questions there are talk."""
        found = command_reader().read(line, self._talk.seats())
        known = isinstance(found, Request) and COMMANDS[found.name].acts
        return (known and command_reader().is_command(line, self._talk.seats())) or self.reads_as_order(line)

    def _is_to_another(self, text: str) -> bool:
        """Whether a line says that what follows is for others than whoever wrote the message: To Italy; Tell all:"""
        named, seats = TO_OTHERS.match(text), self._talk.seats()
        if named is None or len(text) > LONGEST_HEAD:
            return False
        called = (named[1] or named[2] or "").strip().upper()
        words = [called] if called in seats else [word for word in WORD.findall(called) if word != "AND"]
        if not words or not all(word in seats or word in ALL for word in words):
            return False
        return any(seats.get(word) not in (self._talk.event.press_from, self._seat) for word in words)


def _is_to_us(text: str) -> bool:
    """Whether a line of a reply to a message says that what follows is for the GameMaster: GM: ...; my orders: ..."""
    return TO_US.match(text) is not None

