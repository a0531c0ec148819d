"""Why a turn of the stone game is not made, in words: by the code of the fault and, where needed, a variant."""

from __future__ import annotations

from gm.rules.lines.letters import Words

words = Words({
    "over": "the game is over: no turn is due",
    "not-your-turn": "it is {mover}'s turn, and you are {own}: we tell you when yours has come",
    "unfinished": "a turn is expected, such as {shape}",
    "two-turns": "a second {word}: a mail makes one turn, such as {shape}",
    "no-cell.of-row": "there is no cell {cell}: row {row} goes from {row}1 to {row}{last}",
    "no-cell": "there is no cell {cell}: the rows go from A to {last}",
    "nothing-to-replace": "in the first turn nothing is replaced: only PLACE",
    "replaces-nothing": "first comes REPLACE and one of the stones placed last: {cells}",
    "replaces-two": "only one stone is replaced in a turn",
    "not-replaceable.empty": "{cell} is empty",
    "not-replaceable.gained":
        "{foe} gained {cell} by replacing it: only a stone placed in the last turn can be replaced",
    "not-replaceable.older": "{cell} was not placed in {foe}'s last turn",
    "not-replaceable.own": "{cell} has a stone of your own",
    "places-in-the-last": "in the last turn no stone is placed: only REPLACE",
    "twice": "{cell} stands there twice: three different cells are needed",
    "taken": "on {cell} is a stone of {owner}'s: only empty cells can be filled",
    "too-many": "{must} stones are placed in a turn, not {number}",
    "too-few": "{must} stones are placed in a turn: PLACE and three empty cells, {number} named here",
    "swap-and-turn": "SWAP stands in the place of a turn: send one of the two",
    "no-swap": "only the second player can SWAP, in place of a first turn",
    "no-swap.off": "in this game nobody can SWAP (option pie)",
    "no-swap.done": "the players have changed colours already: that is done once",
})  # fmt: skip
