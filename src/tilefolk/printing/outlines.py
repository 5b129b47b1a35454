"""Outlines, written as SVG writes them: M L H V C Q Z; small letters count from where the pen stands."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from tilefolk.core.grid import Position

Point = tuple[float, float]

LENGTHS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}


class Step(NamedTuple):
    """A move (M), a line (L), a curve by two handles (C) or the way back to the start (Z)."""

    letter: str
    points: tuple[Point, ...]


@cache
def traced(outline: str) -> tuple[Step, ...]:
    """The steps of an outline, all of them from the same origin."""
    return tuple(_steps(outline))


def _steps(outline: str) -> Iterator[Step]:
    here = start = (0.0, 0.0)
    for letter, numbers in _commands(outline):
        if letter in "Zz":
            here = start
            yield Step("Z", ())
            continue
        points = _points(letter, numbers, here)
        if letter in "Qq":
            handle, end = points
            points = (_between(here, handle), _between(end, handle), end)
        here = points[-1]
        start = here if letter in "Mm" else start
        yield Step({"H": "L", "V": "L", "Q": "C"}.get(letter.upper(), letter.upper()), points)


def _commands(outline: str) -> Iterator[tuple[str, list[float]]]:
    """Every letter with its numbers; a letter with several helpings of numbers is said once for each."""
    for letter, tail in re.findall(r"([A-Za-z])([^A-Za-z]*)", outline):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", tail)]
        size = LENGTHS[letter.upper()]
        if len(numbers) % (size or 1) or bool(numbers) != bool(size):
            raise ValueError(f"{letter} with {len(numbers)} numbers in {outline!r}")
        for at in range(0, len(numbers), size) if size else (0,):
            yield letter, numbers[at : at + size]


def _points(letter: str, numbers: Sequence[float], here: Point) -> tuple[Point, ...]:
    dx, dy = here if letter.islower() else (0.0, 0.0)
    if letter in "Hh":
        return ((numbers[0] + dx, here[1]),)
    if letter in "Vv":
        return ((here[0], numbers[0] + dy),)
    return tuple((x + dx, y + dy) for x, y in zip(numbers[::2], numbers[1::2], strict=True))


def _between(end: Point, handle: Point) -> Point:
    """Two thirds of the way to the one handle of a simpler curve."""
    return end[0] + (handle[0] - end[0]) * 2 / 3, end[1] + (handle[1] - end[1]) * 2 / 3


def spelled(*parts: str | float) -> str:
    """An outline from letters and numbers, never in the notation with an exponent."""
    return " ".join(part if isinstance(part, str) else f"{part:.3f}" for part in parts)


def ring(x: float, y: float, radius: float, squash: float = 1) -> str:
    """A circle, or an ellipse less high than wide."""
    r, t = radius, radius * squash
    a, b = r * 0.4477, t * 0.4477
    quarters = ((0, b - t, a, -t, r, -t), (r - a, 0, r, t - b, r, t), (0, t - b, -a, t, -r, t))
    curves = [part for quarter in quarters for part in ("c", *quarter)]
    return spelled("M", x - r, y, *curves, "c", a - r, 0, -r, b - t, -r, -t, "z")


def box(x: float, y: float, width: float, height: float, radius: float = 0) -> str:
    """A rectangle, its corners rounded."""
    r, w, h = radius, width - 2 * radius, height - 2 * radius
    right, down = ("h", w, "q", r, 0, r, r), ("v", h, "q", 0, r, -r, r)
    left, up = ("h", -w, "q", -r, 0, -r, -r), ("v", -h, "q", 0, -r, r, -r)
    return spelled("M", x + r, y, *right, *down, *left, *up, "z")


def bent(points: Sequence[Point], radii: Sequence[float]) -> str:
    """A line through the points, every corner rounded with its own radius."""
    out = [spelled("M", *points[0])]
    for before, here, after, radius in zip(points, points[1:], points[2:], radii[1:], strict=False):
        start, end = _towards(here, before, radius), _towards(here, after, radius)
        out.append(spelled("L", *start, "Q", *here, *end))
    return " ".join((*out, spelled("L", *points[-1])))


def _towards(here: Point, other: Point, length: float) -> Point:
    dx, dy = other[0] - here[0], other[1] - here[1]
    part = length / (dx * dx + dy * dy) ** 0.5
    return here[0] + dx * part, here[1] + dy * part


def contour(cells: Iterable[Position], size: float) -> str:
    """The sides of squares (row, column) that no other of them shares."""
    taken = set(cells)
    out = []
    for row, column in sorted(taken):
        for (a, b), (c, d) in pairwise(((0, 0), (0, 1), (1, 1), (1, 0), (0, 0))):
            beside = (row + a + c - 1, column) if a == c else (row, column + b + d - 1)
            if beside not in taken:
                start, end = ((column + b) * size, (row + a) * size), ((column + d) * size, (row + c) * size)
                out.append(spelled("M", *start, "L", *end))
    return " ".join(out)
