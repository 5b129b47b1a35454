"""Our drawings: what stands on a cell, how a kind of building is drawn in. A cell is 48 units wide."""

from collections.abc import Sequence
from typing import NamedTuple

from tilefolk.core.grid import Position
from tilefolk.printing.outlines import box, contour, ring
from tilefolk.printing.pen import ART, INK, WATER, WHITE, Pen

CELL = 48


class Stroke(NamedTuple):
    """An outline of a drawing; `x`, `y` and `scale` move a whole drawing into a part of the cell."""

    outline: str
    fill: str = ""
    line: str = ART
    width: float = 1.6
    x: float = 0
    y: float = 0
    scale: float = 1


Drawing = tuple[Stroke, ...]


def moved(drawing: Drawing, x: float, y: float, scale: float) -> Drawing:
    """The drawing at another place and scale; its lines keep their width."""
    return tuple(
        part._replace(x=x + part.x * scale, y=y + part.y * scale, scale=part.scale * scale)
        for part in drawing
    )


TREE = (
    Stroke("M24 28v12"),
    Stroke(
        "M24 7c6 0 10 4 10 8.5 4.5 1.5 5.5 7 2 10.3-2.5 2.5-21.5 2.5-24 0-3.5-3.3-2.5-8.8 2-10.3"
        "C14 11 18 7 24 7z",
        WHITE,
    ),
    Stroke("M18.5 15.5c.5-2.3 2-3.7 4.3-4.2M17 22c1.5 1.2 3 1.7 5 1.8"),
)
FIR = (
    Stroke("M24 37v6"),
    Stroke("M24 5l8 11.5h-3.5l8 10.5h-4l7.5 10.5h-32l7.5-10.5h-4l8-10.5H16z", WHITE),
    Stroke("M20.5 16.5h4M17 27h6"),
)
SAWMILL = (
    Stroke("M6 42V25l9-7 9 7 9-7 9 7v17z", WHITE),
    Stroke(ring(24, 33, 6.5), WHITE),
    Stroke("M24 26.5v-3M28.6 28.4l2.1-2.1M30.5 33h3M28.6 37.6l2.1 2.1"),
    Stroke("M19.4 37.6l-2.1 2.1M17.5 33h-3M19.4 28.4l-2.1-2.1"),
    Stroke(ring(24, 33, 1.4), ART),
)
SYMBOLS: dict[str, Drawing] = {
    "tree": TREE,
    "rock": (
        Stroke("M9 36l2-11.5 7.5-8 9-1 8.5 6L39 36z", WHITE),
        Stroke("M11 24.5l7.5 4 8-6 9.5-1M18.5 28.5l-1 7.5M26.5 22.5l3.5 8"),
    ),
    "mountain": (
        Stroke("M3 41L17.5 10l8 13 4-6L45 41z", WHITE),
        Stroke("M11.5 23l4-1.5 2.5 4 3-5 3.5 1.5M18 31l2 10M30 27l3.5 14M24.5 34l1.5 7"),
    ),
    "forest": (*moved(FIR, -3, -1, 0.68), *moved(FIR, 16, 12.5, 0.74)),
    "well": (
        Stroke("M14 17v12M34 17v12"),
        Stroke("M11 28v8.5c0 5.5 26 5.5 26 0V28z", WHITE),
        Stroke(ring(24, 28, 13, 0.4), WATER),
        Stroke("M7.5 18L24 7.5 40.5 18z", WHITE),
    ),
    "plateau": (
        Stroke("M4 37l7-15c4-4.5 22-4.5 26 0l7 15c-9 4.5-31 4.5-40 0z", WHITE),
        Stroke("M11 22c4 4.5 22 4.5 26 0"),
        Stroke("M12 27.5l-3 8M18 29.5l-1 8.5M24 30v8.5M30 29.5l1 8.5M36 27.5l3 8", width=1.2),
    ),
    "gold": (
        Stroke("M9 36l-2-7 5-6 8 .5 3.5 6.5L21 36z", WHITE),
        Stroke("M25 36.5l-2-6 4.5-6.5 8.5.5 4 6-3 6z", WHITE),
        Stroke("M17 23l-1.5-6 4.5-5.5 8 .5 3.5 5.5-2.5 6z", WHITE),
        Stroke("M12 23l3 5 8.5 2M27.5 24l3 5 9.5 1.5M20 11.5l2.5 4.5 9 1.5M15 28l-1.5 8M30.5 29l-1 7.5"),
        Stroke("M38 6q.8 5.2 6 6-5.2.8-6 6-.8-5.2-6-6 5.2-.8 6-6z", ART, ""),
    ),
    "bandit": (
        Stroke("M8 43c1-8 6-11 16-11c10 0 15 3 16 11z", WHITE),
        Stroke(ring(24, 24, 9.5), WHITE),
        Stroke("M14.7 21.5h18.6v4.5c-3 2.5-6.5 2-9.3-.5-2.8 2.5-6.3 3-9.3.5z", ART, ART, 1),
        Stroke("M17.5 24h3.5M27 24h3.5", "", WHITE, 1.8),
        Stroke("M6 19c6-3 8-3 9-4 1-6 3-8 9-8c6 0 8 2 9 8c1 1 3 1 9 4-9 2.5-27 2.5-36 0z", WHITE),
        Stroke("M15 15c5 2 13 2 18 0"),
    ),
    "water": (
        Stroke("M5 13q5.5-5 11 0q5.5 5 11 0", width=1.2),
        Stroke("M20 25q5.5-5 11 0q5.5 5 11 0", width=1.2),
        Stroke("M6 37q5.5-5 11 0q5.5 5 11 0", width=1.2),
    ),
    "church": (
        Stroke("M15 42V25l9-9 9 9v17z", WHITE),
        Stroke("M24 16V4M20 8h8", INK, INK, 2),
        Stroke("M21 42v-7.5q3-4.5 6 0V42"),
        Stroke(ring(24, 26.5, 2.3)),
    ),
    "sawmill": moved(SAWMILL, 0, -6, 1),
    "fortress": (
        Stroke("M11 42V14h-2V7h6v4h6V7h6v4h6V7h6v7h-2v28z", WHITE),
        Stroke("M20 42v-8q4-6 8 0v8M17 21v5M31 21v5"),
    ),
    "compass": (
        Stroke("M24 14L13 42M24 14l11 28", "", INK, 2.2),
        Stroke("M24 10V4", "", INK, 2.2),
        Stroke(ring(24, 13, 4), WHITE, INK, 2),
        Stroke("M12 30q12 9 24 0", "", INK, 1.4),
    ),
    "bags": (
        Stroke("M18.5 17c-9 5-13 13-10.5 20 1.5 5 30.5 5 32 0 2.5-7-1.5-15-10.5-20z", WHITE),
        Stroke("M18.5 17L15 8q4.5 2.5 9 0 4.5 2.5 9 0l-3.5 9z", WHITE),
        Stroke(ring(24, 30, 6.5)),
        Stroke("M24 26.5v7"),
    ),
}
# How the cells of a building are filled in with a pencil; its outline comes on top.
PENCIL: dict[str, Drawing] = {
    "filled": (Stroke(box(0, 0, 48, 48), "#9a9ea3", ""),),
    "hatched": (Stroke("M0 16L16 0M0 32L32 0M0 48L48 0M16 48l32-32M32 48l16-16", "", INK, 2),),
    "crossed": (Stroke("M8 8l32 32M40 8L8 40", "", INK, 2.6),),
    "church": (Stroke(ring(24, 24, 13), "", INK, 2.6),),
    "fortress": (Stroke("M12 39V13h6v5h3.5v-5h5v5H30v-5h6v26z", "", INK, 2.6),),
}

