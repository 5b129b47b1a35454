"""What a learned value adds for an answer is what it says of the board after it."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tilefolk.games import find
from tilefolk.twin import core
from tilefolk.twin.board import TwinBoard, tables_of
from tilefolk.twin.core import laying
from tilefolk.twin.ground.tables import CELLS, I_ROUND
from tilefolk.twin.value.features import Features, features_of

STAGES = 4
GROUPS = 3 * CELLS  # more than the groups of a board take


def _looked(board: TwinBoard, features: Features) -> tuple[np.ndarray, np.ndarray]:
    patterns, sights = np.empty(len(features.pairs), np.int32), np.empty(len(features.pairs), np.int32)
    laying.look(board.tables.ints, board.words, features.pairs, patterns, sights)
    return patterns, sights


def _learned(board: TwinBoard, features: Features) -> float:
    """The sum of the weights of a board, looked up one by one."""
    pairs, shapes, shown, stages, rounds, groups = (int(number) for number in features.head)
    stage = min(stages - 1, int(board.ints[I_ROUND]) * stages // rounds)
    of_patterns, of_sights, of_groups = np.split(
        np.array(features.weights.numbers), [stages * pairs * shapes, stages * pairs * (shapes + shown)]
    )
    patterns, sights = _looked(board, features)
    counts = np.zeros(groups, np.int32)
    both = board.words, board.ints
    found = core.empty("i4", GROUPS)
    laying.count_groups(board.tables.ints, board.tables.words, *both, found, counts)
    each = np.arange(pairs)
    total = of_patterns.reshape(stages, pairs, shapes)[stage, each, patterns].sum()
    total += of_sights.reshape(stages, pairs, shown)[stage, each, sights].sum()
    return float(total + of_groups.reshape(stages, groups)[stage] @ counts)


def _worth(board: TwinBoard, features: Features, piece: int) -> tuple[np.ndarray, np.ndarray]:
    """The slots of a piece and what each looks worth."""
    tables = board.tables
    rows = np.zeros(tables.count_slots, np.int32)
    worth, scores = np.zeros((2, tables.count_slots + 2), np.float32)
    now = board.words, board.ints, piece
    count = laying.rate_answers(tables.ints, tables.words, *features.all, *now, rows, worth, scores)
    return rows[:count], worth[:count]


@pytest.mark.parametrize("mode", ["my_city/eternal", "my_island/eternal"])
def test_an_answer_adds_what_the_board_after_it_has_more(mode: str) -> None:
    game, found = find(mode)
    tables = tables_of(game.setup(found.name, 1, {}, ()).setting, 0)
    features, stream = features_of(tables, STAGES), Random(5)
    weights = core.array("f4", np.random.default_rng(5).normal(size=len(features.weights)))
    learned, board, compared = replace(features, weights=weights), TwinBoard(tables), 0
    nothing = replace(features, weights=core.empty("f4", len(weights)))
    for card in stream.sample(tables.names, 20):
        piece = tables.names.index(card)
        rows, worth = _worth(board, learned, piece)
        _, plain = _worth(board, nothing, piece)
        for row, more in stream.sample(list(zip(rows, worth - plain, strict=True)), min(5, len(rows))):
            after = TwinBoard(tables)
            after.words.put(board.words)
            after.ints.put(board.ints)
            after.answer(card, tables.actions[row])
            assert more == pytest.approx(_learned(after, learned), abs=2e-3)
            compared += 1
        if len(rows):
            board.answer(card, tables.actions[stream.choice(rows)])
    assert compared > 40


@pytest.mark.parametrize("mode", ["my_city/eternal", "my_island/eternal", "roll_and_build/1"])
def test_before_anything_is_learned_a_board_is_worth_its_room(mode: str) -> None:
    game, found = find(mode)
    tables = tables_of(game.setup(found.name, 1, {}, ()).setting, 0)
    fresh, greedy, stream, board = (
        features_of(tables, STAGES),
        features_of(tables, 0),
        Random(6),
        TwinBoard(tables),
    )
    for card in stream.sample(tables.names, min(20, len(tables.names))):
        rows, worth = _worth(board, fresh, tables.names.index(card))
        _, expected = _worth(board, greedy, tables.names.index(card))
        assert worth == pytest.approx(expected, abs=2e-3)
        if len(rows):
            board.answer(card, tables.actions[stream.choice(rows)])
    assert np.ptp(np.array(fresh.weights.numbers)) > 0.5
