"""The Maildir mailbox."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gm.post.boxes.mailbox import Arrival, MailboxGone
from gm.post.boxes.maildir import MaildirMailbox, deliver

MARCH = 1_772_366_400  # 2026-03-01 12:00 UTC


def with_box(path: Path, act: Callable[[MaildirMailbox], Awaitable[None]], limit: int = 1000) -> None:
    async def run() -> None:
        mailbox = MaildirMailbox(path, limit=limit, step=0.02)
        await mailbox.open()
        await act(mailbox)
        await mailbox.close()

    asyncio.run(run())


@pytest.fixture
def box(tmp_path: Path) -> Path:
    deliver(tmp_path / "gm", b"Subject: second\n\nb\n", MARCH + 1)
    deliver(tmp_path / "gm", b"Subject: first\n\na\n", MARCH)
    return tmp_path / "gm"


def test_mails_are_shown_oldest_first_byte_for_byte(box: Path) -> None:
    async def act(mailbox: MaildirMailbox) -> None:
        first, second = await mailbox.look()
        assert (first.raw, second.raw) == (b"Subject: first\n\na\n", b"Subject: second\n\nb\n")
        assert first.received == datetime(2026, 3, 1, 12, tzinfo=UTC)
        assert first.size == len(first.raw)

    with_box(box, act)


def test_done_mail_moves_away_also_when_its_flags_have_changed(box: Path) -> None:
    async def act(mailbox: MaildirMailbox) -> None:
        first, second = await mailbox.look()
        os.rename(box / "new" / first.key, box / "cur" / f"{first.key}:2,RS")
        assert await mailbox.look() == (first, second)
        await mailbox.done([first.key])
        await mailbox.done([second.key, first.key, "../new"], kept=False)
        assert await mailbox.look() == ()
        assert [path.name for path in (box / ".Done/cur").iterdir()] == [f"{first.key}:2,S"]
        assert [path.read_bytes() for path in (box / ".Quarantine/cur").iterdir()] == [second.raw]

    with_box(box, act)


def test_a_mail_marked_as_trash_is_no_new_mail(box: Path) -> None:
    async def act(mailbox: MaildirMailbox) -> None:
        first, second = await mailbox.look()
        os.rename(box / "new" / first.key, box / "cur" / f"{first.key}:2,ST")
        assert await mailbox.look() == (second,)

    with_box(box, act)


def test_a_name_without_seconds_is_dated_by_its_file(box: Path) -> None:
    async def act(mailbox: MaildirMailbox) -> None:
        (box / "new" / "copied-by-hand").write_bytes(b"Subject: x\n\n")
        os.utime(box / "new" / "copied-by-hand", (MARCH - 60.5, MARCH - 60.5))
        mail = (await mailbox.look())[0]
        assert mail.key == "copied-by-hand"
        assert mail.received == datetime(2026, 3, 1, 11, 58, 59, tzinfo=UTC)

    with_box(box, act)


def test_what_is_no_mail_is_left_alone(box: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"not a mail")

    async def act(mailbox: MaildirMailbox) -> None:
        (box / "new" / ".hidden").touch()
        (box / "cur" / "folder").mkdir()
        os.symlink(tmp_path / "secret", box / "cur" / "link")
        assert len(await mailbox.look()) == 2

    with_box(box, act)


def test_of_a_mail_over_the_limit_the_head_alone_is_shown(box: Path) -> None:
    deliver(box, b"From: a@b.example\r\nSubject: x\r\n\r\n" + b"x" * 2000, MARCH + 2)

    async def act(mailbox: MaildirMailbox) -> None:
        huge = (await mailbox.look())[2]
        assert (huge.raw, huge.whole) == (b"From: a@b.example\r\nSubject: x\n\n", False)
        assert huge.size > 2000

    with_box(box, act)


def test_a_mail_that_gm_may_not_read_is_shown_without_text_and_hides_no_other(
    box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opens = Path.open

    def refused(path: Path, *args: Any) -> Any:
        if path.name.startswith(f"{MARCH}."):
            raise PermissionError
        return opens(path, *args)

    async def act(mailbox: MaildirMailbox) -> None:
        monkeypatch.setattr(Path, "open", refused)  # planted: root may read all
        first, second = await mailbox.look()
        assert (first.raw, second.raw) == (b"", b"Subject: second\n\nb\n")
        monkeypatch.undo()
        assert [mail.raw for mail in await mailbox.look()] == [b"Subject: first\n\na\n", second.raw]

    with_box(box, act)


def test_many_mails_come_in_batches(tmp_path: Path) -> None:
    for number in range(120):
        deliver(tmp_path, f"{number}".encode(), MARCH + number)

    async def act(mailbox: MaildirMailbox) -> None:
        seen: list[Arrival] = []
        for size in (50, 50, 20, 0):
            mails = await mailbox.look()
            assert len(mails) == size
            await mailbox.done([mail.key for mail in mails])
            seen.extend(mails)
        assert [int(mail.raw) for mail in seen] == list(range(120))

    with_box(tmp_path, act)


def test_new_mail_ends_a_wait_and_known_mail_does_not(box: Path) -> None:
    async def act(mailbox: MaildirMailbox) -> None:
        await asyncio.wait_for(mailbox.wait(120), 30)  # nothing has been looked at yet
        await mailbox.look()
        await mailbox.wait(0.2)
        waiting = asyncio.create_task(mailbox.wait(120))
        await asyncio.sleep(0.3)
        assert not waiting.done()
        deliver(box, b"news", MARCH + 9)
        await asyncio.wait_for(waiting, 30)

    with_box(box, act)


def test_mail_from_before_us_is_left_as_it_was_however_much_there_is(box: Path) -> None:
    for number in range(5000):
        name = f"{MARCH - 1 - number}.M{number}.old"
        (box / ("new" if number % 2 else "cur") / name).write_bytes(b"old")
    os.utime(_write(box / "cur" / "dateless-old"), (MARCH, MARCH - 1))
    before = _files(box)

    async def run() -> None:
        mailbox = MaildirMailbox(box, since=datetime(2026, 3, 1, 12, 0, 1, tzinfo=UTC), step=0.02)
        await mailbox.open()
        for _ in range(2):
            (second,) = await mailbox.look()
        await mailbox.done([second.key, f"{MARCH - 1}.M0.old"])
        assert await mailbox.look() == ()
        waiting = asyncio.create_task(mailbox.wait(120))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        deliver(box, b"news", MARCH + 9)
        await asyncio.wait_for(waiting, 30)
        (news,) = await mailbox.look()
        await mailbox.done([news.key])

    asyncio.run(run())
    assert before - _files(box) == {path for path in before if path.name.startswith(f"{MARCH + 1}.")}


def _write(path: Path) -> Path:
    path.write_bytes(b"a mail")
    return path


def _files(box: Path) -> set[Path]:
    return {path for folder in ("new", "cur") for path in (box / folder).iterdir()}


def test_a_path_that_is_no_maildir_is_told_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(MailboxGone, match="not a Maildir"):
        asyncio.run(MaildirMailbox(tmp_path / "typo").open())
    assert list(tmp_path.iterdir()) == []


def test_a_maildir_that_vanishes_is_gone_and_may_come_back(box: Path) -> None:
    async def act(mailbox: MaildirMailbox) -> None:
        os.rename(box, box.with_name("away"))
        for call in (mailbox.look(), mailbox.done(["x"]), mailbox.wait(1), mailbox.open()):
            with pytest.raises(MailboxGone):
                await call
        os.rename(box.with_name("away"), box)
        await mailbox.open()
        assert len(await mailbox.look()) == 2

    with_box(box, act)


def test_deliveries_of_one_second_get_names_of_their_own(tmp_path: Path) -> None:
    keys = {deliver(tmp_path, b"x", MARCH) for _ in range(50)}
    assert len(keys) == 50 == len(list((tmp_path / "new").iterdir()))
    assert not list((tmp_path / "tmp").iterdir())
