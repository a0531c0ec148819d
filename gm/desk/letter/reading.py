"""One line read as a command, its faults told with their column.

What a command does is declared beside how it is written (gm.desk.commands); here is what that writing means.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence

import msgspec
from lark import Lark, Token, Tree, UnexpectedInput

from gm.desk.notices.phrases import phrase
from gm.registry import resource
from gm.rules import Line, Problem
from gm.rules.lines.faults import not_done
from gm.rules.lines.words import asks, first_word, is_marked, unmarked

HEAD = re.compile(r"(?:[A-Z]+\??(?: |$))+")  # the words that a way of writing a command begins with
LITERAL = re.compile(r"\b[A-Z]+\b")


class Request(msgspec.Struct, frozen=True):
    """A command as a letter has it: its name (help, wait, press ...), its words, and for press and notes their lines.

    grey: press without its sender; sender, shown: press with a false sender, or false readers, at its head. until: the
    last line of its body, or the END below it; 0: it has none.
    """

    name: str
    words: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    line: int = 0
    grey: bool = False
    sender: str = ""
    shown: tuple[str, ...] = ()
    until: int = 0


Reading = Callable[[Line, Tree[Token], Mapping[str, str]], Request | Problem]


class Form(msgspec.Struct, frozen=True):
    """How a command is written.

    ways: each begins with a word of its own; capitals are words, small letters are parts of grammars/desk.lark. Without
    any, it is its name alone.
    classic: ways of other GameMasters, understood and never shown. shy: those of its first words (or first two) that
    begin many a sentence, too: a line that begins with one and is no command is an ordinary line, unless `meant` finds
    in it that it was meant as the command. loose: those of them that may answer anybody, so that press may have them.
    shape: how it is written, for errors; it begins with the word that it explains. elsewhere: words of other
    GameMasters for it, with how it is written here.
    sentence: of a first word and what stands behind it, whether they make a sentence of the line. read: makes the
    request of what was parsed; without it, its words are what stands in the places of the parts. body: lines of text
    follow it, up to END. ends: nothing of the letter below it is read.
    question: it only asks, and is answered whatever becomes of the rest of its letter. asks: alone on its line it only
    asks. verbatim: what stands behind it may end in any sign.
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
    read: Reading | None = None
    body: bool = False
    ends: bool = False
    question: bool = False
    asks: bool = False
    verbatim: bool = False

    def __post_init__(self) -> None:
        """Its name is its one way where it has no other."""
        if not self.ways:
            msgspec.structs.force_setattr(self, "ways", (self.name.upper(),))

    @property
    def word(self) -> str:
        """The word by which it is known."""
        return self.ways[0].split()[0]

    @property
    def heads(self) -> tuple[str, ...]:
        """The words that each way begins with, up to what is the writer's own."""
        found = [HEAD.match(way) for way in (*self.ways, *self.classic)]
        return tuple(head[0].replace("?", "").strip() for head in found if head)

    @property
    def words(self) -> tuple[str, ...]:
        """The first words that begin no sentence."""
        shy = {phrase.split()[0] for phrase in self.shy}
        return tuple(dict.fromkeys(word for head in self.heads if (word := head.split()[0]) not in shy))


class CommandReader:
    """Reads the commands that are declared, with the desk's grammar."""

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
        self._loose = frozenset(word for form in forms for word in form.loose)
        self._meant = {word: form.meant for form in forms if form.meant for word in form.shy}
        self._elsewhere = {word: here for form in forms for word, here in form.elsewhere.items()}
        settings = [word for form in forms for way in form.ways if (word := _setting(way))]
        self._shapes = {form.shape.split()[0].strip(","): form.shape for form in forms if form.shape}
        asking = [form for form in forms if form.question or form.asks]
        self._asking = frozenset(head.split()[0] for form in asking for head in form.heads)
        self._shapes["SET"] = f"SET and {', '.join(settings[:-1])} or {settings[-1]}"

    def read(self, line: Line, seats: Mapping[str, str]) -> Request | Problem:
        """The command on *line*. *seats*: the seats by what players may call them, in capitals.

        Signs around a question say nothing; anything else that ends in a question mark is a fault.
        """
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
        return found if isinstance(written, Problem) and not is_marked(line.text) else written

    def _read(self, line: Line, seats: Mapping[str, str]) -> Request | Problem:
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
        return self._shapes.get(word, f"{word} alone on its line")

    def has_body(self, request: Request) -> bool:
        """Whether lines of text follow."""
        return self._forms[request.name].body

    def near(self, word: str, more: Sequence[str]) -> list[str]:
        """What a line that begins with *word* and was not read may have been meant as. *more*: words of the rules."""
        if word in self.shy or word in self._elsewhere:
            return [self._elsewhere.get(word) or self.shape_of(word)]
        return difflib.get_close_matches(word, [*self.words, *self.shy, *more], n=1, cutoff=0.75)

    def may_command(self, text: str) -> bool:
        """Whether a line may be a command, by its first word, or its first two. In a list only a question is one."""
        word = first_word(text)
        if is_marked(text):
            return word in self._asking
        return word in self.words or word in self.shy or " ".join(text.upper().split()[:2]) in self._pairs

    def is_prose(self, text: str) -> bool:
        """Whether a line that begins like a command and is none is rather a sentence."""
        word = first_word(text)
        if is_marked(text):
            return True
        if word in self.words:
            return False
        return not (word in self._meant and self._meant[word].search(text.split("%", 1)[0]))

    def is_command(self, line: Line, seats: Mapping[str, str]) -> bool:
        """Whether a line is a command, rightly written, and no answer to somebody else, nor a question or a list."""
        if first_word(line.text) in self._loose or asks(line.text) or is_marked(line.text):
            return False
        return self.may_command(line.text) and isinstance(self.read(line, seats), Request)


def _literal(word: re.Match[str]) -> str:
    return f'"{word[0]}"i'


def _setting(way: str) -> str:
    """The word behind SET, "" if the way does not begin so."""
    first, second, *_ = (*way.split(), "")
    return second if first == "SET" else ""


def tokens_of(tree: Tree[Token] | None) -> list[Token]:
    """The words that stand in the places of parts; none without a tree."""
    return [child for child in tree.children if isinstance(child, Token)] if tree is not None else []


def plain(token: str) -> str:
    """A word in capitals, without what stands about it."""
    return token.strip(" .:;,").upper()


def read_seats(line: Line, tree: Tree[Token], seats: Mapping[str, str]) -> Request | Problem:
    """A command whose words are seats."""
    found = seats_of(line, tokens_of(tree), seats)
    return found if isinstance(found, Problem) else Request(str(tree.data), found, line=line.number)


def seats_of(line: Line, tokens: Sequence[Token], seats: Mapping[str, str]) -> tuple[str, ...] | Problem:
    """The seats that these words name, each once; a word that names none is a fault."""
    found: list[str] = []
    for token in tokens:
        word = plain(token)
        if word not in seats:
            near = tuple(difflib.get_close_matches(word, _whole(seats), n=3, cutoff=0.5))
            return Problem(line.number, token.column or 1, "unknown-seat", phrase("fault.unknown-player"), near)
        if seats[word] not in found:
            found.append(seats[word])
    return tuple(found)


def _whole(seats: Mapping[str, str]) -> list[str]:
    """The names that are no beginning of another name of the same seat."""
    names = sorted(seats)
    return [one for one in names if not any(n != one and n.startswith(one) and seats[n] == seats[one] for n in names)]
