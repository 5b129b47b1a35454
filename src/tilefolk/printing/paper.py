"""Sizes of paper, in millimetres."""

from typing import NamedTuple


class Paper(NamedTuple):
    """Nothing is drawn in the margin: half an inch, which the neediest home printers ask for."""

    width: float
    height: float
    margin: float = 12.7


PAPERS = {"a4": Paper(210, 297), "letter": Paper(215.9, 279.4)}
