"""Episodes 13 to 24 of My Island's campaign by name."""

from tests.dialect import for_one
from tilefolk.campaign import SERIES
from tilefolk.games import my_island

GAME, CAMPAIGN = my_island.GAME, SERIES["my_island/campaign"]
HARBOURS, PLATEAU, RUINS, LAMPS, STONES, PORTAL, LAVA, SEA = (
    for_one(f"my_island/{number}") for number in (13, 14, 15, 16, 19, 22, 23, 24)
)
WITH_PLATEAU = (14, 15, 22, 23, 24)
SEGMENTS = [
    *(("plot:F", "10,-4"), ("plot:W", "10,-3"), ("plot:P", "9,-2")),
    *(("plot:P", "8,-2"), ("plot:H", "8,-3"), ("plot:H", "9,-4")),
]
