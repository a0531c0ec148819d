"""A letter that lies in the mailbox is handled, or somebody is told, whatever the mail server says of it or leaves out.

The mailbox is an ImapMailbox on a scripted server; what the daemon knows is looked up in the database.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import test_clock as clock
from helpers.boxes import BODY, FACTS, NO, Folder, Kept
from helpers.hands import Still
from helpers.served import DOMAIN, GM, SEATS, letter
from helpers.store import told
from hypothesis import example, given, settings
from hypothesis import strategies as st
from test_clock import DEADLINE, HOUR, MINUTE, OPERATOR, SECOND, SHEET, START, Box, begin, course, tell_story

from gm.desk.books.fsck import check_store
from gm.desk.books.outage import Watch, last_read
from gm.desk.game.refusal import OperatorError
from gm.desk.office import Office
from gm.post.boxes.imap import ImapMailbox
from gm.post.boxes.mailbox import Arrival, name_of
from gm.post.outbound.compose import Sender
from gm.report.disclosure import disclose
from gm.store.store import Store

office = clock.office  # a fixture
NOW = START + 10 * MINUTE
SAID, FOUND = "the mail server wrote that time into it", "we found it then"


# -- the time of receipt -------------------------------------------------------------------------------------------


def received(at: datetime, zone: timedelta = timedelta()) -> str:
    """A Received field, as a server in a zone writes it."""
    hours = int(zone.total_seconds()) // 3600
    return f"from a.example by mx.gm.test with ESMTPS id x; {at + zone:%a, %d %b %Y %H:%M:%S} {hours:+03d}00 (zone)"


def undated(*fields: str, name: str = "a", text: str = SHEET) -> Arrival:
    """A letter of France of which the mailbox does not say when it was received."""
    raw = "".join(f"Received: {field}\n" for field in fields).encode() + letter("FRANCE", text, name).as_bytes()
    return Arrival(f"1/{name}", None, raw, len(raw))


FIRST, SECOND_LOOK = NOW, NOW + 10 * MINUTE  # a complete look, and the one that finds the letter
TIMES: list[tuple[Sequence[str], datetime, str]] = [
    ([received(FIRST + 5 * MINUTE)], FIRST + 5 * MINUTE, SAID),
    ([received(FIRST + 5 * MINUTE, 9 * HOUR)], FIRST + 5 * MINUTE, SAID),
    ([received(FIRST)], FIRST, SAID),
    ([received(SECOND_LOOK)], SECOND_LOOK, SAID),
    ([received(FIRST - SECOND)], SECOND_LOOK, FOUND),
    ([received(SECOND_LOOK + SECOND)], SECOND_LOOK, FOUND),
    ([received(FIRST - 5 * MINUTE), received(FIRST + 5 * MINUTE)], SECOND_LOOK, FOUND),
    ([], SECOND_LOOK, FOUND),
    (["from a.example by mx.gm.test"], SECOND_LOOK, FOUND),
    (["from a.example by mx.gm.test; yesterday"], SECOND_LOOK, FOUND),
    (["x; Mon, 05 Jan 99999 18:15:00 +0000"], SECOND_LOOK, FOUND),
    (["x; Mon, 05 Jan 2026 18:15:00 -0000"], FIRST + 5 * MINUTE, SAID),
]


@pytest.mark.parametrize(("fields", "at", "words"), TIMES)
def test_where_the_mailbox_says_no_time_the_answer_says_which_one_counts(
    office: Office, monkeypatch: pytest.MonkeyPatch, fields: Sequence[str], at: datetime, words: str
) -> None:
    hands = Still(FIRST)

    def comes() -> None:
        hands.at = SECOND_LOOK
        box.mails.append(undated(*fields))

    box = Box([comes])
    tell_story(office, hands, box, monkeypatch)
    assert course(office) == [("letter", at)]
    assert f"What counts is Mon 5 Jan {at:%H:%M} UTC: {words}." in told(office.store, "FRANCE")
    assert check_store(office.store) == ([], 1)


def test_a_letter_with_a_time_of_the_mailbox_is_told_nothing_of_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Box([])
    box.put("FRANCE", SHEET, NOW - MINUTE, "a")
    tell_story(office, Still(NOW), box, monkeypatch)
    assert course(office) == [("letter", NOW - MINUTE)] and "did not say" not in told(office.store, "FRANCE")


def test_letters_without_a_time_let_nothing_strike_before_all_of_them_are_filed(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    Watch(office).read_up_to(DEADLINE - 2 * MINUTE)
    shown: list[int] = []

    class Slowly(Box):
        """It shows one mail at a time."""

        async def look(self) -> tuple[Arrival, ...]:
            shown.append(len(course(office)))
            return (await super().look())[:1]

    box = Slowly([])
    box.mails = [undated(received(DEADLINE - MINUTE), name=name, text="STATUS") for name in "abc"]
    box.put("FRANCE", SHEET, DEADLINE + MINUTE, "d")
    tell_story(office, Still(DEADLINE + 2 * MINUTE), box, monkeypatch)
    assert [kind for kind, _ in course(office)] == ["time", "letter", "letter", "letter", "time", "letter"]


# -- mails that are not handed out ---------------------------------------------------------------------------------


def alarms(office: Office) -> list[str]:
    """The mails to the operator, each on one line."""
    rows = office.store.rows("select raw from outbox where recipient = ? order by id", [OPERATOR])
    return [" ".join(bytes(row["raw"]).decode().split()) for row in rows]


def test_a_strike_waits_for_a_letter_that_is_asked_for_again(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = letter("FRANCE", SHEET, "a").as_bytes()

    def handed_out() -> None:
        assert [kind for kind, _ in course(office)] == ["time"]  # the reminder
        assert last_read(office.store) == DEADLINE - 2 * MINUTE
        assert [one.key for one in box.mails] == ["1/a", "1/later"]  # which is filed, and waits for the strike
        box.mails[0] = Arrival("1/a", DEADLINE - MINUTE, raw, len(raw))

    Watch(office).read_up_to(DEADLINE - 2 * MINUTE)
    clock.strike(office, DEADLINE, START + HOUR / 2)
    box = Box([lambda: None, handed_out])
    box.mails = [Arrival("1/a", DEADLINE - MINUTE, b"", 0)]
    box.put("ITALY", "STATUS", DEADLINE + MINUTE, "later")
    tell_story(office, Still(DEADLINE + 2 * MINUTE), box, monkeypatch)
    assert course(office)[1:] == [
        ("letter", DEADLINE - MINUTE), ("time", DEADLINE), ("letter", DEADLINE + MINUTE),
    ]  # fmt: skip
    assert alarms(office) == []


def test_a_strike_waits_for_no_letter_that_the_operator_was_told_of(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    Watch(office).read_up_to(DEADLINE - 2 * MINUTE)
    box = Box([lambda: None] * 3)
    box.mails = [Arrival("main:1/8", DEADLINE - MINUTE, b"", 0)]
    tell_story(office, Still(DEADLINE + MINUTE), box, monkeypatch)
    assert box.mails == [] and [kind for kind, _ in course(office)] == ["time", "time"]
    (alarm,) = alarms(office)
    assert "UID 8 in main of the mailbox" in alarm and "the mailbox did not hand it out" in alarm
    (listed,) = office.store.inbox.put_aside()
    stored = office.store.inbox.aside(listed.id)
    assert stored is not None and stored.received == DEADLINE - MINUTE
    with pytest.raises(OperatorError, match="did not hand it out"):
        office.redo(stored, DEADLINE + HOUR)


@pytest.mark.parametrize(
    ("key", "name"),
    [("7/8", "UID 8"), ("a:7/8", "UID 8 in a"), ("17.M1.host", "file 17.M1.host"), ("a:17.x", "file 17.x in a")],
)
def test_a_mail_is_named_as_somebody_finds_it(key: str, name: str) -> None:
    assert name_of(key) == name


# -- any server ----------------------------------------------------------------------------------------------------


class Door:
    """A mailbox on a scripted server, whose waits are over at once; after so many the story ends.

    looked: is called after each look that has shown nothing new.
    """

    def __init__(self, folder: Folder, waits: int, looked: Callable[[], None]) -> None:
        self.folder, self.waits, self.looked = folder, waits, looked
        self.end: Callable[[], None] = lambda: None
        self.server: asyncio.Server | None = None

    async def open(self) -> None:
        """Connect; at first the server is started."""
        if self.server is None:
            self.server = await asyncio.start_server(self.folder.serve, "127.0.0.1", 0)
            port = self.server.sockets[0].getsockname()[1]
            self.mailbox = ImapMailbox("127.0.0.1", port, "gm", "x", tls="none", done_folder="Done",
                                        quarantine_folder="Odd", timeout=120.0)  # fmt: skip
            self.look, self.done, self.pass_over = self.mailbox.look, self.mailbox.done, self.mailbox.pass_over
            self.close = self.mailbox.close
        await self.mailbox.open()

    async def wait(self, seconds: float) -> None:
        """Do not wait."""
        self.waits -= 1
        self.looked()
        if not self.waits:
            self.end()


@contextmanager
def opened() -> Iterator[Office]:
    """An office of its own with the game "spring"."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "gm.sqlite")
        made = Office(store, Sender("The GameMaster", GM, f"gm+{{token}}@{DOMAIN}"), OPERATOR, disclose)
        begin(made, "spring")
        yield made
        store.close()


