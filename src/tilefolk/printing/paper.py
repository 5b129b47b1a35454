"""Sizes of paper, in millimetres."""

from typing import NamedTuple


class Paper(NamedTuple):
    """A size of paper. The margin stays empty: half an inch, as much as any home printer needs."""

    width: float
    height: float
    margin: float = 12.7


PAPERS = {"a4": Paper(210, 297), "letter": Paper(215.9, 279.4)}
