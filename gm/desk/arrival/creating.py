"""CREATE and CANCEL: players make games by mail, where gm.toml allows it, and withdraw them before they begin.

Nothing is done because of a From: what is asked for is done by a CONFIRM in reply to a mail to that very address, whose
reply address has a token that is known to nobody else and serves once. A letter with a fault makes nothing, and its
answer tells all of them; unless its sender is vouched for, it repeats nothing of the letter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from gm.desk.arrival.confirms import ask_by_mail, first_said, is_forged, new_token, shown_to_others
from gm.desk.arrival.door import Prove, tokens
from gm.desk.arrival.handled import Handled
from gm.desk.arrival.named import OF_LEAGUE
from gm.desk.entries.events import person_hash
from gm.desk.entries.opening import opening_of
from gm.desk.file.gamefile import NAME, GameFile
from gm.desk.file.letterfile import Fault, WrongSettings, read_letters_game
from gm.desk.game.glance import Glance
from gm.desk.mails.asked import CREATE_ASKED, CreateAsked
from gm.desk.mails.buckets import Bucket
from gm.desk.people.records import shortfall
from gm.post.inbound.letter import Line, Mail
from gm.registry import ruleset
from gm.rules.lines.words import count
from gm.store.database import iso, token_hash
from gm.store.inbox import State
from gm.store.store import Store

if TYPE_CHECKING:
    from gm.desk.office import Office

LASTS = timedelta(days=1)
MOST_FORMING = 100  # games that wait for players; with as many, players create no more
PER_HOUR, ALL_PER_HOUR = 5, 50  # mails that ask for a CONFIRM, to one address and to all
CREATE = re.compile(r"\s*CREATE\b[\s:]*(.*?)[\s.!]*", re.IGNORECASE)
CANCEL = re.compile(r"\s*CANCEL[\s:]+\[?([a-z][a-z0-9-]{0,39})\]?[\s.!]*", re.IGNORECASE)
TAKEN = frozenset({"gm"})  # names that mean something else in a subject
REPEATED = re.compile(r"'[^']*'|`[^`]*`|\"[^\"]*\"")  # what a message may repeat of a letter
LONGEST_KEY = 30


class Refused(Exception):
    """What cannot be done. The text says why, and repeats nothing of the letter."""


class Creating:
    """Takes letters that ask for a game to be made or withdrawn, and those that confirm it."""

    def __init__(self, office: Office, judged: bool) -> None:
        self._office, self._store, self._judged = office, office.store, judged
        self._own, self._all = Bucket(office.store, PER_HOUR), Bucket(office.store, ALL_PER_HOUR)

    def take(
        self, mail: Mail, game: str, received: datetime, now: datetime, prove: Prove, again: bool
    ) -> Handled | None:
        """What becomes of a letter that asks for this or confirms it; None if it does neither.

        game: which it seems to be for. again: it was handled before, and a restore has put it back.
        """
        lines = [line for line in mail.lines if line.text.strip()]
        if not self._office.create.allowed or not lines:
            return None
        wants = self._wants(mail, lines, game, now)
        if wants is None:
            return self._replied(mail, received, now=now, prove=prove)
        if again or is_forged(self._judged, prove):
            return Handled(State.HELD, "CREATE or CANCEL: put back by a restore, or From is forged", game)
        try:
            self._check(wants)
        except Refused as error:
            self._office.answer(mail, "createrefused", {"why": str(error)}, now)
            return Handled(State.ANSWERED, "CREATE of a game that cannot be")
        except WrongSettings as error:
            faults = error.faults if prove().verdict == "pass" else tuple(map(unrepeated, error.faults))
            self._office.answer(mail, "createwrong", {"faults": msgspec.to_builtins(faults)}, now)
            return Handled(State.ANSWERED, "CREATE with faults")
        return self._ask(wants, now)

    def _wants(self, mail: Mail, lines: Sequence[Line], game: str, now: datetime) -> CreateAsked | None:
        """What a letter asks for, as it is written; None if nothing. CREATE is for no game."""
        create, cancel = CREATE.fullmatch(lines[0].text), CANCEL.fullmatch(lines[0].text)
        if create and not game:
            name, _, rules = create[1].lower().partition(" ")
            below = tuple((line.number, line.text) for line in lines[1:])
            return CreateAsked(mail.sender, name, now, rules.strip() or "?", lines[0].number, below)
        name = cancel[1].lower() if cancel else ""
        return CreateAsked(mail.sender, name, now) if game in ("", name) and self._is_own(name, mail.sender) else None

    def _is_own(self, name: str, address: str) -> bool:
        """Whether a game has not begun, and somebody with this address has created it."""
        if name not in [known.game for known in self._store.people.known_in(address)]:
            return False
        game = self._office.game(name)
        return game.forming is not None and game.creator == person_hash(game.key, address)

    # -- asking --------------------------------------------------------------------------------------------------

    def _check(self, asked: CreateAsked) -> GameFile | None:
        """The game that is to be made, None for one to withdraw. Raises Refused, WrongSettings."""
        create = self._office.create
        if not asked.rules:
            return None
        if asked.rules not in create.allowed:
            raise Refused(f"write CREATE, a name and one of these: {', '.join(create.allowed)}")
        if not NAME.fullmatch(asked.game) or asked.game in TAKEN:
            raise Refused("a name has lower-case letters, digits and hyphens, at most 40, a letter first")
        if OF_LEAGUE.fullmatch(asked.game):
            raise Refused("names that end with two numbers are kept for the games of leagues")
        if self._store.games.has(asked.game):
            raise Refused("there is a game of that name already")
        if self._created(asked.address) >= create.games:
            raise Refused(f"you have created {count(create.games, 'game')} already, and may again when one is over")
        if self._forming() >= MOST_FORMING:
            raise Refused("very many games wait for players (LIST shows them): you may when some have begun")
        file = read_letters_game(asked.game, asked.rules, asked.head, asked.lines)
        if shortfall(self._store, asked.address, file.wanted) is not None:
            raise Refused("joining.record may not ask for more than your own record has, which MY RECORD tells you")
        return file

    def _created(self, address: str) -> int:
        """How many games that are not over a person has created, from any of their addresses."""
        addresses = self._store.persons.addresses(address)
        known = [one for each in addresses for one in self._store.people.known_in(each)]
        return sum(self._office.game(one.game).creator == one.person for one in known)

    def _forming(self) -> int:
        """How many games of the house have not begun, whoever has created them."""
        kept = [one.glance for one in self._store.games.glanced("live") if one.glance]
        return sum(msgspec.json.decode(glance, type=Glance).forming for glance in kept)

    def _ask(self, asked: CreateAsked, now: datetime) -> Handled:
        """Ask the sender, at their own address, to confirm."""
        if self._own.take(f"create/{asked.address}", now) == "no" or self._all.take("create/(all)", now) == "no":
            return Handled(State.HELD, "CREATE or CANCEL: too many in this hour")
        forget_old(self._store, now)
        token = new_token()
        self._store.facts.keep(_name(token), {**msgspec.structs.asdict(asked), "at": iso(asked.at)})
        facts = {"game": asked.game, "title": ruleset(asked.rules).card.title if asked.rules else ""}
        ask_by_mail(self._office, asked.address, "createasked", facts, now=now, about="create", token=token)
        return Handled(State.ANSWERED, "CREATE or CANCEL, which waits for its CONFIRM")

    # -- confirming ----------------------------------------------------------------------------------------------

    def _replied(self, mail: Mail, received: datetime, now: datetime, prove: Prove) -> Handled | None:
        """What becomes of a reply to a question of ours; None if it is none."""
        for token in tokens(self._office.sender, mail) if self._store.facts.some(CREATE_ASKED) else ():
            asked = self._store.facts.recall(_name(token), CreateAsked)
            if asked is None:
                continue
            said = first_said(mail)
            known = mail.sender == asked.address and not is_forged(self._judged, prove)
            if not known or said in ("CONFIRM", "DENY") or shown_to_others(self._office.sender, mail):
                self._store.facts.forget(_name(token))  # it serves once, and nobody else may know it
            if known and said == "CONFIRM":
                return self._do(asked, mail, received, now)
            if known and said != "DENY":
                self._office.answer(mail, "createhow", {}, now)
            return Handled(State.ANSWERED if known else State.HELD, "a reply to CREATE or CANCEL without its CONFIRM")
        return None

    def _do(self, asked: CreateAsked, mail: Mail, received: datetime, now: datetime) -> Handled:
        """Make or withdraw a game, as its creator has confirmed."""
        try:
            if received - asked.at > LASTS:
                raise Refused("your CONFIRM came more than a day after our question")
            file = self._check(asked)
            if file is not None:
                self._make(file, asked.address, now)
            elif self._is_own(asked.game, asked.address):
                self._office.do_act(asked.game, ["cancel"], now)
            else:
                raise Refused("the game has begun, or is withdrawn already")
        except (Refused, WrongSettings) as error:
            self._office.answer(mail, "createrefused", {"why": str(error)}, now)
            return Handled(State.ANSWERED, "CREATE or CANCEL that cannot be done any more")
        if file is not None:  # for no game, since there was none in whose order it could act
            return Handled(State.DONE, f"game {file.name} created")
        return Handled(State.DONE, "withdrawn by its creator", asked.game)

    def _make(self, file: GameFile, address: str, now: datetime) -> None:
        """Make a game in which its creator has the first place, and tell the operator."""
        opening = opening_of(file)
        creator = person_hash(opening.key, address)
        self._store.people.introduce(file.name, creator, address, name="", n=1)
        self._office.begin(file, msgspec.structs.replace(opening, creator=creator), now)
        facts = {"game": file.name, "title": ruleset(file.ruleset).card.title, "address": address}
        self._office.alarm("gamecreated", facts, now)


def forget_old(store: Store, now: datetime) -> None:
    """Forget what was asked for and can no longer be confirmed. Runs inside a transaction."""
    for name, asked in store.facts.beginning(CREATE_ASKED, CreateAsked).items():
        if now - asked.at > LASTS:
            store.facts.forget(name)


def unrepeated(fault: Fault) -> Fault:
    """A fault as anybody may be told it: what it repeats of the letter could be meant for somebody else."""
    key = "" if fault.message.startswith("no such") else fault.key[:LONGEST_KEY]
    return Fault(fault.line, key, REPEATED.sub("(...)", fault.message), fault.near)


def _name(token: str) -> str:
    """The name of the fact of what waits: whoever reads it cannot confirm."""
    return f"{CREATE_ASKED}{token_hash(token)}"
