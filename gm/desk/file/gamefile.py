"""The file that a game starts from (game.toml): read and checked; every fault names its key and line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path

import msgspec

from gm.desk.file.calendarfile import read_calendar, read_deadlines
from gm.desk.file.fields import NEAR, Fields, GameFileError
from gm.desk.file.housefile import read_house
from gm.desk.file.presskinds import read_press
from gm.desk.file.running import check_running
from gm.desk.game.bots import AUTOPILOTS, BOT
from gm.desk.game.budget import Budget
from gm.desk.game.game import Forming
from gm.desk.game.houserules import HouseRules
from gm.desk.game.showing import PAGES, Showing
from gm.desk.game.terms import Terms
from gm.desk.game.wanted import Wanted
from gm.desk.time.schedule_text import FIRST_YEAR, LAST_YEAR
from gm.registry import RULESETS, ruleset
from gm.rules import Seat, as_seat
from gm.rules.registration import Ruleset
from gm.rules.ruleset import Card, Pace

__all__ = ["GameFile", "GameFileError", "Player", "read_game_file"]

WORD = re.compile(r"[\w-]{1,40}")  # a private game's password, as newcomers write it after JOIN
NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
ADDRESS = re.compile(r"[^@\s<>\"(),;:\\]+@[^@\s<>\"(),;:\\]+")
TABLES = ("game", "options", "clock", "deadlines", "calendar", "joining", "seats")
KEYS = ("name", "ruleset", "seed", "start", "timezone", "identity", "listed", "press", "reminders", "beacon",
        "messages_per_hour", "messages_per_day", "watchers", "site", "site_names", "site_press", "rules",
        "names_after", "proposals", "autopilot", "rated")  # fmt: skip
JOINING = ("word", "approval", "seats", "record")
RECORD = {"games": 1000, "on_time": 100}  # the keys of joining.record, and the most of each
LONGEST_BEACON = 100
MOST_NUMBER = 1_000_000
SEATS = ("wished", "drawn")
REMINDERS = ("owing", "everybody", "none")
NAMES_AFTER = ("end", "never")
PACE = Pace.__struct_fields__  # the keys of [clock]
CLOCK = ("options", "clock")  # the tables that may hold them
IDENTITIES = ("checked", "open", "strict")  # the rules by which a letter counts as a player's (gm.desk.arrival.door)


class Player(msgspec.Struct, frozen=True):
    """A player at the start. also: other addresses that they write from; mail goes only to the first."""

    address: str
    name: str = ""
    timezone: str = ""
    also: tuple[str, ...] = ()


class GameFile(Terms, frozen=True):
    """A checked game.toml. options: the ruleset's Struct.

    joining: how players are found by mail; None: the game begins at once. bots: the seats of gm's simple players.
    """

    name: str
    ruleset: str
    seed: str
    start: datetime | None
    options: object
    seats: dict[Seat, Player]
    joining: Forming | None = None
    bots: tuple[Seat, ...] = ()


Load = Callable[[str], str]


def _nothing_beside(name: str) -> str:
    raise OSError("no file can be read here")


def files_beside(folder: Path) -> Load:
    """Make a reader of the files that a game.toml in *folder* names."""
    return lambda name: (folder / name).read_text(encoding="utf-8")


def read_game_file(text: str, load: Load = _nothing_beside) -> GameFile:
    """Read the game that *text* describes. *load* reads a file that it names. Raises GameFileError."""
    fields = Fields(text.removeprefix("\ufeff"))
    for name in fields.facts:
        if name not in TABLES:
            raise fields.unknown(name, "", "table", TABLES)
    for key in fields.table("game"):
        if key not in KEYS:
            raise fields.unknown("game", key, "key", KEYS)
    name = fields.text("game", "name")
    if not NAME.fullmatch(name):
        raise fields.fault("game", "name", "lower-case letters, digits and hyphens, at most 40, a letter first")
    ruleset_name = fields.text("game", "ruleset")
    if ruleset_name not in RULESETS:
        raise fields.fault("game", "ruleset", f"there is no {ruleset_name!r}; there is {', '.join(sorted(RULESETS))}")
    rules = ruleset(ruleset_name)
    options = _options(fields, rules, load)
    zone = fields.zone("game", "timezone", fields.text("game", "timezone", "UTC"))
    deadlines, clocks = read_deadlines(fields, rules.card.deadlines, zone)
    pace = rules.rules.pace(options, _pace(fields, rules.card))
    _check_commit(fields, rules, pace, deadlines)
    check_running(fields, rules, pace)
    return GameFile(
        name, ruleset_name, fields.text("game", "seed", ""), start=_start(fields), timezone=zone, options=options,
        deadlines=deadlines, seats=_seats(fields, rules.rules.seats(options)), identity=_identity(fields),
        bots=_bots(fields), autopilot=_choice(fields, "game", "autopilot", AUTOPILOTS),
        rated=_truth(fields, "game", "rated", True),
        calendar=read_calendar(fields, clocks, zone), joining=_joining(fields),
        listed=_truth(fields, "game", "listed", True), press=read_press(fields, rules, options, pace),
        reminders=_choice(fields, "game", "reminders", REMINDERS),
        pace=pace, budget=_budget(fields), showing=_showing(fields), house=HouseRules(read_house(fields, load)),
        names_after=_choice(fields, "game", "names_after", NAMES_AFTER), proposals=_proposals(fields, rules.card),
        wanted=_wanted(fields),
    )  # fmt: skip


def _joining(fields: Fields) -> Forming | None:
    """Read the table [joining]: if present, even empty, the game finds its players by mail before it begins.

    With a beacon it does not begin at once either.
    """
    beacon = fields.text("game", "beacon", "")
    if beacon and (not beacon.isprintable() or len(beacon) > LONGEST_BEACON):
        raise fields.fault("game", "beacon", f"one line of at most {LONGEST_BEACON} characters is expected")
    if "joining" not in fields.facts and not beacon:
        return None
    for key in fields.table("joining"):
        if key not in JOINING:
            raise fields.unknown("joining", key, "key", JOINING)
    word = fields.text("joining", "word", "")
    if word and not WORD.fullmatch(word):
        raise fields.fault("joining", "word", "one word of at most 40 letters, digits and hyphens is expected")
    approval, seats = _truth(fields, "joining", "approval", False), _choice(fields, "joining", "seats", SEATS)
    return Forming(word, approval, seats, beacon=beacon)


def _wanted(fields: Fields) -> Wanted:
    """Read the record that newcomers need."""
    given = fields.table("joining").get("record", {})
    if not isinstance(given, dict):
        raise fields.fault("joining", "record", "a table is expected, such as { games = 3, on_time = 90 }")
    for key, value in given.items():
        most = RECORD.get(key)
        if most is None:
            raise fields.fault("joining", "record", f"no such key as {key}; there are {', '.join(RECORD)}")
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
            raise fields.fault("joining", "record", f"{key}: an integer from 0 to {most} is expected")
    return Wanted(**given)


def _budget(fields: Fields) -> Budget:
    """Read how much each player may say, and how many may watch."""
    usual = Budget()
    return Budget(
        per_hour=_number(fields, "messages_per_hour", 1, usual.per_hour),
        per_day=_number(fields, "messages_per_day", 1, usual.per_day),
        watchers=_number(fields, "watchers", 0, usual.watchers),
    )


def _showing(fields: Fields) -> Showing:
    """Read what pages show of the game."""
    pages = _choice(fields, "game", "site", PAGES)
    widened = {key: _truth(fields, "game", key, False) for key in ("site_names", "site_press")}
    for key, wanted in widened.items():
        if wanted and pages != "report":
            raise fields.fault("game", key, 'only a report shows that: site = "report"')
    return msgspec.convert({"pages": pages, "names": widened["site_names"], "press": widened["site_press"]}, Showing)


def _proposals(fields: Fields, card: Card) -> str:
    """Read whether players may propose an end of the game to everybody, and whether with their names."""
    found = fields.table("game").get("proposals", False)
    if not isinstance(found, bool) and found != "anonymous":
        raise fields.fault("game", "proposals", 'true, false or "anonymous" is expected')
    if found and "PROPOSE" in card.words:
        raise fields.fault("game", "proposals", "in this game PROPOSE belongs to the rules")
    if found and not card.votes:
        raise fields.fault("game", "proposals", "no vote ends this game")
    return "anonymous" if found == "anonymous" else "named" if found else "none"


def _number(fields: Fields, key: str, least: int, default: int) -> int:
    found = fields.table("game").get(key, default)
    if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= MOST_NUMBER:
        raise fields.fault("game", key, f"an integer from {least} to {MOST_NUMBER} is expected")
    return found


def _truth(fields: Fields, table: str, key: str, default: bool) -> bool:
    found = fields.table(table).get(key, default)
    if not isinstance(found, bool):
        raise fields.fault(table, key, "true or false is expected")
    return found


def _choice(fields: Fields, table: str, key: str, choices: tuple[str, ...]) -> str:
    """One of *choices*; the first if the key is missing."""
    found = fields.text(table, key, choices[0])
    if found not in choices:
        near = get_close_matches(found, choices, 3, NEAR)
        raise fields.fault(table, key, f"one of {', '.join(choices)} is expected", near=near)
    return found


def _identity(fields: Fields) -> str:
    return _choice(fields, "game", "identity", IDENTITIES)


def _pace(fields: Fields, card: Card) -> Pace:
    """Read the table [clock]; its keys may also be in [options], as they once were."""
    for key in fields.table("clock"):
        if key not in PACE:
            raise fields.unknown("clock", key, "key", PACE)
    given = {key: (table, fields.table(table)[key]) for key in PACE for table in CLOCK if key in fields.table(table)}
    for key, (table, value) in given.items():
        if key in card.fixed and value != getattr(card.pace, key):
            raise fields.fault(table, key, f"cannot be chosen here: {card.fixed[key]}")
        if all(key in fields.table(one) for one in CLOCK):
            raise fields.fault("clock", key, "stands in [options], too")
    values = {key: value for key, (_, value) in given.items()}
    if values.get("commit") is True:
        values = {"early": False, **values}
    try:
        found = msgspec.convert({**msgspec.to_builtins(card.pace), **values}, Pace)
    except msgspec.ValidationError as error:
        key = _key_of(str(error), values)
        raise fields.fault(given[key][0], key, str(error)) from None
    for key in (one for one in ("early_after", "late_notice", "takeover") if one in given):
        fields.duration(given[key][0], key, getattr(found, key))
    return found


def _check_commit(fields: Fields, rules: Ruleset, pace: Pace, deadlines: Mapping[str, int]) -> None:
    """Commitments are for games whose phases all end at a deadline, with a window behind it."""
    table = next((one for one in CLOCK if "commit" in fields.table(one)), "clock")
    wrong = {
        "this game has no sheets that are sealed until a deadline": not rules.seals or rules.card.live,
        'the window for them is the time of grace, such as grace = "12h"': not deadlines.get("grace"),
        'they need nmr = "hold": the window always ends': pace.nmr != "hold",
        "they need early = false: the window always has its length": pace.early,
    }
    for why, found in wrong.items():
        if pace.commit and found:
            raise fields.fault(table, "commit", why)


def _options(fields: Fields, rules: Ruleset, load: Load) -> object:
    chosen = {key: value for key, value in fields.table("options").items() if key not in PACE}
    texts = _texts(fields, rules, load)
    given = {**chosen, **texts}
    try:
        options = msgspec.convert(given, rules.card.options)
    except msgspec.ValidationError as error:
        key = _key_of(str(error), given)
        near = get_close_matches(key, _options_of(rules), 3, NEAR)
        raise fields.fault("options", key, str(error), near=near) from None
    wrong = rules.rules.check(options)
    if wrong:
        key, _, why = wrong.partition(": ")
        if key in texts:
            key = key.removesuffix("_text")
            why = f"{chosen[key]}: {why}"
        raise fields.fault("options", key, why)
    return rules.rules.filled(options)


def _texts(fields: Fields, rules: Ruleset, load: Load) -> dict[str, str]:
    """The texts of files named by options: `scenario = "mine.toml"` if the ruleset has an option scenario_text."""
    known = _options_of(rules)
    found = {}
    for key, value in fields.table("options").items():
        if isinstance(value, str) and value.endswith(".toml") and f"{key}_text" in known:
            try:
                found[f"{key}_text"] = load(value)
            except (OSError, ValueError) as error:
                raise fields.fault("options", key, f"{value} cannot be read: {error}") from None
    return found


def _options_of(rules: Ruleset) -> list[str]:
    return [field.name for field in msgspec.structs.fields(rules.card.options)]


def _key_of(message: str, given: Mapping[str, object]) -> str:
    """The key that a validation error mentions: `... at `$.early`` or `unknown field `x``."""
    found = re.search(r"\$\.(\w+)", message) or re.search(r"field `([^`]+)`", message)
    return found[1] if found else next(iter(given), "")


def _start(fields: Fields) -> datetime | None:
    start = fields.table("game").get("start")
    if start is None:
        return None
    if not isinstance(start, datetime) or start.tzinfo is None:
        raise fields.fault("game", "start", "a time with its zone is expected, such as 2026-01-05T18:00:00Z")
    if not FIRST_YEAR <= start.year <= LAST_YEAR:
        raise fields.fault("game", "start", f"a year from {FIRST_YEAR} to {LAST_YEAR} is expected")
    return start.astimezone(UTC).replace(microsecond=0)


def _bots(fields: Fields) -> tuple[Seat, ...]:
    """The seats that bots have, in a game that begins at once."""
    given = fields.table("seats")
    bots = tuple(as_seat(word) for word in given if given[word] == BOT)
    if bots and len(bots) == len(given):
        raise fields.fault("seats", bots[0], "bots play only with people: at least one seat needs an address")
    if bots and ("joining" in fields.facts or "beacon" in fields.table("game")):
        why = 'bots take their seats when a game begins: choose autopilot = "bot" in [game], or use gm bot then'
        raise fields.fault("seats", bots[0], why)
    return bots


def _seats(fields: Fields, known: tuple[Seat, ...]) -> dict[Seat, Player]:
    players = {}
    for word, given in fields.table("seats").items():
        seat = as_seat(word)
        if seat not in known:
            raise fields.unknown("seats", seat, "seat", known)
        if given != BOT:
            players[seat] = _player(fields, seat, given)
    addresses = [address for player in players.values() for address in (player.address, *player.also)]
    for seat, player in players.items():
        for address in (player.address, *player.also):
            if addresses.count(address) > 1:
                raise fields.fault("seats", seat, f"{address} stands here more than once")
    return players


def _player(fields: Fields, seat: Seat, given: object) -> Player:
    if isinstance(given, str):
        given = {"address": given}
    try:
        player = msgspec.convert(given, Player)
    except msgspec.ValidationError as error:
        raise fields.fault("seats", seat, str(error)) from None
    address, *also = (one.strip().lower() for one in (player.address, *player.also))
    for one in (address, *also):
        if not ADDRESS.fullmatch(one) or not one.isascii():
            raise fields.fault("seats", seat, f"{one!r} is not a mail address")
    if player.timezone:
        fields.zone("seats", seat, player.timezone)
    return Player(address, one_line(player.name), player.timezone, tuple(also))


def one_line(text: str) -> str:
    """*text* without line breaks and control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:80]
