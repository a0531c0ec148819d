"""The story of a game of Payola: who paid whom, the best bribe and the dearest failure, what ran short, what was close.

All of it comes from the full records of movement phases (3.5) and from what everybody was told.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from gm.rules import Seat
from gm.rules.lines.words import listed, plural
from gm.rules.pictures.plot import Curve, Flow, Plot
from gm.rules.provinces.story import centres_of, orders, row_of
from gm.rules.stories.story import Body, Part, Story, Table, all_of, as_table
from gm.rules.stories.turning import turned

Names = Mapping[Seat, str]
SILVER = "AgP"
AIM = re.compile(r"\S+ \S+ (?:- (\S+)(?: VIA)?|[SC] (.+ - \S+))")
MEASURE = (
    "A bribe of another power's unit gains 2 if the unit moved into a supply centre, 1 if it moved elsewhere or helped "
    "a move that succeeded, and otherwise nothing; what it gained is divided by what was paid."
)
CENTRE = 2  # what a move into a supply centre gains
SERVED = 8  # at most as many lines are told of units that served others


class Paid(msgspec.Struct, frozen=True):
    """An accepted bribe: who paid how much to whose unit, for which order, and what came of it.

    gain: see MEASURE. decisive: without it the unit would have had another order (3.3).
    """

    part: Part
    payer: str
    owner: str
    order: str
    amount: int
    outcome: str
    ok: bool
    gain: int
    decisive: bool

    @property
    def foreign(self) -> bool:
        """Return whether another power's unit was paid."""
        return self.payer != self.owner

    @property
    def goal(self) -> str:
        """Return where the unit was to move, "" if it was not."""
        found = AIM.fullmatch(self.order)
        return (found[1] or "") if found else ""

    def without(self) -> str:
        """Return in a sentence what would not have happened without it."""
        unit = self.order.partition(" - ")[0]
        paying = f"the {self.amount} {SILVER} that {self.payer} paid in {self.part.anchor}"
        return f"Without {paying}, {self.owner}'s {unit} would not have gone to {self.goal}."

    def told(self) -> str:
        """Return it in words."""
        what = f"{self.owner}'s {self.order} ({self.outcome})"
        return f"{self.part.title}: {self.payer} paid {self.amount} {SILVER} for {what}"


def told(parts: Sequence[Part], names: Names, outcome: str) -> Story:
    """Return the story of a game."""
    centres, taken = centres_of(parts, names)
    records = [(part, body) for part, body in all_of(parts, "phaserecord")]
    paid = [one for part, body in records for one in _payments(part, body, names)]
    turning = turned(centres, outcome, _with_bribes(taken, centres, paid))
    balances, incomes = _balances(records, names), _incomes(parts, names)
    return Story(
        plots=(turning.plot, balances, incomes),
        stood=turning.stood,
        moments=turning.moments,
        flows=(*_flows(paid, names),),
        remarks=tuple(_remarks(records, paid, names)),
        tables=(
            as_table("centres", centres, "Year"), as_table("treasuries", balances, "Phase"),
            as_table("income", incomes, "Year"), _matrix(paid, names), _accounts(records, names), _bribes(paid),
            _decisions(records, names), orders(parts, names),
        ),
    )  # fmt: skip


def _with_bribes(taken: Mapping[int, str], centres: Plot, paid: Sequence[Paid]) -> dict[int, str]:
    """Return what changed hands at each count, with the bribe of that year that brought its owner one."""
    found, own = dict(taken), defaultdict[str, list[Paid]](list)
    for one in paid:
        if one.foreign and one.decisive:
            own[one.part.code[1:5]].append(one)
    for n in taken:
        goals = [one for one in own[centres.labels[n]] if one.goal]
        bought = [one for one in goals if re.search(rf"{one.owner} took [^;]*\b{one.goal[:3]}\b", taken[n])]
        dearest = max(bought, key=lambda one: one.amount, default=None)
        if dearest is not None:
            found[n] = f"{taken[n]} {dearest.without()}"
    return found


def _curves(rows: Sequence[Mapping[str, int]], names: Names) -> tuple[Curve, ...]:
    return tuple(
        Curve(name, tuple(row.get(code) for row in rows), place) for place, (code, name) in enumerate(names.items())
    )


def _balances(records: Sequence[tuple[Part, Body]], names: Names) -> Plot:
    """Return the treasuries after each movement phase."""
    rows = [{sheet["power"]: sheet["balance"] for sheet in body["sheets"]} for _, body in records]
    labels, anchors = (tuple(getattr(part, key) for part, _ in records) for key in ("code", "anchor"))
    title = "Treasuries after each movement phase"
    return Plot(title, SILVER, labels, anchors, _curves(rows, names), len(names))


