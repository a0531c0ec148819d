"""What a letter of the Ground War can ask for: orders, and the commands that both war games share."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from gm.rules.ground_war.state import Filed
from gm.rules.war.commands import Command


class FileOrders(msgspec.Struct, frozen=True, tag="orders"):
    """Put these orders on file, replacing the earlier ones of the round. standing: they are of standing orders."""

    filed: Filed
    standing: bool = False


Act: TypeAlias = FileOrders | Command
