"""Perft: the number of sequences of decisions, by which a change of any placement rule shows."""

import tomllib
from pathlib import Path

import pytest

from tests.dialect import all_ways, game_of, legacy_for, options_for, seat_counts
from tilefolk.core.chance import match_key, open_seed
from tilefolk.core.play import perft

COUNTS = tomllib.loads((Path(__file__).parent / "perft.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("way", all_ways())
def test_perft(way: str) -> None:
    game = game_of(way)
    assert way in COUNTS, f"no counts for {way} in perft.toml"
    key = match_key(open_seed("perft"), ())
    assert ("alone" in COUNTS[way]) == (1 in seat_counts(way))
    for seats, counts in ((1, COUNTS[way].get("alone", [])), (2, COUNTS[way]["two_seats"])):
        if not counts:
            continue
        state = game.setup(way, seats, options_for(way, "together"), legacy_for(way, seats))
        assert [perft(game, state, key, depth) for depth in range(1, len(counts) + 1)] == counts
