"""The score sheet at the end: lines of one board, comparisons of all boards, places."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tests.witness.episode import Episode, Rule
from tests.witness.lattice import Place
from tests.witness.metrics import measured
from tests.witness.position import Laid, Position
from tests.witness.spots import spots


@dataclass(frozen=True)
class Line:
    """A rule's points and, where they are beyond doubt, the cells they come from."""

    rule: str
    points: int
    cells: frozenset[Place] | None = None


def visible(rule: Rule, position: Position) -> Line:
    shown = position.visible(rule["what"])
    counts = position.land.layer(rule["what"])
    extra = position.noted(rule["noted"]) if rule.get("noted", "") else set()
    points = rule["per"] * (sum(counts[place] for place in shown) + rule.get("noted_per", 0) * len(extra))
    if "whole" in rule.settings and shown == set(counts):
        points = rule["whole"]
    return Line(rule.id, points, frozenset(shown | extra))


def all_covered(rule: Rule, position: Position) -> Line:
    cells = set(position.land.layer(rule["what"]))
    whole = cells <= position.covered
    return Line(rule.id, rule["points"] if whole else 0, frozenset(cells if whole else ()))


def largest_group(rule: Rule, position: Position) -> Line:
    return Line(rule.id, rule["per"] * sum(max(group_sizes(position, kind)) for kind in rule["kinds"]))


def group_sizes(position: Position, kind: str) -> list[int]:
    return [0, *(len(group) for group in position.building_groups(kind))]


def full_groups(rule: Rule, position: Position) -> Line:
    full = [kind for kind in rule["kinds"] if len(list(position.building_groups(kind))) == 1]
    return Line(rule.id, rule["points"] * len(full), cells_of(position.of_kind(*full)))


def church(rule: Rule, position: Position) -> Line:
    served = [piece for piece in position.of_kind(rule["kind"]) if is_served(rule, position, piece)]
    return Line(rule.id, rule["points"] * len(served), cells_of(served))


def is_served(rule: Rule, position: Position, piece: Laid) -> bool:
    return set(rule["needs"]) <= {other.kind for other in position.bordering(piece.cells)}


def well(rule: Rule, position: Position) -> Line:
    used = [place for place in position.visible(rule["what"]) if has_four_builders(position, place)]
    return Line(rule.id, rule["points"] * len(used))


def has_four_builders(position: Position, place: Place) -> bool:
    around = [position.at(other) for other in position.land.next_to[place]]
    return None not in around and len(set(around)) == 4


def chain(rule: Rule, position: Position) -> Line:
    source = position.land.chosen(rule["source"])
    linked = [
        piece
        for group in position.building_groups(rule["kind"])
        if cells_of(group) & source
        for piece in group
        if not piece.printed
    ]
    return Line(rule.id, rule["per"] * len(linked), cells_of(linked))


def factory(rule: Rule, position: Position) -> Line:
    cards = {card for what, card in position.land.stickers if what == rule["mark"]}
    points, used = 0, []
    for piece in position.laid:
        if f"{piece.kind}-{piece.name}" in cards:
            workers = [one for one in position.bordering(piece.cells) if one.kind == rule["workers"]]
            points += rule["per"] * min(rule["most"], len(workers))
            used += [piece] if workers else []
    return Line(rule.id, points, cells_of(used))


def surrounded(rule: Rule, position: Position) -> Line:
    land = position.land
    gaps = land.open - position.covered
    loose = [place for place in land.layer(rule["what"]) if land.next_to[place] & gaps]
    return Line(rule.id, rule["points"] * len(loose), frozenset(loose))


def metric(rule: Rule, position: Position) -> Line:
    return Line(rule.id, rule["per"] * measured(rule["metric"], position))


def missed(rule: Rule, position: Position) -> Line:
    """The price of every thing that lacks what it needs."""
    wanting = [one for one in spots(rule, position.land) if not one.thing & position.noted(rule.id)]
    cells = frozenset(place for one in wanting for place in one.thing)
    return Line(f"{rule.id}.missed", rule["miss"] * len(wanting), cells)


END: dict[str, Callable[[Rule, Position], Line]] = {
    "all_covered": all_covered,
    "visible": visible,
    "largest_group": largest_group,
    "full_groups": full_groups,
    "church": church,
    "well": well,
    "chain": chain,
    "factory": factory,
    "surrounded": surrounded,
    "counted": metric,
}


def most(rule: Rule, positions: Sequence[Position]) -> list[Line]:
    leading = leaders([measured(rule["metric"], position) for position in positions])
    return [Line(rule.id, rule["points"] * (seat in leading)) for seat in range(len(positions))]


def leaders(numbers: Sequence[int]) -> set[int]:
    """Who has most; nobody has most of nothing."""
    return {seat for seat, number in enumerate(numbers) if number == max(numbers) > 0}


def pass_row(rule: Rule, passes: int) -> Line:
    return Line(rule.id, rule["circles"][passes - 1] if passes else 0)


def end_lines(episode: Episode, positions: Sequence[Position], passes: Sequence[int]) -> list[list[Line]]:
    """The lines of the end for every seat, in the order of the rules."""
    sheets: list[list[Line]] = [[] for _ in positions]
    for rule in episode.rules:
        for sheet, line in zip(sheets, rule_lines(rule, positions, passes), strict=False):
            sheet.append(line)
    return sheets


def rule_lines(rule: Rule, positions: Sequence[Position], passes: Sequence[int]) -> Iterator[Line]:
    if rule.name in END:
        yield from (END[rule.name](rule, position) for position in positions)
    elif rule.name == "spot" and rule.get("miss", 0):
        yield from (missed(rule, position) for position in positions)
    elif rule.name == "most":
        yield from most(rule, positions)
    elif rule.name == "unpassed":
        yield from (Line(rule.id, 0 if number else rule["points"]) for number in passes)
    elif rule.name == "pass_row":
        yield from (pass_row(rule, number) for number in passes)


def tie_break(episode: Episode, position: Position) -> tuple[int, ...]:
    """The cells left per row, from the top; fewer is better."""
    key: list[int] = []
    for rule in episode.all("rows"):
        counted = position.land.chosen(rule["on"]) & (position.clear | position.noted(*rule.get("noted", ())))
        key += [sum(1 for place in counted if place[0] == row) for row in rows_of(position)]
    return tuple(key)


def rows_of(position: Position) -> list[int]:
    return sorted({row for row, _ in position.land.cells})


def places(keys: Sequence[tuple[int, tuple[int, ...]]]) -> list[int]:
    """Places by value and then by tie-break; who is equal in both shares the better place."""
    ranks = [(-value, rows) for value, rows in keys]
    return [1 + sum(1 for other in ranks if other < rank) for rank in ranks]


def cells_of(pieces: Sequence[Laid]) -> frozenset[Place]:
    return frozenset(place for piece in pieces for place in piece.cells)
