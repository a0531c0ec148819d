"""Boards of armies and fleets: those that come with gm, and one of somebody's own. Needs no configuration."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from gm.offline.boards import about, drawing, known, look, text_of

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
def boards() -> None:
    """List the boards that come with gm.

    \b
    gm boards
    """
    found = list(known())
    wide = max(len(name) for name, _ in found)
    for name, words in found:
        click.echo(f"{name:<{wide}}  {words}")


@click.command()
@click.argument("board", metavar="BOARD")
@click.option("--map", "map_file", type=FILE, help="The file of its map.")
@click.option("--draw", type=click.Path(dir_okay=False, path_type=Path), help="Draw it into this file, .svg or .png.")
def board(board: str, map_file: Path | None, draw: Path | None) -> None:
    """Check the file of a board of one's own, or look at one that comes with gm by its name.

    \b
    gm board mine.toml --map mine.map.toml --draw mine.png
    """
    text, map_text = _texts(board)
    found = look(text, map_file.read_text(encoding="utf-8") if map_file else map_text)
    for line in (*found.wrong, *found.notes):
        click.echo(f"{board}: {line}", err=line in found.wrong)
    if found.wrong or found.board is None:
        sys.exit(1)
    click.echo(f"{board} is right. {about(found.board)}")
    for line in found.board.not_played:
        click.echo(f"Not played: {line}")
    if found.ground is None:
        click.echo("It has neither a map nor a point (at = [x, y]) for each province: its mails have no picture.")
    elif not found.ground.outlines:
        click.echo("It has no map: its mails show points and lines.")
    if draw and found.ground is None:
        raise click.ClickException("there is nothing to draw")
    if draw and found.ground is not None:
        picture = drawing(found.board, found.ground)
        draw.write_bytes(picture.png() if draw.suffix.lower() == ".png" else picture.svg().encode())


def _texts(board: str) -> tuple[str, str]:
    """Return the texts of a board and of its map, given a file or the name of one that comes with gm."""
    try:
        return (Path(board).read_text(encoding="utf-8"), "") if Path(board).is_file() else text_of(board)
    except KeyError:
        names = ", ".join(name for name, _ in known())
        raise click.UsageError(f"there is no file {board}, and no board of that name; there are {names}") from None
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{board} cannot be read: {error}") from None


BOARD_COMMANDS = (boards, board)
