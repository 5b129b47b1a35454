"""What a placement brings at once, what reaches a race's goal, and what a hazard does."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tests.witness.episode import Episode, Rule
from tests.witness.lattice import Place
from tests.witness.metrics import reached
from tests.witness.position import Laid, Position
from tests.witness.scoring import cells_of
from tests.witness.spots import counted, spots

Tokens = Mapping[int, int]
"""Points of the finds that are known, by the number of the site in reading order."""


@dataclass(frozen=True)
class Booking:
    """Points of one rule; None while a hidden token decides about them."""

    rule: str
    points: int | None
    cells: frozenset[Place] = frozenset()


Brought = tuple[Position, list[Booking]]


def rail(rule: Rule, position: Position, piece: Laid, tokens: Tokens) -> Brought:
    at_track = position.land.chosen(rule["on"]) & set(piece.cells)
    return position, [Booking(rule.id, rule["points"], frozenset(piece.cells))] if at_track else []


def investor(rule: Rule, position: Position, piece: Laid, tokens: Tokens) -> Brought:
    """He stands on the newest building that is not of a kind he ignores."""
    ignored = rule.get("not_kinds", ())
    visited = [laid for laid in position.laid if not laid.printed and laid.kind not in ignored]
    if piece.kind in ignored or len(visited) < 2 or visited[-2] not in position.bordering(piece.cells):
        return position, []
    return position, [Booking(rule.id, rule["points"], frozenset(piece.cells))]


def park(rule: Rule, position: Position, piece: Laid, tokens: Tokens) -> Brought:
    new = [place for place in position.visible(*rule["on"]) if becomes_park(rule, position, place)]
    return position.with_note("park", new), []


def becomes_park(rule: Rule, position: Position, place: Place) -> bool:
    if position.land.next_to[place] & position.land.open - position.covered:
        return False
    number = sum(1 for piece in position.bordering([place]) if piece.kind == rule["kind"])
    return number >= int(rule["least"])


def cover(rule: Rule, position: Position, piece: Laid, tokens: Tokens) -> Brought:
    if rule.get("wanted", False):
        return cover_wanted(rule, position, piece)
    chosen = position.land.chosen(rule["on"])
    scored = [
        place
        for place, mark in zip(piece.cells, piece.marks, strict=True)
        if mark in rule["marks"] and place in chosen
    ]
    return position, [Booking(rule.id, rule["points"] * len(scored), frozenset(scored))] if scored else []


def cover_wanted(rule: Rule, position: Position, piece: Laid) -> Brought:
    chosen = position.land.chosen(rule["on"])
    right = sorted(
        place
        for place, mark in zip(piece.cells, piece.marks, strict=True)
        if place in chosen and position.land.cells[place].wants == mark
    )
    lit = right[: rule["most"] - len(position.noted("lit"))]
    bookings = [Booking(rule.id, rule["points"] * len(lit), frozenset(lit))] if lit else []
    return position.with_note("lit", lit), bookings


def new_group(rule: Rule, position: Position, piece: Laid, tokens: Tokens) -> Brought:
    marked, bookings = position.noted(rule.id), []
    touched = [position.land.chosen([selector]) for selector in rule.get("touch", ())]
    for group in position.mark_groups(rule["mark"]):
        fits = position.size(group) >= rule["least"] and all(group & cells for cells in touched)
        if fits and group & set(piece.cells) and not group & marked:
            bookings.append(Booking(rule.id, rule["points"], frozenset(group)))
    return position.with_note(rule.id, cells_booked(bookings)), bookings


def road(rule: Rule, position: Position, piece: Laid, tokens: Tokens) -> Brought:
    """Every thing that a network of the new piece joins to the goal, unless it was joined before."""
    goal, bookings = position.land.chosen(rule["goal"]), []
    for network in position.mark_groups(rule["mark"]):
        if network & set(piece.cells) and network & goal:
            for thing in position.land.things(rule["start"]):
                ring = {other for place in thing for other in position.land.joined[place]}
                if ring & network and not thing & position.noted(rule.id):
                    bookings.append(Booking(rule.id, rule["points"], frozenset(network | thing)))
                    position = position.with_note(rule.id, thing)
    return position, bookings


def spot(rule: Rule, position: Position, piece: Laid, tokens: Tokens) -> Brought:
    """Every thing beside which the piece lies and that has what it needs for the first time."""
    bookings = []
    for one in (one for one in spots(rule, position.land) if one.ring & set(piece.cells)):
        if not one.thing & position.noted(rule.id) and counted(rule, one, position) >= rule["least"]:
            bookings.append(Booking(rule.id, rule["points"], one.thing | (one.ring & position.covered)))
            position = position.with_note(rule.id, one.thing)
    return position, bookings


def find(rule: Rule, position: Position, piece: Laid, tokens: Tokens) -> Brought:
    bookings = []
    for number, site in enumerate(sorted(position.land.layer(rule["at"]))):
        if (site, rule["mark"]) in zip(piece.cells, piece.marks, strict=True):
            bookings.append(Booking(rule.id, tokens.get(number), frozenset([site])))
    return position.with_note("found", cells_booked(bookings)), bookings


AT_ONCE: dict[str, Callable[[Rule, Position, Laid, Tokens], Brought]] = {
    "rail": rail,
    "investor": investor,
    "park": park,
    "cover": cover,
    "new_group": new_group,
    "road": road,
    "find": find,
    "spot": spot,
}


def cells_booked(bookings: Iterable[Booking]) -> set[Place]:
    return {place for booking in bookings for place in booking.cells}


def lay(episode: Episode, position: Position, piece: Laid, tokens: Tokens) -> Brought:
    """The position after a placement, and what it brings."""
    position, bookings = position.with_piece(piece), []
    for rule in episode.all(*AT_ONCE):
        position, brought = AT_ONCE[rule.name](rule, position, piece, tokens)
        bookings += brought
    return position, bookings


def strike(rule: Rule, position: Position) -> Brought:
    """A hazard: the free cells it names are taken."""
    taken = position.visible(*rule["on"]) & position.land.open
    bookings = [Booking(rule.id, rule["points"] * len(taken), frozenset(taken))] if rule["points"] else []
    return position.with_note(rule["becomes"], taken), bookings


def all_covered(rule: Rule, position: Position) -> bool:
    return set(position.land.layer(rule["what"])) <= position.covered


def linked(rule: Rule, position: Position) -> bool:
    start, goal = position.land.chosen(rule["start"]), position.land.chosen(rule["goal"])
    return any(
        cells_of(group) & start and cells_of(group) & goal
        for group in position.building_groups(*rule["kinds"])
    )


def fulfilled(rule: Rule, position: Position) -> bool:
    return reached(rule["goal"], position)


GOALS: dict[str, Callable[[Rule, Position], bool]] = {
    "race_covered": all_covered,
    "race_link": linked,
    "race_goal": fulfilled,
}
