"""A canvas of styled characters, and functions that arrange lines of text."""

from collections.abc import Sequence
from itertools import groupby

from rich.cells import cell_len
from rich.text import Text


class Canvas:
    """Characters at rows and columns; later ones cover earlier ones."""

    def __init__(self) -> None:
        self._signs: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        for index, sign in enumerate(text):
            self._signs[row, column + index] = sign, style

    def lines(self) -> list[Text]:
        if not self._signs:
            return []
        width = 1 + max(column for _, column in self._signs)
        height = 1 + max(row for row, _ in self._signs)
        return [self._line(row, width) for row in range(height)]

    def _line(self, row: int, width: int) -> Text:
        line = Text(no_wrap=True)
        signs = [self._signs.get((row, column), (" ", "")) for column in range(width)]
        for style, run in groupby(signs, key=lambda sign: sign[1]):
            line.append("".join(sign for sign, _ in run), style or None)
        return line


def wrapped(text: Text, width: int, indent: int = 0) -> list[Text]:
    """Wrap a text to this width; lines after the first are indented."""
    words = text.split(" ")
    lines = [Text()]
    for word in words:
        room = width - lines[-1].cell_len
        if lines[-1].plain.strip() and word.cell_len + 1 > room:
            lines.append(Text(" " * indent))
        elif lines[-1].plain.strip():
            lines[-1].append(" ")
        lines[-1].append_text(word)
    return lines


def spread(items: Sequence[Text], width: int, gap: str = "  ") -> list[Text]:
    """Items in rows, as many in each as fit; an item is never broken."""
    lines = [Text()]
    for item in items:
        if lines[-1].cell_len and lines[-1].cell_len + len(gap) + item.cell_len > width:
            lines.append(Text())
        if lines[-1].cell_len:
            lines[-1].append(gap)
        lines[-1].append_text(item)
    return lines


def side_by_side(left: Sequence[Text], right: Sequence[Text], width: int) -> list[Text]:
    """Two columns of lines, the right one starting at this width."""
    out = []
    for row in range(max(len(left), len(right))):
        line = Text().append_text(left[row]) if row < len(left) else Text()
        line.append(" " * max(1, width - line.cell_len))
        out.append(line.append_text(right[row]) if row < len(right) else line)
    return out


def fitted(text: str, width: int) -> str:
    """A text padded or cut to exactly this width."""
    if cell_len(text) > width:
        text = text[: width - 1] + "…"
    return text + " " * (width - cell_len(text))
