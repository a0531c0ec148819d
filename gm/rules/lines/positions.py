"""A position for `gm judge`, held against the shape that its game declares: what is wrong names the key.

It knows no game. A shape is a Struct of plain values; keys that it does not have are passed over (a label, the rest of
an earlier answer), unless they are a slip of one that it has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import inspect

from gm.rules.lines.letters import near
from gm.rules.lines.slips import slips_of

MOST_LISTED = 8  # names that are all given where none resembles a wrong one
MOST_NEAR = 3
KINDS: dict[type[inspect.Type], tuple[tuple[type, ...], str]] = {  # what such a value is here, and in words
    inspect.StructType: ((dict,), "an object"),
    inspect.DictType: ((dict,), "an object"),
    inspect.ListType: ((list, tuple), "a list"),
    inspect.VarTupleType: ((list, tuple), "a list"),
    inspect.StrType: ((str,), "a text"),
    inspect.IntType: ((int,), "a whole number"),
    inspect.BoolType: ((bool,), "true or false"),
    inspect.NoneType: ((type(None),), "null"),
}
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
T = TypeVar("T")


def shaped(given: object, shape: type[T], key: str = "") -> T:
    """Return *given* in its *shape*. Raises ValueError with the key of the first value that does not fit, and why."""
    for fault in _faults(given, inspect.type_info(shape), key):
        raise ValueError(fault)
    try:
        return msgspec.convert(given, shape)
    except msgspec.ValidationError as error:  # of a kind that is not in KINDS
        raise ValueError(_at(key, str(error))) from None


def check_names(key: str, names: Iterable[str], known: Collection[str], what: str) -> None:
    """Raise ValueError at the first of *names*, found at *key*, that is none of *known*; *what* they are, in words."""
    capitals = {one.upper(): one for one in known}
    for name in names:
        if name not in known:
            close = [capitals[one] for one in near(name, capitals, MOST_NEAR)]
            raise ValueError(_at(key, f"there is no {what} {name!r}{instead(close, known)}"))


def instead(close: Collection[str], known: Collection[str] = ()) -> str:
    """Return how a message about a wrong name goes on: with those that resemble it, else with all if they are few."""
    if close:
        return f"; did you mean {' or '.join(close)}?"
    return f"; there is {', '.join(known)}" if 0 < len(known) <= MOST_LISTED else ""


def _faults(value: Any, kind: inspect.Type, key: str) -> Iterator[str]:
    """Yield what is wrong with a value that should be of a *kind*."""
    if isinstance(kind, inspect.UnionType):
        found = [[*_faults(value, one, key)] for one in kind.types]
        yield from [] if [] in found else found[0]
        return
    types, said = KINDS.get(type(kind), ((), ""))
    least = kind.ge if isinstance(kind, inspect.IntType) else None
    if said and (not isinstance(value, types) or (isinstance(value, bool) and bool not in types)):
        yield _at(key, f"{said} is expected")
    elif least is not None and value < least:
        yield _at(key, f"{said} from {least} is expected")
    elif isinstance(kind, inspect.StructType):
        yield from _of_struct(value, kind, key)
    elif isinstance(kind, inspect.DictType):
        for name, item in value.items():
            yield from _faults(item, kind.value_type, _at(key, name))
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType):
        for item in value:
            yield from _faults(item, kind.item_type, key)


def _of_struct(value: dict[str, Any], kind: inspect.StructType, key: str) -> Iterator[str]:
    fields = {field.encode_name: field for field in kind.fields}
    known = {name.upper(): name for name in fields}
    for name in value.keys() - fields.keys():
        close = [name.upper()] if name.upper() in known else slips_of(name.upper(), frozenset(known))
        if close or kind.forbid_unknown_fields:
            yield _at(key, f"there is no key {name!r}{instead([known[one] for one in close], fields)}")
    for name, field in fields.items():
        if name in value:
            yield from _faults(value[name], field.type, _at(key, name))
        elif field.required:
            yield _at(key, f"{name} is missing")


def _at(key: str, said: str) -> str:
    return f"{key}: {said}" if key else said
