"""The command that makes the folder of pages about games whole."""

from __future__ import annotations

from pathlib import Path

import click

from gm.commands.common import Failed, load, open_office
from gm.rules.lines.words import count

FOLDER = click.Path(path_type=Path)


@click.command()
@click.argument("folder", type=FOLDER, required=False)
@click.pass_context
def site(context: click.Context, folder: Path | None) -> None:
    """Make the pages about games in FOLDER what they should be.

    Without FOLDER, in the folder of [site], which gm serve keeps so by itself. Files that are as they should be stay
    untouched, what gm wrote and is out of date goes, and files that are not gm's are left alone.

    \b
    gm site /var/www/gm
    """
    from gm.site.folder import FolderError  # both are large
    from gm.site.keeper import Keeper

    config = load(context.obj)
    folder = folder or config.site.folder
    if folder is None:
        raise Failed("name a folder, or set site.folder in the configuration")
    with open_office(context) as office:
        try:
            done = Keeper(config, office.store, folder.absolute()).make()
        except FolderError as error:
            raise Failed(str(error)) from None
    click.echo(f"{folder}: {count(done.files, 'file')}, {len(done.written)} written, {len(done.removed)} removed")
    if done.failed:
        raise Failed("pages that cannot be made: " + ", ".join(done.failed))
    if done.foreign:
        raise Failed("these are not gm's and were left alone: " + ", ".join(done.foreign))
