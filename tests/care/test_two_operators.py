"""Two operators: under whose name acts by shell stand, and gm hand-over, which leads from one to the next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from caring import GM, begin, configured, run
from caring import office_on as alone_on
from helpers.store import told

from gm.config.loading import Config, ConfigError, load_config
from gm.desk.books.fsck import check_store
from gm.desk.office import Office
from gm.report.disclosure import disclose
from gm.store.store import Store

BOTH = 'operator = ["Ann <ann@op.test>", "Ben <ben@op.test>"]'
NOW = datetime.now(UTC).replace(microsecond=0)


class House:
    """A house with a game, whose configuration can be changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.config = configured(folder)
        store = Store(self.config.gm.database)
        begin(alone_on(store), at=NOW)
        store.close()

    def operators(self, line: str) -> Config:
        """Configure these operators."""
        file = self.folder / "gm.toml"
        text = re.sub(r"(?m)^operator = .*$", line, file.read_text(encoding="utf-8"))
        file.write_text(text, encoding="utf-8")
        return load_config(file)

    def gm(self, *words: str, answer: str = "") -> tuple[int, str]:
        return run(self.folder, *words, answer=answer)

    @property
    def store(self) -> Store:
        return Store(self.config.gm.database)

    def acts(self) -> list[tuple[object, object]]:
        store = self.store
        found = [(entry.data.get("by"), entry.data["run"][0]) for entry in store.journal.entries("spring")
                 if entry.kind == "operator"]  # fmt: skip
        assert check_store(store) == ([], 1)
        store.close()
        return found

    def told(self, reader: str) -> str:
        store = self.store
        found = told(store, reader)
        store.close()
        return found


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    yield House(tmp_path)


def test_where_there_is_one_operator_acts_stand_under_no_name(house: House) -> None:
    assert house.gm("pause", "spring")[0] == 0
    assert house.acts() == [(None, "pause")] and "who did this" not in house.told("FRANCE")


def test_with_several_an_act_stands_under_the_name_that_as_gives(house: House) -> None:
    house.operators(BOTH)
    assert house.gm("--as", "ben", "pause", "spring")[0] == 0
    assert house.gm("--as", "ANN@op.test", "resume", "spring")[0] == 0
    assert house.acts() == [("Ben", "pause"), ("Ann", "resume")]
    assert "The operator who did this: Ben." in house.told("FRANCE")
    status, said = house.gm("log", "spring")
    assert status == 0 and "the operator (Ben)" in said


def test_with_several_an_act_stands_else_under_the_login_name(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.operators(BOTH)
    monkeypatch.delenv("SUDO_USER", raising=False)
    monkeypatch.setenv("LOGNAME", "anna")
    house.gm("pause", "spring")
    monkeypatch.setenv("SUDO_USER", "benno")
    house.gm("resume", "spring")
    assert house.acts() == [("anna", "pause"), ("benno", "resume")]


def test_as_takes_only_a_configured_operator(house: House) -> None:
    house.operators(BOTH)
    status, said = house.gm("--as", "Carol", "pause", "spring")
    assert status == 1 and "no such operator; gm.operator has Ann, Ben" in said
    assert house.acts() == []


def test_whoever_hears_of_a_letter_in_a_players_name_does_not_hear_who_wrote_it(house: House) -> None:
    house.operators(BOTH)
    house.gm("--as", "Ann", "act", "spring", "FRANCE", "PRESS TO ENGLAND\nCome.\nENDPRESS")
    assert "The operator who did this: Ann." in house.told("FRANCE")
    assert "Come." in house.told("ENGLAND") and "Ann" not in house.told("ENGLAND")


def test_the_report_says_who_did_what(house: House) -> None:
    house.operators(BOTH)
    house.gm("--as", "Ann", "pause", "spring")
    house.gm("--as", "Ben", "abort", "spring", "--yes")
    status, said = house.gm("report", "spring", "--out", str(house.folder))
    assert status == 0, said
    text = (house.folder / "spring-report.txt").read_text(encoding="utf-8")
    assert "the operator who did this: Ann" in text and "the operator who did this: Ben" in text
    status, said = house.gm("verify", str(house.folder / "spring-report.html"))
    assert status == 0, said


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('operator = "ann@op.test"', [("ann", "ann@op.test")]),
        ('operator = "Ann B. <ann@op.test>"', [("Ann B.", "ann@op.test")]),
        (BOTH, [("Ann", "ann@op.test"), ("Ben", "ben@op.test")]),
        ('operator = ["ann@op.test", "Ben <ben@op.test>"]', [("ann", "ann@op.test"), ("Ben", "ben@op.test")]),
    ],
)
def test_operators_are_an_address_or_a_list(house: House, line: str, found: list[tuple[str, str]]) -> None:
    assert list(house.operators(line).gm.operator) == found


