"""The compiled twin: the same legal sets, bookings and tallies as the engine, in every mode it covers."""

from functools import cache

import pytest

from tests.effort import times
from tilefolk.games import GAMES
from tilefolk.games.laying.game import LayingGame
from tilefolk.twin import Unsupported, is_available
from tilefolk.twin import tables as t

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


@pytest.mark.parametrize("mode", ["my_city/eternal", "my_island/eternal", "roll_and_build/6"])
def test_points_after_one_more_piece_are_those_of_a_whole_count(mode: str) -> None:
    from random import Random

    from tilefolk.games.laying.state import alone
    from tilefolk.twin import counting, entries
    from tilefolk.twin.board import TwinBoard, tables_of

    game, stream = _game(mode), Random(mode)
    state = alone(game.setup(mode, min(game.mode(mode).seats), {}, ()), 0)
    tables = tables_of(state.setting, 0)
    both, compared = (tables.ints, tables.words), 0
    for _ in range(times(3, 30)):
        board = TwinBoard(tables)
        known = board.ints.repeat(2)
        for piece in stream.sample(range(len(tables.names)), min(20, len(tables.names))):
            entries.value(*both, board.words, board.ints, known, counting.COUNT_ALL)
            if rows := board.rows(piece):
                row, before = stream.choice(rows), known.copy()
                entries.lay(*both, board.words, board.ints, row)
                points = entries.value(*both, board.words, board.ints, known, row)
                assert (known == before).all()
                assert points == board.value()
                compared += 1
    assert compared > 20
