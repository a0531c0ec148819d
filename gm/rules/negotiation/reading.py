"""Command lines of Negotiation: words and numbers, then a grammar, then what every player knows of the board.

Nobody's pieces are known here: a line is checked only for its form and its squares.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from lark import Lark, Token, Tree
from msgspec.structs import replace

from gm.rules import Problem, as_seat
from gm.rules.lines.commands import AskBoard
from gm.rules.lines.letters import Fault, parse, parser, problem, unknown_word
from gm.rules.lines.players import abbreviated
from gm.rules.lines.slips import MOST_UNKNOWN, explained, is_misspelt, slips_of, talks, unknown_in
from gm.rules.lines.talk import ORDINARY, TALK
from gm.rules.lines.words import NUMBERS, QUESTION, kinds_of, tokens
from gm.rules.negotiation import acts as c
from gm.rules.negotiation.board import LEVELS, START, column_of, step_fault
from gm.rules.negotiation.faults import words
from gm.rules.negotiation.forms import right_forms
from gm.rules.negotiation.items import Cancel, Groups, Iou, Item, Items, Move, Support, Win, added

FIRST = (
    "BOARD", "PROPOSE", "ACCEPT", "REJECT", "WITHDRAW", "COUNTER", "GIVE", "PERMIT", "THREAT", "GRANT", "CALL",
    "ATTACK", "PAY", "DEFEND", "COLLECT", "RECALL", "INFORM", "STANDING",
)  # fmt: skip
INNER = (
    "GAME", "TO", "FROM", "FOR", "WITH", "OF", "AND", "MOVE", "SUPPORT", "IOU", "WIN", "CANCEL", "NOTHING", "RISK",
    "ALL", "QUOTE", "START", "NOW", "WAIT",
)  # fmt: skip
OTHERS = {
    "IOUS": "IOU", "WINS": "WIN", "WINNINGS": "WIN", "THREATEN": "THREAT", "THREATS": "THREAT", "MOVES": "MOVE",
    "ONTO": "TO", "INTO": "TO", "TOO": "TO", "AGAINST": "TO", "QUOTES": "QUOTE", "OFFER": "PROPOSE", "ALLOW": "PERMIT",
    "BOARDS": "BOARD",
}  # fmt: skip
FILLERS = frozenset({"PLAYER", "PIECE", "PIECES", "THE", "SQUARE", "SQUARES", "NUMBER"})
RESERVED = frozenset({
    *FIRST, *INNER, *OTHERS, *FILLERS, *NUMBERS, "VOTE", "UNVOTE", "END", "RESIGN", "HELP", "GM", "M", "MASTER",
    "UMPIRE", "OPERATOR", "EVERYBODY", "EVERYONE", "AS", "FAKE", "GREY", "GRAY", "DRAW", "NOTE", "STATUS", "SHOW",
    "PRESS", "BROADCAST", "SET", "CONFIRM", "DENY", "YES", "NO", "OFF", "ON", "ME",
})  # fmt: skip
WORD = re.compile(
    r"(?P<SQUARE>[A-Za-z][0-9]{1,3}(?![\w-]))|(?P<NUMBER>[0-9]+(?![\w-]))|(?P<WORD>[\w-]+)|(?P<COLON>:)"
    r"|(?P<COMMA>[,;&+])|(?P<SIGN>[^\s.!])"
)
BRACKETS = re.compile(r"(?<![\w-])([\w-]+)(\s*\(\s*([\w-]+)\s*\))")
NAME = re.compile(r"(?=.*[A-Za-z])[A-Za-z0-9_-]{1,20}")
PLACES = frozenset({"SQUARE", "NUMBER", "NAME", "WAITING"})
BEGIN = frozenset((*FIRST, "THREATEN", "OFFER", "ALLOW", "BOARDS"))  # what lines begin with
ASKING = ("BOARD", "STANDING")  # on their own these are pure questions
WHOLE = 4  # words of a line that make it a command, if they are all of this game
MOST_NUMBER = 9_999
DEALS = ("propose", "permit", "counter", "accept", "reject", "withdraw", "give")
ANSWERS = ("grant", "call", "pay", "defend")
RESOLVED = frozenset({("THREAT", "CALL"), ("THREAT", "GRANT"), ("ATTACK", "PAY"), ("ATTACK", "DEFEND")})
POSITIVE = ("threat", "attack", "collect", "recall", "inform")
Trees = Mapping[str, Tree[Token]]
SAID = {
    "player": "a player's number or name", "SQUARE": "a square such as B4", "NUMBER": "a number", "$END": "the end",
    "COLON": "':'", "COMMA": "a comma", "WAITING": "W and a number",
}  # fmt: skip


def _means(word: str) -> bool:
    """Return whether a beginning of a name is a word of the game, or one of talk."""
    return word in RESERVED or word.lower() in ORDINARY | TALK


class LineReader:
    """Reads lines with the grammar of the game. Holds no game's state."""

    def __init__(self, grammar: str) -> None:
        self.parser: Lark = parser(grammar, ("command",))


