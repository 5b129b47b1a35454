"""My City: lay buildings along the river, keep the trees, bury the rocks."""

from pathlib import Path

from tilefolk.games.laying.game import LayingGame

GAME = LayingGame("my_city", Path(__file__).parent / "data")
