"""Perft: the number of sequences of decisions, by which a change of any placement rule shows."""

import tomllib
from pathlib import Path

import pytest

from tests.dialect import all_modes, game_of, legacy_for, options_for, seat_counts
from tilefolk.core.chance import match_key, open_seed
from tilefolk.core.play import perft

COUNTS = tomllib.loads((Path(__file__).parents[1] / "perft.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("mode", all_modes())
def test_perft(mode: str) -> None:
    game = game_of(mode)
    assert mode in COUNTS, f"no counts for {mode} in perft.toml"
    key = match_key(open_seed("perft"), ())
    assert ("alone" in COUNTS[mode]) == (1 in seat_counts(mode))
    for seats, counts in ((1, COUNTS[mode].get("alone", [])), (2, COUNTS[mode]["two_seats"])):
        if not counts:
            continue
        state = game.setup(mode, seats, options_for(mode, "together"), legacy_for(mode, seats))
        assert [perft(game, state, key, depth) for depth in range(1, len(counts) + 1)] == counts
