"""My Island: land on the beach, join like to like, lead the totems' roads to the sea."""

from functools import cache
from pathlib import Path

from tilefolk.core.game import Way
from tilefolk.games.laying import *  # noqa: F403 (the functions of the family are the game)
from tilefolk.games.laying.catalogue import load_folder

name = "my_island"
DATA = Path(__file__).parent / "data"


@cache
def ways() -> tuple[Way, ...]:
    return load_folder(name, DATA)


ways()
