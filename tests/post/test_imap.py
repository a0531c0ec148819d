"""The IMAP mailbox against a real server on loopback, and against scripted ones for what that server never does."""

from __future__ import annotations

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from helpers.boxes import BODY, FACTS, NO, Folder, Kept, Script, gone, search
from helpers.certificates import certificate as made
from helpers.rows import each_row
from helpers.served import until

from gm.demo.postoffice import PostOffice
from gm.post.boxes.imap import ImapMailbox
from gm.post.boxes.imap_client import Line
from gm.post.boxes.imap_wire import Said, cleaned, copied, fetched, internal_date, plain, wire_name
from gm.post.boxes.mailbox import LOOK_BYTES, Arrival, head_of, portion

DAY = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


def letter(name: str, size: int = 0) -> bytes:
    return f"Subject: {name}\r\n\r\nA PAR (H)\r\n".encode() + b"x" * size


def box(office: PostOffice, **more: Any) -> ImapMailbox:
    settings: dict[str, Any] = {"tls": "none", "done_folder": "Done", "quarantine_folder": "Odd", "timeout": 3.0}
    return ImapMailbox("127.0.0.1", office.imap_port, "gm", office.password, **(settings | more))


async def drain(mailbox: ImapMailbox, rounds: int = 20) -> list[tuple[Arrival, ...]]:
    """All batches until look() shows nothing, each marked as done."""
    batches = []
    for _ in range(rounds):
        mails = await mailbox.look()
        if not mails:
            return batches
        batches.append(mails)
        await mailbox.done([mail.key for mail in mails])
    raise AssertionError("the mailbox never got empty")


def test_mails_are_shown_oldest_first_and_once_done_no_more() -> None:
    async def run() -> None:
        async with PostOffice(["gm"]) as office:
            for hours in (2, 1, 3, 1):
                await office.deliver("gm", letter(f"{hours}"), DAY + timedelta(hours=hours))
            mailbox = box(office)
            await mailbox.open()
            mails = await mailbox.look()
            assert [mail.received - DAY for mail in mails] == [timedelta(hours=hours) for hours in (1, 1, 2, 3)]
            assert mails[0].key < mails[1].key
            assert {mail.raw for mail in mails} == set(office.mailbox_bytes("gm"))
            assert all(mail.size == len(mail.raw) for mail in mails)
            assert await mailbox.look() == mails
            await mailbox.done([mails[0].key, mails[2].key])
            assert await mailbox.look() == (mails[1], mails[3])
            await mailbox.close()

    asyncio.run(run())


def test_done_mail_lies_in_the_folder_for_it() -> None:
    async def run() -> None:
        async with PostOffice(["gm"]) as office:
            await office.deliver("gm", letter("good"), DAY)
            await office.deliver("gm", letter("odd"), DAY + timedelta(seconds=1))
            mailbox = box(office, done_folder="Züge & mehr")
            await mailbox.open()
            good, odd = await mailbox.look()
            await mailbox.done([good.key])
            await mailbox.done([odd.key], kept=False)
            await mailbox.done([good.key, odd.key, "1/1", "nonsense"])
            assert await mailbox.look() == ()
            for folder, mail in (("Züge & mehr", good), ("Odd", odd)):
                other = box(office, folder=folder, quarantine_folder=None)
                await other.open()
                assert [(seen.raw, seen.received) for seen in await other.look()] == [(mail.raw, mail.received)]

    asyncio.run(run())


def test_without_folders_done_mail_stays_and_is_marked() -> None:
    async def run() -> None:
        async with PostOffice(["gm"]) as office:
            await office.deliver("gm", letter("one"))
            mailbox = box(office, done_folder=None, quarantine_folder=None)
            await mailbox.open()
            (mail,) = await mailbox.look()
            await mailbox.done([mail.key])
            assert await mailbox.look() == ()
            await mailbox.open()
            assert await mailbox.look() == ()

    asyncio.run(run())