WORDS = ["UID <uid>", 'INTERNALDATE "<date>"', "RFC822.SIZE <size>", "FLAGS (\\Seen)", "MODSEQ (7)", "INTERNALDATE",
         "NIL", '""', "()", "RFC822.SIZE", "-1", "X", "BODY<what>", "EMAILID (M1)"]  # fmt: skip
ODD = st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)
FACT = st.sampled_from([
    FACTS, 'RFC822.SIZE <size> UID <uid> INTERNALDATE "<date>"', "UID <uid> INTERNALDATE NIL RFC822.SIZE <size>",
    'UID <uid> INTERNALDATE "00-Jan-0000 00:00:00 +0000" RFC822.SIZE <size>', "UID <uid> RFC822.SIZE <size>",
    'UID <uid> INTERNALDATE "Mon, 05 Jan 2026 18:05:00 +0000" RFC822.SIZE 1', 'UID <uid> INTERNALDATE "<date>"', "", NO,
])  # fmt: skip
TEXT = st.sampled_from([
    BODY, "BODY<what> {<size>}\r\n<raw> UID <uid>", "UID <uid> BODY<what> NIL", 'UID <uid> BODY<what> ""',
    "UID <uid> BODY<what> {0}\r\n", "UID <uid> BODY<what> {0}\r\n FLAGS ()", "UID <uid>", "", NO,
])  # fmt: skip
MAIL = st.tuples(FACT | ODD, TEXT | ODD, st.sampled_from([1, 2, 3, 9]))
UNASKED = ["* 9 EXISTS", "* 1 RECENT", "* 5 FETCH (FLAGS (\\Seen))", "* OK [ALERT] full", "* OK", "* 12 EXPUNGE"]
NOISE = st.lists(st.sampled_from(UNASKED), max_size=2).map(lambda lines: "".join(f"{line}\r\n" for line in lines))
END = st.sampled_from(["", "", "cut", "* BYE", "<answer>* BYE going down", "* 5 FETCH (UID 5 BODY[] NIL\r\n* BYE"])
LOOKS = 3


