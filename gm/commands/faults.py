"""How errors are told: one form for all commands, on the standard error, with nothing from outside printed raw.

`Error: ` and what is wrong; further lines are indented. Wrong words end with status 2 and name the help of their
command; all other errors end with status 1.
"""

from __future__ import annotations

from typing import IO, Any

import click

from gm.commands.colour import wrong
from gm.rules.pictures.harmless import harmless


def complain(text: str, color: bool | None = None, file: IO[Any] | None = None) -> None:
    """Tell an error without ending the command."""
    first, *more = harmless(text).split("\n")
    click.echo("\n".join([f"{wrong('Error:')} {first}", *(f"  {line}" for line in more)]), file, err=True, color=color)


class Failed(click.ClickException):
    """An error of the operator or of the outside world; exit status 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the error."""
        complain(self.format_message(), self.show_color, file)


class Misused(Failed):
    """Wrong words on the command line, or in a file named there; exit status 2.

    command: whose help says more, "" for gm's own, None if none does.
    """

    exit_code = 2

    def __init__(self, message: str, command: str | None = None) -> None:
        super().__init__(message)
        self._command = command

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the error, and where help is."""
        super().show(file)
        if self._command is not None:
            click.echo(f"Try: gm help {self._command}".rstrip(), file, err=True)


def misused(error: click.UsageError) -> click.ClickException:
    """An error of click's about wrong words, in our form; one that only shows help stays as it is."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return error
    return Misused(error.format_message(), command_of(error.ctx))


def command_of(context: click.Context | None) -> str:
    """The words that name the command of a context; "" for gm itself."""
    words: list[str] = []
    while context is not None and context.parent is not None:
        words.insert(0, context.info_name or "")
        context = context.parent
    return " ".join(words)
