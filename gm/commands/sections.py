"""`gm --help` in sections: the commands by subject, in the order in which they are needed.

A command is loaded when it is called: the list of commands, and completing their names, needs none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem


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
