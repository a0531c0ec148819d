"""Whose letter is this, and for which game? By the token of the reply address, or by [game] and a known address."""

from __future__ import annotations

import re

import msgspec

from gm.post.compose import Sender
from gm.post.letter import Mail
from gm.store.store import Store

GAME = re.compile(r"\[([a-z][a-z0-9-]{0,39})\]", re.IGNORECASE)
PHASE = re.compile(r"\b([SFW]\d{4}[MRA])\b")
TOKEN = r"[a-z2-7]{20}"
SUBJECT_TOKEN = re.compile(rf"\(#({TOKEN})\)")


class Identified(msgspec.Struct, frozen=True):
    """Where a letter belongs. seat "" with a game: a person without a seat in it. held: why it must not act."""

    game: str = ""
    seat: str = ""
    held: str = ""


def identify(store: Store, sender: Sender, mail: Mail) -> Identified:
    """The game and the seat of *mail*.

    A token names game and seat, but acts only for mail from the seat's own address: a forwarded mail must not hand
    over the seat. Without one, [game] in the subject and the registered address do.
    """
    named = GAME.findall(mail.subject)
    row = _by_token(store, sender, mail)
    if row is not None:
        player = store.player(row["game"], row["seat"])
        if player is not None and player["address"] == mail.sender:
            return Identified(row["game"], row["seat"])
        own = store.row(
            "select seat from players where game = ? and address = ? and left is null", [row["game"], mail.sender]
        )
        if own is not None:
            return Identified(row["game"], own["seat"])
        return Identified(row["game"], "", "the reply address belongs to a seat of somebody else")
    for name in named:
        if store.game_state(name.lower()) is not None:
            game = name.lower()
            seat = store.row(
                "select seat from players where game = ? and address = ? and left is null", [game, mail.sender]
            )
            return Identified(game, seat["seat"] if seat else "")
    return Identified()


def _by_token(store: Store, sender: Sender, mail: Mail) -> dict[str, str] | None:
    """The row of the first token that the mail came to."""
    found: list[str] = []
    if sender.reply_address:
        before, after = (re.escape(part) for part in sender.reply_address.lower().split("{token}"))
        pattern = re.compile(rf"{before}({TOKEN}){after}")
        found = [match[1] for address in mail.recipients if (match := pattern.fullmatch(address))]
    found += SUBJECT_TOKEN.findall(mail.subject)
    for token in found:
        row = store.row("select game, seat from tokens where token = ?", [token])
        if row is not None:
            return row
    return None
