"""The commands of the operator. Each is short here: what it does is in the rooms below."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gm import __version__
from gm.commands.acts import ACT_COMMANDS
from gm.commands.games import GAME_COMMANDS
from gm.commands.mail import MAIL_COMMANDS
from gm.commands.running import RUN_COMMANDS
from gm.commands.tools import TOOL_COMMANDS


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="gm")
@click.option(
    "--config", "config_path", type=click.Path(dir_okay=False, path_type=Path), envvar="GM_CONFIG",
    help="The configuration file (default: gm.toml, else /etc/gm/gm.toml).",
)  # fmt: skip
@click.pass_context
def main(context: click.Context, config_path: Path | None) -> None:
    """A GameMaster for games by e-mail.

    \b
    gm demo                          see a whole game played in this terminal
    gm config --example > gm.toml    begin a configuration
    gm serve                         run the daemon
    """
    context.obj = config_path


for command in (*RUN_COMMANDS, *GAME_COMMANDS, *ACT_COMMANDS, *MAIL_COMMANDS, *TOOL_COMMANDS):
    main.add_command(command)

if __name__ == "__main__":
    sys.exit(main())
