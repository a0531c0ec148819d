"""Boards of armies and fleets: those that come with gm, and one of somebody's own. Needs no configuration."""

from __future__ import annotations

from pathlib import Path

import click

from gm.commands.arguments import BOARD
from gm.commands.faults import Failed
from gm.commands.tables import say
from gm.draw.pictures import drawing_of
from gm.registry import boards as known_boards

NOTHING = "\n"  # of an empty file, which is a faulty map, and not none
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
def boards() -> None:
    """List the boards that come with gm.

    \b
    gm boards
    """
    known = known_boards()
    wide = max(map(len, known.names()))
    for name in known.names():
        click.echo(f"{name:<{wide}}  {known.look(known.text(name)).about}")


@click.command()
@click.argument("board", metavar="BOARD", type=BOARD)
@click.option("--map", "map_file", type=FILE, help="The file of its map.")
@click.option("--draw", type=click.Path(dir_okay=False, path_type=Path), help="Draw it into this file, .svg or .png.")
def board(board: str, map_file: Path | None, draw: Path | None) -> None:
    """Check the file of a board of one's own, or look at one that comes with gm by its name.

    \b
    gm board mine.toml --map mine.map.toml --draw mine.png
    """
    text, map_text = _texts(board)
    found = known_boards().look(text, (_text(map_file) or NOTHING) if map_file else map_text)
    for line in found.notes:
        say(f"{board}: {line}")
    if found.wrong:
        raise Failed("\n".join([f"{board} is wrong:", *(f"{board}: {line}" for line in found.wrong)]))
    say(f"{board} is right. {found.about}")
    for line in found.not_played:
        say(f"Not played: {line}")
    if found.picture is None:
        click.echo("It has neither a map nor a point (at = [x, y]) for each province: its mails have no picture.")
    elif not found.picture.ground.outlines:
        click.echo("It has no map: its mails show points and lines.")
    if draw is None:
        return
    picture = drawing_of(found.picture)
    if picture is None:
        raise Failed("there is nothing to draw")
    try:
        draw.write_bytes(picture.png() if draw.suffix.lower() == ".png" else picture.svg().encode())
    except OSError as error:
        raise Failed(f"{draw} cannot be written: {error}") from None


def _texts(board: str) -> tuple[str, str]:
    """Return the texts of a board and of its map, given a file or the name of one that comes with gm."""
    known = known_boards()
    if board in known.names() and not Path(board).is_file():
        return known.text(board), known.map_text(board)
    if not Path(board).is_file():
        names = ", ".join(known.names())
        raise click.UsageError(f"there is no file {board}, and no board of that name; there are {names}")
    return _text(Path(board)), ""


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{file} cannot be read: {error}") from None
