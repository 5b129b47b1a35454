"""CHOICE values: gifts that their owner puts somewhere, on the whole board with nothing built on it."""

from collections.abc import Iterator
from dataclasses import dataclass

from tilefolk.core.game import Json
from tilefolk.core.grid import Mask
from tilefolk.core.notation import Action
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.names import Cell, Kind, Layer, Selector, Sticker
from tilefolk.games.laying.rules.rule_kinds import Given

BOXES = "boxes:"  # counted: the boxes crossed off in a shaft, which is named by its kind


@dataclass(frozen=True)
class Stick:
    """One of these stickers, on a cell the owner chooses.

    On a cell of `on` or, where none is left, of `second`; on none of `off`; beside one of `near` and none of
    `apart`; with nothing but these terrains on all its `sides`. `otherwise` is given when there is no cell.
    """

    what: tuple[Sticker, ...]
    on: tuple[Selector, ...]
    second: tuple[Selector, ...] = ()
    off: tuple[Selector, ...] = ()
    near: tuple[Selector, ...] = ()
    apart: tuple[Selector, ...] = ()
    sides: tuple[Layer, ...] = ()
    otherwise: str = ""

    def options(self, ground: Ground) -> tuple[Action, ...]:
        cells = ground.grid.listed(self.cells(ground))
        return tuple(("stick", sticker, name) for name in cells for sticker in self.what)

    def why_not(self, ground: Ground, action: Action) -> tuple[str, ...]:
        if len(action) != 3 or action[0] != "stick":
            return ()
        if action[1] not in self.what:
            return ("not_this_sticker",)
        if action[2] not in ground.grid.bits:
            return ("no_such_cell",)
        cell = ground.grid.mask([str(action[2])])
        return tuple(reason for reason, allowed in self.conditions(ground) if not allowed & cell)

    def given(self, action: Action) -> Given:
        return str(action[1]), str(action[2])

    def forfeited(self) -> Given:
        return self.what[0], ""

    def shown(self, ground: Ground) -> Json:
        every = ground.grid.cells
        lacks = [(reason, every & ~allowed) for reason, allowed in self.conditions(ground)]
        return {
            "verb": "stick",
            "what": list(self.what),
            "legal": f"{self.cells(ground):x}",
            "lacks": {reason: f"{cells:x}" for reason, cells in lacks if cells},
        }

    def cells(self, ground: Ground) -> Mask:
        """The cells that may take the sticker."""
        out = ground.grid.cells
        for _, allowed in self.conditions(ground):
            out &= allowed
        return out

    def conditions(self, ground: Ground) -> list[tuple[str, Mask]]:
        """Every reason with the cells against which it does not speak."""
        always = list(self._always(ground))
        best = ground.select(self.on)
        left = best
        for _, allowed in always:
            left &= allowed
        if self.second and not left:
            return [_on(ground, self.second), *always]
        wider = [_on(ground, self.second)] if self.second else []
        return [*wider, _on(ground, self.on), *always]

    def _always(self, ground: Ground) -> Iterator[tuple[str, Mask]]:
        every = ground.grid.cells
        for selector in self.off:
            yield f"stick.off.{selector}", every & ~ground.select((selector,))
        for selector in self.near:
            yield f"stick.near.{selector}", ground.beside(ground.select((selector,)))
        for selector in self.apart:
            yield f"stick.apart.{selector}", every & ~ground.beside(ground.select((selector,)))
        if self.sides:
            yield f"stick.sides.{'.'.join(self.sides)}", _surrounded(ground, self.sides)
        if ground.printed:
            yield "stick.built", every & ~sum(laid.cells for laid in ground.printed)


def _on(ground: Ground, selectors: tuple[Selector, ...]) -> tuple[str, Mask]:
    return f"stick.on.{'.'.join(selectors)}", ground.select(selectors)


def _surrounded(ground: Ground, terrains: tuple[Layer, ...]) -> Mask:
    """Cells whose neighbours are all on the board and of these terrains."""
    land, out = ground.select(terrains), ground.grid.cells
    for shift in ground.grid.shifts:
        out &= land << shift & land >> shift
    return out


@dataclass(frozen=True)
class Bound(Stick):
    """A sticker on one of the cells that a rule has found on the finished board; `because` names the rule."""

    found: tuple[Cell, ...] = ()
    because: str = ""

    def _always(self, ground: Ground) -> Iterator[tuple[str, Mask]]:
        yield f"stick.{self.because}", ground.grid.mask(self.found)
        yield from super()._always(ground)

    def shown(self, ground: Ground) -> Json:
        return {**super().shown(ground), "cells": f"{ground.grid.mask(self.found):x}"}


@dataclass(frozen=True)
class MarkPiece:
    """A mark on one of the own pieces of a kind that has none yet; the owner chooses which, for good."""

    mark: str
    kind: Kind
    otherwise: str = ""

    @property
    def what(self) -> tuple[str, ...]:
        return (self.mark,)

    def options(self, ground: Ground) -> tuple[Action, ...]:
        return tuple(
            ("mark", self.mark, card)
            for card, piece in ground.pieces.items()
            if piece.kind == self.kind and (self.mark, card) not in ground.legacy.stickers
        )

    def why_not(self, ground: Ground, action: Action) -> tuple[str, ...]:
        if len(action) != 3 or action[:2] != ("mark", self.mark):
            return ()
        return ("has_mark",) if (self.mark, action[2]) in ground.legacy.stickers else ("not_this_piece",)

    def given(self, action: Action) -> Given:
        return self.mark, str(action[2])

    def forfeited(self) -> Given:
        return self.mark, ""

    def shown(self, ground: Ground) -> Json:
        return {"verb": "mark", "what": list(self.what)}


@dataclass(frozen=True)
class Box:
    """One more box of a shaft that is open and not full; the owner chooses which."""

    otherwise: str = ""

    @property
    def what(self) -> tuple[str, ...]:
        return ("box",)

    def options(self, ground: Ground) -> tuple[Action, ...]:
        return tuple(
            ("box", shaft)
            for shaft, boxes in ground.shafts.items()
            if ground.legacy.count(BOXES + shaft) < boxes
        )

    def why_not(self, ground: Ground, action: Action) -> tuple[str, ...]:
        if len(action) != 2 or action[0] != "box":
            return ()
        return ("box_full",) if action[1] in ground.shafts else ("box_closed",)

    def given(self, action: Action) -> Given:
        return f"{BOXES}{action[1]}", 1

    def forfeited(self) -> Given:
        return "box", ""

    def shown(self, ground: Ground) -> Json:
        return {"verb": "box", "what": list(self.what)}


@dataclass(frozen=True)
class Double:
    """One symbol of an own tile counts as two from now on; the owner chooses which."""

    otherwise: str = ""

    @property
    def what(self) -> tuple[str, ...]:
        return ("double",)

    def options(self, ground: Ground) -> tuple[Action, ...]:
        """Every cell of an own tile that has no doubled symbol yet."""
        taken = {what for what, _ in ground.legacy.stickers}
        return tuple(
            ("double", piece.name, index)
            for piece in ground.pieces.values()
            if piece.marked and f"double:{piece.name}" not in taken
            for index in range(len(piece.marks))
        )

    def why_not(self, ground: Ground, action: Action) -> tuple[str, ...]:
        return ("no_such_choice",) if action[0] == "double" else ()

    def given(self, action: Action) -> Given:
        return f"double:{action[1]}", str(action[2])

    def forfeited(self) -> Given:
        return "double", ""

    def shown(self, ground: Ground) -> Json:
        return {"verb": "double", "what": list(self.what)}
