"""The market in characters: a box per card, with frames for the cursor and the first card."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from rich.text import Text

from tilefolk.cli.terminal.market.goods import (
    COLOURS,
    SIDES,
    SIGNS,
    brings_signs,
    building_word,
    counted,
    pips,
    resource_word,
    sign,
)
from tilefolk.cli.terminal.market.pair_picker import FLIP, PairPicker, row_and_column
from tilefolk.cli.terminal.text.canvas import Canvas, fitted, wrapped
from tilefolk.cli.terminal.text.styles import (
    BOX,
    BRACKET_STYLES,
    CHOSEN,
    FAINT,
    FORBIDDEN,
    HEADING,
    LEGAL,
    LINE_STYLE,
)
from tilefolk.core.game import Json
from tilefolk.locale import Texts

CURSOR, FIRST = "┏━┓┃┗┛", "╔═╗║╚╝"
FIRST_BADGE, SECOND_BADGE = "[1]", "[2]"
NEXT_SIGN = "◄"  # the cards that a seat without a choice takes next
SIGN_STYLES = {SIGNS[kind]: colour for kind, colour in COLOURS.items()}


class Size(NamedTuple):
    """The space inside the box of a card, in characters."""

    width: int
    height: int

    @property
    def wordy(self) -> bool:
        return self.width >= WIDEST_NAME


WIDEST_NAME = 16
SIZES = (Size(WIDEST_NAME, 5), Size(WIDEST_NAME, 3), Size(11, 3))  # the most generous first


class MarketDrawing(NamedTuple):
    """A market with everything that is needed to draw it; all boxes have one size."""

    picker: PairPicker
    texts: Texts
    size: Size

    @property
    def view(self) -> Json:
        return self.picker.view

    @property
    def width(self) -> int:
        return 1 + self._extent(1) * (self.size.width + 1)

    @property
    def height(self) -> int:
        return 1 + self._extent(0) * (self.size.height + 1)

    def _extent(self, axis: int) -> int:
        return 1 + max(row_and_column(card["cell"])[axis] for card in self.view["market"])

    def corner(self, cell: str) -> tuple[int, int]:
        row, column = row_and_column(cell)
        return row * (self.size.height + 1), column * (self.size.width + 1)

    def draw(self) -> list[Text]:
        canvas = Canvas()
        self._lattice(canvas)
        for cell, signs in ((self.picker.first, FIRST), (self.picker.cursor, CURSOR)):
            if cell and not self.view["task"]:
                self._frame(canvas, cell, signs)
        for card in self.view["market"]:
            self._card(canvas, card)
            self._heading(canvas, card)
        return canvas.lines()

    def _lattice(self, canvas: Canvas) -> None:
        """Draw the lines between the boxes."""
        height, width = self.height, self.width
        for row, column in product(range(height), range(width)):
            across, along = row % (self.size.height + 1) == 0, column % (self.size.width + 1) == 0
            up_down = (row > 0) + 4 * (row < height - 1) if along else 0
            left_right = 2 * (column < width - 1) + 8 * (column > 0) if across else 0
            if across or along:
                canvas.put(row, column, BOX[up_down + left_right], FAINT)

    def _frame(self, canvas: Canvas, cell: str, signs: str) -> None:
        (top, left), (width, height) = self.corner(cell), self.size
        upper_left, along, upper_right, side, lower_left, lower_right = tuple(signs)
        canvas.put(top, left, upper_left + along * width + upper_right, HEADING)
        for row in range(top + 1, top + 1 + height):
            canvas.put(row, left, side, HEADING)
            canvas.put(row, left + 1 + width, side, HEADING)
        canvas.put(top + 1 + height, left, lower_left + along * width + lower_right, HEADING)

    def _heading(self, canvas: Canvas, card: Json) -> None:
        """Draw a box's top line: cell, badge, who takes the card next, and which side fills the gap."""
        (top, left), cell = self.corner(card["cell"]), card["cell"]
        canvas.put(top, left + 1, cell, HEADING if cell == self.picker.cursor else LINE_STYLE)
        badge, style = self._badge(cell)
        canvas.put(top, left + 3, badge, style)
        canvas.put(top, left + 7, self._next(cell), "bold")
        if card.get("then"):
            canvas.put(top, left + self.size.width - 1, f"→{SIDES[card['then']]}", LINE_STYLE)

    def _badge(self, cell: str) -> tuple[str, str]:
        picker = self.picker
        if cell == picker.first:
            return FIRST_BADGE, BRACKET_STYLES[CHOSEN]
        if picker.first and cell == picker.cursor:
            fits = cell in picker.partners
            return (SECOND_BADGE, BRACKET_STYLES[LEGAL]) if fits else (FORBIDDEN, BRACKET_STYLES[FORBIDDEN])
        return (LEGAL, "#9fd6a0") if cell in picker.partners else ("", "")

    def _next(self, cell: str) -> str:
        automaton = self.view.get("automaton") or {"takes": ()}
        return next((f"{NEXT_SIGN}{n}" for n, pair in enumerate(automaton["takes"], 1) if cell in pair), "")

    def _card(self, canvas: Canvas, card: Json) -> None:
        top, left = self.corner(card["cell"])
        if [FLIP, card["cell"]] in self.view["answers"]:
            canvas.put(top + 1, left + self.size.width - 1, f"f{SIDES['down']}", FAINT)
        for line, (text, style) in self._lines(card):
            for place, letter in enumerate(text):
                if letter != " ":
                    canvas.put(top + 1 + line, left + 1 + place, letter, SIGN_STYLES.get(letter, style))

    def _lines(self, card: Json) -> Iterator[tuple[int, tuple[str, str]]]:
        if "building" in card:
            building = self.view["buildings"][card["building"]]
            yield from enumerate(self._building(building_word(self.texts, card["building"]), building))
        elif "resource" in card:
            middle, name = self.size.height // 2, resource_word(self.texts, card["resource"])
            signs = " ".join(sign(card["resource"]) * card["symbols"])
            yield middle, (signs.center(self.size.width), "")
            yield middle + 1, (fitted(name, min(len(name), self.size.width)).center(self.size.width), FAINT)
        elif "side" in card:  # nobody has seen it yet
            yield self.size.height // 2, ("…".center(self.size.width), FAINT)

    def _building(self, name: str, building: Json) -> list[tuple[str, str]]:
        """Name, cost and gain; in small boxes cost and gain share the last line."""
        width, say = self.size.width, self.texts.say
        if self.size.wordy:
            cost = f"{say('ui.card.cost')} {pips(building['cost'])}"
            brings = f"{say('ui.card.brings')} {brings_signs(building)}"
            air = [("", "")] * (self.size.height > 3)
            return [(fitted(name, width), "bold"), *air, (cost, ""), (brings, "")]
        lines = [fitted(line.plain, width) for line in (*wrapped(Text(name), width), Text())][:2]
        cost, brings = counted(building["cost"]), brings_signs(building)
        return [*((line, "bold") for line in lines), (cost + brings.rjust(width - len(cost)), "")]
