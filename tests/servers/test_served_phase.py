"""`gm serve` as a process between Dovecot and Postfix: a phase of a game, and what may happen to the mail meanwhile."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest
from helpers.certificates import certificate
from helpers.served import DOMAIN, GAME, SEATS, USERS, Served, letter, run, until
from mailservers import MailServers, Start
from realworld import DONE, QUARANTINE, hand_in, serving

from gm.bots.payola import Player
from gm.bots.reading import read
from gm.post.boxes.mailbox import LIMIT
from gm.registry import ruleset

pytestmark = pytest.mark.servers


async def mails(servers: MailServers, user: str, number: int, seconds: float = 20.0) -> list[bytes]:
    """The mails of a user, once there are so many; never more."""
    await until(lambda: servers.count(user) >= number, f"{number} mails for {user}", seconds)
    found = servers.mails(user)
    assert len(found) == number
    return found


async def begin(served: Served, movement: str = "1h", early: str = "0s") -> None:
    """Begin the game "spring"; *movement*: how long its first phase lasts; *early*: how soon it may end before."""
    file = served.folder / "spring.toml"
    text = GAME.format(name="spring").replace('movement = "1h"', f'movement = "{movement}"')
    text = text.replace('early_after = "0s"', f'early_after = "{early}"').replace('grace = "1h"', 'grace = "0s"')
    seats = "".join(f'{seat} = "{seat.lower()}@{DOMAIN}"\n' for seat in SEATS)
    file.write_text(text + seats, encoding="utf-8")
    status, said = await served.run("new", "--file", str(file))
    assert status == 0, said


def reply(seat: str, mail: bytes, text: str, number: int) -> EmailMessage:
    """What a player writes back to a mail of gm."""
    to = read(mail)
    made = letter(seat, text, f"{seat.lower()}-{number}", to=to.reply_to, subject=f"Re: {to.subject}")
    made["In-Reply-To"] = to.message_id
    return made


def results(servers: MailServers, seat: str, phase: str) -> list[bytes]:
    """The mails of a player whose subject names *phase*."""
    return [raw for raw in servers.mails(seat.lower()) if read(raw).phase == phase]


def message_ids(servers: MailServers, user: str) -> set[str]:
    """The Message-IDs of a player's mails."""
    return {read(raw).message_id for raw in servers.mails(user)}


def faults(servers: MailServers, user: str) -> list[bytes]:
    """The mails that tell a player what is wrong with his letter."""
    return [raw for raw in servers.mails(user) if read(raw).refused]


def test_a_phase_ends_when_all_seven_have_answered_and_every_mailbox_gets_the_result(
    tmp_path: Path, start_both: Start
) -> None:
    servers = start_both(users=USERS)

    async def test() -> None:
        async with serving(servers, tmp_path) as served:
            await begin(served)
            await served.start()
            board = ruleset("payola").rules.board(served.game().state)
            firsts = {seat: (await mails(servers, seat.lower(), 1))[0] for seat in SEATS}
            for seat, first in firsts.items():
                player = Player(seat, "real", board)
                text = player.answer(read(first))
                assert text is not None
                if seat == "ENGLAND":  # they err first, are told, and then write it correctly
                    await asyncio.to_thread(hand_in, servers, reply(seat, first, text, 1))
                    await until(lambda: faults(servers, "england"), "the fault")
                    text = player.answer(read(faults(servers, "england")[0]))
                    assert text is not None
                assert served.game().clock.phase == "S1901M"  # type: ignore[union-attr]
                await asyncio.to_thread(hand_in, servers, reply(seat, first, text, 2))
            for seat in SEATS:
                await until(lambda seat=seat: results(servers, seat, "F1901M"), f"the result for {seat}")
            assert served.count("inbox", "state = 'done'") == len(SEATS) + 1
            await until(lambda: servers.count("gm", DONE) == len(SEATS) + 1, "all letters put away")
            assert (servers.count("gm"), servers.count("gm", QUARANTINE)) == (0, 0)
            await until(served.sent, "all mails sent")
            assert served.count("outbox", "tries = 1") == served.count("outbox")
            assert await served.stop() == 0

    run(test())


