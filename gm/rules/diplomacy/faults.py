"""Why a line of Diplomacy is not accepted, in words: by the code of the fault and, where needed, a variant."""

from __future__ import annotations

from gm.rules.lines.letters import Words

words = Words({
    "outside": "this looks like an order or a command, but we cannot read it; if it is only talk, begin it with %",
    "outside.all": "a unit without an order holds: leave this out, or write an order for each unit that shall hold",
    "too-many": "a letter has at most {most} lines of orders and commands",
    "orders-closed": "orders for {phase} open when it begins",
    "conditions": "no order depends on a condition here: write the orders that you want",
    # Conditions in a letter for a phase to come.
    "if":
        "written as IF, perhaps NOT, a power, perhaps A or F, and a province: "
        "an order can depend only on what is known when the phase begins",
    "if-now":
        "an order can depend only on what is known when the phase begins: "
        "conditions stand in a letter for a phase to come, such as {phase}",
    "if-nested": "conditions do not stand within each other: ENDIF closes the one above",
    "if-open": "ENDIF is missing, which closes this condition",
    "if-none": "this belongs to an IF above it, and there is none",
    "builds-together":
        "you may build {most}, and with what is on file this is {number}: "
        "write CLEAR, and below it all builds that you want",
    "builds-left":
        "you may build {most}, and {number} {are} on file: "
        "the rest is waived unless you send more; WAIVE says that you want it so",
    "unmatched": "{order} helps an order that is not on file: {other} is",
    "draw": "in this game all who own a centre share a draw: vote without names",
    "draw.eliminated": "{name} owns no centre and cannot share a draw",
})  # fmt: skip
