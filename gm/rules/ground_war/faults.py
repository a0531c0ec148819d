"""Why an order of the Ground War is not accepted, in words: by the code of the fault and, where needed, a variant."""

from __future__ import annotations

from gm.rules.lines.letters import Words

words = Words({
    # The letter.
    "command": "written as: {shape}",
    "no-cycle": "nothing was told of cycle {cycle} yet",
    "no-cycle.but": "nothing was told of cycle {cycle} yet; the last is {last}",
    "no-order": "this is no order",
    # The options of a game.
    "information":
        "information: {information} with turns {turns}: "
        "complete goes with turns alternate, umpire and last-cycle with simultaneous",
    "scenario":
        "scenario: there is no scenario {name!r}; there is {names}, or a file of your own, such as \"mine.toml\"",
    # Any order.
    "two-words": "'{one}' and '{other}' do not go together",
    "two-numbers": "there are two numbers: how many?",
    "number": "a number from {least} to {most} is expected",
    "no-moves": "moves are over; those of cycle {cycle} are ordered when it begins",
    "no-moves.turn": "it is the other side's turn: yours comes when theirs is over",
    "no-men": "none of your men stands on {field}",
    "too-few": "you have {men} on {field}",
    "too-few.ordered": "you have {men} on {field}, {left} of them without an order in this mail",
    "too-few.aimed": "you have {men} on {field}, {left} of them not aimed yet",
    "too-few.elsewhere": "all your men on {field} are aimed elsewhere in this mail",
    "too-few.none": "at least one man",
    # On foot and in trucks.
    "steps.man": "a man walks one step: two fields, such as {field}-{next}",
    "steps.truck": "a truck goes up to {most} steps",
    "steps.nowhere": "where to? Such as TRUCK {field}-{next} WITH 1",
    "steps.jump": "one man jumps from one city to another, such as JUMP C4-M4",
    "steps.fire": "written as FIRE 2 G5-G6: from a field of yours at one next to it",
    "how-many": "how many men?",
    "no-truck": "you have no truck on {field}",
    "truck-used": "you have {number} trucks on {field}, with an order already",
    "truck-used.one": "you have 1 truck on {field}, with an order already",
    "load": "WITH is for trucks",
    "load.before": "one truck an order, and its men behind WITH",
    "load.how-many": "{men} stand on {field}: with how many?",
    # Jumps.
    "no-jumps": "this game has no jumps between cities",
    "no-link": "no link goes from {source} to {target}",
    "not-productive": "{field} has not been yours for {cycles} full cycles",
    "not-clear": "an enemy man stands on {field}, on the way",
    "one-jump": "one man may leave a city so in a cycle, and one may come",
    # Fire.
    "no-fire": "fire is ordered after the moves, when somebody may aim",
    "no-fire.to-hold": "there is no fire to hold in this round",
    "held": "line {line} holds all fire",
    "held.ordered": "line {line} orders fire: leave one of them out",
    "cannot-aim": "no enemy man stands next to {field}",
    "cannot-aim.contested": "{field} is contested: your men there fire on their own field, without orders",
})  # fmt: skip
