"""A board of My Island's Eternal game, laid by hand."""

from typing import Self

from tests.dialect import Position
from tests.games.my_island.isle import Hex, Isle, place
from tilefolk.games.laying.answers import why_not_there
from tilefolk.games.laying.board import Board, lay, noted
from tilefolk.games.laying.rounds import brought
from tilefolk.games.laying.rules.links import Road

ETERNAL = "my_island/eternal"
ROAD = "road.P.totem.beach"
BOARD = """
b h h p p r r r r r r p p h h b
 b b h p t r r r r r t p h b b
  b h h p p r r r r p p h h b
   b b h p p t p t p p h b b
    b h h p p p p p p h h b
     b h h h h h h h h h b
      b b h b h h b h b b
       b b b b b b b b b
"""
DRAWN = {
    f"{q},{r}": sign for r, row in enumerate(BOARD.split("\n")[1:-1]) for q, sign in enumerate(row.split())
}
TOTEMS = {"4,1", "5,3", "7,3", "10,1"}


class Shore(Position):
    """The Eternal board with symbols on it: they count as laid, so no tile is the first."""

    def __init__(self, mode: str = ETERNAL, **symbols: tuple[str, ...]) -> None:
        super().__init__(mode)
        for symbol, cells in symbols.items():
            self.show(symbol, " ".join(cells))

    def marked(self, symbol: str, *cells: str) -> Self:
        """With markers on groups that have scored."""
        self.board = noted(self.board, f"new_group.{symbol}", self.ground.grid.mask(cells))
        return self

    def why_not(self, tile: int, rot: int, at: Hex) -> tuple[str, ...]:
        piece = self.ground.pieces[f"tile-t{tile}"]
        return why_not_there(self.episode, self.ground, self.board, piece, place(tile, rot, at))

    def lays(self, tile: int, rot: int, at: Hex) -> Self:
        piece = self.ground.pieces[f"tile-t{tile}"]
        slot = piece.slot(self.ground.grid, place(tile, rot, at))
        assert slot is not None
        laid = lay(self.ground, self.board, piece, slot)
        self.board: Board = brought(self.episode, self.ground, laid, {})
        return self

    def points(self, tile: int, rot: int, at: Hex) -> int:
        """What laying the tile brings."""
        before = self.booked()
        return self.lays(tile, rot, at).booked() - before

    def roads(self) -> dict[str, int | None]:
        """How many cells the road of each totem lacks; None: there is no way left."""
        (rule,) = (rule for rule in self.episode.rules.once if isinstance(rule, Road))
        found = rule.roads(self.ground, self.board)
        lacks = {self.ground.grid.listed(road.start)[0]: road.missing for road in found}
        return {totem: None if cells is None else cells.bit_count() for totem, cells in lacks.items()}


def tally_of(isle: Isle, seat: int = 0) -> dict[str, int]:
    return {entry.rule: entry.points for entry in isle.game.score(isle.state)[seat].entries}
