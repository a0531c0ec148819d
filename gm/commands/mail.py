"""Commands for letters that were put aside and for mails that are not sent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime

import click
import msgspec

from gm.commands.common import Failed, Form, forms, now, open_office, open_tables
from gm.commands.tables import echo_csv, echo_json, echo_table, say
from gm.desk.game.failure import failure_of
from gm.desk.game.refusal import OperatorError
from gm.desk.time.times import how_old, how_soon, in_words
from gm.store.database import iso
from gm.store.engine import StoreError
from gm.store.inbox import Letter
from gm.store.inbox import State as Became
from gm.store.outbox import Listed, State

HASH, SHORT = re.compile("[0-9a-f]{64}"), 8  # of somebody without a seat, and how much of it is shown
NUMBER = click.IntRange(1, 2**63 - 1)


@click.group(invoke_without_command=True)
@forms
@click.pass_context
def inbox(context: click.Context, form: Form | None) -> None:
    """List the letters that were put aside, with the reason. Never shows their text.

    \b
    gm inbox
    gm inbox redo 17
    """
    if context.invoked_subcommand is not None:
        return
    with open_tables(context) as tables:
        rows = tables.inbox.put_aside()
    if form is not None:
        (echo_json if form == "json" else echo_csv)(rows)
        return
    shown: list[Sequence[object] | str] = []
    for row in rows:
        shown += [(row.id, iso(row.received), f"{row.game}/{row.seat}".strip("/")), f"from {row.sender}: {row.reason}"]
    echo_table(shown, ("n", "received", "game") if shown else ())
    click.echo(f"{len(rows)} put aside")


@inbox.command("redo")
@click.argument("number", type=NUMBER)
@click.option("--confirm", is_flag=True, help="It waits for its player's CONFIRM: you vouch that it is theirs.")
@click.option("--dry-run", is_flag=True, help="Only say what would become of it; nothing changes.")
@click.pass_context
def inbox_redo(context: click.Context, number: int, confirm: bool, dry_run: bool) -> None:
    """Handle again a letter that was put aside. If its game stands for it, the clock goes on.

    \b
    gm inbox redo 17 --dry-run
    gm inbox redo 17
    gm inbox redo 17 --confirm
    """
    with open_office(context) as office:
        letter = office.store.inbox.aside(number)
        if letter is None:
            raise Failed(f"there is no letter {number} put aside")
        newer = letter.seat and office.store.inbox.last_done(letter.game, letter.seat)
        try:
            handled = office.redo(letter, now(), confirm, dry_run)
        except (OperatorError, StoreError):
            raise
        except Exception as error:
            told = f"{_named(letter)} could not be handled: {failure_of(error)}; nothing has changed"
            raise Failed(told) from None
        named = _named(msgspec.structs.replace(letter, game=handled.game, seat=handled.seat))
        said = (WOULD if dry_run else BECAME)[handled.state] + (f": {handled.reason}" if handled.reason else "")
        clock = f"; the clock {'would go' if dry_run else 'goes'} on" if handled.goes_on else ""
        say(f"{named} {said}{clock}")
        if newer and newer > letter.received:
            say(f"{letter.seat} has written since; that letter came {in_words(newer, 'UTC')}")


# What became of a letter that was handled again, and what would.
BECAME = {
    Became.DONE: "has acted", Became.ANSWERED: "was answered", Became.HELD: "is put aside",
    Became.KNOWN: "has done nothing", Became.IGNORED: "has done nothing",
}  # fmt: skip
WOULD = {
    Became.DONE: "would act", Became.ANSWERED: "would be answered", Became.HELD: "would be put aside",
    Became.KNOWN: "would do nothing", Became.IGNORED: "would do nothing",
}  # fmt: skip


def _named(letter: Letter) -> str:
    """A letter in words: its number, whose it is, and in which game, as far as that is known."""
    place = f" of {letter.seat}" if letter.seat else ""
    return f"letter {letter.id}{place}" + (f" in {letter.game}" if letter.game else "")


@inbox.command("drop")
@click.argument("numbers", type=NUMBER, nargs=-1)
@click.option("--strays", is_flag=True, help="All that belong to no game.")
@click.pass_context
def inbox_drop(context: click.Context, numbers: tuple[int, ...], strays: bool) -> None:
    """Throw letters away that were put aside. That they came stays known for a while; their text does not.

    \b
    gm inbox drop 17 18
    gm inbox drop --strays
    """
    wrong = []
    with open_office(context) as office:
        found = [row.id for row in office.store.inbox.put_aside() if not row.game] if strays else []
        for number in dict.fromkeys([*numbers, *found]):
            with office.store.transaction():
                why = office.drop(number, now())
            click.echo(f"{number} is dropped") if not why else wrong.append(f"{number}: {why}")
    if wrong:
        raise Failed("; ".join(wrong))
    if not numbers and not found:
        click.echo("no letter is dropped")


@click.group(invoke_without_command=True)
@click.option("--all", "everything", is_flag=True, help="Those sent, too: the last 50.")
@forms
@click.pass_context
def outbox(context: click.Context, everything: bool, form: Form | None) -> None:
    """List mails that are not sent: number, age, state, tries, the server's last answer. Never shows their text.

    \b
    gm outbox --all
    gm outbox hold 17 18

    \b
    waiting    will be sent
    held       you hold it
    withheld   its reader got too many answers in that hour
    refused    the server refused it
    dropped    you dropped it
    """
    if context.invoked_subcommand is not None:
        return
    with open_tables(context) as tables:
        rows = tables.outbox.last(50) if everything else tables.outbox.unsent()
    if form is not None:
        (echo_json if form == "json" else echo_csv)(rows)
        return
    shown: list[Sequence[object] | str] = []
    for row in rows:
        shown += _as_row(row, now())
    echo_table(shown, ("n", "age", "state", "tries", "for") if shown else ())
    counts = Counter(row.state for row in rows)
    click.echo(", ".join(f"{count} {state}" for state, count in sorted(counts.items())) or "nothing waits")


def _as_row(row: Listed, at: datetime) -> list[Sequence[object] | str]:
    """The row of a mail, and a line below it: to whom, when it will be tried again, and the server's last answer."""
    reader = f"{row.reader[:SHORT]}..." if HASH.fullmatch(row.reader) else row.reader
    due = f"next {how_soon(at, row.next_try)}" if row.state == State.WAITING and row.tries else ""
    below = f"to {row.recipient}" + "".join(f": {told}" for told in (due, row.answer) if told)
    return [(row.id, how_old(row.queued, at), row.state, row.tries, f"{row.game}/{reader}".strip("/")), below]


