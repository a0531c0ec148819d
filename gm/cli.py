"""The operator's commands: the click group that they all belong to."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gm import __version__
from gm.commands.acts import ACT_COMMANDS
from gm.commands.boards import BOARD_COMMANDS
from gm.commands.care import CARE_COMMANDS
from gm.commands.colour import choose_colour
from gm.commands.completion import completion
from gm.commands.forming import FORMING_COMMANDS
from gm.commands.games import GAME_COMMANDS, list_games
from gm.commands.keeping import KEEP_COMMANDS
from gm.commands.locking import LOCKING_COMMANDS
from gm.commands.looking import LOOK_COMMANDS
from gm.commands.mail import MAIL_COMMANDS
from gm.commands.rolling import ROLL_COMMANDS
from gm.commands.running import RUN_COMMANDS
from gm.commands.sections import Sections
from gm.commands.tools import TOOL_COMMANDS


@click.group(cls=Sections, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
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
    choose_colour(context)


main.add_section("Running", RUN_COMMANDS)
main.add_section("Games", (*GAME_COMMANDS, *LOOK_COMMANDS))
main.add_section("Before a game begins", FORMING_COMMANDS)
main.add_section("While a game runs", (*ACT_COMMANDS, *ROLL_COMMANDS))
main.add_section("Mail", MAIL_COMMANDS)
main.add_section("Keeping", (*KEEP_COMMANDS, *CARE_COMMANDS, *LOCKING_COMMANDS))
main.add_section("Tools", (*TOOL_COMMANDS, *BOARD_COMMANDS, completion))
main.add_command(list_games, "games")  # its former name

if __name__ == "__main__":
    sys.exit(main())
