"""The daemon as a process: how it ends, reads its configuration again, refuses to start, and survives trouble."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import time
from email import message_from_bytes, policy
from pathlib import Path

from helpers.served import DOMAIN, GM, PASSWORD, SEATS, USERS, free_port, letter, post, run, serving, until

from gm import __version__
from gm.demo.postoffice import PostOffice
from gm.post.boxes.maildir import deliver

AT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
ROUND = len(SEATS)  # mails when a game begins
SECRET = ("37 : F BRE - PIC", "29 : A MAR", "TRANSFER 13", "the dagger is in the cloak")


def _from(raw: bytes) -> str:
    return str(message_from_bytes(raw, policy=policy.default)["From"])


def test_a_daemon_told_to_end_ends_at_once_with_status_0_and_tells_the_service_manager(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, _):
            await served.start()
            assert await served.stop() == 0
            told = served.told()
            assert [line for line in told if line in ("READY=1", "STOPPING=1")] == ["READY=1", "STOPPING=1"]
            assert "Traceback" not in served.text()

    run(test())


def test_a_daemon_told_to_reload_uses_the_new_configuration_and_goes_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, office):
            await served.begin()
            await served.start()
            await until(lambda: len(office.mailbox_bytes("france")) == 1, "the first mail")
            assert "The GameMaster" in _from(office.mailbox_bytes("france")[0])
            served.configure(office.smtp_port, office.imap_port, name="Her Majesty")
            served.send_signal(signal.SIGHUP)
            await until(lambda: served.told().count("READY=1") == 2, "the second READY=1")
            assert any(line.startswith("RELOADING=1") for line in served.heard)
            assert "STOPPING=1" not in served.heard
            await post(letter("FRANCE", "STATUS", "france-1"), office)
            await until(lambda: len(office.mailbox_bytes("france")) == 2, "the answer")
            assert "Her Majesty" in _from(office.mailbox_bytes("france")[1])
            assert await served.stop() == 0

    run(test())


def test_a_daemon_told_to_reload_a_wrong_configuration_says_so_and_keeps_the_old_one(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, office):
            await served.begin()
            await served.start()
            right = served.config.read_text()
            served.write(right.replace("[limits]", "[limits]\nhaste = true"))
            served.send_signal(signal.SIGHUP)
            await until(lambda: served.told().count("READY=1") == 2, "the second READY=1")
            assert "the configuration is read again" in served.text()
            assert re.search(r"the configuration is wrong: line \d+: limits\.haste.*; it stays", served.text())
            await post(letter("FRANCE", "STATUS", "france-1"), office)
            await until(lambda: len(office.mailbox_bytes("france")) == 2, "the answer")
            assert await served.stop() == 0

    run(test())


def test_a_daemon_told_to_end_while_it_reloads_ends(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, _):
            for first, second in ((signal.SIGHUP, signal.SIGTERM), (signal.SIGTERM, signal.SIGHUP)):
                await served.start()
                served.send_signal(first)
                served.send_signal(second)
                assert served.process is not None
                assert await asyncio.wait_for(served.process.wait(), 8) == 0

    run(test())


def test_a_second_daemon_on_the_same_database_refuses(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, _):
            await served.start()
            status, said = await served.run("serve")
            assert status == 1
            assert said == f"Error: another gm works on {tmp_path / 'state' / 'gm.sqlite'}\n"
            assert served.alive

    run(test())


def test_a_wrong_configuration_ends_the_daemon_at_once_and_every_wrong_key_is_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, _):
            wrong = served.config.read_text().replace('poll = "1s"', 'poll = "soon"\nfodler = "INBOX"')
            served.write(wrong.replace('operator = "operator@gm.test"', "").replace("[smtp]\n", "[smtp]\nuser = 7\n"))
            status, said = await served.run("serve")
            assert status == 1
            assert all(key in said for key in ("gm.operator", "imap.poll", "imap.fodler", "smtp.user"))
            assert "Traceback" not in said and PASSWORD not in said
            assert not (tmp_path / "state").exists()

    run(test())


def test_a_missing_password_ends_the_daemon_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, _):
            served.write(served.config.read_text().replace(f'password = "{PASSWORD}"', ""))
            status, said = await served.run("serve")
            assert status == 1
            assert said.startswith("Error: imap.password_file: missing")

    run(test())


def test_the_log_has_one_line_for_each_letter_and_each_mail_and_none_of_what_is_secret(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, office):
            await served.begin()
            await served.start()
            tokens = [served.game().token(seat, number) for seat in SEATS for number in range(9)]
            await until(lambda: len(office.mailbox_bytes("france")) == 1, "the first mail")
            reply_to = f"gm+{served.game().token('FRANCE', 0)}@{DOMAIN}"
            sheet = f"OFFERS\n{SECRET[0]}\n{SECRET[1]} - SPA\nEND\n{SECRET[2]} TO RUSSIA"
            texts = (sheet, f"{SECRET[0]}\n{SECRET[1]} - QQQ", f"PRESS TO RUSSIA\n{SECRET[3]}\nEND", SECRET[3])
            for number, text in enumerate(texts):
                await post(letter("FRANCE", text, f"france-{number}", to=reply_to, subject=SECRET[3]), office)
            # Somebody else's reply address, and a mail about no game.
            await post(letter("RUSSIA", sheet, "russia-1", to=reply_to), office)
            await post(letter("OPERATOR", sheet, "operator-1", to=reply_to), office)
            await post(letter("OPERATOR", sheet, "operator-2", subject=f"{SECRET[3]} {PASSWORD}"), office)
            letters = len(texts) + 3
            await until(lambda: served.count("inbox") == letters and served.sent(), "all letters read and answered")
            await office.hang_up()
            await asyncio.sleep(0.1)
            assert await served.stop() == 0
            log = served.text()
            assert len(re.findall(rf"^{AT} INFO in <\S+> from \w+, .*: (?:acted|held)", log, re.MULTILINE)) == letters
            gone = re.findall(rf"^{AT} INFO out <\S+> to \w+, .*: sent$", log, re.MULTILINE)
            assert len(gone) == served.count("outbox")
            assert re.match(rf"{AT} INFO gm {re.escape(__version__)} serves {tmp_path}/state/gm.sqlite\n", log)
            assert re.search(rf"^{AT} INFO mailbox: reached, INBOX of gm at 127.0.0.1$", log, re.MULTILINE)
            assert re.search(rf"^{AT} INFO gm has stopped\n\Z", log, re.MULTILINE)
            assert f"@{DOMAIN}> from" in log and not re.search(rf"(?:from|to) \S*@{DOMAIN}", log)
            assert served.count("inbox", "state = 'failed'") == 0
            for secret in (*SECRET, *tokens, PASSWORD, "BRE", "MAR - ", "dagger"):
                assert secret not in log

    run(test())


def test_the_log_is_json_where_that_is_asked_for_and_names_people_where_that_is_set(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, office):
            await served.begin()
            served.write(served.config.read_text() + '[log]\nformat = "json"\nsenders = "clear"\n')
            await served.start()
            await post(letter("FRANCE", "STATUS", "france-1"), office)
            await until(lambda: served.count("inbox") == 1 and served.sent(), "the letter read and answered")
            assert await served.stop() == 0
            lines = [json.loads(line) for line in served.text().splitlines()]
            (came,) = [line for line in lines if line.get("mail") == "in"]
            assert came | {"at": ""} == {
                "at": "", "level": "info", "mail": "in", "message_id": "france-1@gm.test", "sender": "france@gm.test",
                "game": "spring", "became": "acted", "why": "",
                "said": "in <france-1@gm.test> from france@gm.test, spring: acted",
            }  # fmt: skip
            gone = [line for line in lines if line.get("mail") == "out"]
            assert len(gone) == ROUND + 1 and {line["became"] for line in gone} == {"sent"}
            assert not (tmp_path / "state" / "log.key").exists()

    run(test())


def test_a_refused_login_is_logged_without_the_password_and_the_daemon_lives(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, _):
            wrong = "not-the-fish"
            served.write(served.config.read_text().replace(PASSWORD, wrong))
            await served.start()
            await until(lambda: "login" in served.text(), "the refusal in the log")
            assert wrong not in served.text()
            assert served.alive
            assert await served.stop() == 0

    run(test())


def test_mails_wait_while_the_smtp_server_is_away_and_leave_when_it_is_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, office):
            port = free_port()
            served.configure(port, office.imap_port)
            await served.begin()
            await served.start()
            await until(lambda: served.count("outbox", "tries > 0") == ROUND, "a try of each mail")
            assert served.count("outbox", "state = 'waiting'") == ROUND
            async with PostOffice(USERS, DOMAIN, PASSWORD, smtp_port=port) as back:
                await until(served.sent, "the mails to leave")
                assert all(len(back.mailbox_bytes(seat.lower())) == 1 for seat in SEATS)
                assert await served.stop() == 0

    run(test())


def test_the_clock_waits_while_the_imap_server_is_away_and_goes_on_when_it_is_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, office):
            port = free_port()
            served.configure(office.smtp_port, port)
            await served.begin()
            name = served.folder / "quick.toml"
            text = (served.folder / "spring.toml").read_text().replace('"spring"', '"quick"')
            name.write_text(text.replace('movement = "1h"', 'movement = "1s"').replace('grace = "1h"', 'grace = "0s"'))
            await served.run("new", "--file", str(name))
            await served.start()
            due = served.game("quick").clock
            assert due is not None
            await until(lambda: time.time() > due.deadline.timestamp() + 1.5, "the deadline to pass")
            assert served.alive and served.game("quick").clock == due
            await until(lambda: "WARNING mailbox: " in served.text(), "the warning")
            async with PostOffice(USERS, DOMAIN, PASSWORD, imap_port=port) as back:
                await until(lambda: served.game("quick").clock != due, "the clock to strike")
                # A letter gets through, and another after all connections were cut.
                await post(letter("FRANCE", "STATUS", "france-1"), back)
                await until(lambda: served.count("inbox") == 1, "the first letter")
                await back.hang_up()
                await post(letter("FRANCE", "STATUS", "france-2"), back)
                await until(lambda: served.count("inbox") == 2, "the second letter")
                assert "INFO mailbox: reached again" in served.text()
                assert await served.stop() == 0

    run(test())


def test_letters_come_in_by_maildir_as_well(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, office):
            box = tmp_path / "maildir"
            served.configure(office.smtp_port, maildir=box)
            deliver(box, letter("FRANCE", "STATUS", "france-1").as_bytes(), int(time.time()))
            await served.begin()
            await served.start()
            await until(lambda: len(office.mailbox_bytes("france")) == 2, "the first answer")
            deliver(box, letter("FRANCE", "SHOW", "france-2").as_bytes(), int(time.time()))
            deliver(box, letter("OPERATOR", "Hello", "operator-1", game="nowhere").as_bytes(), int(time.time()))
            await until(lambda: len(office.mailbox_bytes("france")) == 3, "the second answer")
            await until(lambda: len(list((box / ".Quarantine" / "cur").iterdir())) == 1, "the letter put aside")
            assert len(list((box / ".Done" / "cur").iterdir())) == 2
            assert not list((box / "new").iterdir())
            assert await served.stop() == 0

    run(test())


def test_a_letter_put_aside_goes_to_quarantine_though_we_died_before_it_was_moved(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, office):
            box = tmp_path / "maildir"
            served.configure(office.smtp_port, maildir=box)
            key = deliver(box, letter("OPERATOR", "Hello", "operator-1", game="nowhere").as_bytes(), int(time.time()))
            await served.begin()
            await served.start()
            aside = box / ".Quarantine" / "cur"
            await until(lambda: len(list(aside.glob("*"))) == 1, "the letter put aside")
            await served.kill()
            next(aside.iterdir()).rename(box / "new" / key)
            await served.start()
            await until(lambda: len(list(aside.glob("*"))) == 1, "the letter put aside again")
            assert served.count("inbox") == 1
            assert not list((box / ".Done" / "cur").glob("*"))

    run(test())


def test_two_copies_of_a_letter_count_once_though_the_mail_servers_marked_them_differently(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, office):
            await served.begin()
            before = served.game().state.balances["FRANCE"]
            await served.start()
            twice = letter("FRANCE", "TRANSFER 2 TO RUSSIA", "france-1", to=f"{GM}, gm+copy@{DOMAIN}")
            await post(twice, office)
            assert len(set(office.mailbox_bytes("gm"))) == 2
            await until(lambda: ": known" in served.text(), "the second copy")
            assert served.game().state.balances["FRANCE"] == before - 2
            assert served.count("inbox", "state = 'done'") == 1
            assert await served.stop() == 0

    run(test())
