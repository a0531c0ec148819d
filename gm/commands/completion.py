"""`gm completion`: the script that makes a shell complete gm's commands, options, games and seats."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

VARIABLE = "_GM_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that makes SHELL complete commands, games and seats.

    \b
    gm completion bash > ~/.local/share/bash-completion/completions/gm
    gm completion zsh  > ~/.zfunc/_gm
    gm completion fish > ~/.config/fish/completions/gm.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(context.find_root().command, {}, "gm", VARIABLE).source())
