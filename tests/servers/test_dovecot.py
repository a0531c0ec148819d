"""The IMAP mailbox against Dovecot: what it shows, what it leaves behind, and what it survives."""

from __future__ import annotations

import asyncio
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from helpers.boxes import gone
from helpers.certificates import certificate
from helpers.served import run, until
from mailservers import IMAP_WITHOUT, MailServers, Start
from realworld import DONE, QUARANTINE, Proxy, letter, mailbox

from gm.post.boxes.imap import ImapMailbox
from gm.post.boxes.imap_client import Line
from gm.post.boxes.mailbox import LIMIT, Arrival

pytestmark = pytest.mark.servers

NO_IDLE = f"\nprotocol imap {{\n  imap_capability = {IMAP_WITHOUT} UIDPLUS MOVE\n}}\n"
NO_MOVE = f"\nprotocol imap {{\n  imap_capability = {IMAP_WITHOUT} UIDPLUS IDLE\n}}\n"
NO_MOVE_NO_UIDPLUS = f"\nprotocol imap {{\n  imap_capability = {IMAP_WITHOUT} IDLE\n}}\n"


def names(mails: tuple[Arrival, ...]) -> list[str]:
    """The subjects of mails."""
    return [line[9:].decode() for mail in mails for line in mail.raw.split(b"\r\n") if line.startswith(b"Subject: ")]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that the mailbox gives to the server."""
    found: list[str] = []
    ask = Line.ask

    async def counted(line: Line, doing: str, *args: object, **more: object) -> object:
        found.append(doing)
        return await ask(line, doing, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Line, "ask", counted)  # network: counts the commands on the line
    return found


async def drain(box: ImapMailbox, most: int = 100) -> list[str]:
    """The subjects of all mails, each marked as done."""
    seen: list[str] = []
    for _ in range(most):
        mails = await box.look()
        if not mails:
            return seen
        seen += names(mails)
        await box.done([mail.key for mail in mails])
    raise AssertionError("the mailbox never got empty")


def drag(servers: MailServers, source: str, target: str) -> None:
    """Move all mails of a folder of gm to another one, as a person does in a mail program."""
    with servers.client("gm") as line:
        line.select(f'"{source}"')
        answer, _ = line.uid("MOVE", "1:*", f'"{target}"')
        assert answer == "OK"


def test_mails_come_byte_for_byte_and_lie_in_their_folders_when_done(start_dovecot: Start) -> None:
    servers = start_dovecot()

    async def test() -> None:
        for name in ("one", "two", "odd"):
            servers.deliver("gm", letter(name, ".a dot\r\n\r\nGrüße\r\n"))
        there = servers.mails("gm")
        assert all(raw.endswith(letter("", ".a dot\r\n\r\nGrüße\r\n")[-30:]) for raw in there)
        box = mailbox(servers)
        await box.open()
        mails = await box.look()
        assert [mail.raw for mail in mails] == there
        await box.done([mails[0].key, mails[1].key])
        await box.done([mails[2].key], kept=False)
        assert await box.look() == ()
        assert servers.mails("gm", DONE) == there[:2]
        assert servers.mails("gm", QUARANTINE) == there[2:]
        await box.close()

    run(test())


def test_a_letter_delivered_during_idle_ends_the_wait(start_dovecot: Start, asked: list[str]) -> None:
    servers = start_dovecot()

    async def test() -> None:
        box = mailbox(servers)
        await box.open()
        assert await box.look() == ()
        waiting = asyncio.create_task(box.wait(120))
        await until(lambda: "IDLE" in asked, "IDLE")
        servers.deliver("gm", letter("news"))
        await asyncio.wait_for(waiting, 60)
        assert names(await box.look()) == ["news"]
        await box.close()

    run(test())


def test_a_letter_is_found_by_polling_where_the_server_has_no_idle(start_dovecot: Start, asked: list[str]) -> None:
    servers = start_dovecot(dovecot_more=NO_IDLE)

    async def test() -> None:
        box = mailbox(servers, poll=0.2)
        await box.open()
        assert await box.look() == ()
        waiting = asyncio.create_task(box.wait(120))
        await asyncio.sleep(0.5)
        servers.deliver("gm", letter("news"))
        await asyncio.wait_for(waiting, 60)
        assert names(await box.look()) == ["news"]
        assert "IDLE" not in asked
        await box.close()

    run(test())


@pytest.mark.parametrize("more", [NO_MOVE, NO_IDLE])
def test_done_mail_is_moved_with_move_and_without(more: str, start_dovecot: Start) -> None:
    servers = start_dovecot(dovecot_more=more)

    async def test() -> None:
        servers.fill("gm", [letter(f"n{number}") for number in range(120)])
        box = mailbox(servers)
        await box.open()
        assert sorted(await drain(box)) == sorted(f"n{number}" for number in range(120))
        assert (servers.count("gm"), servers.count("gm", DONE)) == (0, 120)
        await box.close()

    run(test())


def test_without_move_and_uidplus_done_mail_is_copied_and_marked_and_never_shown_again(start_dovecot: Start) -> None:
    servers = start_dovecot(dovecot_more=NO_MOVE_NO_UIDPLUS)

    async def test() -> None:
        servers.fill("gm", [letter("one"), letter("two")])
        box = mailbox(servers)
        await box.open()
        assert len(await drain(box)) == 2
        assert (servers.count("gm"), servers.count("gm", DONE)) == (2, 2)
        await box.open()
        assert await box.look() == ()
        await box.close()

    run(test())


def test_a_batch_out_of_a_backlog_of_2000_costs_five_commands(start_dovecot: Start, asked: list[str]) -> None:
    servers = start_dovecot()

    async def test() -> None:
        servers.fill("gm", [letter(f"n{number}") for number in range(2000)])
        box = mailbox(servers)
        await box.open()
        mails = await box.look()
        for _ in range(3):
            asked.clear()
            begun = time.monotonic()
            await box.done([mail.key for mail in mails])
            mails = await box.look()
            print(f"done and look, 50 of 2000: {1000 * (time.monotonic() - begun):.1f} ms")
            assert len(mails) == 50
            assert asked == ["STORE", "MOVE", "NOOP", "SEARCH", "FETCH"]
        await box.close()

    run(test())


def test_a_server_killed_in_the_middle_of_a_mail_gives_it_again_after_its_restart(start_dovecot: Start) -> None:
    servers = start_dovecot()

    async def test() -> None:
        servers.fill("gm", [letter("large", "x" * 7_000_000), letter("small")])
        async with Proxy(servers.imaps) as proxy:
            box = mailbox(servers, proxy.port)
            await box.open()
            proxy.most = proxy.back + 1_000_000
            looking = asyncio.create_task(box.look())
            await asyncio.wait_for(proxy.silent.wait(), 10)
            servers.dovecot.kill()
            proxy.speak()
            assert "FETCH" in await gone(looking)
            servers.dovecot.start()
            await box.open()
            (large,) = await box.look()  # which is as much as one look takes
            await box.done([large.key])
            assert names((large, *await box.look())) == ["large", "small"]
            await box.close()

    run(test())


@pytest.mark.parametrize("how", ["kill", "stop", "kick"])
def test_a_server_that_ends_us_in_idle_is_noticed_at_once_and_then_back(how: str, start_dovecot: Start) -> None:
    servers = start_dovecot()

    async def test() -> None:
        servers.deliver("gm", letter("before"))
        box = mailbox(servers)
        await box.open()
        (before,) = await box.look()
        waiting = asyncio.create_task(box.wait(120))
        await asyncio.sleep(0.3)
        assert not waiting.done()
        if how == "kick":
            servers.kick("gm")
        else:
            getattr(servers.dovecot, how)()
            servers.dovecot.start()
        assert "IMAP server" in await gone(waiting)
        servers.deliver("gm", letter("after"))
        await box.open()
        mails = await box.look()
        assert names(mails) == ["before", "after"]
        assert mails[0].key == before.key
        await box.close()

    run(test())


def test_a_server_that_dies_before_mail_is_moved_shows_it_again(start_dovecot: Start) -> None:
    servers = start_dovecot()

    async def test() -> None:
        servers.deliver("gm", letter("one"))
        box = mailbox(servers)
        await box.open()
        (mail,) = await box.look()
        servers.dovecot.kill()
        await gone(box.done([mail.key]))
        servers.dovecot.start()
        await box.open()
        assert await box.look() == (mail,)
        await box.close()

    run(test())


def test_a_mailbox_made_anew_is_read_anew_under_other_keys(start_dovecot: Start) -> None:
    servers = start_dovecot()

    async def test() -> None:
        servers.deliver("gm", letter("one"))
        box = mailbox(servers)
        await box.open()
        (first,) = await box.look()
        await asyncio.sleep(1.1)  # UIDVALIDITY is a time in seconds
        make_anew(servers)
        await box.open()
        (again,) = await box.look()
        assert again.raw == first.raw and again.key != first.key
        await box.done([first.key])  # names nothing any more
        assert await box.look() == (again,)
        await box.close()

    run(test())


def make_anew(servers: MailServers) -> None:
    """Give gm a new Maildir, with the mails that are in its inbox and nothing else."""
    mails = servers.mails("gm")
    servers.kick("gm")
    shutil.rmtree(servers.home("gm"))
    servers.fill("gm", mails)


def test_a_line_that_dies_without_a_word_ends_every_call(start_dovecot: Start) -> None:
    servers = start_dovecot()

    async def test() -> None:
        servers.deliver("gm", letter("one"))
        async with Proxy(servers.imaps) as proxy:
            box = mailbox(servers, proxy.port, timeout=1.0, idle_cap=0.5)
            for call in ("look", "done", "wait"):
                proxy.speak()
                await box.open()
                mails = await box.look()
                if call == "wait":
                    waiting = asyncio.create_task(box.wait(120))
                    await asyncio.sleep(0.2)
                    proxy.fall_silent()
                else:
                    proxy.fall_silent()
                    waiting = asyncio.create_task(box.done([mails[0].key]) if call == "done" else box.look())
                assert "no answer in time" in await gone(waiting, 5)
            proxy.speak()
            await box.open()
            assert names(await box.look()) == ["one"]
            await box.close()

    run(test())


def test_of_a_mail_over_the_limit_the_head_alone_is_loaded(start_dovecot: Start) -> None:
    servers = start_dovecot()

    async def test() -> None:
        room = LIMIT - len(letter("ten", ""))
        servers.fill("gm", [letter("ten", "x" * room)], datetime.now(UTC) - timedelta(seconds=9))
        servers.fill("gm", [letter("eleven", "x" * (room + 100))])
        async with Proxy(servers.imap) as proxy:
            box = mailbox(servers, proxy.port, tls="none", cafile=None)
            await box.open()
            (ten,) = await box.look()  # which is as much as one look takes
            await box.done([ten.key])
            (eleven,) = await box.look()
            assert (len(ten.raw), ten.size) == (LIMIT, LIMIT)
            assert (eleven.whole, eleven.size) == (False, LIMIT + 106)  # its name stands in it twice
            assert b"Subject:" in eleven.raw and b"xxx" not in eleven.raw
            assert LIMIT < proxy.back < LIMIT + 100_000
            await box.done([eleven.key], kept=False)
            assert (servers.count("gm"), servers.count("gm", QUARANTINE)) == (0, 1)
            await box.close()

    run(test())


def test_folders_may_have_names_in_any_script(start_dovecot: Start) -> None:
    servers = start_dovecot()
    # Modified UTF-7 by hand: ö and ß are 00F6 00DF; the last one is the example of RFC 3501, 5.1.3.
    folder, done, aside = "Spiele/Gr&APYA3w-e", "&ZeVnLIqe-", "R &- D/&ZeVnLIqe-"

    async def test() -> None:
        with servers.client("gm") as line:
            line.create(f'"{folder}"')
            for name in ("one", "odd"):
                line.append(f'"{folder}"', None, None, letter(name))  # type: ignore[arg-type]
        box = mailbox(servers, folder="Spiele/Größe", done_folder="日本語", quarantine_folder="R & D/日本語")
        for _ in range(2):  # the second time the folders are there
            await box.open()
        one, odd = await box.look()
        await box.done([one.key])
        await box.done([odd.key], kept=False)
        assert [len(servers.mails("gm", name)) for name in (folder, done, aside)] == [0, 1, 1]
        await box.close()

    run(test())


@pytest.mark.parametrize("folder", ["INBOX", "Games/Post"])
def test_a_slash_in_a_folders_name_is_whatever_the_server_has_between_levels(folder: str, start_dovecot: Start) -> None:
    servers = start_dovecot(dovecot_more="\nnamespace inbox {\n  separator = .\n}\n")

    async def test() -> None:
        with servers.client("gm") as line:
            line.create("Games.Post")
            line.append(folder.replace("/", "."), None, None, letter("one"))  # type: ignore[arg-type]
        box = mailbox(servers, folder=folder)
        await box.open()
        assert await drain(box) == ["one"]
        assert len(servers.mails("gm", "GM.Done")) == 1
        await box.close()

    run(test())


def test_a_folder_the_server_will_not_have_is_told_in_its_own_words(start_dovecot: Start) -> None:
    servers = start_dovecot(dovecot_more="\nnamespace inbox {\n  prefix = INBOX.\n  separator = .\n}\n")

    async def test() -> None:
        box = mailbox(servers)
        said = await gone(box.open())
        assert "creating folder GM/" in said and "should probably be prefixed with: INBOX." in said
        box = mailbox(servers, done_folder="INBOX/GM/Done", quarantine_folder=None)
        await box.open()
        await box.close()

    run(test())


def test_a_certificate_nobody_vouches_for_is_refused(start_dovecot: Start, tmp_path: Path) -> None:
    servers = start_dovecot()
    certificate(tmp_path)

    async def test() -> None:
        for cafile in (str(tmp_path / "cert.pem"), None):
            box = mailbox(servers, cafile=cafile)
            said = await gone(box.open())
            assert "certificate was refused: self-signed certificate" in said
            await box.close()

    run(test())


def test_a_certificate_for_another_name_is_refused(start_dovecot: Start) -> None:
    servers = start_dovecot(names=["DNS:imap.elsewhere.test"])

    async def test() -> None:
        box = mailbox(servers)
        said = await gone(box.open())
        assert "certificate was refused" in said and "'127.0.0.1'" in said
        await box.close()

    run(test())


def test_a_wrong_password_is_told_without_the_password(start_dovecot: Start) -> None:
    servers = start_dovecot()

    async def test() -> None:
        servers.password = "not-the-fish"
        box = mailbox(servers)
        said = await gone(box.open())
        assert "login: the server said NO [AUTHENTICATIONFAILED]" in said
        assert "not-the-fish" not in said
        await box.close()

    run(test())


def test_without_a_folder_for_it_done_mail_stays_and_keeps_a_keyword(start_dovecot: Start) -> None:
    servers = start_dovecot()

    async def test() -> None:
        servers.deliver("gm", letter("one"))
        box = mailbox(servers, done_folder=None)
        await box.open()
        assert await drain(box) == ["one"]
        with servers.client("gm") as line:
            line.select("INBOX", readonly=True)
            assert line.search(None, "KEYWORD", "$GmDone")[1] == [b"1"]
        servers.deliver("gm", letter("two"))
        await box.open()
        assert names(await box.look()) == ["two"]
        await box.close()

    run(test())


@pytest.mark.parametrize("done", [DONE, None])
def test_mail_put_aside_and_dragged_back_by_a_person_is_shown_again(done: str | None, start_dovecot: Start) -> None:
    servers = start_dovecot()

    async def test() -> None:
        servers.deliver("gm", letter("odd"))
        box = mailbox(servers, done_folder=done)
        await box.open()
        (odd,) = await box.look()
        await box.done([odd.key], kept=False)
        assert await box.look() == ()
        drag(servers, QUARANTINE, "INBOX")
        (back,) = await box.look()
        assert back.raw == odd.raw and back.received == odd.received and back.key != odd.key
        await box.close()

    run(test())


def test_mail_from_before_us_is_left_as_it_was_however_much_there_is(start_dovecot: Start) -> None:
    servers = start_dovecot()

    async def test() -> None:
        begun = datetime.now(UTC).replace(microsecond=0)
        second = timedelta(seconds=1)
        servers.fill("gm", (letter(f"old{number}") for number in range(4990)), begun - timedelta(days=400))
        for number in range(9):
            servers.fill("gm", [letter(f"today{number}")], begun - second * (number + 1))
        servers.fill("gm", [letter("first")], begun)
        box = mailbox(servers, since=begun)
        await box.open()
        for when in ("first", "second", "third"):
            before = time.monotonic()
            assert names(await box.look()) == ["first"]
            print(f"{when} look, 4999 old mails beside it: {1000 * (time.monotonic() - before):.1f} ms")
        assert await drain(box) == ["first"]
        waiting = asyncio.create_task(box.wait(120))
        await asyncio.sleep(0.3)
        assert not waiting.done()
        servers.deliver("gm", letter("news"))
        await asyncio.wait_for(waiting, 60)
        assert await drain(box) == ["news"]
        await box.close()
        with servers.client("gm") as line:
            assert line.select("INBOX", readonly=True) == ("OK", [b"4999"])
            assert len(line.search(None, "UNSEEN", "UNKEYWORD", "$GmDone")[1][0].split()) == 4999

    run(test())
