"""The file attached to a mail: it holds what docs/schema says, about that reader and nobody else."""

from __future__ import annotations

import json
import os
from functools import cache
from typing import Any

import msgspec
import pytest
from bothforms import golden_mails
from helpers.livetable import LiveTable
from helpers.rows import each_row
from jsonschema_rs import Draft202012, Draft202012Validator, Registry, ValidationError, meta
from schemas import DRAFT, FINER, FOLDER, MAIL, definitions, desk_notices, payola_notices, schemas, told

from gm.desk.game.outgoing import Mail
from gm.desk.mails.viewed import view_json
from gm.desk.mails.words import write_mail
from gm.registry import ruleset


@cache
def validator() -> Draft202012Validator:
    """What the published files say of a whole file."""
    published = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")}
    registry = Registry(list(published.items()), draft=Draft202012)
    return Draft202012Validator({"$ref": MAIL, "$schema": DRAFT}, registry=registry)


def facts(game: Any, mail: Mail) -> Any:
    return json.loads(view_json(game, mail, write_mail(game, mail).subject))


def example() -> Any:
    """The file of the first mail of a movement phase judged."""
    return next(facts(game, mail) for game, mail in golden_mails() if "judged" in mail.about)


@each_row("name", schemas())
def test_the_published_schemas_are_those_of_the_notices(name: str) -> None:
    text = json.dumps(schemas()[name], indent=2) + "\n"
    path = FOLDER / name
    if os.environ.get("GM_SCHEMA") == "write":
        path.write_text(text, encoding="utf-8")
    published = path.read_text(encoding="utf-8") if path.is_file() else ""
    assert published == text, f"docs/schema/{name} says something else: GM_SCHEMA=write makes it anew"
    meta.validate(json.loads(text))


def test_every_finer_word_of_a_schema_is_about_a_field_that_there_is() -> None:
    defined = [kinds for file in schemas().values() for kinds in file["$defs"].items()]
    known = {(name, field) for name, kind in defined for field in kind.get("properties", {})}
    assert [key for key in FINER if key not in known] == []


def test_every_mail_of_a_whole_game_is_as_the_schema_says() -> None:
    mails = golden_mails()
    for game, mail in mails:
        validator().validate(facts(game, mail))
    kinds = {kind for _, mail in mails for kind, _ in mail.notices}
    assert len(kinds) > 30
    assert any(mail.reader not in game.seats for game, mail in mails)


@pytest.mark.parametrize(("name", "least"), [("crossroads", 15), ("airlift", 20)])
def test_every_mail_of_a_war_is_as_the_schema_says(name: str, least: int) -> None:
    mails = golden_mails(name)
    for game, mail in mails:
        validator().validate(facts(game, mail))
    assert len({kind for _, mail in mails for kind, _ in mail.notices}) >= least
    assert {mail.reader for _, mail in mails} >= {"SOUTH", "NORTH"}


@pytest.mark.parametrize("name", ["stones", "pie"])
def test_every_mail_of_a_game_of_stones_is_as_the_schema_says(name: str) -> None:
    mails = golden_mails(name)
    for game, mail in mails:
        validator().validate(facts(game, mail))
    assert {kind for _, mail in mails for kind, _ in mail.notices} >= {"stonesbegin", "stonesplayed", "stonesresult"}
    assert {mail.reader for _, mail in mails} >= {"BLACK", "WHITE"}


def test_every_mail_of_so_long_sucker_is_as_the_schema_says() -> None:
    mails = [(game, mail) for game, mail in golden_mails("parlor") if mail.reader in game.seats]  # who gets files
    for game, mail in mails:
        validator().validate(facts(game, mail))
    assert {kind for _, mail in mails for kind, _ in mail.notices} >= {"tablelaid", "tableturned", "tableshown"}
    assert {mail.reader for _, mail in mails} >= {"RED", "BLUE", "GREEN", "YELLOW"}