class Reader:
    """Reads the lines of one player in a game of this size with these names.

    replied: what the mail replied to is about, for lines that do not name their deal.
    """

    def __init__(
        self, lines: LineReader, player: str, number: int, names: Sequence[str] = (), replied: c.Ref | None = None
    ) -> None:
        self._parser, self._player, self._number, self._replied = lines.parser, player, number, replied
        self._names = {name.upper(): as_seat(str(n)) for n, name in enumerate(names, 1)}
        short = {word: n for word, n in abbreviated(self._names).items() if len(word) > 1 and not _means(word)}
        self._called = {**short, **self._names}

    # -- words -------------------------------------------------------------------------------------------------

    def tokens(self, text: str, line: int = 1) -> list[Token]:
        """Return the words of a line without its remark (%); unknown words have the type UNKNOWN."""
        found: list[Token] = []
        text = BRACKETS.sub(self._without_brackets, text)
        for token in tokens(WORD, text, line, self._kind):
            if token.type == "RISK" and found and found[-1].type in ("COMMA", "AND"):
                found.pop()
            found.append(token)
        while found and found[-1].type in ("COMMA", "COLON"):
            found.pop()
        return found

    def _without_brackets(self, written: re.Match[str]) -> str:
        """Return a player without a second name of theirs in brackets, as our mails have it: 7 (Gus)."""
        first, second = (self._called.get(word.upper(), word) for word in (written[1], written[3]))
        return f"{written[1]}{' ' * len(written[2])}" if first == second else written[0]

    def _kind(self, match: re.Match[str]) -> tuple[str, str]:
        kind, word = match.lastgroup or "", match[0].upper()
        if kind == "SQUARE":
            return ("WAITING", word[1:]) if word[0] == "W" else ("SQUARE", word)
        if kind == "NUMBER":
            return kind, word.lstrip("0") or "0"
        if kind != "WORD":
            return ("UNKNOWN" if kind == "SIGN" else kind), match[0]
        if word in self._called:
            return "NAME", match[0]
        if word in NUMBERS:
            return "NUMBER", NUMBERS[word]
        if word in FILLERS:
            return "", ""
        word = OTHERS.get(word, word)
        return (word, match[0]) if word in FIRST or word in INNER else ("UNKNOWN", match[0])

    def is_meant(self, found: Sequence[Token]) -> bool:
        """Return whether a line is meant as a command, right or wrong; all else is prose."""
        found = [token for token in found if token.type != QUESTION]
        if not found:
            return False
        kinds = kinds_of(found)
        unknown = unknown_in(found)
        placed = not PLACES.isdisjoint(kinds)
        if kinds[0] in FIRST and (not unknown or _is_draw(found)):
            return True
        if right_forms(found, self._known) or _begins_whole(kinds):
            return True
        if talks(unknown) or len(unknown) > MOST_UNKNOWN:
            return False
        if kinds[0] in FIRST:
            return "UNKNOWN" not in kinds[:2] or (len(unknown) == 1 and (placed or _is_misspelt_inside(unknown)))
        if is_misspelt(found, BEGIN, PLACES):
            return True
        return _has_shape(kinds) and len(unknown) <= 1

    def read(self, found: list[Token]) -> c.Act:
        """Return the command of a line. Raises Fault at the first word that is unknown or misplaced."""
        if found[0].type in ASKING and [token.type for token in found[1:]] == [QUESTION]:
            found = found[:1]
        if found[0].type == "CALL" and [token.type for token in found[1:]] == ["NUMBER"]:
            raise words.fault(found[1], "no-player.call", number=found[1])
        if _is_draw(found):
            raise words.fault(found[1], "no-draw", ("VOTE END",))
        for token in found:
            if token.type == "UNKNOWN":
                known = [*FIRST, *INNER] if token is found[0] else [*INNER, *self._names]
                raise unknown_word(token, "a command", known)
            if token.type in ("NUMBER", "WAITING") and int(token[:9]) > MOST_NUMBER:
                raise words.fault(token, "too-large", most=MOST_NUMBER)
        return self._command(parse(self._parser, found, "command", _say), found)

    def explained(self, problem: Problem, text: str) -> Problem:
        """Return the problem of a line with what the whole line was probably meant as, if that can be told."""
        forms = tuple(line for line in right_forms(self.tokens(text), self._known) if self._is_right(line))
        if forms:
            return replace(problem, hints=forms)
        return explained(problem, text, self.tokens(text), (*FIRST, *INNER, *self._names), self._is_right)

    def called(self, word: str) -> str:
        """Return the number of the player with this name, perhaps shortened; "" if there is none."""
        return self._called.get(word.upper(), "")

    def _known(self, word: str) -> str:
        """Return the number of the player whom a word means; "" if it means none."""
        return word if word.isdigit() and 1 <= int(word) <= self._number else self._called.get(word.upper(), "")

    def _is_right(self, text: str) -> bool:
        found = self.tokens(text)
        try:
            return found != [] and self.read(found) is not None
        except Fault:
            return False

    # -- commands ----------------------------------------------------------------------------------------------

    def _command(self, tree: Tree[Token], found: list[Token]) -> c.Act:
        """Return the command of a tree."""
        line, kind = found[0].line or 1, str(tree.data)
        trees = {str(child.data): child for child in tree.children if isinstance(child, Tree)}
        written = [child for child in tree.children if isinstance(child, Token)]
        if kind in DEALS:
            return self._deal(kind, trees, written, line)
        if kind in ANSWERS:
            quote = self._quoted(trees["players"]) if "players" in trees else ()
            return c.Answer(kind.upper(), self._ref(trees), quote, line)
        if kind in POSITIVE:
            return self._positive(kind, trees, written, line)
        if kind.startswith("standing"):
            return self._standing(kind, trees, written, line)
        return c.CallGame(line) if kind == "call_game" else AskBoard()

    def _deal(self, kind: str, trees: Trees, written: Sequence[Token], line: int) -> c.Act:
        if kind == "give":
            return self._gift(trees, line)
        if kind == "propose":
            to = self._other(trees["player"])
            return c.Propose(to, *self._terms(trees["terms"], to), line)
        if kind == "permit":
            to = self._other(trees["player"])
            return c.Propose(to, (self._move(trees["move"], self._player, to),), (), line)
        waiting = next((int(word) for word in written if word.type == "WAITING"), 0)
        ref = self._ref(trees) or self._replied
        if waiting:
            return c.Withdraw(None, waiting, line)
        if ref is None:
            raise words.fault(written[0], "which", word=written[0].upper())
        if kind == "counter":
            return c.Counter(ref, *self._terms(trees["terms"], ref.player), line)
        if kind == "withdraw":
            return c.Withdraw(ref, 0, line)
        return c.Accept(ref, line) if kind == "accept" else c.Reject(ref, line)

    def _positive(self, kind: str, trees: Trees, written: Sequence[Token], line: int) -> c.Act:
        if kind == "threat":
            return self._threat(trees, written, line)
        other = self._other(trees["player"])
        if kind == "attack":
            return c.Attack(other, _amount(written[-1]), line)
        if kind == "recall":
            amount = next((_amount(word) for word in written if word.type == "NUMBER"), None)
            return c.Recall(other, amount, line)
        return c.Collect(other, line) if kind == "collect" else c.Inform(other, line)

    def _standing(self, kind: str, trees: Trees, written: Sequence[Token], line: int) -> c.Instruct:
        what = kind.removeprefix("standing_")
        if what == "quote":
            return c.Instruct(what, "QUOTE", self._players(trees["players"]), line)
        return c.Instruct(what, "" if what == "asked" else written[-1].type, (), line)

    def _ref(self, trees: Trees) -> c.Ref | None:
        """Return number and player, None if the line names none."""
        tree = trees.get("ref")
        if tree is None:
            return None
        number = next(child for child in tree.children if isinstance(child, Token) and child.type == "NUMBER")
        player = next(child for child in tree.children if isinstance(child, Tree))
        return c.Ref(int(number), self._other(player))

    def _any(self, tree: Tree[Token]) -> str:
        """Return a player given by number or name."""
        token = _token(tree)
        if token.type == "NAME":
            return self._called[token.upper()]
        if not 1 <= int(token) <= self._number:
            raise words.fault(token, "no-player", number=token, most=self._number)
        return str(int(token))

    def _other(self, tree: Tree[Token]) -> str:
        """Return a player other than the sender."""
        player = self._any(tree)
        if player == self._player:
            raise words.fault(_token(tree), "yourself")
        return player

    def _players(self, tree: Tree[Token]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._any(one) for one in _named_in(tree)))

    def _quoted(self, tree: Tree[Token]) -> tuple[str, ...]:
        """Return the owners of a QUOTE. What is no player is skipped, since nothing in it can make a CALL fail."""
        tokens = (_token(child) for child in _named_in(tree))
        found = (self._called.get(token.upper()) or str(int(token)) for token in tokens)
        return tuple(one for one in dict.fromkeys(found) if 1 <= int(one) <= self._number)

    # -- items -------------------------------------------------------------------------------------------------

    def _terms(self, tree: Tree[Token], other: str) -> tuple[Items, Items]:
        """Return what the sender would give and take. *other*: the partner, "" if the mail replied to says who."""
        give, take = (child for child in tree.children if isinstance(child, Tree))
        mine = self._items(give, self._player, other)
        theirs = self._items(take, other, self._player)
        if not mine and not theirs:
            raise words.fault(_token(tree), "nothing.deal")
        return mine, theirs

    def _items(self, tree: Tree[Token], giver: str, taker: str) -> Items:
        parts = [child for child in tree.children if isinstance(child, Tree) and child.data != "between"]
        return tuple(self._item(part, giver, taker) for part in parts)

    def _item(self, tree: Tree[Token], giver: str, taker: str) -> Item:
        if tree.data == "move":
            return self._move(tree, giver, taker)
        number = next(child for child in tree.children if isinstance(child, Token) and child.type == "NUMBER")
        amount = _amount(number)
        match str(tree.data):
            case "support":
                owner = next((self._any(child) for child in tree.children if isinstance(child, Tree)), giver)
                return Support(amount, owner)
            case "win":
                return Win(amount)
            case "iou":
                return Iou(amount)
            case _:
                return Cancel(amount)

    def _move(self, tree: Tree[Token], giver: str, mover: str) -> Move:
        square = next(child for child in tree.children if isinstance(child, Token) and child.type == "SQUARE")
        groups = next(child for child in tree.children if isinstance(child, Tree))
        name = self._square(square)
        if giver and column_of(name) != giver:
            raise words.fault(square, "foreign-column", square=name, owner=column_of(name), giver=giver)
        return Move(self._groups(groups, mover, name), name)

    def _groups(self, tree: Tree[Token], mover: str, square: str) -> Groups:
        found = []
        for group in tree.find_data("group"):
            number, _, place = (token for token in group.children if isinstance(token, Token))
            where = START if place.type == "START" else self._square(place)
            fault = step_fault(mover, where, square)
            if fault:
                raise Fault(problem(place, "no-step", fault))
            found.append((where, _amount(number)))
        return added(found)

    def _square(self, token: Token) -> str:
        level, column = token[0].upper(), str(int(token[1:]))
        if level not in LEVELS:
            raise words.fault(token, "no-square.level", (f"K{column}",) if level == "J" else (), level=level)
        if not 1 <= int(column) <= self._number:
            raise words.fault(token, "no-square.column", column=column, most=self._number)
        return f"{level}{column}"

    def _gift(self, trees: Trees, line: int) -> c.Give:
        to = self._other(trees["player"])
        items = self._items(trees["items"], self._player, to)
        given = tuple(item for item in items if isinstance(item, Support | Win))
        if len(given) < len(items):
            raise words.fault(_token(trees["items"]), "no-gift")
        if not items:
            raise words.fault(_token(trees["items"]), "nothing.gift")
        return c.Give(to, given, line)

    def _threat(self, trees: Trees, written: Sequence[Token], line: int) -> c.Threat:
        token = next(word for word in written if word.type == "SQUARE")
        square = self._square(token)
        if column_of(square) == self._player:
            raise words.fault(token, "yourself.column", square=square)
        groups = self._groups(trees["groups"], self._player, square)
        risk: list[tuple[str, int]] = []
        for holding in trees["risk"].find_data("holding") if "risk" in trees else ():
            number = next(t for t in holding.children if isinstance(t, Token) and t.type == "NUMBER")
            tree = next(child for child in holding.children if isinstance(child, Tree))
            owner = self._any(tree)
            if owner == self._player:
                raise words.fault(_token(tree), "own-support")
            risk.append((owner, _amount(number)))
        everything = "risk" in trees and any(isinstance(t, Token) and t.type == "ALL" for t in trees["risk"].children)
        sums: dict[str, int] = {}
        for owner, amount in risk:
            sums[owner] = sums.get(owner, 0) + amount
        return c.Threat(
            square=square,
            groups=groups,
            risk=tuple(sorted(sums.items(), key=lambda one: int(one[0]))),
            all=everything,
            line=line,
        )


