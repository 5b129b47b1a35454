"""The key to the dice: which building two dice give, and how the third says to draw it.

Three ordinary dice do as well: every face has the numbers that stand for it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tilefolk.core.first import first_of
from tilefolk.games.laying.rules.source import Dice
from tilefolk.locale import Texts
from tilefolk.printing.outlines import box, ring, spelled
from tilefolk.printing.pen import ART, INK, LINE, SOFT, WHITE, Pen
from tilefolk.printing.rows import caption
from tilefolk.printing.symbols import SYMBOLS, draw, draw_building

DIE, CELL = 5.3, 2.1
TOP, HIGH = 7.6, 6.9  # the row of the second die, and the rows below it
SIDE, WIDE = 11.0, 10.6  # the column of the first die, and the columns beside it
FULL = "#c9ced1"
ONE = ((0, 0),)


class Face(NamedTuple):
    """A face of a die and the numbers of an ordinary one that stand for it."""

    name: str
    numbers: str


def faces(die: Sequence[str]) -> tuple[Face, ...]:
    """The different faces of a die: C for 1, V for 2–3, ..."""
    places: dict[str, list[int]] = {}
    for number, name in enumerate(die, start=1):
        places.setdefault(name, []).append(number)
    return tuple(Face(name, _span(numbers)) for name, numbers in places.items())


def _span(numbers: Sequence[int]) -> str:
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 1 and last - first + 1 == len(numbers):
        return f"{first}\N{EN DASH}{last}"
    return ", ".join(map(str, numbers))


def key(pen: Pen, said: Texts, dice: Dice, x: float, y: float, width: float) -> float:
    """The table of all pairs of faces, beside it the kinds; its height."""
    caption(pen, said.say("print.dice"), x, y + 3)
    after = pen.measure(said.say("print.dice"), 8.5, bold=True)
    pen.text(said.say("print.dice.turn"), x + after + 3, y + 3, 7.5, colour=SOFT)
    rows, columns, top = faces(dice.first), _columns(dice), y + 5
    pairs = len(columns) - bool(dice.row)
    for index, (name, numbers) in enumerate(columns):
        left = x + SIDE + index * WIDE
        pen.text(numbers, left + 4, top + 4.4, 7.5, bold=True, align=1, room=4)
        _die(pen, dice, 1, name, left + 4.6, top + 0.9)
    for index, (name, numbers) in enumerate(rows):
        line = top + TOP + index * HIGH
        pen.path(spelled("M", x, line, "h", SIDE + WIDE * pairs), line=LINE, width=0.18)
        pen.text(numbers, x + 4, line + 4.4, 7.5, bold=True, align=1, room=4)
        _die(pen, dice, 0, name, x + 4.6, line + 0.8)
        for column, (other, _) in enumerate(columns):
            if other != dice.special:
                _pair(pen, dice, name, other, x + SIDE + (column + 0.5) * WIDE, line + HIGH / 2)
    if dice.row:
        middle = x + SIDE + (len(columns) - 0.5) * WIDE
        _special(pen, said, dice, middle, top + TOP + HIGH * len(rows) / 2)
    beside = x + SIDE + WIDE * len(columns) + 3
    _kinds(pen, said, (*faces(dice.kinds), *_row_kinds(dice)), beside, top, x + width)
    return 5 + TOP + HIGH * len(rows)


def _columns(dice: Dice) -> tuple[Face, ...]:
    """The faces of the second die, those together that give the same, the special one with a row last."""
    special = dice.special if dice.row else ""
    own = [name if name == special else _alike(dice, name) for name in dice.second]
    return tuple(sorted(faces(own), key=lambda face: face.name == special))


def _alike(dice: Dice, name: str) -> str:
    """The first face of the second die that gives the same buildings."""
    given = {face: [dice.shapes[first, face] for first in dice.first] for face in dice.second}
    return first_of(face for face in given if given[face] == given[name])


def _row_kinds(dice: Dice) -> tuple[Face, ...]:
    kinds = dict.fromkeys(card.partition("-")[0] for card in dice.row)
    return tuple(Face(kind, "") for kind in kinds)


def _die(pen: Pen, dice: Dice, which: int, name: str, x: float, y: float) -> None:
    """A face: a field of two by two cells, some of them full, or a drawing of its own."""
    pen.path(box(x, y, DIE, DIE, 1.1), line=INK, fill=WHITE, width=0.3)
    if name in SYMBOLS:
        draw(pen, SYMBOLS[name], x + 0.6, y + 0.6, DIE - 1.2)
    else:
        _cells(pen, dice.faces[which][name], x + DIE / 2, y + DIE / 2, 1.9)


def _cells(pen: Pen, rows: Sequence[str], x: float, y: float, size: float) -> None:
    """Full cells of a field whose middle is (x, y)."""
    left, top = x - len(rows[0]) / 2 * size, y - len(rows) / 2 * size
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            if sign == "#":
                cell = box(left + column * size, top + row * size, size, size)
                pen.path(cell, line=INK, fill=FULL, width=0.25)


def _pair(pen: Pen, dice: Dice, first: str, second: str, x: float, y: float) -> None:
    """The building of two faces, as they lie side by side."""
    halves = zip(dice.faces[0][first], dice.faces[1][second], strict=True)
    rows = [left + right for left, right in halves]
    used = [column for column in range(len(rows[0])) if any(row[column] == "#" for row in rows)]
    _cells(pen, [row[used[0] : used[-1] + 1] for row in rows if "#" in row], x, y, CELL)


def _special(pen: Pen, said: Texts, dice: Dice, x: float, y: float) -> None:
    """Whatever the other die shows: the next piece of the row, or the matching ordinary face."""
    pen.path(ring(x, y - 2.5, 4), line=ART, fill=WHITE, width=0.35)
    draw_building(pen, dice.row[0].partition("-")[0], ONE, x, y - 2.5, 3.6)
    like = _alike(dice, dice.special)
    numbers = first_of(face.numbers for face in faces(dice.second) if face.name == like)
    for line, words in enumerate(pen.broken(said.say("print.then", numbers=numbers), 7, WIDE - 1)):
        pen.text(words, x, y + 5 + line * 2.8, 7, colour=SOFT, align=0.5)


def _kinds(pen: Pen, said: Texts, kinds: Iterable[Face], x: float, y: float, right: float) -> None:
    """How every kind is drawn in, with the numbers of the third die."""
    for index, (kind, numbers) in enumerate(kinds):
        middle, room = y + 3.8 + index * 8.7, right - x - 12
        pen.text(numbers, x + 4, middle + 1, 7.5, bold=True, align=1)
        draw_building(pen, kind, ONE, x + 7.8, middle, 5.3)
        lines = pen.broken(said.say(f"kind.{kind}"), 7.5, room)
        for row, line in enumerate(lines):
            pen.text(line, x + 12, middle + 1 + (row - (len(lines) - 1) / 2) * 3, 7.5, room=room)
