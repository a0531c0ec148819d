"""A game of Payola at its start, and the letters of its seven players, for the mail benchmark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from random import Random

from benchmarks.positions import legal_orders, standard
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.post.outbound.compose import Sender
from gm.report.disclosure import disclose
from gm.rules.provinces.orders import write
from gm.store.server import Server
from gm.store.store import Store

DOMAIN = "gm.test"
GM = Sender("The GameMaster", f"gm@{DOMAIN}", f"gm+{{token}}@{DOMAIN}")
OPERATOR = f"operator@{DOMAIN}"
ANSWERS_PER_HOUR = 1_000_000  # for each player: the highest setting
NAME = "spring"
GAME = f"""[game]
name = "{NAME}"
ruleset = "payola"
[options]
early = false
[deadlines]
movement = "14d"
[seats]
"""
OFFERS = 10
QUOTED = 25  # lines of our mail below a letter

HEAD = """\
Return-Path: <{address}>
Delivered-To: {to}
Received: from mx.{domain}
 by mx.{domain} with LMTP id {number:08x}
 for <{to}>; {date}
Received: from mail.player.example (mail.player.example [192.0.2.25])
 by mx.{domain} (Postfix) with ESMTPS id {number:010X}
 for <{to}>; {date}
Received: from [192.168.0.7] (dynamic.player.example [198.51.100.9])
 by mail.player.example (Postfix) with ESMTPSA id {number:011X}; {date}
Message-ID: <{number:08x}-5d1c-4b0e-9f5e-{number:012x}@{domain}>
Date: {date}
MIME-Version: 1.0
User-Agent: Mozilla Thunderbird
Subject: Re: {subject}
To: The GameMaster <{to}>
References: {answered}
Content-Language: en-GB
From: {player} <{address}>
In-Reply-To: {answered}
Content-Type: text/plain; charset=UTF-8; format=flowed
Content-Transfer-Encoding: 8bit
"""
MESSAGE_ID = re.compile(rb"^Message-ID: <([^>]*)>", re.MULTILINE)
IN_REPLY_TO = re.compile(rb"^In-Reply-To: <([^>]*)>", re.MULTILINE)
FILED = b"Filed for Spring 1901"


def new_office(database: Path | str | Server) -> Office:
    """An office on *database* that writes mails as the daemon does, with pages."""
    return office_of(Store(database))


def office_of(store: Store) -> Office:
    """The same, on an open store."""
    return Office(store, GM, OPERATOR, disclose, ANSWERS_PER_HOUR, html=True)


def begin(database: Path | str | Server) -> Office:
    """An office on a new database in which the game has begun; the start mails are marked as sent."""
    office = new_office(database)
    seats = "".join(f'{seat} = "{seat.lower()}@{DOMAIN}"\n' for seat in sorted(standard().powers))
    file = read_game_file(GAME + seats)
    office.open_game(file, datetime.now(UTC).replace(microsecond=0))
    with office.store.transaction():
        office.store.change("update outbox set state = 'sent'")
    return office


def letters(store: Store, count: int, seed: int = 1901) -> list[bytes]:
    """*count* different letters to the game in *store*, from the players in turn, as replies to the mails they got."""
    rows = store.rows("select reader, raw from outbox where game = ? order by reader", [NAME])
    mails = [(row["reader"], message_from_bytes(row["raw"], policy=policy.default)) for row in rows]
    chance, begun = Random(seed), datetime.now(UTC).replace(microsecond=0)
    found = []
    for number in range(count):
        power, mail = mails[number % len(mails)]
        assert isinstance(mail, EmailMessage)
        address = f"{power.lower()}@{DOMAIN}"
        found.append(reply(number, power.title(), address, mail, sheet(chance, power), begun))
    return found


def sheet(chance: Random, power: str) -> list[str]:
    """The lines of an offer sheet that is legal for *power* in the first phase, mostly for its own units."""
    board = standard()
    units = {unit.province: unit for own in board.start.values() for unit in own}
    own = [unit.province for unit in board.start[power]]
    lines = []
    for number in range(OFFERS):
        unit = units[own[number] if number < len(own) else chance.choice(sorted(units))]
        choices = legal_orders(board, units, unit)
        orders = chance.sample(choices, min(len(choices), chance.choice((1, 1, 1, 2))))
        amount = chance.randint(1, 20)
        lines.append(f"{amount} : {unit} {' | '.join(write(order, units) for order in orders)}")
    return lines


def reply(number: int, player: str, address: str, mail: EmailMessage, lines: Sequence[str], now: datetime) -> bytes:
    """A reply as Thunderbird writes it: format=flowed (RFC 3676), with the text above the quotation."""
    date = format_datetime(now - timedelta(seconds=5))
    head = HEAD.format(
        domain=DOMAIN, number=number + 1, date=date, to=mail["Reply-To"], subject=mail["Subject"],
        answered=mail["Message-ID"], player=player, address=address,
    )  # fmt: skip
    text = mail.get_body(("plain",))
    assert isinstance(text, EmailMessage)
    quoted = [f"> {line}" if line else ">" for line in text.get_content().splitlines()[:QUOTED]]
    said = [*lines, "", f"On {now:%d/%m/%Y %H:%M}, The GameMaster wrote:", *quoted]
    return "\r\n".join([*head.rstrip().split("\n"), "", *said, ""]).encode()


def check_answers(store: Store, raws: Sequence[bytes], said: bytes = FILED) -> None:
    """Raise AssertionError unless each of the letters *raws* had its effect and its answer with *said*, once."""
    written = sorted(MESSAGE_ID.findall(b"\r\n".join(raws)))
    entered = store.row("select count(*) as n from journal where kind = 'letter'")
    assert entered == {"n": len(raws)}, f"{entered} letters in the journal, of {len(raws)}"
    done = [row["message_id"].encode() for row in store.rows("select message_id from inbox where state = 'done'")]
    assert sorted(done) == written, f"{len(done)} letters are done, of {len(raws)}"
    mails = [row["raw"] for row in store.rows("select raw from outbox")]
    answered = [match[1] for mail in mails if said in mail and (match := IN_REPLY_TO.search(mail))]
    assert sorted(answered) == written, f"{len(answered)} letters are answered as filed, of {len(raws)}"
