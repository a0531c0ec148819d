"""`gm --help` in sections: the commands by subject, in the order in which they are needed.

A command is loaded when it is called: the list of commands, and completing their names, needs none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from gm.commands.faults import Failed, Misused, misused
from gm.desk.game.near import no_such


class Listed(NamedTuple):
    """A command that is not loaded: its name, "module:function" in gm.commands, and what its help begins with."""

    name: str
    where: str
    help: str

    def short(self, room: int = 45) -> str:
        """Its help in so many columns, as click shortens that of a command which is loaded."""
        return click.Command(self.name, help=self.help).get_short_help_str(room)


class Sections(click.Group):
    """A group whose help lists its commands under headings."""

    def __init__(
        self, *args: Any, sections: Mapping[str, Sequence[Listed]], also: Mapping[str, str], **named: Any
    ) -> None:
        """*also*: second names of commands, which the help leaves out."""
        self.sections, self._also = sections, also
        self._listed = {one.name: one for names in sections.values() for one in names}
        self._loaded: dict[str, click.Command] = {}
        super().__init__(*args, **named)

    @property
    def commands(self) -> MutableMapping[str, click.Command]:
        """All commands by their names, loaded."""
        return {name: self._load(name) for name in (*self._listed, *self._also)}

    @commands.setter
    def commands(self, value: MutableMapping[str, click.Command]) -> None:
        """For click, which sets none: the commands are those of the sections."""
        assert not value

    def list_commands(self, ctx: click.Context | None = None) -> list[str]:
        """The names of all commands, sorted."""
        return sorted([*self._listed, *self._also])

    def get_command(self, ctx: click.Context | None, cmd_name: str) -> click.Command | None:
        """A command, loaded now if it was not; None if there is none of that name."""
        return self._load(cmd_name) if cmd_name in self._listed or cmd_name in self._also else None

    def _load(self, name: str) -> click.Command:
        name = self._also.get(name, name)
        if name not in self._loaded:
            module, _, function = self._listed[name].where.partition(":")
            self._loaded[name] = getattr(import_module(f"gm.commands.{module}"), function)
        return self._loaded[name]

    def make_context(self, *args: Any, **named: Any) -> click.Context:
        """Read the words of gm itself; what is wrong with them is told in our form."""
        try:
            return super().make_context(*args, **named)
        except click.UsageError as error:
            raise misused(error) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what is wrong with its words, or with files that it names, is told in our form."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise misused(error) from None
        except OSError as error:
            if error.filename is None:
                raise
            raise Failed(f"{error.filename}: {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise Misused(f"a file named there is not UTF-8 text: see byte {error.start}") from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first word names. Raises Misused, with near misses."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise Misused(no_such("command", args[0], self.list_commands()), "")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections, each command with the first sentence of its help."""
        room = formatter.width - 6 - max(map(len, self._listed))
        for title, names in self.sections.items():
            with formatter.section(title):
                formatter.write_dl([(one.name, one.short(room)) for one in names])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so, and the group's own options."""
        names = [name for name in self.list_commands() if name.startswith(incomplete)]
        found = [CompletionItem(name, help=self._listed[self._also.get(name, name)].short()) for name in names]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]