@pytest.mark.parametrize(
    "line",
    ["operator = []", 'operator = "Ann"', 'operator = ["a@b.test", "A@B.test"]', "operator = [1]",
     'operator = ["Ann <a@b.test>", "ann <c@d.test>"]', 'operator = ["a@b.test", "gm@gm.test"]'],
)  # fmt: skip
def test_operators_that_cannot_be_are_refused(house: House, line: str) -> None:
    with pytest.raises(ConfigError, match=r"gm\.operator: "):
        house.operators(line)


# -- gm hand-over ---------------------------------------------------------------------------------------------------


def mail_to(house: House, address: str) -> str:
    store = house.store
    found = [mail.raw.decode() for mail in store.outbox.all() if mail.recipient == address]
    store.close()
    return found[-1] if found else ""


def letter(house: House, sender: str, to: str, text: str, at: datetime = NOW) -> str:
    store = house.store
    office = Office(store, GM, "operator@gm.test", disclose)
    raw = f"From: {sender}\nTo: {to}\nSubject: Re\nMessage-ID: <{hash((sender, text, at))}@x>\n\n{text}\n"
    handled = office.receive(f"1/{hash((sender, text, at))}", raw.encode(), at, at)
    store.close()
    return str(handled.state)


def where(mail: str) -> str:
    found = re.search(r"gm\+[a-z2-7]{20}@gm\.test", mail)
    assert found is not None
    return found[0]


def test_a_house_is_handed_over_step_by_step(house: House) -> None:
    status, said = house.gm("hand-over", "New@Op.test", "--name", "Nora")
    assert status == 0 and said.startswith("1. A mail asks new@op.test for a CONFIRM")
    assert "has not confirmed yet" in house.gm("hand-over", "new@op.test")[1]
    assert letter(house, "new@op.test", where(mail_to(house, "new@op.test")), "CONFIRM") == "done"
    assert "Nora (new@op.test)" in " ".join(mail_to(house, "operator@gm.test").split())
    said = house.gm("hand-over", "new@op.test")[1]
    assert said.startswith("2. new@op.test has confirmed.") and 'operator = "Nora <new@op.test>"' in said
    assert house.acts() == []
    house.operators('operator = "Nora <new@op.test>"')
    said = house.gm("hand-over", "new@op.test", answer="y\n")[1]
    assert "3. The players of 1 game are being told that Nora is their operator now." in said
    assert "the passwords of the mailbox" in said and "the backups" in said
    assert "Nora looks after this game" in house.told("FRANCE")


def test_a_house_that_was_handed_over_is_not_handed_over_again_to_the_same_person(house: House) -> None:
    house.operators('operator = "Nora <new@op.test>"')
    status, said = house.gm("hand-over", "new@op.test")
    assert (status, said) == (1, "Error: new@op.test is an operator here already; --again asks all the same\n")
    assert mail_to(house, "new@op.test") == ""
    assert house.gm("hand-over", "new@op.test", "--again")[1].startswith("1. A mail asks")


def test_nobody_else_confirms_in_the_newcomers_place(house: House) -> None:
    house.gm("hand-over", "new@op.test")
    to = where(mail_to(house, "new@op.test"))
    assert letter(house, "foe@evil.test", to, "CONFIRM") == "held"
    assert letter(house, "new@op.test", "gm@gm.test", "CONFIRM") == "held"
    assert letter(house, "new@op.test", to, "What is this?") == "held"
    assert letter(house, "new@op.test", to, "CONFIRM", NOW + timedelta(days=8)) == "held"
    assert "has not confirmed yet" in house.gm("hand-over", "new@op.test")[1]


def test_an_address_that_others_have_seen_confirms_no_handing_over(house: House) -> None:
    house.gm("hand-over", "new@op.test")
    to = where(mail_to(house, "new@op.test"))
    assert letter(house, "new@op.test", f"{to}, foe@evil.test", "What is this?") == "held"
    assert letter(house, "new@op.test", to, "CONFIRM", NOW + timedelta(hours=1)) == "held"
    assert "has not confirmed yet" in house.gm("hand-over", "new@op.test")[1]
    house.gm("hand-over", "new@op.test", "--again")
    to = where(mail_to(house, "new@op.test"))
    assert letter(house, "new@op.test", to, "CONFIRM", NOW + timedelta(hours=2)) == "done"


def test_who_is_asked_once_more_confirms_by_the_last_mail_alone(house: House) -> None:
    house.gm("hand-over", "new@op.test")
    first = where(mail_to(house, "new@op.test"))
    house.gm("hand-over", "new@op.test", "--again")
    second = where(mail_to(house, "new@op.test"))
    assert letter(house, "new@op.test", first, "CONFIRM") == "held"
    assert letter(house, "new@op.test", second, "CONFIRM", NOW + timedelta(hours=1)) == "done"


def test_an_address_that_cannot_be_is_refused(house: House) -> None:
    assert house.gm("hand-over", "nonsense")[0] == 1
    assert house.gm("hand-over", "gm@gm.test")[0] == 1
