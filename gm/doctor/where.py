"""Where the database is: in the file that the configuration names, or on its PostgreSQL server."""

from __future__ import annotations

import os
from pathlib import Path

from gm.config.loading import Config, database_password
from gm.store.server import Server


def where_of(config: Config) -> Path | Server:
    """The file of the database, or its server. Raises ConfigError if the server's password cannot be read."""
    if config.database is None:
        return config.gm.database
    return Server(config.database.url, config.gm.database, database_password(config))


def exists(where: Path | Server) -> bool:
    """Whether there is such a file; of a server only it knows."""
    return isinstance(where, Server) or os.path.exists(where)
