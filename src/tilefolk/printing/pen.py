"""The pen: lines, areas and words on pages, in millimetres from the upper left corner of the safe area."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from tilefolk.printing.outlines import traced
from tilefolk.printing.paper import FONTS, Paper

MM = 72 / 25.4
EDGE = 0.3  # so that half of a line's width still lies inside the margin

# One ink in three strengths, so that a grey printer loses nothing; areas are pale and pencil shows on them.
INK, ART, LINE = "#2a2733", "#4d6d74", "#a3b6b8"
SOFT, TINT, WATER, WHITE = "#5c6166", "#ebf0ee", "#cfe3eb", "#ffffff"

PLAIN, BOLD = "Figtree-Regular", "Figtree-Bold"


def font(name: str) -> str:
    """The name of a font that is ready to be used."""
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(name, BytesIO((FONTS / f"{name}.ttf").read_bytes())))
    return name


class Pen:
    """Draws one document; `finish` gives its bytes, the same for the same strokes."""

    def __init__(self, paper: Paper, title: str, language: str, per_page: int = 1) -> None:
        self._left = paper.margin + EDGE
        self._top = paper.height - paper.margin - EDGE
        self.width, self.height = paper.width - 2 * self._left, self._top - self._left
        self._file = BytesIO()
        self._paper, self._per_page, self._drawn = paper, per_page, 0
        size = (
            (paper.width * MM, paper.height * MM) if per_page == 1 else (paper.height * MM, paper.width * MM)
        )
        self._canvas = Canvas(self._file, pagesize=size, invariant=1, pageCompression=1, lang=language)
        self._canvas.setTitle(title)
        self._canvas.setAuthor("Tilefolk")
        self._canvas.setCreator("Tilefolk")

    def begin_sheet(self) -> None:
        """Where two sheets share a page, each is drawn smaller on its half of it."""
        if self._per_page == 1:
            return
        part = min(self._paper.height / 2 / self._paper.width, self._paper.width / self._paper.height)
        self._canvas.saveState()
        self._canvas.translate(self._drawn % 2 * self._paper.height / 2 * MM, 0)
        self._canvas.scale(part, part)

    def end_sheet(self) -> None:
        """The next sheet comes on a new page, or on the free half of this one."""
        self._drawn += 1
        if self._per_page == 2:
            self._canvas.restoreState()
        if self._drawn % self._per_page == 0:
            self._canvas.showPage()

    def finish(self) -> bytes:
        self._canvas.save()
        return self._file.getvalue()

    def path(
        self,
        outline: str,
        x: float = 0,
        y: float = 0,
        scale: float = 1,
        *,
        line: str = "",
        fill: str = "",
        width: float = 0.3,
        round_ends: bool = True,
    ) -> None:
        """An outline from (x, y) on, drawn with a line so many millimetres wide, filled, or both."""
        if not outline:
            return
        canvas, path = self._canvas, self._path(outline, x, y, scale)
        canvas.setLineCap(1 if round_ends else 0)
        canvas.setLineJoin(1)
        canvas.setLineWidth(width * MM)
        if line:
            canvas.setStrokeColor(HexColor(line))
        if fill:
            canvas.setFillColor(HexColor(fill))
        canvas.drawPath(path, stroke=int(bool(line)), fill=int(bool(fill)))

    @contextmanager
    def within(self, outline: str, x: float, y: float) -> Iterator[None]:
        """What is drawn meanwhile shows inside the outline only."""
        self._canvas.saveState()
        self._canvas.clipPath(self._path(outline, x, y, 1), stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    def text(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        *,
        bold: bool = False,
        colour: str = INK,
        align: float = 0,
        room: float = 0,
    ) -> float:
        """Words on the line y, so many points high, smaller where there is too little room; their width.

        `align` 0 begins at x, 0.5 is centred on it, 1 ends there.
        """
        name = font(BOLD if bold else PLAIN)
        width = self.measure(words, size, bold=bold)
        if room and width > room:
            size *= room / width
            width = room
        self._canvas.setFont(name, size)
        self._canvas.setFillColor(HexColor(colour))
        self._canvas.drawString(*self._at(x - align * width, y), words)
        return width

    def measure(self, words: str, size: float, *, bold: bool = False) -> float:
        """How wide words are that are so many points high."""
        return pdfmetrics.stringWidth(words, font(BOLD if bold else PLAIN), size) / MM

    def broken(self, words: str, size: float, room: float) -> list[str]:
        """Words in lines that are no wider than the room, as far as single words allow it."""
        lines = [""]
        for word in words.split(" "):
            longer = f"{lines[-1]} {word}".lstrip()
            if lines[-1] and self.measure(longer, size) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def _path(self, outline: str, x: float, y: float, scale: float) -> PDFPathObject:
        path = self._canvas.beginPath()
        draw: dict[str, Callable[..., object]] = {
            "M": path.moveTo,
            "L": path.lineTo,
            "C": path.curveTo,
            "Z": path.close,
        }
        for letter, points in traced(outline):
            draw[letter](*(part for a, b in points for part in self._at(x + a * scale, y + b * scale)))
        return path

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return (self._left + x) * MM, (self._top - y) * MM