def _incomes(parts: Sequence[Part], names: Names) -> Plot:
    """Return the taxes of each year (2.1)."""
    rows: dict[str, dict[str, int]] = defaultdict(dict)
    anchors: dict[str, str] = {}
    for part, body in all_of(parts, "actrecord"):
        if body["what"] == "taxes":
            year = part.code[1:5] if part.code[0] != "W" else str(int(part.code[1:5]) + 1)
            rows[year][body["power"]] = int(body["lines"][0].split()[0])
            anchors.setdefault(year, part.anchor)
    curves = _curves([*rows.values()], names)
    return Plot("Taxes of each year", SILVER, tuple(rows), tuple(anchors.values()), curves, len(names))


def _payments(part: Part, record: Body, names: Names) -> Iterator[Paid]:
    """Yield the accepted bribes of a phase."""
    moves = part.last("moves")
    centres = _centres(part)
    for unit in record["units"]:
        row = row_of(moves, unit["power"], unit["unit"]) if moves else None
        if row is None or moves is None:
            continue
        gain = _gain(row, moves, centres)
        for payer, amount in unit["payers"]:
            yield Paid(
                part, names[payer], names[unit["power"]], row["order"], amount, row["outcome"], row["ok"], gain,
                _decides(unit, amount),
            )  # fmt: skip


def _decides(unit: Body, amount: int) -> bool:
    """Return whether a unit would have chosen another order without this amount for the one that it chose."""
    totals: dict[str, int] = {order: after for order, _, after in unit["candidates"]}
    best = totals.pop(unit["chosen"], 0)
    return best - amount < max(totals.values(), default=1)  # without any offer it gets a HOLD for 0


def _centres(part: Part) -> frozenset[str]:
    board = part.last("position")
    if board is None:
        return frozenset()
    return frozenset([*board["neutral"], *(centre for one in board["holdings"] for centre in one["centres"])])


def _gain(row: Body, moves: Body, centres: frozenset[str]) -> int:
    """Return what an order gained, by MEASURE."""
    found = AIM.fullmatch(row["order"])
    if not row["ok"] or found is None:
        return 0
    if found[1]:
        return CENTRE if found[1][:3] in centres else 1
    return int(any(one["ok"] and _same(one["order"], found[2]) for one in moves["orders"]))


def _same(order: str, helped: str) -> bool:
    """Return whether an order is the one that a support or convoy names, which tells neither coasts nor VIA."""
    return _plain(order.removesuffix(" VIA")) == _plain(helped)


def _plain(order: str) -> str:
    return re.sub(r"/..", "", order)


def _flows(paid: Sequence[Paid], names: Names) -> Iterator[Flow]:
    """Yield where silver went, from power to other powers' units: in all, and then year by year."""
    yield _flow("Silver from each power to other powers' units, in all", [one for one in paid if one.foreign], names)
    years: dict[str, list[Paid]] = defaultdict(list)
    for one in paid:
        if one.foreign:
            years[one.part.code[1:5]].append(one)
    for year, own in years.items():
        yield _flow(f"In {year}", own, names)


def _flow(title: str, paid: Sequence[Paid], names: Names) -> Flow:
    order = {name: place for place, name in enumerate(names.values())}
    sums: Counter[tuple[int, int]] = Counter()
    for one in paid:
        sums[order[one.payer], order[one.owner]] += one.amount
    amounts = tuple((start, end, amount) for (start, end), amount in sorted(sums.items()))
    return Flow(title, SILVER, tuple(order), amounts)


def _matrix(paid: Sequence[Paid], names: Names) -> Table:
    """Return who paid whose units, in all and year by year."""
    years = dict.fromkeys(one.part.code[1:5] for one in paid)
    sums: Counter[tuple[str, str, str]] = Counter()
    for one in paid:
        for year in ("all", one.part.code[1:5]):
            sums[year, one.payer, one.owner] += one.amount
    rows = [_paid_by(year, payer, sums, names) for year in ("all", *years) for payer in names.values()]
    title = "Who paid whom: payers down, the owners of the units across, in AgP; what a power paid its own units, too"
    return Table("paid", title, ("Year", "Payer", *names.values(), "Others", "All"), tuple(rows))


def _paid_by(year: str, payer: str, sums: Counter[tuple[str, str, str]], names: Names) -> tuple[str | int, ...]:
    own = [sums[year, payer, owner] for owner in names.values()]
    return (year, payer, *own, sum(own) - sums[year, payer, payer], sum(own))


def _accounts(records: Sequence[tuple[Part, Body]], names: Names) -> Table:
    rows = [
        (part.anchor, names[one["power"]], one["before"], one["spent"], one["saved"], one["reductions"], one["balance"])
        for part, body in records
        for one in body["sheets"]
    ]
    columns = ("phase", "power", "before", "spent", "saved", "reductions", "after")
    return Table("accounts", "Accounts of each movement phase", columns, tuple(rows), page=False)


