"""Reading one line as a command; faults are reported with their column.

Commands are declared in gm.desk.commands; here is what the declared ways of writing mean.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec
from lark import Lark, Token, Tree, UnexpectedInput

from gm.desk.letter.cleaning import is_harmless, without_politeness, without_remarks
from gm.desk.letter.lookalikes import in_latin, ordinary, visible
from gm.desk.notices.phrases import phrase
from gm.registry import resource
from gm.rules import NO_SEAT, Line, Problem, Seat
from gm.rules.lines.letters import not_done
from gm.rules.lines.players import near_names
from gm.rules.lines.slips import SHORT, is_slip, slips_of, talks, unled
from gm.rules.lines.words import STOPS, asks, first_word, is_marked, unmarked

HEAD = re.compile(r"(?:[A-Z]+\??(?: |$))+")  # the words that begin a way of writing a command
MOST_WRITTEN = 8  # words of a line that may be a misspelt command
SIGN_BEHIND = re.compile(r"(?<![A-Za-z])([A-Za-z]+)\s?(?::|-+|\u2013)\s(?=\s*\w)")  # VOTE: DRAW
LITERAL = re.compile(r"\b[A-Z]+\b")
BEGINNING = 60  # characters of a line that have its first words
MOST_READ = 1_000  # characters of a line that is read as an order or a command


def is_long(text: str) -> bool:
    """Whether a line is too long to be read as an order or a command."""
    return len(text) > MOST_READ


class Request(msgspec.Struct, frozen=True):
    """A command in a letter: its name (help, wait, press ...), its words and, for press and notes, the lines of text.

    grey: press without its sender's name; sender, shown: the false sender or false readers at its head. until: the
    last line of its body, or the END below it; 0 if it has none.
    """

    name: str
    words: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    line: int = 0
    grey: bool = False
    sender: Seat = NO_SEAT
    shown: tuple[Seat, ...] = ()
    until: int = 0


Reading = Callable[[Line, Tree[Token], Mapping[str, Seat]], Request | Problem]


class Form(msgspec.Struct, frozen=True):
    """How a command is written.

    ways: each begins with its own word; capitals are literal words, lower case names parts in grammars/desk.lark. If
    there are none, the name alone is the command.
    classic: other GameMasters' ways, understood but never shown. shy: those of its first words (or first two) that also
    begin ordinary sentences: a line that begins with one and is not a command is an ordinary line, unless `meant` finds
    that the command was meant. loose: those of them that may answer anybody, so that press may contain them.
    shape: how it is written, for errors; it begins with the word that it explains. elsewhere: other GameMasters' words
    for it, with how it is written here.
    sentence: given a first word and what follows, whether they make the line a sentence. certain: a line
    that matches is no sentence. read: makes the request from
    what was parsed; without it, the request's words are those in the places of the parts. body: lines of text follow,
    up to END. ends: nothing in the letter below it is read.
    question: it only asks, and is answered whatever becomes of the rest of its letter. asks: alone on its line it only
    asks. verbatim: what follows it may end in any sign. strict: with "please" behind it, it may mean something else.
    """

    name: str
    ways: tuple[str, ...] = ()
    classic: tuple[str, ...] = ()
    shy: tuple[str, ...] = ()
    meant: re.Pattern[str] | None = None
    loose: tuple[str, ...] = ()
    shape: str = ""
    elsewhere: Mapping[str, str] = {}
    sentence: Callable[[str, str], bool] | None = None
    certain: re.Pattern[str] | None = None
    read: Reading | None = None
    body: bool = False
    ends: bool = False
    question: bool = False
    asks: bool = False
    verbatim: bool = False
    strict: bool = False

    def __post_init__(self) -> None:
        """Make the name the only way if there are none."""
        if not self.ways:
            msgspec.structs.force_setattr(self, "ways", (self.name.upper(),))

    @property
    def word(self) -> str:
        """The word that it is known by."""
        return self.ways[0].split()[0]

    @property
    def heads(self) -> tuple[str, ...]:
        """The literal words that each way begins with."""
        found = [HEAD.match(way) for way in (*self.ways, *self.classic)]
        return tuple(head[0].replace("?", "").strip() for head in found if head)

    @property
    def words(self) -> tuple[str, ...]:
        """The first words that begin no ordinary sentence."""
        shy = {phrase.split()[0] for phrase in self.shy}
        return tuple(dict.fromkeys(word for head in self.heads if (word := head.split()[0]) not in shy))


class CommandReader:
    """Reads the declared commands, with the desk's grammar."""

    def __init__(self, forms: Sequence[Form]) -> None:
        parts = (resource("grammars") / "desk.lark").read_text(encoding="utf-8")
        ways = [f"{LITERAL.sub(_literal, way)} -> {f.name}" for f in forms for way in (*f.ways, *f.classic)]
        self._parser = Lark(f"?start: {' | '.join(ways)}\n{parts}", parser="lalr", maybe_placeholders=False)
        self._forms = {form.name: form for form in forms}
        self.words = frozenset(word for form in forms for word in form.words)
        shy = [phrase for form in forms for phrase in form.shy]
        self.shy = frozenset(phrase for phrase in shy if " " not in phrase)
        self._pairs = frozenset(shy) - self.shy
        self.ends = frozenset(form.word for form in forms if form.ends)
        self.bodies = frozenset(word for form in forms if form.body for word in (*form.words, *form.shy))
        self._strict = frozenset(word for form in forms if form.strict for word in (*form.words, *form.shy))
        self._certain = [form.certain for form in forms if form.certain is not None]
        self._loose = frozenset(word for form in forms for word in form.loose)
        self._meant = {word: form.meant for form in forms if form.meant for word in form.shy}
        self._elsewhere = {word: here for form in forms for word, here in form.elsewhere.items()}
        settings = [word for form in forms for way in form.ways if (word := _setting(way))]
        self._literals: dict[str, frozenset[str]] = {}  # the words of commands behind their first words
        for form in forms:
            for first, *others in (LITERAL.findall(way) for way in (*form.ways, *form.classic)):
                self._literals[first] = self._literals.get(first, frozenset()) | {*others}
        self.known = frozenset(self._literals).union(*self._literals.values())
        self._shapes: dict[str, str] = {}
        for form in forms:
            word = form.shape.partition(" ")[0].strip(",")
            self._shapes[word] = ", or ".join(filter(None, (self._shapes.get(word), form.shape)))
        asking = [form for form in forms if form.question or form.asks]
        self._asking = frozenset(head.split()[0] for form in asking for head in form.heads)
        self._shapes["SET"] = f"SET and {', '.join(settings[:-1])} or {settings[-1]}"

    def read(self, line: Line, seats: Mapping[str, Seat]) -> Request | Problem:
        """Read the command on *line*. *seats*: the seats by what players may call them, in capitals.

        Signs around a question are ignored; what does something stands alone, and is a fault with a question mark. A
        line that is wrong is read without its remark, and without signs and letters that only look right.
        """
        if is_long(line.text):
            return Problem(line.number, 1, "command", phrase("fault.too-long", most=MOST_READ))
        text = self._latin(line.text)
        texts = dict.fromkeys((line.text, text, *self._plainer(text)))
        tried = (self._as_written(Line(line.number, one), seats) for one in texts)
        first = next(tried)
        return first if isinstance(first, Request) else next((one for one in tried if isinstance(one, Request)), first)

    def _plainer(self, text: str) -> Iterator[str]:
        """The line without what may stand beside a command: a remark, please behind it, a colon behind its word."""
        word = first_word(text)
        if word in self.bodies:
            return
        yield from (one for one in without_remarks(text) if is_harmless(text[len(one) :]))
        if word in self._strict:
            return
        plain = without_politeness(text)
        yield plain
        if word in self.words:
            yield SIGN_BEHIND.sub(lambda sign: sign[1].ljust(len(sign[0])), plain, count=1)

    def _latin(self, text: str) -> str:
        """A line with its words in Latin letters where that makes a word of a command."""
        return text if text.isascii() else in_latin(ordinary(visible(text)), self.known.__contains__)

    def _as_written(self, line: Line, seats: Mapping[str, Seat]) -> Request | Problem:
        found, written = self._read(Line(line.number, unmarked(line.text)), seats), self._read(line, seats)
        if isinstance(found, Problem):
            return written
        form = self._forms[found.name]
        if form.question or (form.asks and not found.words):
            return found
        if form.verbatim and found.words:
            return written
        if asks(line.text):
            return not_done(line)
        return written

    def _read(self, line: Line, seats: Mapping[str, Seat]) -> Request | Problem:
        try:
            tree = self._parser.parse(line.text)
        except UnexpectedInput as error:
            return self._misread(line, error)
        form = self._forms[str(tree.data)]
        if form.read is not None:
            return form.read(line, tree, seats)
        tokens = tokens_of(tree)
        if tokens and form.sentence is not None and form.sentence(first_word(line.text), str(tokens[0])):
            column = tokens[0].column or 1
            return Problem(line.number, column, "command", f"written as: {self.shape_of(form.word)}")
        return Request(form.name, tuple(str(token).strip(" .:") for token in tokens), line=line.number)

    def _misread(self, line: Line, error: UnexpectedInput) -> Problem:
        column = error.column if isinstance(error.column, int) and error.column > 0 else len(line.text.rstrip()) + 1
        return Problem(line.number, column, "command", f"written as: {self.shape_of(first_word(line.text))}")

    def shape_of(self, word: str) -> str:
        """How the command that begins with *word* is written."""
        return self._shapes.get(word) or self._elsewhere.get(word) or f"{word} alone on its line"

    def questions(self, requests: Iterable[Request]) -> tuple[Request, ...]:
        """Those that only ask, in order, each once."""
        asked = {(r.name, tuple(map(str.upper, r.words))): r for r in requests if self._forms[r.name].question}
        return tuple(asked.values())

    def has_body(self, request: Request) -> bool:
        """Whether lines of text follow."""
        return self._forms[request.name].body

    def near(self, word: str, more: Sequence[str]) -> list[str]:
        """What an unread line that begins with *word* may have been meant as. *more*: words of the rules."""
        if word in self.shy or word in self._elsewhere:
            return [self._elsewhere.get(word) or self.shape_of(word)]
        if talks([word]):
            return []
        return difflib.get_close_matches(word, [*self.words, *self.shy, *more], n=1, cutoff=0.75)

    def misspelt(self, text: str) -> tuple[str, ...]:
        """What a line that begins with a slip of a command was probably meant as; () if it does not."""
        if is_long(text):
            return ()
        plain = without_politeness(text)
        if plain != text and self._is_polite_talk(plain):
            return ()
        led = unled(text).strip(" .!")
        if led != text.strip(" .!") and isinstance(self.read(Line(0, led), {}), Request):
            return (led,)  # I resign
        written = text.split()
        word = first_word(text)
        if is_marked(text) or len(written) > MOST_WRITTEN or talks(part.strip(STOPS) for part in written):
            return ()
        if not is_slip(word, self.words | self.shy):
            return ()
        behind = text[text.upper().index(word) + len(word) :]
        shy = (f"{known}{behind}" for known in slips_of(word, self.shy))
        known = tuple(f"{known}{behind}" for known in slips_of(word, self.words))
        return (*known, *(line for line in shy if not self.is_prose(line)))

    def may_command(self, text: str) -> bool:
        """Whether a line may be a command, by its first word or two. In a list, only a question may."""
        if is_long(text):
            return False
        text = self._latin(text[:BEGINNING])
        word = first_word(text)
        if is_marked(text):
            return word in self._asking
        return word in self.words or word in self.shy or " ".join(text.upper().split()[:2]).rstrip(STOPS) in self._pairs

    def plainly(self, line: Line, seats: Mapping[str, Seat]) -> Line:
        """The line without its courtesy, if only so it is a command; else the line as it is."""
        if is_long(line.text):
            return line
        plain = Line(line.number, without_politeness(line.text), line.command)
        if plain == line or self._is_polite_talk(plain.text):
            return line
        if self.may_command(line.text) and isinstance(self.read(line, seats), Request):
            return line
        return plain if self.may_command(plain.text) and isinstance(self.read(plain, seats), Request) else line

    def _is_polite_talk(self, plain: str) -> bool:
        """Whether a line that is so without its courtesy may have been mere talk: please note; please confirm."""
        word = first_word(plain)
        return word in self._strict or (word in self.bodies and word in self.shy)

    def is_prose(self, text: str) -> bool:
        """Whether a line that begins like a command but is not one is a sentence instead."""
        text = self._latin(text)
        word = first_word(text)
        if is_marked(text):
            return True
        if any(certain.match(text) for certain in self._certain):
            return False
        if word in self.words:
            rest = [one for part in text.split("%", 1)[0].split()[1:] if (one := part.strip(STOPS).upper())]
            return len(rest) > 1 and (talks(rest) or not self._goes_on(word, rest[0], rest[1]))
        return not (word in self._meant and self._meant[word].search(text.split("%", 1)[0]))

    def _goes_on(self, word: str, second: str, third: str) -> bool:
        """Whether the words behind *word*, with which a command begins, may belong to it, if perhaps misspelt."""
        literals = self._literals.get(word, frozenset())
        if second in literals or (third in literals and len(third) > SHORT):
            return True
        return bool(slips_of(second, literals)) or any(char.isdigit() for char in second)

    def is_command(self, line: Line, seats: Mapping[str, Seat]) -> bool:
        """Whether a line is a correctly written command, and not an answer to somebody else, a question or a list."""
        if first_word(line.text) in self._loose or asks(line.text) or is_marked(line.text):
            return False
        return self.may_command(line.text) and isinstance(self.read(line, seats), Request)