@given(st.lists(MAIL, min_size=1, max_size=6), NOISE, st.lists(END, max_size=3))
@example([(FACTS, "", 9), (FACTS, BODY, 1)], "", [])
@example([("", "", 2), ("", "", 9), (NO, NO, 9)], "", ["cut", "* BYE"])
@settings(max_examples=40)
def test_each_mail_in_the_folder_is_handled_or_asked_for_again_or_put_aside_and_told(
    mails: list[tuple[str, str, int]], noise: str, ends: list[str]
) -> None:
    texts = {uid: letter(SEATS[uid % 7], "STATUS", f"l{uid}").as_bytes().decode() for uid in range(7, 7 + len(mails))}
    kept = {uid: Kept(texts[uid], *how) for uid, how in zip(texts, mails, strict=True)}
    folder = Folder(dict(kept), f"{NOW - MINUTE:%d-%b-%Y %H:%M:%S} +0000", noise, ends)
    asked = dict.fromkeys(kept, 0)

    def looked() -> None:
        """Each mail that is still there has acted, or has been asked for in this look."""
        for uid in folder.mails:
            assert office.store.inbox.state(f"7/{uid}") is not None or kept[uid].asked > asked[uid]
            asked[uid] = kept[uid].asked

    with opened() as office, pytest.MonkeyPatch.context() as patch:
        # Each mail is asked for in LOOKS looks that find nothing else, and one more shows that nothing is left.
        tell_story(office, Still(NOW), Door(folder, LOOKS + 1, looked), patch)  # type: ignore[arg-type]
        assert folder.mails == {}
        said = alarms(office)
        for uid, mail in kept.items():
            state, named = office.store.inbox.state(f"7/{uid}"), sum(f"UID {uid} of the mailbox" in one for one in said)
            assert (state, named, folder.moved[uid]) in (("done", 0, "Done"), ("failed", 1, "Odd"))
            assert state == "done" or mail.asked >= LOOKS
            if mail.body == BODY or mail.wrong < LOOKS:
                assert state == "done"
        assert check_store(office.store) == ([], 1)
