"""The lines of the log: what stands in them, how people are named, and what a stranger can make of them."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from helpers.rows import each_row

from gm.config.loading import Config, ConfigError, key_file, load_config
from gm.desk.office import Handled
from gm.post.outbound.smtp import Outcome
from gm.serve.log import (
    FACTS,
    InJson,
    InText,
    Names,
    goes_to_journal,
    names_of,
    set_up,
    tell_in,
    tell_out,
)  # fmt: skip
from gm.store.inbox import State
from gm.store.outbox import Listed
from gm.store.outbox import State as Sent

CONFIG = """[gm]
address = "gm@example.org"
operator = "operator@example.org"
state = "state"
[maildir]
path = "mail"
[smtp]
host = "smtp.example.org"
"""
EVIL = "\x1b]0;owned\x07\x9b31m\r\nINFO in <forged> from 0: acted\u202e\u2028\x7f\ud800"
AT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"


def configured(folder: Path, log: str = "") -> Config:
    """A configuration with these lines in [log]."""
    path = folder / "gm.toml"
    path.write_text(f"{CONFIG}[log]\n{log}\n", encoding="utf-8")
    return load_config(path)


@pytest.fixture
def logger() -> Iterator[logging.Logger]:
    """The log of gm; whatever it was told in a test is forgotten."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield logging.getLogger("gm")
    root.handlers[:], root.level = handlers, level


def record(said: str, *args: object, level: int = logging.INFO, **facts: object) -> logging.LogRecord:
    """A record of the log."""
    made = logging.LogRecord("gm", level, "", 0, said, args, None)
    setattr(made, FACTS, facts)
    return made


def listed() -> Listed:
    """A mail to Alice that waits."""
    at = datetime(2026, 1, 5, 18, tzinfo=UTC)
    return Listed(
        1, "spring", "FRANCE", "alice@far.example", "abc@gm.example", queued=at, state=Sent.WAITING, tries=0,
        next_try=at, answer="", sent=None,
    )  # fmt: skip


def plain(text: str) -> bool:
    """Whether a text is one line without anything that a terminal might obey."""
    return text.isprintable()


def test_a_line_has_time_and_level_where_nobody_else_notes_them() -> None:
    assert re.fullmatch(rf"{AT} WARNING mailbox: gone", InText(False).format(record("mailbox: %s", "gone", level=30)))


def test_in_the_journal_a_line_has_no_time_but_a_mark_of_its_level() -> None:
    marks = [InText(True).format(record("it", level=level)) for level in (10, 20, 30, 40, 50)]
    assert marks == ["<7>it", "<6>it", "<4>it", "<3>it", "<3>it"]


