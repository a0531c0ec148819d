"""A game in which gm's simple players have seats: their mails are handed to them as the daemon does it."""

from __future__ import annotations

from typing import Any

from gm.desk.file.gamefile import read_game_file
from gm.desk.game.bots import is_bots
from gm.registry import ruleset
from gm.rules import as_seat
from gm.serve.bots import BOTS, OURS, Bots
from helpers.mailtable import START
from helpers.seventable import ADDRESS, SevenTable

GAME = """[game]
name = "spring"
ruleset = "{ruleset}"
seed = "s"
identity = "{identity}"
{game}
[deadlines]
{deadlines}
[options]
{options}
[seats]
{seats}
"""
MOVEMENT = 'movement = "3d"\nretreat = "1d"\nadjustment = "1d"\ngrace = "0s"'


class BotTable(SevenTable):
    """The game: seats in *bots* are gm's, those in *played* have people."""

    def __init__(
        self, played: tuple[str, ...] = ("FRANCE", "ENGLAND"), bots: tuple[str, ...] = (), game: str = "",
        ruleset: str = "diplomacy", options: str = "", deadlines: str = MOVEMENT, identity: str = "checked",
    ) -> None:
        self.bots, self.facts = bots, {"game": game, "deadlines": deadlines, "identity": identity}
        super().__init__(played=played, ruleset=ruleset, options=options)
        self.restart()

    def open(self, name: str, identity: str = "checked") -> None:
        given = {**{seat: ADDRESS.get(seat, f"p{seat.lower()}@players.example") for seat in self.played},
                 **dict.fromkeys(self.bots, "bot")}  # fmt: skip
        seats = "\n".join(f'{seat} = "{given[seat]}"' for seat in given)
        file = read_game_file(GAME.format(seats=seats, **self.facts, **self.chosen))
        self.office.open_game(file, START, "ab" * 32)

    def restart(self) -> None:
        """Let the bots be those of a daemon that has just been started."""
        self._bots = Bots(self.office, lambda: self.at, lambda: None)

    def hand_over(self) -> None:
        """Let the bots read what is for them, and file what they write."""
        due = [mail for mail in self.office.store.outbox.due(self.at, 1000) if is_bots(mail.recipient)]
        assert self._bots.hand_over(due) == []

    def act(self) -> list[str]:
        """Let the letters act that wait; returns what became of each."""
        became = []
        for letter in self.office.store.waiting.first(1000):
            raw = self.office.store.waiting.text(letter.id)
            assert letter.mailbox == BOTS
            became.append(self.office.receive(letter.key, raw, letter.received, self.at, proof=OURS).state.value)
            self.office.store.waiting.remove(letter.id)
        return became

    def settle(self) -> list[str]:
        """Let the bots read and write until they have nothing to say; returns what became of their letters."""
        became: list[str] = []
        while True:
            self.hand_over()
            new = self.act()
            if not new:
                return became
            became += new

    def written(self) -> list[tuple[str, list[str]]]:
        """The letters of seats in the journal: the seat, and its lines."""
        found = [e for e in self.office.store.journal.entries("spring") if e.kind == "letter" and e.data["seat"]]
        return [(e.data["seat"], [line["text"] for line in e.data["lines"]]) for e in found]

    def mails_of(self, seat: str) -> list[Any]:
        """The mails to a seat, whoever had it."""
        query = "select raw, recipient from outbox where game = 'spring' and reader = ? order by id"
        return list(self.office.store.rows(query, [seat]))

    def filed_example(self, seat: str) -> tuple[str, ...]:
        """The lines that a mail to a seat gives as an example now."""
        registered = ruleset(self.game.ruleset)
        return tuple(registered.rules.view(self.game.state, as_seat(seat)).example or ())

    @classmethod
    def playing(cls, name: str) -> BotTable:
        """A game of any ruleset with a person on its first seat, and bots on the others."""
        rules = ruleset(name).rules
        first, *others = rules.seats(rules.card.options())
        return cls(played=(first,), bots=tuple(others), ruleset=name, deadlines="")
