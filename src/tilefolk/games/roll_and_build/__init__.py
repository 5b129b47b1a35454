"""My City: Roll & Build: three dice for the whole table, a sheet for everyone, twelve episodes."""

from pathlib import Path

from tilefolk.games.laying.game import LayingGame

GAME = LayingGame("roll_and_build", Path(__file__).parent / "data")
