"""The compiled twin: the same legal sets, bookings and tallies as the engine, in every mode it covers."""

from functools import cache

import pytest

from tests.effort import times
from tilefolk.games import GAMES
from tilefolk.games.laying.game import LayingGame
from tilefolk.twin import Unsupported, is_available
from tilefolk.twin.ground import tables as t

MODES = [mode for game in GAMES.values() if isinstance(game, LayingGame) for mode in game.mode_names()]
IN_PYTHON = {"my_island/11": "find.idol.P"}


def test_the_extra_is_installed_here() -> None:
    assert is_available(), "requirements/dev.txt has numba"


@cache
def _game(mode: str) -> LayingGame:
    game = GAMES[mode.partition("/")[0]]
    assert isinstance(game, LayingGame)
    return game


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode not in IN_PYTHON])
def test_twin_and_engine_agree(mode: str) -> None:
    from tilefolk.twin.check import check

    game = _game(mode)
    checked = check(game, game.mode(mode), times(2, 100), "twin")
    assert not checked.differences
    assert checked.placements > 10


@pytest.mark.parametrize(("mode", "rule"), IN_PYTHON.items())
def test_an_episode_whose_rules_have_no_ops_says_so_by_name(mode: str, rule: str) -> None:
    from tilefolk.twin.check import check

    with pytest.raises(Unsupported, match=rule):
        check(_game(mode), _game(mode).mode(mode), 1, "twin")


@pytest.mark.parametrize("column", [t.POINTS, t.KINDS])
def test_the_check_finds_a_wrong_table(column: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from tilefolk.twin import board, check

    def wrong(*key: object) -> t.Tables:
        tables = board.tables_of(*key)  # type: ignore[arg-type]
        ops = tables.op_ints.copy()
        ops[tables.sections[t.H_LINES] :, column] += 1
        return replace(tables, op_ints=ops)

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
    from tilefolk.twin.kernels import entries
    from tilefolk.twin.play import policy
    from tilefolk.twin.play.scratch import scratch_for
    from tilefolk.twin.value.features import look

    game, stream = _game(mode), Random(mode)
    state = alone(game.setup(mode, min(game.mode(mode).seats), {}, ()), 0)
    tables = tables_of(state.setting, 0)
    features, compared = features_for(mode, tables), 0
    seen = features.head, features.begins, features.touched, features.weights
    patterns, sights = np.empty((2, len(features.pairs)), np.int32)
    for _ in range(times(3, 30)):
        board = TwinBoard(tables)
        scratch = scratch_for(tables.ints, features.head, board.words, board.ints)
        for card in stream.sample(tables.names, min(20, len(tables.names))):
            now = board.words, board.ints, tables.names.index(card)
            look(tables.ints, board.words, features.pairs, patterns, sights)
            entries.value(tables.ints, tables.words, board.words, board.ints, scratch.known)
            looked = patterns, sights, scratch.known
            count = policy.rate(tables.ints, tables.words, *seen, *now, *looked, scratch)
            assert scratch.scores[-1] == board.value()
            answers = [(tables.actions[row], number) for number, row in enumerate(scratch.rows[:count])]
            if scratch.worth[count] > -np.inf:
                answers.append((PASS, count))
            for action, number in stream.sample(answers, min(10, len(answers))):
                after = TwinBoard(tables)
                after.words[:], after.ints[:] = board.words, board.ints
                after.answer(card, action)
                assert scratch.scores[number] == after.value()
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
    rows = tables.ints[tables.ints[t.H_PIECES] :][: t.PIECE_INTS * len(tables.names)].reshape(
        -1, t.PIECE_INTS
    )
    return [bool(fours) for fours in rows[:, 9]]


def test_pieces_on_squares_have_lanes_and_those_on_hexes_none() -> None:
    assert all(_pieces_with_lanes("my_city/eternal"))
    assert all(_pieces_with_lanes("roll_and_build/6"))
    assert not any(_pieces_with_lanes("my_island/eternal"))


def test_lanes_have_every_slot_once_in_its_order() -> None:
    import numpy as np

    from tilefolk.twin.ground.lanes import FOUR, SETS, SHIFTS, lanes_of

    # An L of three cells on a map of 3 x 3 cells in two of its turns, then a single cell.
    slots = [0b000001011, 0b000010110, 0b001011000, 0b010110000, 0b000011010, 0b000110100]
    singles = [0b1, 0b10, 0b1000]
    cells = np.array([[one, 0] for one in slots + singles], np.uint64)
    rows, words = lanes_of(cells, np.array([[0, 6, 0, 0], [6, 9, 0, 0]], np.int32))
    assert rows.tolist() == [[0, 1, 2], [SHIFTS + 2 * FOUR, 1, 0]]
    first = words[:SHIFTS].tolist()
    assert first[:FOUR] == [0b11011, 0b110, 0, 0]  # the cells on which a turn begins
    assert first[SETS : SETS + 4] == [0b11011, 0, 0b110, 0]
    assert first[2 * SETS : 2 * SETS + 4] == [0, 4, 4, 6]  # the slots of the first of them
    assert words[SHIFTS : SHIFTS + 2 * FOUR].tolist() == [1, 2, 1, 1, 3, 3, 1, 1]  # to the other two cells