def name_fault(names: Sequence[str]) -> str:
    """Return what is wrong with the registered names, or ""."""
    for name in names:
        upper = name.upper()
        if not NAME.fullmatch(name) or re.fullmatch(r"[A-Z]\d{1,3}", upper) or upper in RESERVED:
            return words("names.no-name", name=name)
    if len({name.upper() for name in names}) < len(names):
        return words("names.twice")
    return ""


def _is_misspelt_inside(unknown: Sequence[Token]) -> bool:
    word = unknown[0].upper()
    return len(word) == 1 or word[-1].isdigit() or bool(slips_of(word, frozenset((*INNER, *FIRST))))


def _has_shape(kinds: Sequence[str]) -> bool:
    """Return whether a line without its first word says who is to do what: TO 3: GIVE, 5 WITH 3, B4 WITH 2 FROM A5.

    Or what becomes of threats: THREAT CALL.
    """
    pairs = [*pairwise(kinds)]
    players = ("NUMBER", "NAME")
    named = any(("WITH", one) in pairs or ("TO", one) in pairs or ("FOR", one) in pairs for one in players)
    if not RESOLVED.isdisjoint(pairs):
        return True
    return (named and bool({"GIVE", "WITH", "FOR", "SQUARE"} & {*kinds})) or ("SQUARE" in kinds and "FROM" in kinds)


