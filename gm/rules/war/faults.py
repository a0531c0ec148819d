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
    "not-ready": "beside a wrong line this does nothing: say it again when all is as you want it",
})  # fmt: skip
