"""Maps, legends and shapes as they are drawn in TOML."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tilefolk.core.grid import HEX, LATTICES, Grid, Lattice, Mask, Position, read_cell
from tilefolk.core.shapes import Fitted, fitted, turnings
from tilefolk.games.laying.ground import Spot
from tilefolk.games.laying.river import banks, trace
from tilefolk.games.toml_tables import Place, Table, built, take, texts


class Design(NamedTuple):
    """A shape of the game: what its cells show (nothing on plain buildings) and its orientations."""

    marks: tuple[str, ...]
    shape: Fitted


def lattice_of(game: Table, base: Place) -> Lattice:
    name = take(game, "lattice", str, base)
    if name not in LATTICES:
        raise base.at("lattice").bad(f"{name!r} is no lattice; known are {', '.join(LATTICES)}")
    return LATTICES[name]


def legend_of(game: Table, kinds: Sequence[str], base: Place) -> dict[str, Spot]:
    """What every letter and sticker puts on a cell."""
    out = {}
    for letter, entry in take(game, "legend", dict, base).items():
        where = base.at("legend").at(letter)
        spot = out[letter] = built(Spot, entry, where)
        for key, kind in (("building", spot.building), ("wants", spot.wants)):
            if kind and kind not in kinds:
                raise where.at(key).bad(f"{kind!r} is no kind; known are {', '.join(kinds)}")
    return out


def letters_of(
    rows: Any, at: Position, lattice: Lattice, legend: Mapping[str, Spot], where: Place
) -> Iterable[tuple[Position, str]]:
    """The letters of a map and where they stand; a blank in a map of hexes is no cell."""
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) and row for row in rows):
        raise where.bad("must be rows of letters")
    drawn: list[str] = rows
    for y, row in enumerate(drawn):
        if lattice is not HEX and len(row) != len(drawn[0]):
            raise where.at(y).bad(f"is ragged: {len(row)} cells, the first row has {len(drawn[0])}")
        for x, letter in enumerate(row):
            if letter == " " and lattice is HEX:
                continue
            if letter not in legend or not legend[letter].terrain:
                raise where.at(y).bad(f"has the letter {letter!r}, which the legend does not know as terrain")
            yield (at[0] + y, at[1] + x), letter


def area_of(
    game: Table, name: str, lattice: Lattice, legend: Mapping[str, Spot], base: Place
) -> tuple[dict[Position, str], list[tuple[Position, Position]]]:
    """A further part of the map, and the pairs of cells that join it."""
    where = base.at("areas").at(name)
    area = take(game.get("areas", {}), name, dict, base.at("areas"))
    (at,) = points_of([take(area, "at", list, where)], where.at("at"))
    letters = dict(letters_of(take(area, "map", list, where), at, lattice, legend, where.at("map")))
    joins = []
    for index, pair in enumerate(take(area, "joins", list, where, [])):
        try:
            first, second = (read_cell(lattice, name) for name in texts(pair, where.at("joins")))
        except ValueError as error:
            raise where.at("joins").at(index).bad(f"{pair!r} is no pair of cells") from error
        joins.append((first, second))
    return letters, joins


def points_of(points: Any, where: Place) -> tuple[Position, ...]:
    """Corner points or positions: pairs of whole numbers, row first."""
    if not isinstance(points, list):
        raise where.bad(f"must be a list, not {points!r}")
    out: list[Position] = []
    for index, point in enumerate(points):
        if not (isinstance(point, list) and len(point) == 2 and all(type(part) is int for part in point)):
            raise where.at(index).bad(f"must be a pair of whole numbers, not {point!r}")
        out.append((point[0], point[1]))
    return tuple(out)


def river_of(grid: Grid, points: Any, where: Place) -> tuple[Position, ...]:
    """The river's corner points; it must cut the map in two."""
    river = points_of(points, where)
    if not river:
        return ()
    try:
        parts = banks(grid, trace(grid, river))
    except (ValueError, IndexError) as error:
        raise where.bad(str(error)) from error
    if len(parts) != 2:
        raise where.bad(f"must split the land in two, but there are {len(parts)} parts")
    return river


def cells_of(grid: Grid, part: str, sources: Sequence[tuple[Table, Place]]) -> dict[str, Mask]:
    """Named sets of cells."""
    out = {}
    for source, place in sources:
        for key, names in take(source, part, dict, place, {}).items():
            for name in texts(names, place.at(part).at(key)):
                if name not in grid.bits:
                    raise place.at(part).at(key).bad(f"{name!r} is no cell of the map")
            out[key] = grid.mask(names)
    return out


def rays_of(grid: Grid, sources: Sequence[tuple[Table, Place]]) -> dict[str, tuple[tuple[Mask, ...], ...]]:
    """Rays by what they come from: cells one after the other, each beside the one before."""
    out = {}
    for source, place in sources:
        for key, rays in take(source, "rays", dict, place, {}).items():
            where = place.at("rays").at(key)
            if not isinstance(rays, list) or not rays:
                raise where.bad("must be a list of rays")
            out[key] = tuple(_ray(grid, names, where.at(index)) for index, names in enumerate(rays))
    return out


def _ray(grid: Grid, names: Any, where: Place) -> tuple[Mask, ...]:
    cells = []
    for index, name in enumerate(texts(names, where)):
        if name not in grid.bits:
            raise where.at(index).bad(f"{name!r} is no cell of the map")
        cells.append(grid.mask([name]))
        if index and not grid.around(cells[-2]) & cells[-1]:
            raise where.at(index).bad(f"{name!r} is not beside the cell before it")
    return tuple(cells)


def designs_of(game: Table, grid: Grid, kinds: Sequence[str], base: Place) -> dict[str, Design]:
    """All shapes of the game."""
    shown = take(game, "marks", dict, base, {})
    mirrored = take(game, "mirror", bool, base, False)
    out = {}
    for name, drawing in take(game, "shapes", dict, base).items():
        where = base.at("shapes").at(name)
        positions = _drawn(drawing, where)
        marks = tuple(take(shown, name, str, base.at("marks"), ""))
        if marks and len(marks) != len(positions):
            raise where.bad(f"has {len(positions)} cells and {len(marks)} marks")
        if not set(marks) <= set(kinds):
            raise where.bad(f"has marks {''.join(marks)}, known are {', '.join(kinds)}")
        out[name] = Design(marks, fitted(turnings(grid.lattice, positions, marks, mirrored), grid))
    return out


def _drawn(drawing: Any, where: Place) -> tuple[Position, ...]:
    """Cells from rows of `#`, or from a list of [column, row] pairs."""
    if not isinstance(drawing, list) or not drawing:
        raise where.bad("has no cells")
    if not isinstance(drawing[0], str):
        return tuple((row, column) for column, row in points_of(drawing, where))
    cells = []
    for y, row in enumerate(texts(drawing, where)):
        for x, sign in enumerate(row):
            if sign not in "#.":
                raise where.bad(f"is drawn with # and ., not with {sign!r}")
            cells += [(y, x)] if sign == "#" else []
    if not cells:
        raise where.bad("has no cells")
    return tuple(cells)
