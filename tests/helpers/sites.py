"""A house with games of every ruleset whose pages anybody may see: golden games, running and over, and two to join."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from gm.config.loading import Config, Gm, Maildir, Site, Smtp
from gm.desk.books.exchange import import_game, pack
from gm.desk.file.gamefile import files_beside, read_game_file
from gm.desk.office import Office
from gm.offline.replay import GM, OPERATOR, Replay, parse_time, read_acts
from gm.post.boxes.mbox import read_mbox
from gm.report.disclosure import disclose
from gm.store.store import Store
from helpers.store import all_sent
from helpers.unpainted import unpainted

GOLDEN = Path(__file__).parent.parent / "golden"
# Where each stops; "": it is over.
GAMES: Mapping[str, str] = {
    "spring": "2026-01-15T12:00:00Z", "solo": "", "crossroads": "", "airlift": "2026-02-02T12:00:00Z",
    "exchange": "2026-03-10T12:00:00Z", "parlor": "", "stones": "",
}  # fmt: skip
FORMING = """[game]
name = "{name}"
ruleset = "{ruleset}"
seed = "s"
{more}
[joining]
"""
ADDRESS, URL = "gm@example.org", "https://example.org/gm"
MADE = datetime(2026, 2, 1, 18, 0, tzinfo=UTC)


def config(folder: Path | None = None, index: bool = False) -> Config:
    """A configuration with an address for pages, and perhaps a folder."""
    return Config(
        gm=Gm(address=ADDRESS, operator=(("operator", "operator@example.org"),)), maildir=Maildir(path=Path("mail")),
        smtp=Smtp(host="localhost"), site=Site(folder=folder, url=URL, index=index),
    )  # fmt: skip


def with_pages(toml: str, setting: str = 'site = "report"') -> str:
    """A game.toml with a setting about pages."""
    return re.sub(r"^\[game\]$", f"[game]\n{setting}", toml, count=1, flags=re.MULTILINE)


def played(name: str, until: str = "", setting: str = 'site = "report"') -> bytes:
    """The file of a golden game whose pages may be seen."""
    folder = GOLDEN / name
    acts = folder / "acts.jsonl"
    file = read_game_file(with_pages((folder / "game.toml").read_text(), setting), files_beside(folder))
    mails = list(read_mbox((folder / "in.mbox").read_bytes()))
    store = Store(":memory:")
    office = Office(store, GM, OPERATOR, disclose, believes=True)
    with unpainted():
        run = Replay(office, file, file.start or min(mail.at for mail in mails))
        run.run(mails, read_acts(acts.read_text() if acts.exists() else ""), parse_time(until) if until else None)
    office.apart.rest()
    all_sent(store)
    made = pack(store, name, MADE)
    store.close()
    return made


def house(store: Store, games: Mapping[str, str] = GAMES) -> Office:
    """An office on *store*, in which these games are, and two that look for players."""
    office = Office(store, GM, OPERATOR, disclose, believes=True)
    for name, until in games.items():
        import_game(store, played(name, until))
    for name, ruleset, more in (("autumn", "diplomacy", 'site = "open"'), ("table", "so-long-sucker", 'site = "open"')):
        office.open_game(read_game_file(FORMING.format(name=name, ruleset=ruleset, more=more)), MADE)
    return office
