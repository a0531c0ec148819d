"""Why an order cannot be read, is illegal or is void, in words: by the code of the fault, with variants."""

from __future__ import annotations

from gm.rules.lines.letters import Words

words = Words({
    "two-phases": "a letter is for one phase: {code} stands above",
    # Letters for a phase to come.
    "ahead-beside": "this does not wait for {phase}: send it in a letter of its own",
    "ahead-far": "letters are kept for the next {most} movement phases, now up to {last}",
    "ahead-long": "what is kept for a phase has at most {lines} lines and {length} characters",
    "ahead-trial": "TRY looks at the phase now due: send this in a letter of its own",
    # The words of a line.
    "too-many-words": "{word} stands alone on its line",
    "ambiguous-province": "this could be {names}",
    "unknown-sign": "'{sign}' is no sign that we know",
    "unknown-province": "no province of that name",
    "unknown-coast": "{code} has no coast {coast}",
    "board": "board: there is no board {board!r}; there are {boards}, and any file that gm board takes",
    # The units.
    "no-unit": "no unit stands in {place}",
    "gone": "{unit} {how} in {title}",
    "wrong-kind": "the unit in {place} is {kind}",
    "foreign-unit": "{unit} belongs to {power}",
    "no-kind": "A or F was expected before the province",
    "foreign-unit.own": "{unit} is not yours",
    "foreign-order": "you order only units of your own",
    "second-order": "{unit} has an order in this letter already",
    # A path that is written.
    "path": "{order}: only 'by convoy' counts of the way that you write; any chain of fleets may carry it",
    "broken-path": "{place} does not touch {before}",
    "broken-path.fleet": "only an army can be convoyed: a fleet names one place",
    "broken-path.no-fleet": "no fleet stands at sea in {place}",
    # Moves.
    "move.nowhere": "{to} is where the unit stands",
    "move.into-sea": "an army cannot enter {to}: it is sea",
    "move.by-land": "an army goes to {to} by land only: no chain of fleets leads there",
    "move.no-way": "no border and no chain of fleets leads an army from {place} to {to}",
    "fleet.convoyed": "only an army can be convoyed",
    "fleet.other-coast": "a fleet cannot reach {to} from {place}, only {coasts}",
    "fleet.coast": "the coast must be named: {coasts}",
    "fleet.inland": "a fleet cannot enter {to}: it is inland",
    "fleet.no-border": "no border leads a fleet from {place} to {to}",
    "closed": "{place} is closed in this season",
    "closed.inside": "{place} is closed in this season: a fleet there can only hold",
    # Supports and convoys.
    "support.strait": "no support is given over the strait from {place} to {to}",
    "support.itself": "a unit cannot support itself",
    "support.not-next": "{to} is not next to {place} for this unit",
    "support.no-move": "{to} is where {unit} stands: support it there without the move",
    "support.cannot-go": "{unit} cannot go to {to}",
    "convoy.no-fleet": "only a fleet at sea can convoy",
    "convoy.no-army": "no army stands in {place}",
    "convoy.nowhere": "{to} is where the army stands",
    "convoy.no-chain": "no chain of fleets with this one leads from {place} to {to}",
    "not-given": "it helps an order that was not given",
    # Retreats.
    "retreat.none": "no order",
    "retreat.disband": "as ordered",
    "retreat.two": "two units for one place",
    "retreat.taken": "another unit goes there, by a better way",
    "retreat.closed": "it cannot retreat there",
    "not-dislodged": "no unit was dislodged in {province}",
    "no-retreat": "{unit} cannot retreat there: it can only disband (D)",
    "no-retreat.but": "{unit} cannot retreat there: it may go to {places}, or disband (D)",
    # Builds and removals.
    "unit-alone": "this names a unit, and not what to do with it",
    "builds-closed": "builds and removals for W{year}A open when it begins",
    "too-many-builds": "you may build {most}; this is {number}",
    "removals": "you must remove {most}; this is {number}",
    "build.no-site": "{place} is not an empty home centre of this power",
    "build.twice": "{place} has a build already",
    "build.coast": "name the coast: {coasts}",
    "build.inland": "a fleet cannot be built inland",
    "build.none-left": "no build is left",
    "removal.no-unit": "no such unit of this power",
    "removal.twice": "it is removed already",
    "removal.none-due": "no removal is due",
})  # fmt: skip
