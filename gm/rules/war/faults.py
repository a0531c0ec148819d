"""Why either war game does not accept a line, in words: by the code of the fault."""

from __future__ import annotations

from gm.rules.lines.letters import Words

words = Words({
    "no-field": "there is no field {field}: {extent}",
    "extent": "columns go from A to {column}, rows from 1 to {rows}",
    "not-adjacent": "{target} is not {what} {source}",
    "not-ready": "beside a wrong line this does nothing: say it again when all is as you want it",
})  # fmt: skip
