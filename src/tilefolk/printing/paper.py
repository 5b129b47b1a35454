"""Sizes of paper, in millimetres, and where the font lies that is written with."""

from pathlib import Path
from typing import NamedTuple

FONTS = Path(__file__).parent / "fonts"  # made by web/fonts.py when the client is built


class Paper(NamedTuple):
    """A size of paper. The margin stays empty: half an inch, as much as any home printer needs."""

    width: float
    height: float
    margin: float = 12.7


PAPERS = {"a4": Paper(210, 297), "letter": Paper(215.9, 279.4)}
