"""Which placements of a piece are legal, and which rules forbid the others."""

from collections.abc import Callable, Iterator

from tests.witness.episode import Episode, Rule
from tests.witness.lattice import Place
from tests.witness.position import Laid, Position, laid_at
from tests.witness.shapes import Piece


def off_land(rule: Rule, position: Position, piece: Laid) -> bool:
    return not set(piece.cells) <= position.land.open


def on_both_banks(rule: Rule, position: Position, piece: Laid) -> bool:
    cells, land = set(piece.cells), position.land
    if any(edge <= cells for edge in land.river):
        return True
    return sum(1 for bank in land.banks if bank & cells) > 1


def not_clear(rule: Rule, position: Position, piece: Laid) -> bool:
    return not set(piece.cells) <= position.clear


def wrong_start(rule: Rule, position: Position, piece: Laid) -> bool:
    if not position.first or rule.spares(piece.kind):
        return False
    return not position.land.chosen(rule["on"]) & set(piece.cells)


def apart(rule: Rule, position: Position, piece: Laid) -> bool:
    if position.first or rule.spares(piece.kind):
        return False
    return not any(position.land.next_to[place] & position.covered for place in piece.cells)


def no_match(rule: Rule, position: Position, piece: Laid) -> bool:
    if position.first or rule.spares(piece.kind):
        return False
    for place, mark in zip(piece.cells, piece.marks, strict=True):
        for other in position.land.joined[place]:
            if position.marks.get(other) == mark:
                return False
    return True


FORBIDS: dict[str, Callable[[Rule, Position, Laid], bool]] = {
    "on_land": off_land,
    "one_bank": on_both_banks,
    "clear": not_clear,
    "start": wrong_start,
    "beside": apart,
    "match": no_match,
}


def ways_to_lie(position: Position, piece: Piece) -> Iterator[tuple[int, Place]]:
    """Every orientation and first cell with which the whole piece is on the board."""
    board = set(position.land.cells)
    for turned in piece.turned:
        for first in board:
            if set(piece.cells_at(turned.orientation, first)) <= board:
                yield turned.orientation, first


def forbidden(episode: Episode, position: Position, piece: Laid) -> set[str]:
    """The rules that forbid this placement; none if it is legal."""
    return {rule.id for rule in episode.all(*FORBIDS) if FORBIDS[rule.name](rule, position, piece)}


def judged(episode: Episode, position: Position, piece: Piece) -> dict[tuple[int, Place], set[str]]:
    """For every placement on the board the rules that forbid it."""
    return {
        (orientation, first): forbidden(episode, position, laid_at(piece, orientation, first))
        for orientation, first in ways_to_lie(position, piece)
    }