def _bribes(paid: Sequence[Paid]) -> Table:
    rows = [(p.part.anchor, p.payer, p.owner, p.order, p.amount, p.outcome, p.gain) for p in paid]
    columns = ("phase", "payer", "owner", "order", "amount", "outcome", "gain")
    return Table("bribes", "Accepted bribes", columns, tuple(rows), page=False)


def _decisions(records: Sequence[tuple[Part, Body]], names: Names) -> Table:
    """Return the choices of units that had one, and how close they were."""
    rows = [
        (part.anchor, names[unit["power"]], unit["unit"], unit["chosen"], best, second, best - second, unit["why"])
        for part, body in records
        for unit in body["units"]
        for best, second in _totals(unit)
    ]
    columns = ("phase", "power", "unit", "chosen", "total", "second", "margin", "why")
    return Table("decisions", "Decisions of units with a choice", columns, tuple(rows), page=False)


def _totals(unit: Body) -> Iterator[tuple[int, int]]:
    """Yield the total of the order chosen and that of the next best, if there was one."""
    chosen = [after for order, _, after in unit["candidates"] if order == unit["chosen"]]
    others = [after for order, _, after in unit["candidates"] if order != unit["chosen"]]
    if chosen and others:
        yield chosen[0], max(others)


def _remarks(
    records: Sequence[tuple[Part, Body]], paid: Sequence[Paid], names: Names
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what is worth telling, each with its heading."""
    foreign = [one for one in paid if one.foreign]
    value = max(((one.gain / one.amount, one.gain) for one in foreign if one.gain), default=None)
    if value is not None:
        best = [one for one in foreign if (one.gain / one.amount, one.gain) == value]
        also = f" {len(best) - 1} more {plural(len(best) - 1, 'was', 'were')} as good." if len(best) > 1 else ""
        yield "The best bribe", (f"{best[0].told()}.{also}", MEASURE)
    failed = max((one for one in foreign if not one.ok), key=lambda one: one.amount, default=None)
    if failed is not None:
        yield "The dearest failure", (f"{failed.told()}.",)
    if records:
        yield "Units that served others", tuple(_served(records, names))
    short = tuple(line for part, body in records for line in _short(part, body, names))
    if short:
        yield "What ran short", short
        yield "How close it was", (_closeness(records),)


def _served(records: Sequence[tuple[Part, Body]], names: Names) -> Iterator[str]:
    """Yield whose units did what another power had paid more for than their own, the most often first."""
    found: dict[Seat, list[str]] = defaultdict(list)
    for part, body in records:
        for unit in body["units"]:
            amounts: dict[Seat, int] = dict(unit["payers"])
            own = amounts.pop(unit["power"], 0)
            payer = max(amounts, key=lambda one: amounts[one], default=None)
            if payer is not None and amounts[payer] > own:
                found[unit["power"]].append(f"{unit['unit']} for {names[payer]} in {part.anchor}")
    if not found:
        yield "No unit was paid more by another power than by its own."
    for power, lines in sorted(found.items(), key=lambda item: -len(item[1])):
        more = f", and {len(lines) - SERVED} more" if len(lines) > SERVED else ""
        yield f"{names[power]}, {_times(len(lines))}: {', '.join(lines[:SERVED])}{more}."


def _short(part: Part, record: Body, names: Names) -> Iterator[str]:
    """Yield a sentence for each power whose offers had to be reduced (5.5)."""
    for sheet in record["sheets"]:
        if sheet["reductions"]:
            name, accepted = names[sheet["power"]], [bid for bid in sheet["bids"] if bid[3]]
            short = sum(before for _, before, _, _ in accepted) - (sheet["before"] - sheet["saved"])
            why = f"{name} was short by {short}" if short > 0 else f"{name} could not pay for all that it had offered"
            fell = listed([f"{before} to {after}" for _, before, after, _ in accepted if before != after])
            end = f"; those accepted fell from {fell}" if fell else ""
            yield f"{part.title}: {why}, so its offers were reduced {_times(sheet['reductions'])}{end}."


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _closeness(records: Sequence[tuple[Part, Body]]) -> str:
    margins = [best - second for _, body in records for unit in body["units"] for best, second in _totals(unit)]
    if not margins:
        return "No unit had a choice between two orders."
    ties, near = margins.count(0), sum(1 for one in margins if one == 1)
    tied = f"{ties} {plural(ties, 'tie was', 'ties were')} decided by acceptance lists"
    hung = f"{near} {plural(near, 'choice hung', 'choices hung')} on 1 {SILVER}"
    middle = f"the middle margin was {sorted(margins)[len(margins) // 2]} {SILVER}"
    often = f"A unit had more than one order to choose from {_times(len(margins))}"
    return f"{often}: {tied}, {hung}, and {middle}."
