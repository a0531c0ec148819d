"""The daemon as a process, and the operator beside it: doctor and backup while it serves, restore once it has ended."""

from __future__ import annotations

import asyncio
from pathlib import Path

from helpers.served import GM, letter, post, run, serving, until

from gm.desk.books.fsck import check_store
from gm.registry import ruleset

SHEETS = ("4 : A PAR - BUR\nACCEPT FAEGIRT", "3 : A PAR - PIC\nACCEPT FAEGIRT")


def test_beside_a_daemon_all_is_well_and_a_backup_can_be_made_and_brought_back(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"

    async def test() -> None:
        async with serving(tmp_path) as (served, office):

            def filed() -> tuple[str, ...]:
                game = served.game()
                return tuple(ruleset(game.ruleset).rules.view(game.state, "FRANCE").filed)

            await served.begin()
            await served.start()
            await post(letter("FRANCE", SHEETS[0], "france-1"), office)
            await until(lambda: filed() == (SHEETS[0].split("\n")[0],) and served.sent(), "the first orders")

            status, said = await served.run("doctor")
            assert "ok    daemon         gm serve is running" in said and "lets gm in as gm" in said
            assert status == 0 and " 0 bad, " in said, said

            status, said = await served.run("backup", str(copy))
            assert status == 0 and "1 game, 1 of them running; checked" in said

            await post(letter("FRANCE", SHEETS[1], "france-2"), office)
            await until(lambda: filed() == (SHEETS[1].split("\n")[0],) and served.sent(), "the second orders")
            status, said = await served.run("restore", "--yes", str(copy))
            assert status == 1 and "gm serve works on" in said and served.alive
            assert await served.stop() == 0
            served.forget()
            status, said = await served.run("restore", "--yes", str(copy))
            assert status == 0 and "1 from Done" in said and "0 from Quarantine" in said, said
            assert "You have done nothing to a game since the backup" in said
            assert filed() == (SHEETS[0].split("\n")[0],)

            before = len(office.mailbox_bytes("france"))
            await served.start()
            await until(lambda: filed() == (SHEETS[1].split("\n")[0],) and served.sent(), "the orders put back")
            # Everybody is told that a copy was restored; beside that there is one answer, to the letter put back.
            await until(lambda: len(office.mailbox_bytes("france")) == before + 2, "two mails")
            assert served.count("inbox", "state = 'known'") == 0
            assert check_store(served.store) == ([], 1)
            assert await served.stop() == 0

    run(test())


def test_whoever_is_told_that_a_daemon_cannot_read_its_mailbox_can_ask_the_doctor(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as (served, office):
            await served.start()
            port = office.imap_port
        served.log.touch()
        status, said = await asyncio.wait_for(served.run("doctor"), 60)
        assert status == 1
        assert f"bad   imap           IMAP server 127.0.0.1:{port}: connecting" in said
        assert "bad   smtp" in said and "Traceback" not in said and GM.partition("@")[2] in said
        await served.kill()

    run(test())
