"""Why a line of the Air War does nothing, in words: by the code of the fault and, where needed, a variant."""

from __future__ import annotations

from gm.rules.lines.letters import Words

words = Words({
    # The lines.
    "too-many-words": "{word} stands alone on its line",
    "not-a-pair": "two fields are expected, from where and to where: G5-G6",
    "two-words": "'{one}' and '{other}' do not go together",
    "two-numbers": "two numbers in one order: how many?",
    "two-numbers.placed": "two numbers for {field}",
    "no-number": "how many? ALL is for chips that move or fire",
    "too-much": "nobody has so many chips",
    "not-now": "now {what} are to be named: {word} and fields",
    "held": "line {line} orders fire: leave one of the two out",
    # The options of a game.
    "rows": "rows: an odd number from {least} to {most} is expected",
    "columns": "columns: with {rows} rows, {least} to {most}: with fewer no choice of cities is valid",
    "six": "cities: six fields are expected, three in rows {first} to {last} and three in rows {third} to {fourth}",
    "six.field": "cities: there is no field {field!r}",
    # Cities and first chips.
    "how-many.cities": "three cities are to be named; here {are}",
    "row": "{city} is not in row {first}",
    "row.several": "{city} is not in rows {first} to {last}",
    "edge": "{city} is less than {least} steps from the {edge} edge",
    "twice": "{city} is named twice",
    "apart": "{one} and {other} are {steps} steps apart; two cities are at least {least}",
    "boundary": "no city is within {most} steps of the {edge} edge; one must be",
    "placing.none": "at least one chip stands on a field that is named",
    "placing.half": "{field} is not in your half, rows {first} to {last}",
    "placing.pile": "at most {most} chips may stand on a field; this makes {chips} on {field}",
    "how-many.too-few": "exactly {chips} chips are to be placed; these are {placed}, {amiss} too few",
    "how-many.too-many": "exactly {chips} chips are to be placed; these are {placed}, {amiss} too many",
    # The chips that move or fire.
    "stand": "{there} chips of yours stand",
    "stand.one": "one chip of yours stands",
    "no-chip": "no chip of yours stands on {field}",
    "no-chip.going": "at least one chip must go",
    "too-many-chips": "{stand} on {field}",
    "too-many-chips.moved": "{stand} on {field}, and {used} of them {have} moved already",
    "too-many-chips.aimed": "{stand} on {field}, and {used} of them {are} aimed already",
    "too-many-chips.elsewhere": "all your chips on {field} are aimed elsewhere in this mail",
    "too-many-chips.none": "at least one chip fires",
    # Moves.
    "fire-in-moves": "fire is aimed in the round of fire, when the moves are known",
    "not-adjacent.walk": "{end} does not touch {start}, and a chip walks one step (or flies: AIR)",
    "no-departure": "{field} is no airport",
    "no-departure.enemy": "the airport {field} is the enemy's, who possesses its city {city}",
    "no-departure.contested": "nobody flies from the airport {field}: it is contested",
    "no-departure.city-contested": "nobody flies from the airport {field}: its city {city} is contested",
    "used-airport": "one flight has left {field} already: an airport has one a cycle",
    "no-flight": "a flight goes to another field",
    "too-many-flown": "one chip flies to any field, or two to another airport of yours",
    "no-airport": "two chips fly together only to another airport of yours, and {field} is none",
    "enemy-place": "{field} is {what} of the enemy's: no flight lands on one or next to one",
    "enemy-place.near": "{field} is next to {place}, {what} of the enemy's: no flight lands on one or next to one",
    "crowded": "{chips} of your chips would stand on {field}; at most {most} may",
    # Fire.
    "no-fire": "in this round each order begins with FIRE",
    "contested": "{field} is contested: all chips there fire on it, without orders",
    "not-adjacent.fire": "{end} does not touch {start}: one fires at the next field",
})  # fmt: skip
