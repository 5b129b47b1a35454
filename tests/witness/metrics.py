"""What can be counted on a board, and goals over it such as `kinds>=3`."""

from collections.abc import Callable, Iterator

from tests.witness.lattice import Place, groups
from tests.witness.position import Position
from tests.witness.spots import name_of_thing

SETTLED = ("F", "W", "H")
"""The symbols whose groups `kinds` asks for."""
ROOF_PARTS = 3


def measured(metric: str, position: Position) -> int:
    word, _, rest = metric.partition(":")
    return METRICS[word](rest, position)


def reached(goal: str, position: Position) -> bool:
    """Whether a goal `metric>=n` or `metric<=n` is fulfilled."""
    if ">=" in goal:
        metric, _, least = goal.partition(">=")
        return measured(metric, position) >= int(least)
    metric, _, most = goal.partition("<=")
    return measured(metric, position) <= int(most)


def largest(mark: str, position: Position) -> int:
    return max((position.size(group) for group in position.mark_groups(mark)), default=0)


def kinds(_: str, position: Position) -> int:
    """Of how many symbols a group has scored."""
    rules = [rule for rule in position.land.episode.all("new_group") if rule["mark"] in SETTLED]
    return len({rule["mark"] for rule in rules if position.noted(rule.id)})


def cover(rest: str, position: Position) -> int:
    """Cells under tiles; with `S@` before the cells only those that show S."""
    mark, at, selector = rest.rpartition("@")
    tiles = [piece for piece in position.laid if not piece.printed]
    cells = position.land.chosen([selector]) & {place for piece in tiles for place in piece.cells}
    return sum(1 for place in cells if not at or position.marks[place] == mark)


def open_cells(selector: str, position: Position) -> int:
    return len(position.visible(selector))


def ray(rest: str, position: Position) -> int:
    """The cells of all beams from a kind of lamp, each as far as it reaches."""
    lamp, _, marks = rest.partition(":")
    return sum(len(list(lit_cells(beam, marks, position))) for beam in position.land.beams(lamp))


def lit_cells(beam: list[Place], marks: str, position: Position) -> Iterator[Place]:
    for place in beam:
        if position.marks.get(place, "") and position.marks[place] in marks:
            yield place
        elif place not in position.land.stones:
            return


def satisfied(at: str, position: Position) -> int:
    """How many things of a kind have what they need around them."""
    rules = [rule for rule in position.land.episode.all("spot") if name_of_thing(rule) == at]
    return sum(len(list(groups(position.noted(rule.id), position.land.next_to))) for rule in rules)


def lit(symbol: str, position: Position) -> int:
    """What was lit in this match, and before: there a symbol lies for good."""
    before = {place for place in position.land.asked.get(symbol, ()) if position.land.cells[place].building}
    return len(before | position.noted("lit"))


def roofs(_: str, position: Position) -> int:
    """How many roofs are complete."""
    counts = position.land.counts.items()
    return sum(1 for what, parts in counts if what.startswith("roof:") and parts >= ROOF_PARTS)


METRICS: dict[str, Callable[[str, Position], int]] = {
    "largest": largest,
    "kinds": kinds,
    "cover": cover,
    "open": open_cells,
    "ray": ray,
    "spots": satisfied,
    "lit": lit,
    "roofs": roofs,
}