def _begins_whole(kinds: Sequence[str]) -> bool:
    """Return whether a line is a command for so long that it is one however it goes on: GIVE 2 SUPPORT TO 3 now."""
    begin = kinds[:WHOLE]
    return begin[:1] != [] and begin[0] in FIRST and "UNKNOWN" not in begin and not PLACES.isdisjoint(begin)


def _is_draw(found: Sequence[Token]) -> bool:
    return [token.upper() for token in found] in (["PROPOSE", "DRAW"], ["PROPOSE", "A", "DRAW"])


def _amount(token: Token) -> int:
    if int(token) < 1:
        raise words.fault(token, "nothing")
    return int(token)


def _named_in(tree: Tree[Token]) -> list[Tree[Token]]:
    """Return the players of a list, without what stands between them."""
    return [child for child in tree.children if isinstance(child, Tree) and child.data == "player"]


def _token(tree: Tree[Token]) -> Token:
    return next(iter(tree.scan_values(lambda value: isinstance(value, Token))))


def _say(wanted: set[str]) -> str:
    """Name the kinds of words that were expected; a player is a number or a name."""
    if BEGIN & {*FIRST} <= wanted:
        return "a command"
    kinds = wanted - {"NUMBER", "NAME"} | {"player"} if {"NUMBER", "NAME"} <= wanted else wanted
    known = sorted(kinds, key=lambda kind: (kind == "$END", kind not in SAID, kind))
    return " or ".join(SAID.get(kind, kind) for kind in known) or "something else"