class Change(msgspec.Struct, frozen=True):
    """What a command does to mails in the outbox: from which states to which, and the words for it."""

    before: tuple[State, ...]
    after: State
    done: str


CHANGES = {
    "hold": Change((State.WAITING, State.REFUSED, State.WITHHELD), State.HELD, "is held"),
    "release": Change((State.HELD, State.WITHHELD, State.DROPPED), State.WAITING, "will be sent"),
    "drop": Change(
        (State.WAITING, State.HELD, State.WITHHELD, State.REFUSED), State.DROPPED,
        "is dropped; it stays in the player's HISTORY",
    ),
    "resend": Change(
        (State.SENT, State.REFUSED, State.WAITING), State.WAITING, "will be sent, with the same Message-ID"
    ),
}


def _change(context: click.Context, name: str, numbers: Sequence[int]) -> None:
    """Apply one of CHANGES to each mail. Mails that it does not apply to are named, and the others are changed."""
    change, wrong = CHANGES[name], []
    with open_office(context) as office:
        for number in numbers:
            with office.store.transaction():
                if change.after == State.WAITING:
                    office.complete(number)
                changed = office.store.outbox.change(number, change.before, change.after, now())
                mail = office.store.outbox.listed(number)
                if changed and mail is not None:
                    office.unsent_no_more(mail, now())
            if changed:
                click.echo(f"{number} {change.done}")
                continue
            state = office.store.outbox.state(number)
            wrong.append(f"{number} is {state}" if state else f"there is no mail {number}")
    if wrong:
        raise Failed(f"{', '.join(wrong)}; {name} is for mails that are {' or '.join(change.before)}")


@outbox.command("hold")
@click.argument("numbers", type=NUMBER, nargs=-1, required=True)
@click.pass_context
def outbox_hold(context: click.Context, numbers: tuple[int, ...]) -> None:
    """Keep mails back until you release them.

    \b
    gm outbox hold 17 18
    """
    _change(context, "hold", numbers)


@outbox.command("release")
@click.argument("numbers", type=NUMBER, nargs=-1, required=True)
@click.pass_context
def outbox_release(context: click.Context, numbers: tuple[int, ...]) -> None:
    """Send mails that are held, withheld or dropped.

    \b
    gm outbox release 17
    """
    _change(context, "release", numbers)


@outbox.command("drop")
@click.argument("numbers", type=NUMBER, nargs=-1, required=True)
@click.pass_context
def outbox_drop(context: click.Context, numbers: tuple[int, ...]) -> None:
    """Never send these mails. They stay in the ledger: HISTORY sends them to a reader who asks.

    \b
    gm outbox drop 17
    """
    _change(context, "drop", numbers)


@outbox.command("resend")
@click.argument("numbers", type=NUMBER, nargs=-1, required=True)
@click.pass_context
def outbox_resend(context: click.Context, numbers: tuple[int, ...]) -> None:
    """Send mails again, or try waiting ones at once.

    \b
    gm outbox resend 17
    """
    _change(context, "resend", numbers)
