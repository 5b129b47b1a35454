"""The compiled twin: the same legal sets, bookings and tallies as the engine, in every mode it covers."""

from functools import cache

import pytest

from tests.effort import times
from tilefolk.games import GAMES
from tilefolk.games.laying.game import LayingGame
from tilefolk.twin import core
from tilefolk.twin.ground import tables as t

MODES = [mode for game in GAMES.values() if isinstance(game, LayingGame) for mode in game.mode_names()]


@cache
def _game(mode: str) -> LayingGame:
    game = GAMES[mode.partition("/")[0]]
    assert isinstance(game, LayingGame)
    return game


@pytest.mark.parametrize("mode", MODES)
def test_twin_and_engine_agree(mode: str) -> None:
    from tilefolk.twin.check import check

    game = _game(mode)
    checked = check(game, game.mode(mode), times(2, 100), "twin")
    assert not checked.differences
    assert checked.placements > 10


@pytest.mark.parametrize("column", [t.POINTS, t.KINDS])
def test_the_check_finds_a_wrong_table(column: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from tilefolk.twin import board, check

    def wrong(*key: object) -> t.Tables:
        tables = board.tables_of(*key)  # type: ignore[arg-type]
        ints = core.copy(tables.ints)
        for op in range(tables.sections[t.H_LINES], tables.sections[t.H_END]):
            ints[ints[t.H_OPS] + t.OP_INTS * op + column] += 1
        return replace(tables, ints=ints)

    monkeypatch.setattr(check, "tables_of", wrong)
    game = _game("my_city/eternal")
    assert check.check(game, game.mode("my_city/eternal"), 3, "twin").differences


@pytest.mark.parametrize(
    "mode", ["my_city/eternal", "my_city/8", "my_island/eternal", "my_island/18", "roll_and_build/6"]
)
def test_points_after_an_answer_are_those_of_a_whole_count(mode: str) -> None:
    from random import Random

    import numpy as np

    from tilefolk.bots.playouts import features_for
    from tilefolk.games.laying.answers import PASS
    from tilefolk.games.laying.state import alone
    from tilefolk.twin.board import TwinBoard, tables_of
    from tilefolk.twin.core import laying

    game, stream = _game(mode), Random(mode)
    state = alone(game.setup(mode, min(game.mode(mode).seats), {}, ()), 0)
    tables = tables_of(state.setting, 0)
    features, compared = features_for(mode, tables), 0
    rows = np.zeros(tables.count_slots, np.int32)
    worth, scores = np.zeros((2, tables.count_slots + 2), np.float32)
    for _ in range(times(3, 30)):
        board = TwinBoard(tables)
        for card in stream.sample(tables.names, min(20, len(tables.names))):
            now = board.words, board.ints, tables.names.index(card)
            count = laying.rate_answers(tables.ints, tables.words, *features.all, *now, rows, worth, scores)
            assert scores[-1] == board.value()
            answers = [(tables.actions[row], number) for number, row in enumerate(rows[:count])]
            if worth[count] > -np.inf:
                answers.append((PASS, count))
            for action, number in stream.sample(answers, min(10, len(answers))):
                after = TwinBoard(tables)
                after.words.put(board.words)
                after.ints.put(board.ints)
                after.answer(card, action)
                assert scores[number] == after.value()
                compared += 1
            if answers:
                board.answer(card, stream.choice(answers)[0])
    assert compared > 100


def _pieces_with_lanes(mode: str) -> list[bool]:
    from tilefolk.games.laying.state import alone
    from tilefolk.twin.board import tables_of

    game = _game(mode)
    state = alone(game.setup(mode, min(game.mode(mode).seats), {}, ()), 0)
    tables = tables_of(state.setting, 0)
    return [bool(row[9]) for row in tables.table(t.H_PIECES, t.PIECE_INTS)]


def test_pieces_on_squares_have_lanes_and_those_on_hexes_none() -> None:
    assert all(_pieces_with_lanes("my_city/eternal"))
    assert all(_pieces_with_lanes("roll_and_build/6"))
    assert not any(_pieces_with_lanes("my_island/eternal"))


def test_lanes_have_every_slot_once_in_its_order() -> None:
    from tilefolk.twin.ground.lanes import FOUR, SETS, SHIFTS, lanes_of

    # An L of three cells on a map of 3 x 3 cells in two of its turns, then a single cell.
    slots = [0b000001011, 0b000010110, 0b001011000, 0b010110000, 0b000011010, 0b000110100]
    singles = [0b1, 0b10, 0b1000]
    rows, words = lanes_of(slots + singles, [(0, 6), (6, 9)])
    assert rows == [[0, 1, 2], [SHIFTS + 2 * FOUR, 1, 0]]
    first = words[:SHIFTS]
    assert first[:FOUR] == [0b11011, 0b110, 0, 0]  # the cells on which a turn begins
    assert first[SETS : SETS + 4] == [0b11011, 0, 0b110, 0]
    assert first[2 * SETS : 2 * SETS + 4] == [0, 4, 4, 6]  # the slots of the first of them
    assert words[SHIFTS : SHIFTS + 2 * FOUR] == [1, 2, 1, 1, 3, 3, 1, 1]  # to the other two cells
