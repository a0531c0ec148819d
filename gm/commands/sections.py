"""`gm --help` in sections: the commands by subject, in the order in which they are needed."""

from __future__ import annotations

from collections.abc import Sequence

import click


class Sections(click.Group):
    """A group whose help lists its commands under headings."""

    sections: dict[str, list[str]]

    def add_section(self, title: str, commands: Sequence[click.Command]) -> None:
        """Add *commands* under a heading."""
        for command in commands:
            self.add_command(command)
        self.sections = {**getattr(self, "sections", {}), title: [str(command.name) for command in commands]}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections, each command with the first sentence of its help."""
        room = formatter.width - 6 - max(len(name) for names in self.sections.values() for name in names)
        for title, names in self.sections.items():
            rows = [(name, self.commands[name].get_short_help_str(room)) for name in names]
            with formatter.section(title):
                formatter.write_dl(rows)
