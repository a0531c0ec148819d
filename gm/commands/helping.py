"""`gm help`: the help of a command, under its name."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from gm.commands.faults import Misused, command_of
from gm.desk.game.near import no_such


def _offered(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The commands of gm that begin so."""
    group = context.find_root().command
    assert isinstance(group, click.Group)
    return [CompletionItem(name) for name in group.list_commands(context) if name.startswith(incomplete)]


@click.command("help")
@click.argument("words", metavar="[COMMAND]", nargs=-1, shell_complete=_offered)
@click.pass_context
def help_(context: click.Context, words: tuple[str, ...]) -> None:
    """Show the help of a command, or the list of all.

    \b
    gm help
    gm help show
    gm help inbox redo
    """
    at = context.find_root()
    for word in words:
        group = at.command
        found = group.get_command(at, word) if isinstance(group, click.Group) else None
        if found is None:
            known = group.list_commands(at) if isinstance(group, click.Group) else []
            raise Misused(no_such("command", word, known), command_of(at))
        at = click.Context(found, at, word, **found.context_settings)
    click.echo(at.get_help())
