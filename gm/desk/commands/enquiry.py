"""A mail that asks what belongs to no game, as its answers see it; gm.desk.front makes one of each such mail."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from gm.store.store import Store


class Enquiry(ABC):
    """What can be told of a mail and to its sender, outside any ledger."""

    store: Store

    @abstractmethod
    def answer(self, kind: str, facts: dict[str, Any], known: bool = False) -> None:
        """Answer the mail with the template desk/*kind*. known: From is a player's."""

    @abstractmethod
    def help(self, topic: str) -> None:
        """Answer with a page of help."""

    @abstractmethod
    def known(self) -> dict[str, Any]:
        """Where the address plays and watches."""

    @abstractmethod
    def seen(self) -> dict[str, Any]:
        """What we saw of the mail."""
