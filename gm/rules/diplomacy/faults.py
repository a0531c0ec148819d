"""Why a line of Diplomacy is not accepted, in words: by the code of the fault and, where needed, a variant."""

from __future__ import annotations

from gm.rules.lines.letters import Words

words = Words({
    "outside": "this looks like an order or a command: if it is neither, leave it out or begin it with %",
    "too-many": "a letter has at most {most} lines of orders and commands",
    "two-phases": "a letter is for one phase: {code} stands above",
    "orders-closed": "orders for {phase} open when it begins",
    "unmatched": "{order} helps an order that is not on file: {other} is",
    "draw": "in this game all who own a centre share a draw: vote without names",
    "draw.eliminated": "{name} owns no centre and cannot share a draw",
})  # fmt: skip