def _literal(word: re.Match[str]) -> str:
    return f'"{word[0]}"i'


def _setting(way: str) -> str:
    """The word after SET; "" if the way does not begin with SET."""
    first, second, *_ = (*way.split(), "")
    return second if first == "SET" else ""


def tokens_of(tree: Tree[Token] | None) -> list[Token]:
    """The words in the places of parts; [] without a tree."""
    return [child for child in tree.children if isinstance(child, Token)] if tree is not None else []


def plain(token: str) -> str:
    """A word in capitals, without the signs around it."""
    return token.strip(" .:;,()").upper()


def read_seats(line: Line, tree: Tree[Token], seats: Mapping[str, Seat]) -> Request | Problem:
    """Read a command whose words are seats."""
    found = seats_of(line, tokens_of(tree), seats)
    return found if isinstance(found, Problem) else Request(str(tree.data), found, line=line.number)


def read_seat(line: Line, tree: Tree[Token], seats: Mapping[str, Seat]) -> Request | Problem:
    """Read a command whose words are one seat."""
    found = read_seats(line, tree, seats)
    if isinstance(found, Request) and len(found.words) > 1:
        return Problem(line.number, tokens_of(tree)[-1].column or 1, "one-seat", phrase("fault.one-player"))
    return found


def seats_of(line: Line, tokens: Sequence[Token], seats: Mapping[str, Seat]) -> tuple[Seat, ...] | Problem:
    """The seats that these words name, each once; a problem if a word names none.

    A name may have two words (Player 3), and stand in brackets behind another of the same seat (Player 7 (Gus)).
    """
    found: list[Seat] = []
    written = list(tokens)
    while written:
        token = written.pop(0)
        word = plain(token)
        if written and f"{word} {plain(written[0])}" in seats:
            word = f"{word} {plain(written.pop(0))}"
        if word not in seats:
            why, near = phrase("fault.unknown-player"), near_names(word, seats)
            return Problem(line.number, token.column or 1, "unknown-seat", message=why, hints=near)
        if seats[word] not in found:
            found.append(seats[word])
    return tuple(found)
