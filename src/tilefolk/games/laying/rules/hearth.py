"""HEARTH, a CHOICE value: a sticker where a tile of the own largest group lay."""

from dataclasses import dataclass

from tilefolk.games.laying.rules.choice import Bound, Stick
from tilefolk.games.laying.rules.groups import symbol_groups
from tilefolk.games.laying.rules.names import Cell, Kind
from tilefolk.games.laying.rules.rule_kinds import Outcomes


@dataclass(frozen=True, kw_only=True)
class Hearth(Stick):
    """A sticker on a cell that a tile of the own largest group of a symbol covered; the owner chooses.

    Among groups of the same size any will do. Whoever did not play may choose among all cells of `on`.
    """

    mark: Kind

    def found(self, outcome: Outcomes) -> tuple[str, ...]:
        """The cells it may go on, looked up on the finished board."""
        ground, board = outcome.ground, outcome.board
        groups = symbol_groups(ground, board, ground.kind(self.mark))
        most = max((size for size, _ in groups), default=0)
        cells = sum(cells for size, cells in groups if size == most)
        return ground.grid.listed(cells & ~ground.plots & ground.select(self.on) & ~ground.select(self.off))

    def bound(self, cells: tuple[str, ...]) -> Stick:
        """The same, once its cells are known; without any it is for somebody who did not play."""
        if not cells:
            return self
        found = tuple(map(Cell, cells))
        return Bound(
            self.what, self.on, off=self.off, otherwise=self.otherwise, found=found, because="hearth"
        )
