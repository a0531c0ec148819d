"""The roster of a league: a CSV file with a name, an address and perhaps a time zone in each row."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from gm.desk.file.gamefile import ADDRESS
from gm.desk.game.refusal import OperatorError
from gm.desk.time.zones import find_zone
from gm.rules.lines.words import count

COLUMNS = ("name", "address", "timezone")
HEADINGS = (("name",), ("address", "email", "mail", "emailaddress", "mailaddress"), ("timezone", "zone"))
LONGEST_NAME = 40
MOST = 500  # players of a league


class Listed(msgspec.Struct, frozen=True):
    """Somebody on a roster."""

    name: str
    address: str
    timezone: str = ""


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a roster, and where: line and column count from 1; column 0: it is the whole line."""

    line: int
    column: int
    what: str

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column} ({COLUMNS[self.column - 1]})" if self.column else ""
        return f"{place or f'line {self.line}'}: {self.what}"


class RosterError(Exception):
    """A roster has faults: all of them."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


def read_roster(data: bytes, check: Callable[[str], None], taken: Mapping[str, str]) -> list[Listed]:
    """Return who is on a roster. *check* raises OperatorError for an address that nobody can play from.

    taken: the names and addresses, in small letters, that are in use already, each with where. Cells are separated by
    commas or semicolons; a first row that names the columns may be there. Raises RosterError with every fault.
    """
    text = _decoded(data)
    rows = list(_rows(text))
    seen, faults, found = dict(taken), list[Fault](), list[Listed]()
    for line, cells in rows:
        own = list(_faults(line, cells, check, seen))
        faults += own
        name, address, zone = (*cells, "", "", "")[:3]
        seen |= {word.lower(): f"in line {line}" for word in (name, address) if word and word.lower() not in seen}
        if not own:
            found.append(Listed(name, address.lower(), find_zone(zone) if zone else ""))
    if not rows:
        faults.append(Fault(1, 0, "there is nobody on the roster"))
    if len(rows) > MOST:
        faults.append(Fault(rows[MOST][0], 0, f"a league has at most {MOST} players"))
    if faults:
        raise RosterError(faults)
    return found


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RosterError([Fault(line, 0, "this is not UTF-8; save the file as CSV in UTF-8")]) from None


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Each row that is not empty, with its line, without the row of headings."""
    head = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=";" if ";" in head and "," not in head else ",")
    first, line = True, 1
    try:
        for row in reader:
            cells = [" ".join(cell.split()) for cell in row]
            if any(cells) and not (first and _is_head(cells)):
                yield line, cells
            first, line = first and not any(cells), reader.line_num + 1
    except csv.Error as error:
        raise RosterError([Fault(line, 0, f"this is not CSV: {error}")]) from None


def _is_head(cells: Sequence[str]) -> bool:
    words = [cell.lower().replace(" ", "").replace("-", "") for cell in cells]
    return len(words) in (2, 3) and all(word in known for word, known in zip(words, HEADINGS, strict=False))


def _faults(
    line: int, cells: Sequence[str], check: Callable[[str], None], seen: Mapping[str, str]
) -> Iterator[Fault]:
    """What is wrong with a row."""
    if len(cells) not in (2, 3):
        there = count(len(cells), "cell")
        yield Fault(line, 0, f"a name, an address and perhaps a time zone are expected, not {there}")
        return
    name, address, zone = (*cells, "")[:3]
    if not name or len(name) > LONGEST_NAME or "@" in name or not name.isprintable():
        yield Fault(line, 1, f"a name is expected: 1 to {LONGEST_NAME} characters, no @")
    elif name.lower() in seen:
        yield Fault(line, 1, f"{name} stands {seen[name.lower()]}, too")
    if why := _address_fault(address, check):
        yield Fault(line, 2, why)
    elif address.lower() in seen:
        yield Fault(line, 2, f"{address} stands {seen[address.lower()]}, too")
    if zone and not find_zone(zone):
        yield Fault(line, 3, f"there is no time zone {zone!r}; write one such as Europe/Berlin")


def _address_fault(address: str, check: Callable[[str], None]) -> str:
    if not ADDRESS.fullmatch(address) or not address.isascii():
        return f"{address!r} is not a mail address"
    try:
        check(address.lower())
    except OperatorError as error:
        return str(error)
    return ""
