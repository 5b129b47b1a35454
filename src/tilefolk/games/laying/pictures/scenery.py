"""Fields to begin a sketch with: plain ground with what a rule speaks of in the middle."""

from collections.abc import Sequence

from tilefolk.core.grid import SQUARE, Position
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.pictures.sketch import RIVER, Sketch, field, middle_of, open_words


def plain(episode: Episode, radius: int) -> Sketch:
    return Sketch(episode, tuple(field(episode, radius)), {})


def with_word(episode: Episode, word: str, radius: int, *, also: Sequence[str] = ()) -> Sketch:
    """A field with a thing in its middle, and others to the right of it."""
    cells = tuple(field(episode, radius))
    row, column = middle_of(cells)
    words = {(row, column + index): one for index, one in enumerate((word, *also))}
    return Sketch(episode, cells, words)


def on_selectors(episode: Episode, selectors: Sequence[str], radius: int) -> Sketch:
    """A field on which the first of these selectors has cells: `river`, `near:temple`, `beach&row:7`."""
    parts = selectors[0].split("&")
    row = next((int(part.removeprefix("row:")) for part in parts if part.startswith("row:")), None)
    cells = tuple(field(episode, radius, _top(episode, row, radius)))
    if row is not None and episode.map.grid.lattice is SQUARE:
        cells = tuple(cell for cell in cells if cell[0] < row)
    words: dict[Position, str] = {}
    for part in parts:
        head, _, thing = part.partition(":")
        if head == "near":
            words[_left_of(middle_of(cells))] = thing
        elif head != "row":
            words |= dict.fromkeys(_spots(episode, part, middle_of(cells)), part)
    return Sketch(episode, cells, words)


def _top(episode: Episode, row: int | None, radius: int) -> int:
    """The row a field begins with, or its middle row on hexes, so that it has a numbered row."""
    if row is None:
        return 0
    return row - radius - 1 if episode.map.grid.lattice is SQUARE else row


def _spots(episode: Episode, word: str, middle: Position) -> list[Position]:
    """A thing stands on one cell; ground has more of its kind beside it, to be seen beside what is laid."""
    row, column = middle
    ground = word in open_words(episode)
    return [middle, (row + 1, column), (row, column + 1)] if ground else [middle]


def _left_of(cell: Position) -> Position:
    return cell[0], cell[1] - 1


__all__ = ["RIVER", "on_selectors", "plain", "with_word"]