def test_three_hundred_mails_come_in_batches_and_none_twice() -> None:
    async def run() -> None:
        async with PostOffice(["gm"]) as office:
            for number in range(300):
                await office.deliver("gm", letter(f"mail {number}"), DAY + timedelta(seconds=number))
            mailbox = box(office)
            await mailbox.open()
            batches = await drain(mailbox)
            assert [len(batch) for batch in batches] == [50] * 6
            assert [mail.raw for batch in batches for mail in batch] == office.mailbox_bytes("gm")

    asyncio.run(run())


def test_of_a_mail_over_the_limit_the_head_alone_is_shown() -> None:
    async def run() -> None:
        async with PostOffice(["gm"]) as office:
            await office.deliver("gm", letter("huge", 200_000), DAY)
            await office.deliver("gm", letter("small"), DAY + timedelta(seconds=1))
            mailbox = box(office, limit=100_000)
            await mailbox.open()
            huge, small = await mailbox.look()
            assert (huge.whole, huge.raw) == (False, head_of(letter("huge", 200_000)))
            assert huge.size > 200_000 and len(huge.raw) < 1_000
            assert small.whole and small.raw == letter("small")

    asyncio.run(run())


def test_one_look_never_holds_too_many_bytes() -> None:
    assert portion([LOOK_BYTES // 2] * 4, 50, LOOK_BYTES) == 2
    assert portion([LOOK_BYTES * 2, 1], 50, LOOK_BYTES * 3) == 1
    assert portion([LOOK_BYTES * 2] * 3, 50, 1000) == 3
    assert portion([1] * 60, 50, 1000) == 50
    assert portion([], 50, 1000) == 0


def test_new_mail_ends_a_wait_at_once() -> None:
    async def run() -> None:
        async with PostOffice(["gm"]) as office:
            mailbox = box(office)
            await mailbox.open()
            assert await mailbox.look() == ()
            waiting = asyncio.create_task(mailbox.wait(120))
            await asyncio.sleep(0.2)
            assert not waiting.done()
            await office.deliver("gm", letter("new"))
            await asyncio.wait_for(waiting, 30)
            assert len(await mailbox.look()) == 1

    asyncio.run(run())


def test_a_wait_without_news_ends_in_time_and_leaves_the_mailbox_usable() -> None:
    async def run() -> None:
        async with PostOffice(["gm"]) as office:
            await office.deliver("gm", letter("known"))
            mailbox = box(office, idle_cap=0.1)
            await mailbox.open()
            mails = await mailbox.look()
            await mailbox.wait(0.4)
            assert await mailbox.look() == mails
            waiting = asyncio.create_task(mailbox.wait(60))
            await asyncio.sleep(0.4)
            assert not waiting.done()  # the mail has been shown: it is no news
            waiting.cancel()

    asyncio.run(run())


def test_mail_that_came_before_the_wait_is_not_waited_for() -> None:
    async def run() -> None:
        async with PostOffice(["gm"]) as office:
            mailbox = box(office)
            await mailbox.open()
            await mailbox.look()
            await office.deliver("gm", letter("early"))
            await mailbox.done(["1/1"])
            await asyncio.wait_for(mailbox.wait(120), 30)

    asyncio.run(run())


def test_polling_finds_mail_where_the_server_cannot_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "abilities", frozenset({"UIDPLUS"}))  # network: a server that cannot

    async def run() -> None:
        async with PostOffice(["gm"]) as office:
            mailbox = box(office, poll=0.1)
            await mailbox.open()
            waiting = asyncio.create_task(mailbox.wait(120))
            await asyncio.sleep(0.15)
            await office.deliver("gm", letter("new"))
            await asyncio.wait_for(waiting, 30)
            await mailbox.look()
            waiting = asyncio.create_task(mailbox.wait(120))
            await asyncio.sleep(0.05)
            await office.hang_up()
            await gone(waiting)

    asyncio.run(run())


def test_a_cut_connection_ends_a_wait_at_once_and_open_mends_it() -> None:
    async def run() -> None:
        async with PostOffice(["gm"]) as office:
            mailbox = box(office, timeout=120.0)
            await mailbox.open()
            await mailbox.look()
            waiting = asyncio.create_task(mailbox.wait(120))
            await asyncio.sleep(0.2)
            await office.hang_up()
            await gone(waiting)
            await gone(mailbox.look())
            await office.deliver("gm", letter("later"))
            await mailbox.open()
            assert len(await mailbox.look()) == 1

    asyncio.run(run())


def test_after_a_restart_of_the_server_the_same_number_is_another_mail() -> None:
    async def run() -> None:
        async with PostOffice(["gm"]) as office:
            port = office.imap_port
            await office.deliver("gm", letter("before"))
            mailbox = box(office)
            await mailbox.open()
            (before,) = await mailbox.look()
        await gone(mailbox.look())
        await gone(mailbox.open())
        async with PostOffice(["gm"], imap_port=port) as office:
            await office.deliver("gm", letter("after"))
            await mailbox.open()
            (after,) = await mailbox.look()
            assert after.key != before.key
            await mailbox.done([before.key])
            assert await mailbox.look() == (after,)

    asyncio.run(run())


def test_closing_ends_a_wait_and_may_be_done_twice() -> None:
    async def run() -> None:
        async with PostOffice(["gm"]) as office:
            mailbox = box(office)
            await mailbox.close()
            await mailbox.open()
            waiting = asyncio.create_task(mailbox.wait(30))
            await asyncio.sleep(0.1)
            await mailbox.close()
            await gone(waiting)
            await mailbox.close()
            await mailbox.open()
            waiting = asyncio.create_task(mailbox.wait(30))
            await asyncio.sleep(0.1)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            await mailbox.open()
            assert await mailbox.look() == ()
            await mailbox.close()
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(run())


def test_both_login_names_lead_to_the_same_mail() -> None:
    async def run() -> None:
        async with PostOffice(["gm", "ann"]) as office:
            await office.deliver("gm", letter("one"))
            counts = []
            for name in ("gm", "gm@gm.test", "ann"):
                mailbox = ImapMailbox("127.0.0.1", office.imap_port, name, office.password, tls="none")
                await mailbox.open()
                counts.append(len(await mailbox.look()))
                await mailbox.close()
            assert counts == [1, 1, 0]

    asyncio.run(run())


def test_calls_from_several_tasks_take_turns() -> None:
    async def run() -> None:
        async with PostOffice(["gm"]) as office:
            await office.deliver("gm", letter("one"))
            mailbox = box(office)
            await mailbox.open()
            looks = await asyncio.gather(*(mailbox.look() for _ in range(20)))
            assert len(set(looks)) == 1

    asyncio.run(run())


def test_a_wrong_password_is_told_without_telling_the_password() -> None:
    async def run() -> None:
        async with PostOffice(["gm"], password="right") as office:
            mailbox = ImapMailbox("127.0.0.1", office.imap_port, "gm", "hush-hush", tls="none", done_folder="Done")
            assert "hush" not in (text := await gone(mailbox.open())) and "login" in text
        script = Script(LOGIN=lambda command: f"{{t}} BAD what is {command}\r\n")
        async with script.box() as mailbox:
            text = await gone(mailbox.open())
            assert "what is" in text and "cret" not in text

    asyncio.run(run())


def test_an_answer_nobody_can_parse_is_no_leak(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with Script(LOGIN="ZZZ9 OK who asked\r\n").box(timeout=30.0) as mailbox:
            assert "cret" not in await gone(mailbox.open())

    asyncio.run(run())
    assert "cret" not in caplog.text


@pytest.mark.parametrize("greeting", [None, "* BYE full up\r\n", "SSH-2.0-what\r\n"])
def test_a_server_that_gives_no_welcome_is_given_up(greeting: str | None) -> None:
    async def run() -> None:
        async with Script(greeting).box() as mailbox:
            await gone(mailbox.open())

    asyncio.run(run())


def test_a_port_nobody_listens_on_is_told() -> None:
    async def run() -> None:
        server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        mailbox = ImapMailbox("127.0.0.1", port, "gm", "x", tls="none", done_folder=None)
        assert str(port) in await gone(mailbox.open())

    asyncio.run(run())


@each_row("command", ["NOOP", "UID SEARCH", "UID FETCH", "UID STORE", "UID MOVE", "IDLE", "DONE"])
@each_row("answer", [None, ""])
def test_silence_and_hanging_up_end_every_command(command: str, answer: str | None) -> None:
    async def run() -> None:
        script = Script(
            CAPABILITY="* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS\r\n{t} OK done\r\n",
            UID_SEARCH=search(),
            IDLE="+ go on\r\n",
            DONE=None,
        )
        script.answers[command] = answer
        async with script.box(timeout=0.4) as mailbox:
            await mailbox.open()
            if command == "UID FETCH":
                script.answers["UID SEARCH"] = search(1)
            if command in ("IDLE", "DONE"):
                await gone(mailbox.wait(0.2))
            else:
                await gone(mailbox.done(["7/1"]) if command in ("UID STORE", "UID MOVE") else mailbox.look())

    asyncio.run(run())


def test_a_goodbye_instead_of_an_idle_ends_the_wait_at_once() -> None:
    async def run() -> None:
        script = Script(
            CAPABILITY="* CAPABILITY IMAP4rev1 IDLE\r\n{t} OK done\r\n", IDLE="+ go on\r\n* BYE timeout\r\n"
        )
        async with script.box(timeout=120.0) as mailbox:
            await mailbox.open()
            await gone(mailbox.wait(120))

    asyncio.run(run())


@pytest.mark.parametrize(
    "answer",
    ["{t} NO not today\r\n", "{t} BAD what?\r\n", "+ go on\r\n{t} OK enough\r\n", "+ go on\r\n|{t} OK enough\r\n"],
)
def test_a_server_that_advertises_idle_and_refuses_it_is_polled(answer: str) -> None:
    async def run() -> None:
        script = Script(CAPABILITY="* CAPABILITY IMAP4rev1 IDLE\r\n{t} OK done\r\n", IDLE=answer)
        async with script.box(poll=0.1) as mailbox:
            await mailbox.open()
            waiting = asyncio.create_task(mailbox.wait(120))
            await until(lambda: len(script.said("UID SEARCH")) >= 4, "some rounds of polling")
            assert script.said("IDLE") == ["IDLE"] and not waiting.done()
            assert not [command for command in script.heard if "DONE" in command]
            script.answers["UID SEARCH"] = search(1)
            await asyncio.wait_for(waiting, 30)
            await mailbox.open()
            script.answers["UID SEARCH"] = search()
            await mailbox.wait(0.1)
            assert script.said("IDLE") == ["IDLE", "IDLE"]  # a new connection, a new chance

    asyncio.run(run())


def test_a_thousand_lines_at_once_cost_the_connection_and_no_more() -> None:
    async def run() -> None:
        burst = "".join(f"* {number} EXPUNGE\r\n" for number in range(3000, 0, -1))
        script = Script(NOOP=burst + "{t} OK done\r\n")
        async with script.box(timeout=120.0) as mailbox:
            await mailbox.open()
            await gone(mailbox.look())
            script.answers["NOOP"] = "{t} OK done\r\n"
            await mailbox.open()
            assert await mailbox.look() == ()

    asyncio.run(run())


AT_DAY = "01-Mar-2026 13:00:00 +0100"
LETTER = "Subject: one\r\n\r\nA PAR H\r\n"
UNDATED = [
    "UID <uid> INTERNALDATE NIL RFC822.SIZE <size>",
    "UID <uid> RFC822.SIZE <size>",
    'UID <uid> INTERNALDATE "00-Jan-0000 00:00:00 +0000" RFC822.SIZE <size>',
    'UID <uid> INTERNALDATE "01-Jan-1970 00:00:00 +0000" RFC822.SIZE <size>',
    'UID <uid> INTERNALDATE "Sun, 01 Mar 2026 12:00:00 +0000" RFC822.SIZE <size>',
    'UID <uid> INTERNALDATE "31-Feb-2026 12:00:00 +0000" RFC822.SIZE <size>',
    'UID <uid> INTERNALDATE "" RFC822.SIZE NIL',
    "UID <uid>",
    "",
    NO,
]
DATED = [
    FACTS,
    'RFC822.SIZE <size> UID <uid> INTERNALDATE "<date>"',
    'UID <uid> INTERNALDATE " 1-Mar-2026 07:00:00 -0500"',
    'UID <uid> INTERNALDATE "<date>" RFC822.SIZE NIL',
    'UID <uid> INTERNALDATE "<date>" RFC822.SIZE 0',
    'UID <uid> INTERNALDATE "<date>" RFC822.SIZE 3',
    'UID <uid> RFC822.SIZE <size>)\r\n* <uid> FETCH (UID <uid> INTERNALDATE "<date>"',
]
WHOLE = [BODY, "BODY<what> {<size>}\r\n<raw> UID <uid>", "FLAGS (\\Seen) UID <uid> BODY<what> ~{<size>}\r\n<raw>"]
WITHOUT = ["UID <uid> BODY<what> NIL", 'UID <uid> BODY<what> ""', "UID <uid> BODY<what> {0}\r\n", "UID <uid>", "", NO]
NOISE = "* 9 EXISTS\r\n* 1 RECENT\r\n* 5 FETCH (FLAGS (\\Seen) UID 5)\r\n* 9 EXPUNGE\r\n* OK [ALERT] full\r\n"


def looked_at(*mails: Kept, noise: str = "", **more: Any) -> tuple[Arrival, ...]:
    """What a look shows of these mails, whose UIDs are 7, 8 and so on."""

    async def run() -> tuple[Arrival, ...]:
        async with Folder(dict(enumerate(mails, 7)), AT_DAY, noise).box(**more) as mailbox:
            await mailbox.open()
            return await mailbox.look()

    return asyncio.run(run())


@each_row("facts", UNDATED)
@each_row("noise", ["", NOISE])
def test_a_mail_is_read_though_the_server_does_not_say_when_it_came(facts: str, noise: str) -> None:
    undated, dated = looked_at(Kept(LETTER, facts), Kept(LETTER), noise=noise, since=DAY)
    assert (undated.key, undated.received, undated.raw, undated.whole) == ("7/7", None, LETTER.encode(), True)
    assert (dated.key, dated.received, dated.raw) == ("7/8", DAY, LETTER.encode())


@each_row("facts", DATED)
@each_row("body", WHOLE)
def test_a_mail_is_read_in_whatever_order_and_size_it_is_told(facts: str, body: str) -> None:
    mails = looked_at(*[Kept(LETTER, facts, body)] * 3, noise=NOISE)
    assert [(mail.key, mail.received, mail.raw) for mail in mails] == [
        (f"7/{uid}", DAY, LETTER.encode()) for uid in (7, 8, 9)
    ]


@each_row("facts", [FACTS, UNDATED[0], ""])
@each_row("body", WITHOUT)
def test_a_mail_that_is_not_handed_out_is_shown_without_text_and_hides_no_other(facts: str, body: str) -> None:
    mails = looked_at(Kept(LETTER, facts, body), Kept(LETTER), noise=NOISE)
    assert [(mail.key, mail.raw) for mail in mails] == [("7/7", b""), ("7/8", LETTER.encode())]


@each_row("wrong", [1, 2, 5])
def test_a_mail_that_was_not_handed_out_is_asked_for_in_each_look(wrong: int) -> None:
    async def run() -> None:
        async with Folder({7: Kept(LETTER, body="", wrong=wrong)}, AT_DAY).box(poll=0.01) as mailbox:
            await mailbox.open()
            for _ in range(wrong):
                assert [mail.raw for mail in await mailbox.look()] == [b""]
                await mailbox.wait(0.02)
            assert [mail.raw for mail in await mailbox.look()] == [LETTER.encode()]

    asyncio.run(run())


def test_of_a_mail_over_the_limit_that_the_server_gave_no_size_the_head_alone_is_shown() -> None:
    (mail,) = looked_at(Kept(LETTER + "x" * 100, "UID <uid>"), limit=100)
    assert (mail.whole, mail.raw) == (False, b"Subject: one\n\n")


@each_row("end", ["* BYE", "* bye shutting down", "<answer>* BYE", "* 7 FETCH (UID 7 RFC822.SIZE 3\r\n* BYE"])
def test_a_goodbye_in_an_answer_ends_the_wait_for_it_at_once(end: str) -> None:
    async def run() -> None:
        for before in (0, 1):  # of the facts, and of the mail
            folder = Folder({7: Kept(LETTER)}, AT_DAY, ends=[""] * before + [end])
            async with folder.box(timeout=120.0) as mailbox:
                await mailbox.open()
                assert "goodbye" in await gone(mailbox.look())
                await mailbox.open()
                assert [mail.raw for mail in await mailbox.look()] == [LETTER.encode()]

    asyncio.run(run())


def test_a_mail_that_is_not_handed_out_is_no_reason_to_wake_up_again_and_again() -> None:
    async def run() -> None:
        folder = Folder({9: Kept(LETTER, NO, NO)}, AT_DAY)
        async with folder.box(poll=0.2) as mailbox:
            await mailbox.open()
            assert [mail.raw for mail in await mailbox.look()] == [b""]
            await mailbox.wait(0.3)
            assert len(folder.said("UID SEARCH")) < 6

    asyncio.run(run())


def test_the_keyword_tells_done_mail_where_the_server_keeps_keywords() -> None:
    async def run() -> None:
        script = Script()
        async with script.box(done_folder=None) as mailbox:
            await mailbox.open()
            await mailbox.look()
            await mailbox.done(["7/3", "8/4"])
            assert script.said("UID SEARCH") == ["UID SEARCH UNDELETED UNKEYWORD $GmDone"]
            assert script.said("UID STORE") == ["UID STORE 3 +FLAGS.SILENT (\\Seen $GmDone)"]

    asyncio.run(run())


def test_mail_from_before_us_is_found_old_once_and_never_fetched() -> None:
    # The limit is 12:00 in UTC; servers far in the east date the mail of that moment a day later.
    dates = {1: "28-Feb-2026 23:59:59 +0000", 2: " 1-Mar-2026 11:59:59 +0000", 3: " 1-Mar-2026 12:00:00 +0000"}
    dates |= {4: " 2-Mar-2026 01:59:59 +1400", 5: " 1-Mar-2026 00:00:00 -1200"}

    def facts(command: str) -> str:
        uids = [int(uid) for uid in command.split()[2].split(",")]
        lines = (f'* {uid} FETCH (UID {uid} INTERNALDATE "{dates[uid]}" RFC822.SIZE 3)\r\n' for uid in uids)
        bodies = (f"* {uid} FETCH (UID {uid} BODY[] {{3}}\r\nabc)\r\n" for uid in uids)
        return "".join(bodies if "BODY" in command else lines) + "{t} OK done\r\n"

    async def run() -> None:
        script = Script(UID_FETCH=facts, UID_SEARCH=search(1, 2, 3, 4, 5))
        async with script.box(since=DAY) as mailbox:
            await mailbox.open()
            for _ in range(2):
                mails = await mailbox.look()
                assert [mail.key for mail in mails] == ["7/3", "7/5"]
            assert script.said("UID SEARCH") == ["UID SEARCH UNDELETED SINCE 28-Feb-2026"] * 2
            assert script.said("UID FETCH") == [
                "UID FETCH 1,2,3,4,5 (UID INTERNALDATE RFC822.SIZE)",
                "UID FETCH 3,5 (UID BODY.PEEK[])",
                "UID FETCH 3,5 (UID BODY.PEEK[])",
            ]

    asyncio.run(run())


def test_mail_that_is_moved_away_is_not_marked_as_done() -> None:
    async def run() -> None:
        kept = "* OK [UIDVALIDITY 7] x\r\n* OK [PERMANENTFLAGS (\\Seen \\*)] x\r\n{t} OK [READ-WRITE] done\r\n"
        for select, flags in ((kept, ["(\\Seen)"]), (kept.replace(" \\*", ""), [])):
            script = Script(CAPABILITY="* CAPABILITY IMAP4rev1 MOVE\r\n{t} OK done\r\n", SELECT=select)
            async with script.box(done_folder=None, quarantine_folder="Odd") as mailbox:
                await mailbox.open()
                await mailbox.done(["7/1"], kept=False)
                assert script.said("UID STORE") == [f"UID STORE 1 +FLAGS.SILENT {flag}" for flag in flags]
                assert script.said("UID MOVE") == ['UID MOVE 1 "Odd"']

    asyncio.run(run())


def one_mail(command: str) -> str:
    body = "BODY[] {3}\r\nabc"
    told = 'INTERNALDATE " 1-Mar-2026 12:00:00 +0000" RFC822.SIZE 3'
    return f"* 1 FETCH (UID 1 {body if 'BODY' in command else told})\r\n{{t}} OK done\r\n"


def test_what_wait_came_back_for_is_shown_without_another_search() -> None:
    async def run() -> None:
        script = Script(UID_SEARCH=search(1), UID_FETCH=one_mail)
        async with script.box() as mailbox:
            await mailbox.open()
            await mailbox.wait(5)
            assert len(script.said("UID SEARCH")) == 1
            assert [mail.raw for mail in await mailbox.look()] == [b"abc"]
            assert len(script.said("UID SEARCH")) == 1
            await mailbox.look()
            assert len(script.said("UID SEARCH")) == 2

    asyncio.run(run())


def test_that_there_is_no_mail_is_never_said_from_what_wait_saw() -> None:
    async def run() -> None:
        searches = iter([search(1), search(2)])  # 1 vanished, and 2 came, before anybody looked
        script = Script(UID_SEARCH=lambda _: next(searches), UID_FETCH="{t} OK done\r\n")
        async with script.box() as mailbox:
            await mailbox.open()
            await mailbox.wait(5)
            assert [(mail.key, mail.raw) for mail in await mailbox.look()] == [("7/1", b"")]  # not yet known to be gone
            assert [(mail.key, mail.raw) for mail in await mailbox.look()] == [("7/2", b"")]
            assert len(script.said("UID SEARCH")) == 2

    asyncio.run(run())


def test_without_move_only_confirmed_copies_are_deleted() -> None:
    async def run() -> None:
        script = Script(
            CAPABILITY="* CAPABILITY IMAP4rev1 UIDPLUS\r\n{t} OK done\r\n",
            UID_COPY="{t} OK [COPYUID 9 1,3 7:8] done\r\n",
            UID_SEARCH=search(2),
        )
        async with script.box() as mailbox:
            await mailbox.open()
            await mailbox.done(["7/1", "7/2", "7/3"])
            assert script.said("UID STORE")[1:] == [
                "UID STORE 1,3 +FLAGS.SILENT (\\Deleted)",
                "UID STORE 2 +FLAGS.SILENT (\\Seen $GmDone)",
            ]
            assert script.said("UID EXPUNGE") == ["UID EXPUNGE 1,3"]
            assert await mailbox.look() == ()  # 2 is marked and not shown again

    asyncio.run(run())


def test_without_move_and_uidplus_nothing_is_expunged() -> None:
    async def run() -> None:
        script = Script()
        async with script.box() as mailbox:
            await mailbox.open()
            await mailbox.done(["7/1"])
            assert script.said("UID COPY") == ['UID COPY 1 "Done"']
            assert script.said("UID STORE")[1:] == ["UID STORE 1 +FLAGS.SILENT (\\Deleted)"]
            assert not [command for command in script.heard if "EXPUNGE" in command]

    asyncio.run(run())


def test_mail_that_cannot_be_moved_is_not_shown_again_before_the_next_open() -> None:
    async def run() -> None:
        folder = Folder({1: Kept(LETTER)}, AT_DAY)
        folder.answers["UID MOVE"] = "{t} NO over quota\r\n"
        async with folder.box() as mailbox:
            await mailbox.open()
            (mail,) = await mailbox.look()
            await mailbox.done([mail.key])
            assert await mailbox.look() == ()
            await mailbox.open()
            assert await mailbox.look() == (mail,)

    asyncio.run(run())


@pytest.mark.parametrize(
    "answer", ["{t} NO no such folder\r\n", "* OK [UIDVALIDITY 7] x\r\n{t} OK [READ-ONLY] x\r\n", "{t} OK odd\r\n"]
)
def test_a_folder_that_cannot_be_used_is_told(answer: str) -> None:
    async def run() -> None:
        async with Script(SELECT=answer).box() as mailbox:
            await gone(mailbox.open())

    asyncio.run(run())


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return made(tmp_path_factory.mktemp("tls"))


def test_tls_is_verified(certificate: tuple[Path, Path]) -> None:
    async def run() -> None:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*certificate)
        server = await asyncio.start_server(Script().serve, "127.0.0.1", 0, ssl=context)
        port = server.sockets[0].getsockname()[1]
        for cafile in (None, str(certificate[0])):
            mailbox = ImapMailbox(
                "127.0.0.1", port, "gm", "x", tls="implicit", cafile=cafile, done_folder=None, timeout=2.0
            )
            if cafile is None:
                assert "certificate was refused" in await gone(mailbox.open())
            else:
                await mailbox.open()
                assert await mailbox.look() == ()
            await mailbox.close()
        server.close()

    asyncio.run(run())


def test_mail_is_never_moved_to_where_it_is_read() -> None:
    with pytest.raises(ValueError, match="INBOX"):
        ImapMailbox("h", 1, "u", "p", tls="none", done_folder="INBOX")


def test_folder_names_go_out_in_modified_utf7_and_quoted() -> None:
    assert wire_name("Done") == '"Done"'
    assert wire_name('a "b" \\ & c') == '"a \\"b\\" \\\\ &- c"'
    assert wire_name("~peter/mail/台北/日本語") == '"~peter/mail/&U,BTFw-/&ZeVnLIqe-"'  # RFC 3501, 5.1.3


def test_a_slash_in_a_folders_name_is_the_servers_own_delimiter_on_the_wire() -> None:
    async def run() -> None:
        for told, name in (('"."', "GM.Done"), ('"/"', "GM/Done"), ('"\\\\"', "GM\\\\Done"), ("NIL", "GM/Done")):
            script = Script(LIST=f'* LIST (\\Noselect) {told} ""\r\n{{t}} OK done\r\n')
            async with script.box(done_folder="GM/Done") as mailbox:
                await mailbox.open()
                assert script.said("LIST") == ['LIST "" ""', f'LIST "" "{name}"']

    asyncio.run(run())


def test_copyuid_names_the_mails_that_were_copied() -> None:
    assert copied([b"OK [COPYUID 38505 304,319:320 3956:3958] Done"], [303, 304, 319, 320, 321]) == [304, 319, 320]
    assert copied([b"OK Done"], [1]) == []
    assert copied([b"OK [COPYUID 9 20:10 1:11] Done"], [9, 10, 15]) == [10, 15]


def test_receipt_is_told_in_utc() -> None:
    assert internal_date(" 1-Mar-2026 13:00:00 +0100") == DAY
    assert internal_date("01-Mar-2026 06:30:00 -0530") == DAY
    assert internal_date("31-Feb-2026 06:30:00 -0530") is None
    assert internal_date("yesterday") is None
    assert internal_date("31-Dec-1989 23:59:59 +0000") is None


def test_changes_of_flags_between_the_mails_are_no_mails() -> None:
    lines = [b"4 FETCH (FLAGS (\\Seen))", b"1 FETCH (BODY[] {5}", bytearray(b"hello"), b" UID 3)", b"OK done"]
    assert fetched(lines) == {3: Said(raw=b"hello")}


@each_row(
    ("said", "logged"),
    [
        ('what is LOGIN "gm" "se\\"cret"', 'what is LOGIN "gm" ***'),
        ('what is login "GM" "se', 'what is login "gm" ***'),
        ('no se"cret here', "no *** here"),
        ('no SE"CRET\r\nforged line \x1b[2J é', "no *** forged line ?[2J ?"),
        ("x" * 300, "x" * 200),
    ],
)
def test_what_a_server_says_is_logged_on_one_line_without_the_password(said: str, logged: str) -> None:
    assert cleaned(said, '"gm"', 'se"cret') == logged


@each_row(
    ("error", "logged"),
    [
        (ValueError('LOGIN "gm" "secret"'), "ValueError"),
        (TimeoutError("LOGIN"), "no answer in time"),
        (ConnectionRefusedError(111, "Connection refused"), "Connection refused"),
        (OSError("Multiple exceptions:\nA, B"), "Multiple exceptions: A, B"),
        (OSError(), "OSError"),
    ],
)
def test_errors_are_logged_without_the_command_they_struck(error: Exception, logged: str) -> None:
    assert plain(error) == logged