def test_a_phase_ends_by_the_clock_and_every_mailbox_gets_the_result(tmp_path: Path, start_both: Start) -> None:
    servers = start_both(users=USERS)

    async def test() -> None:
        async with serving(servers, tmp_path) as served:
            await begin(served, movement="6s", early="1h")
            await served.start()
            (first,) = await mails(servers, "france", 1)
            await asyncio.to_thread(hand_in, servers, reply("FRANCE", first, "OFFERS\n4 : A PAR - BUR\nEND", 1))
            for seat in SEATS:
                await until(lambda seat=seat: results(servers, seat, "F1901M"), f"the result for {seat}")
            (row,) = served.store.rows("select state from inbox")
            assert row["state"] == "done"
            assert "INFO the clock struck" in served.text()
            assert re.search(rb"A PAR - BUR|Paris.*Burgundy", results(servers, "france", "F1901M")[0])
            assert await served.stop() == 0

    run(test())


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_both_servers_may_go_and_come_back_and_every_letter_acts_once(
    how: str, tmp_path: Path, start_both: Start
) -> None:
    servers = start_both(users=USERS)

    async def test() -> None:
        async with serving(servers, tmp_path) as served:
            await begin(served)
            await served.start()
            await mails(servers, "france", 1)
            before = served.game().state.balances["FRANCE"]
            for number in (1, 2):
                getattr(servers.dovecot, how)()
                servers.dovecot.start()
                await asyncio.to_thread(hand_in, servers, letter("FRANCE", "TRANSFER 1 TO RUSSIA", f"france-{number}"))
                # A mail on its way when a server dies may come twice, under one Message-ID: the copy is not "done".
                await until(lambda number=number: served.count("inbox", "state = 'done'") == number, "the letter")
                getattr(servers.postfix, how)()
                servers.postfix.start()
            for user in ("france", "russia"):
                await until(lambda user=user: len(message_ids(servers, user)) == 3, f"the mails of {user}")
            assert served.game().state.balances["FRANCE"] == before - 2
            await until(lambda: servers.count("gm", DONE) == served.count("inbox"), "the letters put away")
            assert served.count("inbox", "state = 'done'") == 2
            assert "Traceback" not in served.text()
            assert await served.stop() == 0

    run(test())


def test_letters_still_in_the_inbox_of_a_mailbox_made_anew_act_once(tmp_path: Path, start_both: Start) -> None:
    servers = start_both(users=USERS)

    async def test() -> None:
        async with serving(servers, tmp_path, lambda text: text.replace("[smtp]", 'done = ""\n[smtp]')) as served:
            await begin(served)
            await served.start()
            before = served.game().state.balances["FRANCE"]
            await asyncio.to_thread(hand_in, servers, letter("FRANCE", "TRANSFER 2 TO RUSSIA", "france-1"))
            await mails(servers, "france", 2)
            kept = servers.mails("gm")
            assert len(kept) == 1
            await asyncio.sleep(1.1)  # UIDVALIDITY is a time in seconds
            servers.dovecot.kill()
            shutil.rmtree(servers.home("gm"))
            servers.fill("gm", kept)
            servers.dovecot.start()
            await until(lambda: ": known" in served.text(), "the letter under its new number")
            await asyncio.to_thread(hand_in, servers, letter("FRANCE", "STATUS", "france-2"))
            await mails(servers, "france", 3)
            assert served.game().state.balances["FRANCE"] == before - 2
            assert served.count("inbox", "state = 'done'") == 2
            assert await served.stop() == 0

    run(test())


def test_a_mail_of_eight_megabytes_is_read_and_the_writer_of_a_larger_one_is_told_the_limit(
    tmp_path: Path, start_both: Start
) -> None:
    servers = start_both(users=USERS)

    async def test() -> None:
        async with serving(servers, tmp_path) as served:
            await begin(served)
            large, larger = (letter("FRANCE", "STATUS", name) for name in ("france-1", "france-2"))
            for mail, size in ((large, LIMIT - 100_000), (larger, LIMIT + 100_000)):
                # Base64 takes four letters for three, and a line end after each 76.
                mail.add_attachment(
                    b"x" * int(size * 3 / 4 * 76 / 78), maintype="image", subtype="png", filename="x.png"
                )
                await asyncio.to_thread(hand_in, servers, mail)
            await until(lambda: servers.count("gm") == 2, "both mails in the inbox")
            await served.start()
            await until(lambda: served.count("inbox") == 2, "both mails read")
            kept = [row["raw"] for row in served.store.rows("select raw from inbox")]
            assert max(map(len, kept)) < 3_000  # of one the head, of the other all but the picture
            assert sum(b"bytes that nobody reads were not kept" in raw for raw in kept) == 1
            told = await mails(servers, "france", 3)  # the first one, the answer to STATUS, and this
            assert sum(b"it is larger than 8 MB" in mail for mail in told) == 1
            await until(lambda: servers.count("gm", DONE) == 2, "both put away")
            assert await served.stop() == 0

    run(test())


def test_a_letter_put_aside_and_dragged_back_is_read_again(tmp_path: Path, start_both: Start) -> None:
    servers = start_both(users=USERS)

    async def test() -> None:
        async with serving(servers, tmp_path) as served:
            await served.start()
            await asyncio.to_thread(hand_in, servers, letter("FRANCE", "TRANSFER 2 TO RUSSIA", "france-1"))
            await until(lambda: servers.count("gm", QUARANTINE) == 1, "the letter put aside: there is no game yet")
            await begin(served)
            before = served.game().state.balances["FRANCE"]
            drag(servers, QUARANTINE)
            await until(lambda: servers.count("gm", DONE) == 1, "the letter taken")
            assert served.game().state.balances["FRANCE"] == before - 2
            assert await served.stop() == 0

    run(test())


