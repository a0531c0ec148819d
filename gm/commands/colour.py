"""Colours for a terminal: headings, what is wrong, what is well. Pipes get none, nor does anybody who sets NO_COLOR."""

from __future__ import annotations

import os

import click


def choose_colour(context: click.Context) -> None:
    """Switch colours off if NO_COLOR is set; click itself leaves them out where the output is no terminal."""
    if os.environ.get("NO_COLOR"):
        context.color = False


def heading(text: str) -> str:
    """The head of a table."""
    return click.style(text, bold=True)


def wrong(text: str) -> str:
    """A fault."""
    return click.style(text, fg="red")


def doubtful(text: str) -> str:
    """What somebody should look at."""
    return click.style(text, fg="yellow")


def good(text: str) -> str:
    """What is as it should be."""
    return click.style(text, fg="green")
