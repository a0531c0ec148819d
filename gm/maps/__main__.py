"""python -m gm.maps NAME: makes gm/rules/provinces/boards/NAME.map.toml from gm/maps/places/NAME.toml."""

from __future__ import annotations

from pathlib import Path

import click

from gm.maps.arcs import Arc, draw, outlines, trace
from gm.maps.atlas import read_atlas
from gm.maps.boxes import STEP, Placing
from gm.maps.coasts import named_coasts
from gm.maps.facts import ANY, OUT, SEA, Facts, read_facts
from gm.maps.frame import Frame
from gm.maps.ground import Ground
from gm.maps.growth import grow
from gm.maps.mending import Mending
from gm.maps.places import Link, Places, read_places
from gm.maps.writing import colours, map_text, path, picture

HERE = Path(__file__).parent
BOARDS = HERE.parent / "rules" / "provinces" / "boards"


@click.command()
@click.argument("name")
@click.option("--atlas", type=click.Path(path_type=Path), help="countries-50m.json; without it npm fetches it.")
@click.option("--board", type=click.Path(path_type=Path), help="The board file, if it is not among gm's boards.")
@click.option("--places", "file", type=click.Path(path_type=Path), help="The hand-drawn file, if it is not gm's.")
@click.option("--to", "target", type=click.Path(path_type=Path), help="Where to write the map.")
@click.option("--picture", "shown", type=click.Path(path_type=Path), help="Also write an SVG to look at.")
def main(
    name: str, atlas: Path | None, board: Path | None, file: Path | None, target: Path | None, shown: Path | None
) -> None:
    """Make the map of the board NAME. Says what is wrong with it, and writes it nevertheless."""
    places, facts = _read(file or HERE / "places" / f"{name}.toml", board or BOARDS / f"{name}.toml")
    frame = Frame(places)
    ground = Ground(places, facts, frame, read_atlas(atlas))
    labels = grow(places, facts, frame, ground)
    Mending(facts, ground, labels, frozenset(places.boxes)).mend()
    water = {index for index, code in enumerate(facts.codes) if facts.kinds[code] == SEA}
    arcs = trace(labels, water, {facts.codes.index(code) for code in places.boxes})
    draw(arcs, places.cell)
    links = places.links | _unseen(places, facts, arcs)
    paths = {facts.codes[index]: path(rings) for index, rings in outlines(arcs).items()}
    coasts = named_coasts(facts, arcs)
    every = STEP // places.cell
    wishes = {("label", code): spot for code, spot in _wished(frame, places.labels).items()}
    wishes |= {("unit", code): spot for code, spot in _wished(frame, places.units).items()}
    stands = Placing(facts, labels[every // 2 :: every, every // 2 :: every], wishes, coasts).place()
    text = map_text(frame, paths, stands, coasts, links)
    (target or BOARDS / f"{name}.map.toml").write_text(text, encoding="utf-8")
    print(f"{name}: {frame.width} x {frame.height} units, {len(text.encode()) // 1024} KB")
    if shown:
        shown.write_text(picture(frame, facts, paths, stands, colours(facts)), encoding="utf-8")


def _read(file: Path, board: Path) -> tuple[Places, Facts]:
    """What was drawn by hand, and the board that it is for, which `gm board` has checked."""
    try:
        places, facts = read_places(file), read_facts(board)
    except (OSError, ValueError, KeyError) as error:
        raise click.ClickException(f"{file} or {board} cannot be used: {error!r}") from None
    for code in (*places.points, *places.boxes):
        if code not in facts.codes:
            raise click.ClickException(f"{file}: the board has no province {code}")
    for code in facts.codes:
        if facts.kinds[code] != ANY and not (places.points.get(code) or code in places.boxes):
            raise click.ClickException(f"{file}: {code} has no point")
    return places, facts


def _wished(frame: Frame, spots: dict[str, tuple[float, float]]) -> dict[str, tuple[int, int]]:
    """Spots of the earth as points of the picture."""
    found = {}
    for code, spot in spots.items():
        x, y = frame.units([spot])[0].tolist()
        found[code] = (round(x), round(y))
    return found


def _unseen(places: Places, facts: Facts, arcs: list[Arc]) -> dict[str, Link]:
    """Say which borders of the board the arcs hardly show; return links for those of boxes beside the map."""
    lengths: dict[tuple[str, str], float] = {}
    for arc in arcs:
        codes = sorted(facts.codes[index] if index >= 0 else OUT for index in (arc.left, arc.right))
        pair = (codes[0], codes[1])
        steps = zip(arc.points, arc.points[1:], strict=False)
        lengths[pair] = lengths.get(pair, 0) + sum(abs(complex(*b) - complex(*a)) for a, b in steps)
    found = {}
    for one, other in facts.pairs():
        length, told = lengths.get((one, other), 0), f"{one} {other}"
        if length >= places.width / 100 or told in places.links:
            continue
        if {one, other} & set(places.boxes):
            found[told] = Link("a box beside the map", ())
        else:
            print(f"{told}: their border is {length:.0f} units long, of {places.width / 100} at least")
    return found


if __name__ == "__main__":
    main()
