"""Rows of circles below the map: passes with what they cost, pieces that are still to come, money bags."""

from collections.abc import Sequence

from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.rules.answer import PassRow
from tilefolk.locale import Texts
from tilefolk.printing.outlines import ring
from tilefolk.printing.pen import ART, SOFT, WHITE, Pen
from tilefolk.printing.symbols import draw_building

CIRCLE, PIECE = 8.6, 11.6


def caption(pen: Pen, words: str, x: float, y: float, *, align: float = 0) -> None:
    pen.text(words, x, y, 8.5, bold=True, align=align)


def passes(pen: Pen, said: Texts, row: PassRow, x: float, y: float) -> None:
    """The circles to fill, and under each what the row then costs."""
    caption(pen, said.say("print.passes"), x, y + 3)
    for index, cost in enumerate(row.circles):
        middle = x + CIRCLE / 2 + index * (CIRCLE + 4)
        pen.path(ring(middle, y + 9.3, CIRCLE / 2), line=ART, fill=WHITE, width=0.4)
        pen.text(said.number(cost), middle, y + 17.4, 9, bold=True, align=0.5)


def pieces(pen: Pen, said: Texts, episode: Episode, cards: Sequence[str], right: float, y: float) -> None:
    """The pieces of a row in their order, each in a circle to be crossed out; the row ends at the right."""
    kinds = dict.fromkeys(card.partition("-")[0] for card in cards)
    caption(pen, said.say(f"print.row.{'.'.join(kinds)}"), right, y + 3, align=1)
    for index, card in enumerate(reversed(cards)):
        kind, _, shape = card.partition("-")
        middle = right - PIECE / 2 - index * (PIECE + 3)
        pen.path(ring(middle, y + 11, PIECE / 2), line=ART, fill=WHITE, width=0.4)
        cells = episode.designs[shape].shape.turned[0].cells
        draw_building(pen, kind, cells, middle, y + 11, 2.6 if len(cells) > 1 else 4)


def no_passing(pen: Pen, said: Texts, x: float, y: float, room: float) -> None:
    """An episode without a pass row says so where the row would be."""
    caption(pen, said.say("print.no_passing"), x, y + 3)
    for index, line in enumerate(pen.broken(said.say("why.no.passing"), 8.5, room)):
        pen.text(line, x, y + 8 + 4 * index, 8.5, colour=SOFT)
