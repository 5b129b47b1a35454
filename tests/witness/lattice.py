"""The two lattices: who borders whom, how positions turn, what they are called."""

from collections.abc import Iterable, Iterator

Place = tuple[int, int]
"""Row and column; on hexes the row is r and the column is q."""

STEPS: dict[str, tuple[Place, ...]] = {
    "square": ((-1, 0), (0, -1), (0, 1), (1, 0)),
    "hex": ((0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)),
}
TURNS = {"square": 4, "hex": 6}


def background(lattice: str, place: Place) -> set[Place]:
    """The positions that share a side with this one."""
    row, column = place
    return {(row + down, column + right) for down, right in STEPS[lattice]}


def turn_once(lattice: str, place: Place) -> Place:
    """Clockwise by 90 degrees on squares, by 60 degrees on hexes."""
    row, column = place
    if lattice == "square":
        return (column, -row)
    return (column + row, -row)


def turned(lattice: str, places: Iterable[Place], times: int) -> list[Place]:
    result = list(places)
    for _ in range(times):
        result = [turn_once(lattice, place) for place in result]
    return result


def mirrored(lattice: str, places: Iterable[Place]) -> list[Place]:
    """Left and right exchanged; rows stay."""
    if lattice == "square":
        return [(row, -column) for row, column in places]
    return [(row, -column - row) for row, column in places]


def shifted(places: Iterable[Place], origin: Place) -> tuple[Place, ...]:
    return tuple((row + origin[0], column + origin[1]) for row, column in places)


def address_of(lattice: str, name: str) -> Place:
    """`C5` is row 4, column 2; `3,-2` is row -2, column 3."""
    if lattice == "hex":
        q, r = name.split(",")
        return (int(r), int(q))
    return (int(name[1:]) - 1, ord(name[0]) - ord("A"))


def name_of(lattice: str, place: Place) -> str:
    row, column = place
    return f"{column},{row}" if lattice == "hex" else f"{chr(ord('A') + column)}{row + 1}"


def groups(places: Iterable[Place], neighbours: dict[Place, set[Place]]) -> Iterator[set[Place]]:
    """The connected parts of a set of positions."""
    left = set(places)
    while left:
        group = spread({left.pop()}, left, neighbours)
        left -= group
        yield group


def spread(seed: set[Place], within: set[Place], neighbours: dict[Place, set[Place]]) -> set[Place]:
    """The seed and everything that is joined to it inside `within`."""
    reached, border = set(seed), list(seed)
    while border:
        for place in neighbours[border.pop()] & within - reached:
            reached.add(place)
            border.append(place)
    return reached
