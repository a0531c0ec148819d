"""Letters are sorted into lanes before they act: by their games. One to several games is cut into parts.

A line `GAME spring` begins what is for the game spring, up to the next such line. Each part is a letter of its own
from then on: it is proven, held, answered and entered by the rules of its game. Subject and reply address of the mail
are for their own game alone, and so is what stands above the first such line. A mail about no game may name one of its
writer's behind a word instead (`STATUS spring`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from difflib import get_close_matches
from typing import TYPE_CHECKING

import msgspec

from gm.desk.arrival.behind import games_behind, read_behind, without_game
from gm.desk.arrival.cut import MOST_PARTS, Part, key_of
from gm.desk.arrival.door import Door, tokens
from gm.desk.arrival.operators import ASKS
from gm.desk.arrival.putback import take_put_back
from gm.desk.commands.table import command_reader
from gm.desk.letter.cutting import ENDS
from gm.post.inbound.authenticity import Authenticity
from gm.post.inbound.excerpt import excerpt
from gm.post.inbound.keeping import Came, came, without_files, without_tokens
from gm.post.inbound.letter import Mail
from gm.post.inbound.limits import MAX_SMALL
from gm.rules.lines.words import first_word

if TYPE_CHECKING:
    from gm.desk.office import Office

# Signs around the name, and a remark behind it, do no harm; with a question mark the line begins nothing.
HEADING = re.compile(
    r"[\s*_]*GAMES?\b[^\w?%/]+([a-z][a-z0-9-]{0,39})\b(?:[^\w?]|_)*?(?:(?:%|//).*)?", re.IGNORECASE
)  # fmt: skip
# What tells that a mail may have such a line before it is read; one that is overlooked is cut when it acts.
MAY_HEAD = re.compile(rb"(?:^|>)[ \t*_]*GAMES?[\s:=]|base64", re.IGNORECASE | re.MULTILINE)
LOOKED_UP = 40  # names behind GAME that are looked up, of one mail
MOST_OVER = 100  # finished games of its sender among which they are
NEAR = 0.75  # how like the name of a game of theirs a name is that means it
LAST = 1 << 31  # a line behind all others
UNKNOWN = Authenticity("none", "Nothing is known: this is only about the game.")


class Sorted(msgspec.Struct, frozen=True):
    """A letter, or a part of one, as it is filed. part: "" for a whole letter."""

    key: str
    lane: str
    raw: bytes
    part: str = ""


class Sorting:
    """Finds out for which games letters are."""

    def __init__(self, office: Office, door: Door, believes: bool) -> None:
        self._office, self._store = office, office.store
        self.identify = door.believe if believes else door.identify

    def game_of(self, mail: Mail, received: datetime) -> str:
        """The game that a mail seems to be for, by what is known now; "" if none."""
        return self.identify(mail, received, lambda: UNKNOWN).game

    def lane_of(self, mail: Mail, received: datetime) -> str:
        """The lane of a mail that is no part of another: its game; if none, its sender behind an @."""
        return self.game_of(mail, received) or f"@{mail.sender}"

    # -- filing --------------------------------------------------------------------------------------------------

    def filed(self, key: str, raw: bytes, received: datetime, by_game: bool, whole: bool = True) -> list[Sorted]:
        """A letter that has just come as it is filed. by_game: into lanes; otherwise all letters act in one order.

        Of a large one only the beginning is read: if it may be to several games, all others wait for it. whole: all of
        it is there. Runs inside a transaction.
        """
        if not (by_game or (whole and MAY_HEAD.search(raw))):
            return [Sorted(key, "", raw)]
        mail = self._office.read(raw[:MAX_SMALL])
        parts = self.parts(mail, received) if whole else ()
        if parts and len(raw) <= MAX_SMALL:
            return self.cut(key, raw, mail, parts=parts, by_game=by_game)
        return [Sorted(key, self.lane_of(mail, received) if by_game and not parts else "", raw)]

    def cut(self, key: str, raw: bytes, mail: Mail, parts: Sequence[Part], by_game: bool) -> list[Sorted]:
        """The parts of a letter as they are filed, in order. Runs inside a transaction."""
        again = take_put_back(self._store, came(mail, raw).whole)
        kept = raw if len(raw) <= MAX_SMALL else without_files(mail, raw)
        return [
            Sorted(
                key_of(key, part), (part.game or f"@{mail.sender}") if by_game else "", kept,
                msgspec.json.encode(msgspec.structs.replace(part, again=again)).decode(),
            )
            for part in parts
        ]  # fmt: skip

    # -- parts ---------------------------------------------------------------------------------------------------

    def parts(self, mail: Mail, received: datetime) -> tuple[Part, ...]:
        """The parts of a mail, each game once; () for a mail that is to be read as a whole, as nearly all are.

        That is one without a line GAME that counts.
        """
        heads = [] if mail.machine or not mail.sender else self._heads(mail)
        if not heads:
            return self._behind(mail, received)
        above = tuple(line for line in mail.lines if line.number < heads[0][0])
        base = self.game_of(msgspec.structs.replace(mail, lines=above), received)
        spans: dict[str, list[tuple[int, int]]] = {}
        said = any(line.text.strip() for line in above)
        if said:
            spans[base] = [(0, heads[0][0])]
        ends = [number for number, _ in heads[1:]] + [LAST]
        for (number, name), end in zip(heads, ends, strict=True):
            game = name if self._store.games.has(name) else ""
            spans.setdefault(game, []).append((number + 1, end))
        if len(spans) > MOST_PARTS:
            return (Part(own=True, many=len(spans)),)
        return tuple(
            Part(game, tuple(some), own=game == base and (bool(game) or said)) for game, some in spans.items()
        )

    def _behind(self, mail: Mail, received: datetime) -> tuple[Part, ...]:
        """The parts of a mail in which words with a game behind them say alone which game it is for; () for any other.

        What stands above the first such line is for its game.
        """
        lines = [(line.number, line.text) for line in mail.lines]
        if mail.machine or not mail.sender or not any(read_behind(text) for _, text in lines):
            return ()
        found = games_behind(lines, self._games_of(mail.sender))
        answers = tokens(self._office.sender, mail) or _is_act(mail)
        if not found or answers or self.game_of(mail, received):
            return ()
        spans: dict[str, list[tuple[int, int]]] = {}
        starts = [0, *(number for number, _ in found[1:])]
        for (_, game), first, end in zip(found, starts, [*starts[1:], LAST], strict=True):
            spans.setdefault(game, []).append((first, end))
        if len(spans) > MOST_PARTS:
            return (Part(own=True, many=len(spans)),)
        return tuple(Part(game, tuple(some)) for game, some in spans.items())

    def taken(self, part: Part | None, mail: Mail, arrived: Came) -> tuple[Mail, Came]:
        """A part as the mail that it would be by itself, and as it is kept. mail: the whole one, which None stands for.
        """
        if part is None:
            return mail, arrived
        lines, below = (tuple(filter(part.has, some)) for some in (mail.lines, mail.below))
        lines = tuple(
            msgspec.structs.replace(line, text=without_game(line.text, part.game)) if part.game else line
            for line in lines
        )  # fmt: skip
        quoted = mail.quoted if part.own else ()  # of a mail of its game
        only = msgspec.structs.replace(mail, lines=lines, quoted=quoted, below=below)
        raw = excerpt(arrived.raw, only, "" if part.own else f"[{part.game}]" if part.game else "your mail")
        if not part.own:
            raw = without_tokens(raw, (one for one in tokens(self._office.sender, mail) if not self._is_of(one, part)))
        alone = msgspec.structs.replace(self._office.read(raw), files=mail.files, file=mail.file)
        return alone, msgspec.structs.replace(arrived, raw=raw, part=True)

    def _is_of(self, token: str, part: Part) -> bool:
        """Whether a token is of a reply address of the part's game."""
        found = self._store.tokens.find(token)
        return found is not None and found.game == part.game

    def _heads(self, mail: Mail) -> list[tuple[int, str]]:
        """The lines that begin parts: their numbers, and the names that they give; [] in a letter to one game.

        In the text of a message only those do that name a game of the sender's; in an operator's act, none. One that
        names no game that there is, or that may be meant, does so only beside another.
        """
        found, inside = list[tuple[int, str, bool]](), False
        for line in mail.lines:
            word = first_word(line.text)
            if head := HEADING.fullmatch(line.text):
                found.append((line.number, head[1].lower(), inside))
            inside = word not in ENDS and (inside or word in command_reader().bodies or word in command_reader().ends)
        if not found or _is_act(mail):
            return []
        names = list(dict.fromkeys(name for _, name, _ in found))[:LOOKED_UP]
        own = self._games_of(mail.sender)
        meant = {name for name in names if self._store.games.has(name) or get_close_matches(name, own, 1, NEAR)}
        if not any(name in own or (name in meant and not inside) for _, name, inside in found):
            return []
        return [(number, name) for number, name, inside in found if name in own or not inside]

    def _games_of(self, address: str) -> set[str]:
        """The games in which the owner of an address plays or has played, which they watch, or sit for somebody in."""
        players, people = self._store.players, self._store.people
        seats = (*players.seats_of(address), *players.seats_over(address, MOST_OVER))
        return {one.game for one in seats} | {one.game for one in people.known_in(address)}


def _is_act(mail: Mail) -> bool:
    """Whether a mail asks for an operator's act."""
    first = next((line.text.strip() for line in mail.lines if line.text.strip()), "")
    return ASKS.fullmatch(first) is not None
