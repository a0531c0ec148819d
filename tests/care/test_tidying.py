"""Nobody fills the disk by mail: files that nobody reads are not kept, the text of mail of no game for days only."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from random import Random

import msgspec
import pytest
from caring import DAY, GAME, HOUR, MINUTE, START, begin, configured, office_on, run, write
from test_digest import SEVEN, House

from gm.config.loading import Keep
from gm.desk.arrival.reception import Reception
from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import read_game_file
from gm.desk.mails.asked import PERSON_ASKED
from gm.desk.office import Office
from gm.post.inbound.keeping import MOST, WHOLE, without_files
from gm.post.inbound.letter import Mail, read_mail
from gm.serve.tidying import tidy
from gm.store.inbox import Letter, State
from gm.store.store import Store

CORPUS = sorted((Path(__file__).parent.parent / "mail").glob("*.eml"))
EVE, SHEET = "eve@far.example", "4 : A PAR - BUR"
NOISE = Random(1).randbytes(300_000)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = office_on(Store(configured(tmp_path).gm.database))
    begin(made)
    yield made
    made.store.close()


def mail(number: int, text: str = "hello", who: str = EVE, subject: str = "hi", size: int = 0) -> bytes:
    """A mail to gm, with an attached file of *size* bytes."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"], made["Message-ID"] = who, "gm@gm.test", subject, f"<{number}@far>"
    made.set_content(text)
    if size:
        content = NOISE * (size // len(NOISE) + 1)
        made.add_attachment(content[:size], maintype="image", subtype="png", filename="map.png")
    return made.as_bytes()


def letters(store: Store) -> list[Letter]:
    """All letters, in order."""
    rows = store.rows("select id from inbox order by id")
    return [letter for row in rows if (letter := store.inbox.found(row["id"])) is not None]


def size(store: Store) -> int:
    """The bytes of the database that are in use."""
    query = "select (page_count - freelist_count) * page_size"
    return int(store.value(f"{query} from pragma_page_count, pragma_freelist_count, pragma_page_size"))


def test_large_mails_of_a_stranger_leave_little(office: Office) -> None:
    before = size(office.store)
    for number in range(6):
        handled = office.receive(f"1/{number}", mail(number, size=5_000_000), START, START)
        assert handled.state == State.HELD
    assert size(office.store) - before < 60_000
    assert all(b"bytes that nobody reads were not kept" in letter.raw for letter in letters(office.store))


def test_large_texts_of_a_stranger_go_after_some_days(office: Office) -> None:
    before = size(office.store)
    text = "\n".join(NOISE[at : at + 35].hex() for at in range(0, len(NOISE), 35))
    for number in range(6):
        office.receive(f"1/{number}", mail(number, text), START, START)
    assert tidy(office, Keep(), START + 6 * DAY) == 0
    assert tidy(office, Keep(), START + 8 * DAY) == 6 and tidy(office, Keep(), START + 8 * DAY) == 0
    office.store.conn.execute("vacuum")
    assert size(office.store) - before < 60_000
    for number, letter in enumerate(letters(office.store)):
        assert letter.lost == "text" and letter.sender == EVE and letter.reason == "about no game"
        assert letter.raw.startswith(b"From: eve@far") and len(letter.raw) < 1_001
        again = office.receive(f"1/{number}", mail(number, text), START + 9 * DAY, START + 9 * DAY)
        assert again.reason == "handled before"


def test_in_the_end_nothing_is_known_of_a_strangers_mail(office: Office) -> None:
    office.receive("1/1", mail(1), START, START)
    assert tidy(office, Keep(), START + 8 * DAY) == 1
    assert tidy(office, Keep(), START + 399 * DAY) == 0 and len(letters(office.store)) == 1
    tidy(office, Keep(), START + 401 * DAY)
    assert letters(office.store) == []


def test_a_flood_takes_no_more_than_is_configured_and_the_oldest_go_first(office: Office) -> None:
    for number in range(150):
        text = "\n".join(NOISE[at + number : at + number + 35].hex() for at in range(0, 7_000, 35))
        office.receive(f"1/{number}", mail(number, text), START + number * MINUTE, START)
    keep = Keep(most=200_000)
    assert office.store.inbox.size_of_strays() > keep.most
    while tidy(office, keep, START + DAY):
        pass
    assert 100_000 < office.store.inbox.size_of_strays() <= keep.most
    lost = [letter.lost for letter in letters(office.store)]
    assert lost == sorted(lost, reverse=True) and lost[0] == "text" and lost[-1] == ""


def test_what_a_player_is_asked_about_stays_until_nobody_is_asked(office: Office) -> None:
    file = read_game_file(GAME.format(name="summer").replace('"open"', '"checked"'))
    office.open_game(file, START, "ab" * 32)
    forged = mail(1, SHEET, who="alice@gm.test", subject="[summer]", size=100_000)
    handled = office.receive("1/1", forged, START + HOUR, START + HOUR)
    assert (handled.state, handled.hold) == (State.HELD, 1)
    assert tidy(office, Keep(most=1), START + 30 * DAY) == 0
    assert "its player is asked" in office.drop(1, START)
    (letter,) = letters(office.store)
    assert SHEET.encode() in letter.raw
    office.operate("summer", ["replace", "FRANCE"], START + 2 * HOUR, "carol@gm.test")
    assert tidy(office, Keep(), START + 30 * DAY) == 1
    assert SHEET.encode() not in letters(office.store)[0].raw


def test_a_letter_on_which_gm_failed_stays_whole(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError

    raw = mail(1, f"4 : A PAR - BUR\n{'x' * 40}", who="alice@gm.test", subject="[spring]", size=100_000)
    with monkeypatch.context() as patch:
        patch.setattr(Reception, "handle", fails)  # planted: an error of ours
        assert office.receive("1/1", raw, START + HOUR, START + HOUR).state == State.FAILED
    tidy(office, Keep(), START + 30 * DAY)
    letter = office.store.inbox.aside(1)
    assert letter is not None and letter.raw == raw
    assert office.redo(letter, START + 2 * HOUR).state == State.DONE
    assert len(letters(office.store)[0].raw) < 2_000


def test_a_copy_of_a_letter_whose_files_were_cut_out_is_known(office: Office) -> None:
    raw = mail(1, SHEET, who="alice@gm.test", subject="[spring]", size=100_000)
    assert office.receive("1/1", raw, START + HOUR, START + HOUR).state == State.DONE
    assert office.receive("1/2", raw, START + DAY, START + DAY).reason == "a copy acted before"
    other = mail(1, SHEET, who="alice@gm.test", subject="[spring]", size=100_001)
    assert office.receive("1/3", other, START + DAY, START + DAY).reason == ""
    assert check_store(office.store) == ([], 1)


def test_a_letter_put_aside_without_its_files_can_be_handled_again(office: Office) -> None:
    raw = mail(1, SHEET, subject="[spring]", size=100_000, who="")
    assert office.receive("1/1", raw, START + HOUR, START + HOUR).reason == "no single sender"
    letter = office.store.inbox.aside(1)
    assert letter is not None and letter.lost == "files" and letter.whole and letter.digest
    handled = office.redo(letter, START + 2 * HOUR)
    again = office.store.inbox.aside(1)
    assert handled.reason == "no single sender" and again is not None
    assert (again.whole, again.digest, again.lost) == (letter.whole, letter.digest, letter.lost)


def said(raw: bytes) -> Mail:
    """What a mail says, wherever its files stand."""
    return msgspec.structs.replace(read_mail(raw), unread=())


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_a_mail_without_its_files_reads_as_before(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm.post.inbound.keeping.WHOLE", 0)  # size: so that small mails count as large ones
    monkeypatch.setattr("gm.post.inbound.parts.SMALL_FILE", 0)  # size: and small files as large ones
    raw = path.read_bytes()
    assert said(without_files(read_mail(raw), raw)) == said(raw)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_only_what_nobody_reads_is_cut_out(end: bytes) -> None:
    raw = mail(1, SHEET, size=500_000).replace(b"\n", end)
    cut = without_files(read_mail(raw), raw)
    assert len(cut) < 1_000 and said(cut) == said(raw)
    page = mail(1, SHEET * 4_000).replace(b"\n", end)
    assert len(page) > WHOLE and without_files(read_mail(page), page) == page


@pytest.mark.parametrize("raw", [b"From: a\n\n" + b"x" * 5_000_000, b"a" * 5_000_000, b"\0\n" * 1_000_000])
def test_a_mail_of_any_shape_is_cut(raw: bytes) -> None:
    assert len(without_files(read_mail(raw), raw)) < MOST + 1_000


def test_letters_that_were_put_aside_can_be_dropped(tmp_path: Path, office: Office) -> None:
    for number in range(1, 4):
        office.receive(f"1/{number}", mail(number), START, START)
    assert run(tmp_path, "inbox", "drop", "2") == (0, "2 is dropped\n")
    assert run(tmp_path, "inbox", "drop", "2") == (1, "Error: 2: no such letter is put aside\n")
    assert run(tmp_path, "inbox", "drop", "--strays") == (0, "1 is dropped\n3 is dropped\n")
    assert run(tmp_path, "inbox", "drop", "--strays") == (0, "no letter is dropped\n")
    assert "0 put aside" in run(tmp_path, "inbox")[1]
    assert office.receive("1/2", mail(2), START + DAY, START + DAY).reason == "handled before"


def test_a_letter_whose_text_is_gone_is_no_longer_listed_and_cannot_be_redone(tmp_path: Path, office: Office) -> None:
    office.receive("1/1", mail(1), START, START)
    tidy(office, Keep(), START + 8 * DAY)
    assert "0 put aside" in run(tmp_path, "inbox")[1]
    assert "no longer kept" in run(tmp_path, "inbox", "redo", "1")[1]


def test_how_the_database_grows_is_told_in_the_digest_and_by_the_doctor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path, monkeypatch)
    begin(house.office)
    house.look(START)
    text = "\n".join(NOISE[at : at + 35].hex() for at in range(0, 299_000, 35))
    write(house.office, 1, START + HOUR, SHEET)
    house.office.receive("1/5", mail(5, text), START + 2 * HOUR, START + 2 * HOUR)
    told = " ".join(house.digest().split())
    assert "The database has grown by 0.4 MB: 0.4 MB of letters" in told
    assert f"Most: {EVE} 0.4 MB, spring 0.0 MB" in told
    assert "grown" not in house.digest(SEVEN + DAY)
    house.office.receive("1/6", mail(6, text), START + 2 * DAY, START + 2 * DAY)
    assert "since the last digest: The database has grown by 0.4 MB" in run(tmp_path, "doctor")[1]
    house.store.close()


def test_the_days_of_the_configuration_hold(tmp_path: Path) -> None:
    config = configured(tmp_path, more='[keep]\nstrays = "1d"\ntraces = "2w"\nmost = "1MB"')
    assert config.keep == Keep(strays=timedelta(days=1), traces=timedelta(days=14), most=1_000_000)


def test_what_a_person_was_asked_and_has_not_answered_is_forgotten_after_a_week(office: Office) -> None:
    office.receive("1/1", mail(1, "SET RECORD PUBLIC"), START, START)
    tidy(office, Keep(), START + 6 * DAY)
    assert office.store.facts.some(PERSON_ASKED)
    tidy(office, Keep(), START + 8 * DAY)
    assert not office.store.facts.some(PERSON_ASKED)