# Where one thing and where a pair stands in its cell, and how large.
PLACES = {1: ((0, 0, 1),), 2: ((-3.5, -1, 0.73), (15.5, 12.5, 0.73))}


def draw(pen: Pen, drawing: Drawing, x: float, y: float, size: float) -> None:
    """A drawing in the square of this size at (x, y)."""
    unit = size / CELL
    for part in drawing:
        pen.path(
            part.outline,
            x + part.x * unit,
            y + part.y * unit,
            part.scale * unit,
            line=part.line,
            fill=part.fill,
            width=part.width * unit,
        )


def draw_some(pen: Pen, name: str, count: int, x: float, y: float, size: float) -> None:
    """So many of a thing on one cell."""
    for place in PLACES[count]:
        draw(pen, moved(SYMBOLS[name], *place), x, y, size)


def draw_building(pen: Pen, kind: str, cells: Sequence[Position], x: float, y: float, size: float) -> None:
    """A building as one draws it, with its middle at (x, y) and cells of this size."""
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    moved_up = [(row - top, column - left) for row, column in cells]
    tall, wide = 1 + max(row for row, _ in moved_up), 1 + max(column for _, column in moved_up)
    x, y = x - wide * size / 2, y - tall * size / 2
    for row, column in moved_up:
        draw(pen, PENCIL[kind], x + column * size, y + row * size, size)
    pen.path(contour(moved_up, size), x, y, line=INK, width=0.35)