def test_every_file_of_a_live_game_is_as_the_schema_says() -> None:
    """Of a game in which something of each kind happens, to players who want files."""
    table = LiveTable(length="4d", options="prisoners = true")
    for hour, seat in ((0.1, "1"), (0.2, "2"), (0.3, "3"), (0.4, "4")):
        table.say(hour, seat, "SET JSON ON")
    table.say(1, "3", "GIVE TO 1: SUPPORT 2", "PERMIT 1: MOVE 1 FROM START TO A3", "STANDING QUOTE 1 4")
    table.say(2, "1", "ACCEPT 1 WITH 3", "GIVE TO 2: SUPPORT 1 OF 3", "THREAT A2 WITH 2 FROM START RISK 1 OF 3")
    table.say(3, "3", "GIVE TO 2: SUPPORT 1", "COLLECT FROM 4", "PROPOSE TO 4: GIVE IOU 2 FOR NOTHING", "BOARD", "SHOW")
    table.say(4, "2", "SHOW", "STATUS", "BOARD")
    table.say(5, "2", "CALL", "RECALL ALL FROM 1")
    table.say(6, "3", "RECALL ALL FROM 1", "PROPOSE TO 1: GIVE WIN 1 FOR NOTHING")
    table.say(7, "1", "REJECT 3 WITH 3", "SET DIGEST 1h", "STANDING", "CALL GAME", "CALL 2")
    table.say(8, "4", "ACCEPT 1 WITH 3", "COLLECT FROM 3", "PRESS TO 1", "Hello.", "END", "THREAT A1 WITH 1 FROM START")
    table.say(90, "2", "THREAT A4 WITH 1 FROM START")
    table.pass_to(130)
    assert table.game.over
    files = [(mail, part) for seat in table.seats for mail in table.all_of(seat) for part in mail.iter_attachments()]
    kinds = set()
    for mail, part in files:
        if part.get_content_type() == "application/json":
            found = json.loads(part.get_content())
            validator().validate(found)
            assert found["subject"] == mail["Subject"]
            kinds |= {told["kind"] for told in found["notices"]}
    assert kinds >= {
        "answers", "answerdue", "boardstold", "collected", "dealtold", "endssoon", "finalscores", "gifttold", "live",
        "notdone", "recalled", "sealopened", "sealtold", "show", "standingtold", "threattold", "timeisup", "waits",
    }  # fmt: skip


def test_a_view_of_the_other_game_is_noticed() -> None:
    game, mail = next(found for found in golden_mails("crossroads") if found[1].reader == "SOUTH")
    found = facts(game, mail)
    validator().validate(found)
    for key, wrong in (("reader", "FRANCE"), ("ruleset", "air-war"), ("view", {})):
        with pytest.raises(ValidationError):
            validator().validate({**found, key: wrong})


def test_the_view_is_that_of_the_very_reader() -> None:
    for game, mail in golden_mails():
        seat = mail.reader if mail.reader in game.seats else None
        found = facts(game, mail)
        view = msgspec.to_builtins(ruleset("payola").rules.view(game.state, seat))
        assert found["reader"] == seat
        assert {key: found["view"].get(key) for key in ("balance", "acceptance", "saved")} == {
            key: view.get(key) for key in ("balance", "acceptance", "saved")
        }
        assert found["view"].get("filed", []) == list(view.get("filed", ()))
        assert set(found["view"]) == set(view)


def test_the_same_mail_is_the_same_file_with_sorted_keys() -> None:
    game, mail = golden_mails()[0]
    text = view_json(game, mail, "x")
    assert text == view_json(game, mail, "x")
    assert list(json.loads(text)) == sorted(json.loads(text))


@each_row(
    ("path", "wrong"),
    [
        (("schema",), "mail-0"),
        (("reader",), "the others"),
        (("reader",), None),
        (("more",), 1),
        (("view", "secret"), 1),
        (("view", "balance"), "48"),
        (("view", "phase", "kind"), "winter"),
        (("view", "position", "holdings", 0, "units", 0), "PAR"),
        (("notices", 0, "kind"), "phaserecord"),
        (("notices", 0, "body", "power"), "france"),
        (("notices", 0, "body", "payers"), []),
    ],
)
def test_what_the_schema_does_not_say_is_noticed(path: tuple[Any, ...], wrong: Any) -> None:
    found = example()
    inside = found
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = wrong
    with pytest.raises(ValidationError):
        validator().validate(found)


@pytest.mark.parametrize("path", [("view",), ("notices",), ("view", "filed"), ("notices", 0, "body", "balance")])
def test_what_is_missing_is_noticed(path: tuple[Any, ...]) -> None:
    found = example()
    inside = found
    for step in path[:-1]:
        inside = inside[step]
    del inside[path[-1]]
    with pytest.raises(ValidationError):
        validator().validate(found)


def test_every_notice_with_words_has_its_schema() -> None:
    assert {kind.__name__ for kind in desk_notices()} <= set(definitions(desk_notices()))
    assert {"Moves", "Account", "Filed"} <= {kind.__name__ for kind in told(payola_notices)}
