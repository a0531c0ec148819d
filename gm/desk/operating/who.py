"""Who the operators are, and under what name their acts stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec


class Operator(msgspec.Struct, frozen=True):
    """An operator: the name under which their acts stand, and the address at which they write and read."""

    name: str
    address: str


def operators_of(configured: str | Sequence[tuple[str, str]]) -> tuple[Operator, ...]:
    """The operators, from names and addresses, or from the address of the only one; none from ""."""
    if isinstance(configured, str):
        configured = [(configured.partition("@")[0], configured)] if configured else []
    return tuple(Operator(name, address.lower()) for name, address in configured)


def operator_at(operators: Iterable[Operator], address: str) -> Operator | None:
    """The operator who writes from an address, None if nobody does."""
    return next((one for one in operators if one.address == address.lower()), None)


def operator_named(operators: Iterable[Operator], word: str) -> Operator | None:
    """The operator with this name or address, None if there is none."""
    word = word.lower()
    return next((one for one in operators if word in (one.name.lower(), one.address)), None)
