"""Covering chosen cells of a sketch with pieces, and things with pieces around them."""

from collections.abc import Callable, Sequence

from tilefolk.core.grid import Mask
from tilefolk.games.laying.pictures.sketch import Accepts, Option, Sketch, middle_of


def shows(sketch: Sketch, option: Option, cell: Mask) -> str:
    """What a piece shows on a cell of its own."""
    return sketch.ground.kinds[option.piece.marks[option.each.index(cell)]]


def covered(sketch: Sketch, wanted: Sequence[tuple[Mask, str]], off: Mask = 0) -> Sketch | None:
    """The sketch with every wanted cell under a piece that shows this mark there; "" for any mark.

    Nothing lies on the cells of `off`. Pieces that cover many of the cells come first, then small ones.
    """
    left = [(cell, mark) for cell, mark in wanted if sketch.board.clear & cell]
    if not left:
        return sketch
    cell = left[0][0]
    others = dict(left)

    def rate(option: Option) -> tuple[int, int] | None:
        if not option.cells & cell or option.cells & off:
            return None
        hits = [one for one in option.each if one in others]
        if any(others[one] and shows(sketch, option, one) != others[one] for one in hits):
            return None
        return -len(hits), len(option.each)

    for card, slot in _ranked(sketch, rate):
        done = covered(sketch.laid(card, slot), left[1:], off)
        if done:
            return done
    return None


def _ranked(sketch: Sketch, rate: Callable[[Option], tuple[int, int] | None]) -> list[tuple[str, int]]:
    found = []
    for number, card in enumerate(sketch.ground.pieces):
        if card not in sketch.cards:
            for option in sketch.options(card):
                rated = rate(option)
                if rated is not None:
                    found.append((*rated, sketch.spread(option.cells), number, option.slot, card))
    return [(card, slot) for *_, slot, card in sorted(found)]


def enclosed(sketch: Sketch, thing: Mask, kinds: Sequence[str], sides: int) -> Sketch | None:
    """The sketch with so many pieces around a thing, each on one of its sides, of these kinds in turn."""
    around = sketch.grid.around(thing)
    now: Sketch | None = sketch
    for number in range(sides):
        assert now is not None
        cards = now.cards_of(kinds[number % len(kinds)])
        now = now.build(
            lambda option: (option.cells & around).bit_count() == 1 and not option.cells & thing, cards
        )
        if now is None:
            return None
    return now


def joined(sketch: Sketch, kind: str, count: int, to: Mask = 0) -> Sketch | None:
    """The sketch with so many pieces of a kind that hang together, the first of them beside `to`."""
    now: Sketch | None = sketch
    beside = sketch.grid.around(to) if to else sketch.mask([middle_of(sketch.cells)])
    for _ in range(count):
        now = now and now.build(touching(beside, off=now.used), now.cards_of(kind))
        beside = now.board.laid[-1].around if now else 0
    return now


def touching(cells: Mask, off: Mask = 0) -> Accepts:
    """Whether a piece covers one of these cells and none of the others."""
    return lambda option: bool(option.cells & cells) and not option.cells & off