def test_standard_error_is_the_journal_only_if_it_leads_there(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as file:
        there = os.fstat(file.fileno())
        assert goes_to_journal(file, {"JOURNAL_STREAM": f"{there.st_dev}:{there.st_ino}"})
        assert not goes_to_journal(file, {"JOURNAL_STREAM": f"{there.st_dev}:{there.st_ino + 1}"})
        assert not goes_to_journal(file, {"INVOCATION_ID": "1", "JOURNAL_STREAM": ""})
    assert not goes_to_journal(io.StringIO(), {"JOURNAL_STREAM": "1:1"})


@pytest.mark.parametrize("form", [InText(False), InText(True), InJson(False), InJson(True)])
def test_nothing_from_outside_is_written_raw(form: logging.Formatter) -> None:
    line = form.format(record("in %s", EVIL, sender=EVIL))
    assert plain(line)
    assert "owned" in line


def test_json_says_what_it_was_told_and_nothing_is_lost() -> None:
    line = InJson(True).format(record("in %s", EVIL, sender=EVIL, level=40))
    assert line.startswith("<3>") and line.isascii()
    told = json.loads(line[3:])
    assert (told["said"], told["sender"], told["level"]) == (f"in {EVIL}", EVIL, "error")
    assert re.fullmatch(AT, told["at"])


@pytest.mark.parametrize("form", [InText(False), InText(True), InJson(False)])
def test_where_an_error_happened_is_told_line_by_line_and_as_harmless(form: logging.Formatter) -> None:
    try:
        raise ValueError(EVIL)
    except ValueError:
        failed = record("gm failed", level=40)
        failed.exc_info = sys.exc_info()
    lines = form.format(failed).split("\n")
    assert all(map(plain, lines)) and "ValueError" in "".join(lines)
    assert len(lines) > 3 or "trace" in json.loads(lines[0])


def test_a_letter_has_one_line_that_names_nobody(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "gm")
    names = Names(b"k")
    bounced = Handled(State.IGNORED, "a hard bounce: 550 <Alice@far.example>: no such user", "spring")
    tell_in(names, "1@far.example", "postmaster@far.example", bounced)
    alice, master = names.of("alice@far.example"), names.of("postmaster@far.example")
    assert caplog.messages == [
        f"in <1@far.example> from {master}, spring: ignored, a hard bounce: 550 <{alice}>: no such user"
    ]


@each_row(
    "text",
    [
        "550 alice@far.example unknown", '550 <"Alice B. Ardent"@far.example>: no', "550 (alice@far.example)",
        "rcpt=alice+x@far.example;", "mailto:Alice@far.example", "1.alice@far.example.",
        "550 <al'ice@far.example>: no", "550 'alice@far.example' unknown", '550 <"Al\\"ice"@far.example>: no',
        "550 <alice@[10.0.0.1]>: no",
    ],
)  # fmt: skip
def test_no_address_is_left_in_what_a_server_said(text: str) -> None:
    hidden = Names(b"k").hide(text)
    assert all(part not in hidden for part in ("far.example", "10.0.0.1", "lice", "ice", "al'")) and hidden != text


@pytest.mark.parametrize("address", ["alice.ardent@far.example", '"Alice B. Ardent"@far.example'])
def test_no_piece_of_an_address_is_left_where_what_a_server_said_is_cut(
    caplog: pytest.LogCaptureFixture, address: str
) -> None:
    caplog.set_level(logging.INFO, "gm")
    names = Names(b"k")
    for length in range(150, 320):
        said = f"{'no ' * length}"[:length] + f"<{address}> is unknown"
        for cut in (said, said[:200], said[:300]):
            tell_in(names, "1@x", "x@y", Handled(State.IGNORED, cut))
            tell_out(names, listed(), Outcome("refused", cut))
    assert not [line for line in caplog.messages if "lice" in line or "rdent" in line]
    assert all(len(line) < 400 for line in caplog.messages)


def test_no_line_below_an_error_looks_like_a_line_of_its_own() -> None:
    try:
        raise ValueError("x\n2026-01-05T18:00:00Z INFO in <1@x> from 5d1c9a3be07f2246, spring: acted")
    except ValueError:
        failed = record("gm failed", level=40)
        failed.exc_info = sys.exc_info()
    _, *below = InText(False).format(failed).split("\n")
    assert below and all(line.startswith("  ") for line in below)
    assert all(line.startswith("<3>  ") for line in InText(True).format(failed).split("\n")[1:])


def test_a_letter_to_no_game_and_one_on_which_gm_failed_have_their_lines(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "gm")
    tell_in(Names(None), "", "", Handled(State.HELD, "about no game"))
    tell_in(Names(None), "x" * 5000, "a@far.example", Handled(State.FAILED, "an error of ours: KeyError", "spring"))
    assert caplog.messages[0] == "in <> from nobody, no game: held, about no game"
    assert caplog.records[1].levelno == logging.WARNING and len(caplog.messages[1]) < 400


def test_a_person_has_the_same_name_in_all_lines_of_a_log_and_another_in_another_log(tmp_path: Path) -> None:
    config = configured(tmp_path)
    one, again = names_of(config), names_of(config)
    assert one.of("Alice@far.example") == again.of("alice@far.example") != one.of("bob@far.example")
    assert re.fullmatch(r"[0-9a-f]{16}", one.of("alice@far.example"))
    assert key_file(config).stat().st_mode & 0o777 == 0o600
    key_file(config).unlink()
    assert names_of(config).of("alice@far.example") != one.of("alice@far.example")


def test_a_key_that_was_not_written_to_its_end_is_made_again(tmp_path: Path) -> None:
    config = configured(tmp_path)
    key_file(config).parent.mkdir()
    key_file(config).touch()
    key_file(config).with_name("log.key.part").touch()
    assert names_of(config).of("alice@far.example") == names_of(config).of("alice@far.example")
    assert len(key_file(config).read_bytes()) == 65


def test_a_key_that_cannot_be_read_is_told_and_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    config = configured(tmp_path)
    key_file(config).mkdir(parents=True)
    first, second = names_of(config), names_of(config)
    assert first.of("alice@far.example") != second.of("alice@far.example")
    assert caplog.messages[0] == (
        f"{key_file(config)} cannot be used (Is a directory): until the next start the log has other names"
    )


def test_people_are_named_in_clear_where_that_is_set(tmp_path: Path) -> None:
    config = configured(tmp_path, 'senders = "clear"')
    assert names_of(config).of("alice@far.example") == "alice@far.example"
    assert not key_file(config).exists()


def test_what_matters_less_than_the_level_is_not_logged(tmp_path: Path, logger: logging.Logger) -> None:
    said = io.StringIO()
    set_up(configured(tmp_path, 'level = "warning"'), "json", said)
    logger.info("one")
    logger.warning("two")
    assert [json.loads(line)["said"] for line in said.getvalue().splitlines()] == ["two"]


@pytest.mark.parametrize("wrong", ['level = "loud"', 'format = "xml"', 'senders = "none"', "colour = true"])
def test_a_wrong_key_of_the_log_is_told(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(ConfigError, match=rf"log\.{wrong.split()[0]}: "):
        configured(tmp_path, wrong)


def test_what_a_server_said_of_a_mail_names_nobody(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "gm")
    names, mail = Names(b"k"), listed()
    tell_out(names, mail, Outcome("sent", "250 taken"))
    tell_out(names, mail, Outcome("refused", "550 alice@far.example is unknown"))
    alice = names.of("alice@far.example")
    assert caplog.messages == [
        f"out <abc@gm.example> to {alice}, spring: sent",
        f"out <abc@gm.example> to {alice}, spring: refused, 550 {alice} is unknown",
    ]
