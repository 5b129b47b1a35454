"""A position: the land of one seat and what lies on it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tests.witness.episode import Land
from tests.witness.lattice import Place, groups
from tests.witness.shapes import Piece

TAKEN = ("park", "lava", "sea")
"""What takes a cell without a piece."""


@dataclass(frozen=True)
class Laid:
    """A piece on the board; `printed` ones belong to the map."""

    kind: str
    name: str
    orientation: int
    cells: tuple[Place, ...]
    marks: tuple[str, ...]
    printed: bool = False


@dataclass(frozen=True)
class Position:
    land: Land
    laid: tuple[Laid, ...]
    notes: Mapping[str, frozenset[Place]] = field(default_factory=dict)

    @property
    def first(self) -> bool:
        """Whether the seat has laid nothing yet."""
        return all(piece.printed for piece in self.laid)

    @cached_property
    def covered(self) -> set[Place]:
        return {place for piece in self.laid for place in piece.cells}

    @cached_property
    def clear(self) -> set[Place]:
        return set(self.land.cells) - self.covered - self.noted(*TAKEN)

    @cached_property
    def marks(self) -> dict[Place, str]:
        """The mark on every covered cell."""
        return {
            place: mark for piece in self.laid for place, mark in zip(piece.cells, piece.marks, strict=True)
        }

    @cached_property
    def doubled(self) -> set[Place]:
        return {
            place
            for piece in self.laid
            for number, place in enumerate(piece.cells)
            if (piece.name, number) in self.land.doubled
        }

    def noted(self, *names: str) -> set[Place]:
        return {place for name in names for place in self.notes.get(name, ())}

    def visible(self, *selectors: str) -> set[Place]:
        return self.land.chosen(selectors) & self.clear

    def of_kind(self, *kinds: str) -> list[Laid]:
        return [piece for piece in self.laid if piece.kind in kinds]

    def at(self, place: Place) -> Laid | None:
        """The building on this cell."""
        return next((piece for piece in self.laid if place in piece.cells), None)

    def bordering(self, places: Iterable[Place]) -> list[Laid]:
        """The buildings that share a side with these cells and lie beside them."""
        ours = set(places)
        around = {other for place in ours for other in self.land.next_to[place]} - ours
        return [piece for piece in self.laid if around & set(piece.cells)]

    def building_groups(self, *kinds: str) -> Iterator[list[Laid]]:
        """Connected buildings of these kinds."""
        left = self.of_kind(*kinds)
        while left:
            group, border = [], [left.pop()]
            while border:
                piece = border.pop()
                group.append(piece)
                near = [other for other in self.bordering(piece.cells) if other in left]
                left = [other for other in left if other not in near]
                border += near
            yield group

    def mark_groups(self, mark: str) -> list[set[Place]]:
        """Connected cells that show this mark; tunnels connect."""
        shown = {place for place, other in self.marks.items() if other == mark}
        return list(groups(shown, self.land.joined))

    def size(self, group: set[Place]) -> int:
        return len(group) + len(group & self.doubled)

    def with_piece(self, piece: Laid) -> "Position":
        return Position(self.land, (*self.laid, piece), self.notes)

    def with_note(self, name: str, places: Iterable[Place]) -> "Position":
        added = frozenset(places)
        if not added:
            return self
        notes = dict(self.notes) | {name: self.notes.get(name, frozenset()) | added}
        return Position(self.land, self.laid, notes)


def at_start(land: Land) -> Position:
    """The empty board, with the buildings printed on it: equal cells side by side are one building."""
    keys = {cell.key for cell in land.cells.values() if cell.building}
    printed = [
        printed_at(land, sorted(group))
        for key in keys
        for group in groups([place for place, cell in land.cells.items() if cell.key == key], land.joined)
    ]
    return Position(land, tuple(sorted(printed, key=lambda piece: piece.cells)))


def printed_at(land: Land, places: Sequence[Place]) -> Laid:
    cell = land.cells[places[0]]
    return Laid(cell.building, cell.key, 0, tuple(places), (cell.building,) * len(places), printed=True)


def laid_at(piece: Piece, orientation: int, first: Place) -> Laid:
    return Laid(piece.kind, piece.name, orientation, piece.cells_at(orientation, first), piece.marks)
