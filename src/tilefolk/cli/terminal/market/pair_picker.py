"""Picking two cards of a market: the cursor, the first card, and what the pair costs."""

from typing import NamedTuple

from tilefolk.core.first import first_of
from tilefolk.core.game import Json
from tilefolk.core.notation import Action

FLIP, DRAW, TAKE = "flip", "draw", "take"


class PairPicker(NamedTuple):
    """The cell under the cursor and the cell of the first card, if one is picked."""

    view: Json
    cursor: str
    first: str = ""

    @property
    def card(self) -> Json:
        return self.card_at(self.cursor)

    def card_at(self, cell: str) -> Json:
        return first_of(card for card in self._market if card["cell"] == cell)

    def with_view(self, view: Json) -> "PairPicker":
        """The picker in a new view; the first card is dropped if the market has changed."""
        same = view["market"] == self.view["market"]
        return PairPicker(view, self.cursor, self.first if same else "")

    def moved(self, down: int, right: int) -> "PairPicker":
        """The picker one step further; at an edge it wraps around."""
        places = {row_and_column(card["cell"]): str(card["cell"]) for card in self._market}
        rows, columns = (1 + max(place[axis] for place in places) for axis in (0, 1))
        row, column = row_and_column(self.cursor)
        return self._replace(cursor=places[(row + down) % rows, (column + right) % columns])

    def toggled(self) -> "PairPicker":
        """Pick the card under the cursor as the first, or drop the first card."""
        return self.unpick() if self.first else self._replace(first=self.cursor)

    def unpick(self) -> "PairPicker":
        return self._replace(first="")

    def pointed_at(self, action: Action) -> "PairPicker":
        """The picker that shows an answer of the list."""
        verb, *cells = map(str, action)
        if verb == TAKE:
            return self._replace(first=cells[0], cursor=cells[1])
        return self.unpick()._replace(cursor=cells[0]) if verb == FLIP else self.unpick()

    @property
    def is_complete(self) -> bool:
        """Whether two cards are picked."""
        return self.first not in ("", self.cursor)

    @property
    def partners(self) -> set[str]:
        """The cells that can be taken together with the first card, or with the one under the cursor."""
        wanted = self.first or self.cursor
        pairs = [pair["take"] for pair in self.view["pairs"] if "pays" in pair and wanted in pair["take"]]
        return {cell for pair in pairs for cell in pair} - {wanted}

    @property
    def pair(self) -> Json | None:
        """The two cards in the order they were picked, or in the other order if only that is possible."""
        here = [self.first, self.cursor]
        both = [pair for order in (here, here[::-1]) for pair in self.view["pairs"] if pair["take"] == order]
        return next((pair for pair in both if "pays" in pair), both[0] if both else None)

    @property
    def action(self) -> Action | None:
        """The action that takes the two cards, if they can be taken."""
        pair = self.pair
        return (TAKE, *pair["take"]) if pair and "pays" in pair else None

    @property
    def _market(self) -> list[Json]:
        return list(self.view["market"])


def new_picker(view: Json) -> PairPicker:
    return PairPicker(view, view["market"][0]["cell"])


def row_and_column(cell: str) -> tuple[int, int]:
    """Row and column of a cell such as `b3`."""
    return int(cell[1:]) - 1, ord(cell[0]) - ord("a")
