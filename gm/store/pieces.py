"""The table of pieces: pictures, reports and other large files of a game's mails, each once, however many have it."""

from __future__ import annotations

import hashlib

from gm.store.database import Table

GONE = b""  # what is there of a piece that was dropped


class Pieces(Table):
    """The table of pieces. They are known by the hashes of what they hold."""

    table = "pieces"

    def keep(self, game: str, content: bytes) -> str:
        """Keep a file of a game, if it is not kept yet, and return its hash."""
        digest = hashlib.sha256(content).hexdigest()
        key = self._db.fixed(digest)
        if self._db.value("select 1 from pieces where hash = ? and game = ?", [key, game]) is None:
            self._db.insert("pieces", hash=digest, game=game, data=content)
        return digest

    def find(self, digest: str) -> bytes:
        """The file with a hash, b"" if it is kept no longer."""
        query = "select data from pieces where hash = ? limit 1"
        data: bytes | None = self._db.value(query, [self._db.fixed(digest)])
        return GONE if data is None else data
