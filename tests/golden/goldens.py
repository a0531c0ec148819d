"""A golden game: a folder with game.toml, letters, perhaps acts of the operator, and mails checked by a person."""

from __future__ import annotations

import os
import re
from email.message import EmailMessage
from functools import cached_property
from pathlib import Path

from helpers.mails import parsed, text_of
from helpers.unpainted import unpainted

from gm.offline.replay import replay
from gm.offline.verify import Verdict, verify_report
from gm.post.boxes.mbox import read_mbox
from gm.report.disclosure import disclose

RULE = "=" * 72
WIDTH = 72
Told = tuple[str, str, str]


class Golden:
    """One game, played once by `gm replay`."""

    def __init__(self, name: str) -> None:
        self.folder = Path(__file__).parent / name

    def play(self) -> tuple[bytes, tuple[str, str]]:
        """OUT.mbox, and the report as text and HTML; every act of the operator could be done."""
        acts = self.folder / "acts.jsonl"
        faults: list[str] = []
        found = replay(
            (self.folder / "game.toml").read_text(),
            (self.folder / "in.mbox").read_bytes(),
            acts.read_text() if acts.exists() else "",
            None,
            disclose,
            faults.append,
        )
        assert faults == []
        return found

    @cached_property
    def played(self) -> tuple[bytes, tuple[str, str]]:
        """The same, made once, with pictures that are not painted."""
        with unpainted():
            return self.play()

    @property
    def report(self) -> tuple[str, str]:
        """The report as text and HTML."""
        return self.played[1]

    @cached_property
    def all_mails(self) -> tuple[tuple[str, EmailMessage], ...]:
        """Every mail that was sent, with its time."""
        found = []
        for posted in read_mbox(self.played[0]):
            mail = parsed(posted.raw)
            found.append((f"{posted.at:%Y-%m-%d %H:%M:%S}", mail))
        return tuple(found)

    def mails(self, to: str) -> list[Told]:
        """Time, subject and text of every mail to a reader."""
        return [(at, str(mail["Subject"]), text_of(mail)) for at, mail in self.all_mails if mail["To"] == to]

    def only(self, to: str, subject: str) -> str:
        """The text of the one mail to a reader with these words in its subject, in one line."""
        found = [text for _, about, text in self.mails(to) if subject in about]
        assert len(found) == 1, [about for _, about, _ in self.mails(to)]
        return " ".join(found[0].split())

    def check(self, name: str, told: list[Told], left_out: str = r"\Z\A") -> None:
        """The mails *told* are word for word those of the file *name*; of each, what is *left_out* is not compared."""
        text = "".join(
            f"{RULE}\n{at}\nSubject: {about}\n\n{re.sub(f'(?s)(?:{left_out}).*', '...', body).rstrip()}\n\n"
            for at, about, body in told
        )
        assert text, "no such mail"
        path = self.folder / name
        if os.environ.get("GM_GOLDEN") == "write":
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    def wide_lines(self) -> list[str]:
        """The lines of all mails that are wider than a mail may be."""
        return [line for _, mail in self.all_mails for line in text_of(mail).split("\n") if len(line) > WIDTH]

    def verify(self, reader: str) -> Verdict:
        """What `gm verify` says of the report and the mails of a reader."""
        own = b"".join(
            b"From x Mon Jan  5 18:00:00 2026\n" + posted.raw + b"\n\n"
            for posted in read_mbox(self.played[0])
            if f"\nTo: {reader}\n".encode() in posted.raw.replace(b"\r\n", b"\n")
        )
        assert own, reader
        return verify_report(self.report[1], own)
