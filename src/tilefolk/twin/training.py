"""Learns the value of boards by self-play: temporal differences on the twin, one process, minutes of CPU.

`python -m tilefolk.twin.training my_city/eternal FILE` writes weights that bots load (`twin.value.weights`).
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tilefolk.games import find
from tilefolk.games.laying.state import State, alone
from tilefolk.twin import core
from tilefolk.twin.board import tables_of
from tilefolk.twin.core import laying
from tilefolk.twin.play.futures import futures
from tilefolk.twin.value.features import Features, features_of
from tilefolk.twin.value.weights import write_weights

STAGES = 8
BATCH = 1000  # matches between two steps
REPORT = 10_000  # matches between two reports


class Manner(NamedTuple):
    """How weights are corrected. `first`, `last`: how much of an error, at first and in the end.

    `further`: how much of what a board turns out to be worth later is told to the boards before it (lambda).
    `own`: every weight finds a step of its own, smaller the more its corrections cancel each other out.
    """

    first: float = 1.0
    last: float = 1.0
    further: float = 0.95
    own: bool = True


# Where points are booked in the middle of a match boards had better learn from the next one alone.
MANNERS = {"my_city/eternal": Manner(), "my_island/eternal": Manner(last=0.05, further=0.0, own=False)}


def train(mode: str, matches: int, seed: int, batch: int = BATCH) -> Iterator[tuple[int, float, Features]]:
    """Learn; after every batch the matches so far, its mean and the features."""
    game, found = find(mode)
    state: State = alone(game.setup(found.name, min(found.seats), {}, ()), 0)
    tables, manner = tables_of(state.setting, 0), MANNERS.get(found.name, Manner())
    features = features_of(tables, STAGES)
    seen = *features.all, core.empty("f4", len(features.weights)), core.empty("f4", len(features.weights))
    fresh = tables.fresh_words, tables.fresh_ints
    for played in range(0, matches, batch):
        cards = futures(state.episode.source, tables, (), batch, seed + played)
        step = manner.first * (manner.last / manner.first) ** (played / matches)
        how = step, manner.further, manner.own, seed + played
        mean = laying.learn(tables.ints, tables.words, *seen, *fresh, cards, *how)
        yield played + batch, mean, features


def room_of(mode: str) -> list[float]:
    """The weights of a mode before anything is learned."""
    game, found = find(mode)
    state: State = alone(game.setup(found.name, min(found.seats), {}, ()), 0)
    return features_of(tables_of(state.setting, 0), STAGES).weights.tolist()


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn the value of boards by self-play.")
    parser.add_argument("mode")
    parser.add_argument("file", type=Path)
    parser.add_argument("--matches", type=int, default=150_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for played, mean, features in train(given.mode, given.matches, given.seed):
        if played % REPORT == 0 or played >= given.matches:
            write_weights(given.file, features, room_of(given.mode))
            print(f"{played:>9,} {mean:7.2f} {given.file.stat().st_size:>9,} bytes", flush=True)


if __name__ == "__main__":
    main()
