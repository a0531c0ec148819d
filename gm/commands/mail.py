"""Commands about mail: what is quarantined or stuck, and doing it again."""

from __future__ import annotations

import click

from gm.commands.common import Failed, now, open_office


@click.group(invoke_without_command=True)
@click.pass_context
def inbox(context: click.Context) -> None:
    """List letters that were put aside, with the reason. Never their text."""
    if context.invoked_subcommand is not None:
        return
    with open_office(context) as office:
        rows = office.store.rows("select * from inbox where state in ('held', 'failed') order by id")
        for row in rows:
            click.echo(f"{row['id']:6} {row['received']} {row['sender']:30} {row['reason']}")
        click.echo(f"{len(rows)} put aside")


@inbox.command("redo")
@click.argument("number", type=int)
@click.pass_context
def inbox_redo(context: click.Context, number: int) -> None:
    """Handle a letter that was put aside once more."""
    with open_office(context) as office:
        row = office.store.row("select * from inbox where id = ? and state in ('held', 'failed')", [number])
        if row is None:
            raise Failed(f"there is no letter {number} put aside")
        handled = office.redo(row, now())
        click.echo(f"{number}: {handled.state} {handled.reason}".rstrip())


@click.group(invoke_without_command=True)
@click.pass_context
def outbox(context: click.Context) -> None:
    """List mails that wait to be sent or were refused: age, tries, the server's last answer."""
    if context.invoked_subcommand is not None:
        return
    with open_office(context) as office:
        rows = office.store.rows("select * from outbox where state != 'sent' order by id")
        for row in rows:
            click.echo(
                f"{row['id']:6} {row['queued']} {row['recipient']:30} {row['state']:8} "
                f"{row['tries']} tries  {row['answer']}".rstrip()
            )
        click.echo(f"{len(rows)} not sent")


@outbox.command("redo")
@click.argument("number", type=int)
@click.pass_context
def outbox_redo(context: click.Context, number: int) -> None:
    """Send a mail again, with the same Message-ID."""
    with open_office(context) as office, office.store.transaction():
        stamp = now().strftime("%Y-%m-%dT%H:%M:%SZ")
        if not office.store.change(
            "update outbox set state = 'waiting', tries = 0, next_try = ? where id = ?", [stamp, number]
        ):
            raise Failed(f"there is no mail {number}")
    click.echo(f"{number} will be sent")


MAIL_COMMANDS = (inbox, outbox)
