"""What a seat is shown, turned from hexadecimal masks into sets."""

from collections.abc import Mapping
from typing import Any

from tests.witness.lattice import Place

View = Mapping[str, Any]


def places_in(view: View, mask: str) -> set[Place]:
    grid = view["grid"]
    bits, width = int(mask, 16), grid["width"]
    return {
        (bit // width + grid["top"], bit % width + grid["left"])
        for bit in range(bits.bit_length())
        if bits >> bit & 1
    }


def layer_in(view: View, masks: list[str]) -> dict[Place, int]:
    """How often something stands on each cell: one mask for the first, one for the second, and so on."""
    counts: dict[Place, int] = {}
    for mask in masks:
        for place in places_in(view, mask):
            counts[place] = counts.get(place, 0) + 1
    return counts


def notes_in(view: View, board: View) -> dict[str, set[Place]]:
    notes = {name: places_in(view, mask) for name, mask in board["notes"].items()}
    return {name: places for name, places in notes.items() if places}


def laid_in(view: View, board: View) -> list[tuple[str, str, int, set[Place]]]:
    return [(kind, shape, turn, places_in(view, mask)) for kind, shape, turn, mask in board["laid"]]


def points_in(board: View) -> dict[str, int]:
    """The points per rule."""
    points: dict[str, int] = {}
    for rule, value, _ in board["tally"]:
        points[rule] = points.get(rule, 0) + value
    return points


def cells_in(view: View, board: View) -> dict[str, set[Place]]:
    """The cells that the points of a rule come from."""
    cells: dict[str, set[Place]] = {}
    for rule, _, mask in board["tally"]:
        cells[rule] = cells.get(rule, set()) | places_in(view, mask)
    return cells
