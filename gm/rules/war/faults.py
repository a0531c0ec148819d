"""Why either war game does not accept a line or an option, and how it ends by count, in words."""

from __future__ import annotations

from gm.rules.lines.letters import Words

words = Words({
    "no-field": "there is no field {field}: {extent}",
    "extent": "columns go from A to {column}, rows from 1 to {rows}",
    "not-adjacent": "{target} is not {what} {source}",
    "deaths":
        "deaths: at most {longest} numbers from 0 to {most}, none less than the one before it, are expected: "
        "how many die of 1, 2, 3 ... units of fire",
    "counted": "{winner} has won by count after cycle {cycle}: {most} {of} against {least}",
    "counted.equal": "a draw by count after cycle {cycle}: {equal} for both",
    "stand": "fields, ALL or NONE is expected: STAND G5 H7",
    "stand-off": "this game keeps no standing orders: they are an option of a game, and STATUS shows what it has",
    "stand-trial": "TRY looks at the round now due: send this in a letter of its own",
    "stand-twice": "line {line} has set your standing orders: name all fields in one line",
    "not-ready": "beside a wrong line this does nothing: say it again when all is as you want it",
})  # fmt: skip
