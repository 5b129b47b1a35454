"""Learns the value of boards by self-play: temporal differences on the twin, one process, minutes of CPU.

`python -m tilefolk.twin.training my_city/eternal FILE` writes weights that bots load (`twin.weights`).
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from tilefolk.games import find
from tilefolk.games.laying.state import State, alone
from tilefolk.twin import playing
from tilefolk.twin.board import tables_of
from tilefolk.twin.features import Features, features_of
from tilefolk.twin.futures import futures
from tilefolk.twin.weights import read_weights, write_weights

STAGES = 8
BATCH = 2000  # matches between two reports
STEP, LAST_STEP = 0.1, 0.01  # of the error that an answer corrects, at first and at last; 1.0 diverges


def train(
    mode: str, matches: int, seed: int, begun: Path | None = None
) -> Iterator[tuple[int, float, Features]]:
    """Learn, or go on from weights; after every batch the matches so far, its mean and the features."""
    game, found = find(mode)
    state: State = alone(game.setup(found.name, min(found.seats), {}, ()), 0)
    tables = tables_of(state.setting, 0)
    features = read_weights(begun, tables) if begun else features_of(tables, STAGES)
    for played in range(0, matches, BATCH):
        step = STEP + (LAST_STEP - STEP) * played / matches
        cards = futures(state.episode.source, tables, (), BATCH, seed + played)
        learning = features.head, features.pairs, features.begins, features.touched, features.weights
        fresh = tables.fresh_words, tables.fresh_ints
        mean = playing.learn(tables.ints, tables.words, *learning, *fresh, cards, step, seed + played)
        yield played + BATCH, float(mean), features


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn the value of boards by self-play.")
    parser.add_argument("mode")
    parser.add_argument("file", type=Path)
    parser.add_argument("--matches", type=int, default=600_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="begun", type=Path, help="weights to go on from")
    given = parser.parse_args()
    for played, mean, features in train(given.mode, given.matches, given.seed, given.begun):
        if played % (10 * BATCH) == 0 or played >= given.matches:
            write_weights(given.file, features)
            print(f"{played:>9,} {mean:7.2f} {given.file.stat().st_size:>9,} bytes", flush=True)


if __name__ == "__main__":
    main()
