"""My Island: land on the beach, join like to like, lead the totems' roads to the sea."""

from functools import cache
from pathlib import Path

from tilefolk.core.game import Way
from tilefolk.games.laying import (
    apply,
    apply_trusted,
    closed,
    default,
    draws,
    knows,
    legal,
    score,
    seen,
    setup,
    takes_along,
    to_act,
    view,
    why,
)
from tilefolk.games.laying.catalogue import load_folder

__all__ = [
    "apply",
    "apply_trusted",
    "closed",
    "default",
    "draws",
    "knows",
    "legal",
    "name",
    "score",
    "seen",
    "setup",
    "takes_along",
    "to_act",
    "view",
    "ways",
    "why",
]

name = "my_island"
DATA = Path(__file__).parent / "data"


@cache
def ways() -> tuple[Way, ...]:
    return load_folder(name, DATA)


ways()
