"""My Island: land on the beach, join like to like, lead the totems' roads to the sea."""

from pathlib import Path

from tilefolk.games.laying.game import LayingGame

GAME = LayingGame("my_island", Path(__file__).parent / "data")