def test_a_letter_that_has_acted_and_is_dragged_back_does_nothing_and_the_operator_is_told(
    tmp_path: Path, start_both: Start
) -> None:
    servers = start_both(users=USERS)

    async def test() -> None:
        async with serving(servers, tmp_path) as served:
            await begin(served)
            await served.start()
            before = served.game().state.balances["FRANCE"]
            await asyncio.to_thread(hand_in, servers, letter("FRANCE", "TRANSFER 2 TO RUSSIA", "france-1"))
            await until(lambda: servers.count("gm", DONE) == 1, "the letter put away")
            told = servers.count("operator")
            drag(servers, DONE)
            await until(lambda: ": known" in served.text(), "the letter read again")
            await until(lambda: servers.count("gm", DONE) == 1, "the letter put away again")
            assert served.game().state.balances["FRANCE"] == before - 2
            await mails(servers, "france", 2)
            await mails(servers, "operator", told + 1)
            assert await served.stop() == 0

    run(test())


def drag(servers: MailServers, source: str) -> None:
    """Move all mails of a folder of gm back to the inbox, as a person does in a mail program."""
    with servers.client("gm") as line:
        line.select(f'"{source}"')
        assert line.uid("MOVE", "1:*", "INBOX")[0] == "OK"


def test_a_bounce_is_matched_with_its_seat_shown_to_the_operator_and_never_answered(
    tmp_path: Path, start_both: Start
) -> None:
    servers = start_both(users=[user for user in USERS if user != "turkey"])

    async def test() -> None:
        async with serving(servers, tmp_path) as served:
            await begin(served)
            await served.start()
            await until(lambda: served.count("inbox") == 1, "the note about Turkey's address")
            await asyncio.to_thread(hand_in, servers, letter("FRANCE", "STATUS", "france-1"))
            await mails(servers, "france", 2)
            assert served.count("inbox", "state in ('held', 'failed')") == 0
            assert served.count("outbox", "recipient = '' or recipient like '%daemon%'") == 0
            assert served.store.rows("select game, reader, hard from bounces") == [
                {"game": "spring", "reader": "TURKEY", "hard": 1}
            ]
            _, said = await served.run("show", "spring")
            assert "MAIL BOUNCES" in said.split("TURKEY")[1].split("\n")[1]
            (alarm,) = await mails(servers, "operator", 1)
            assert b"mail to TURKEY bounces" in alarm
            assert servers.count("gm", DONE) == 2
            assert await served.stop() == 0

    run(test())


def _stranger(section: str, other: Path) -> Callable[[str], str]:
    """Makes one section of the configuration trust the certificate *other* and no other."""
    return lambda text: re.sub(rf'(\[{section}\][^\[]*cafile = ")[^"]*', rf"\g<1>{other}", text)


def test_a_mailbox_with_a_wrong_certificate_is_told_in_the_log_and_the_password_is_not_sent(
    tmp_path: Path, start_both: Start
) -> None:
    servers = start_both(users=USERS)
    certificate(tmp_path)

    async def test() -> None:
        async with serving(servers, tmp_path, _stranger("imap", tmp_path / "cert.pem")) as served:
            await served.start()
            await until(lambda: "WARNING mailbox: " in served.text(), "the warning")
            line = next(line for line in served.text().split("\n") if "WARNING mailbox: " in line)
            assert "connecting: its certificate was refused: self-signed certificate" in line
            assert "Login: user=<gm@gm.test>" not in servers.dovecot.log()
            assert served.alive and await served.stop() == 0

    run(test())


def test_a_mail_server_with_a_wrong_certificate_is_told_in_the_log_and_the_mails_wait(
    tmp_path: Path, start_both: Start
) -> None:
    servers = start_both(users=USERS)
    certificate(tmp_path)

    async def test() -> None:
        async with serving(servers, tmp_path, _stranger("smtp", tmp_path / "cert.pem")) as served:
            await begin(served)
            await served.start()
            refusal = "certificate of 127.0.0.1 was refused: self-signed certificate"
            await until(lambda: refusal in served.text(), "the refusal in the log")
            assert served.count("outbox", "state = 'waiting'") == len(SEATS)
            assert await served.stop() == 0
            served.write(served.config.read_text().replace(str(tmp_path / "cert.pem"), str(servers.cafile)))
            await served.start()
            await until(served.sent, "the mails to leave")
            for seat in SEATS:
                await mails(servers, seat.lower(), 1)
            assert await served.stop() == 0

    run(test())
