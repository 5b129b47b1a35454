"""The twin of Point City agrees with the engine, payments included; bots that search on it."""

import os
import subprocess
import sys
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from random import Random

import pytest

from tests.effort import times
from tilefolk.bots import CHARACTERS
from tilefolk.bots.point_city import search as searching
from tilefolk.bots.point_city.search import Halving, search
from tilefolk.core.play import Sight, play
from tilefolk.games import find
from tilefolk.games.point_city.state import State
from tilefolk.server.matches import bot_pool
from tilefolk.twin import core
from tilefolk.twin.core import form
from tilefolk.twin.point_city import check, tables

PLAIN = """
from tests.twin.test_point_city import answers
from tilefolk.twin.core import form
assert not form().is_compiled
print(answers())
"""


@pytest.mark.parametrize("mode", find("point_city/table")[0].mode_names())
def test_twin_and_engine_agree(mode: str) -> None:
    checked = check.check(find(mode)[1], times(5, 400), "twin")
    assert not checked["differences"] and checked["answers"] > 150


@pytest.mark.parametrize(
    "place", [tables.BUILDING_TABLE + tables.COST1, tables.TOKEN_TABLE + 1, tables.SINGLES_END]
)
def test_the_check_finds_a_wrong_table(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = core.copy(tables.table_of(2, "hard"))
    wrong[place] += 1
    monkeypatch.setattr(tables, "table_of", lambda seats, level: wrong)
    assert check.check(find("point_city/solo-hard")[1], 10, "wrong")["differences"]


def states() -> list[tuple[State, int]]:
    """Some decisions of a match: takes, payments, tokens."""
    seen: list[tuple[State, int]] = []

    def noting(sight: Sight, stream: Random) -> tuple[str | int, ...]:
        seen.append((sight.state, sight.seat))
        return CHARACTERS["mole"](sight, stream)

    play(*find("point_city/table"), [noting, noting], "states")
    paying = [entry for entry in seen if entry[0].tasks]
    return [*seen[::12], *paying[:4]]


def answers() -> list[int]:
    """What a short search says in these; by the compiled twin and without it."""
    return [Halving(state, seat, Random(1), 4).best(40) for state, seat in states()]


def test_without_the_compiler_the_search_says_the_same() -> None:
    assert form().is_compiled
    env = {**os.environ, "TILEFOLK_KERNELS": "plain"}
    plain = subprocess.run([sys.executable, "-c", PLAIN], stdout=-1, check=True, env=env).stdout.decode()
    assert plain.strip() == str(answers())


def test_the_search_answers_by_the_seed_and_legally() -> None:
    game, _ = find("point_city/table")
    for state, seat in states():
        sight = Sight(game, seat, state, game.legal(state, seat))
        one, again = (search(sight, Random(7), playouts=60, guesses=5) for _ in range(2))
        assert one == again and one in sight.legal


def test_loading_is_no_part_of_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's time begins once its kernels have been called: the first call may take long."""
    called: list[str] = []
    monkeypatch.setattr(searching, "warm_up", lambda mode: called.append("warm up"))

    def limit(seconds: float) -> AbstractContextManager[None]:
        called.append("limit")
        return nullcontext()

    monkeypatch.setattr(bot_pool, "_cpu_limit", limit)
    state, seat = states()[0]
    question = bot_pool.Question("owl", "point_city/table", state, seat, b"", 0, divisor=16)
    thought = bot_pool.ask_bot(question, 5.0)
    assert called == ["warm up", "limit"] and thought.seconds > 0
    assert thought.action in find("point_city/table")[0].legal(state, seat)


def test_the_search_beats_the_hard_automaton() -> None:
    game, mode = find("point_city/solo-hard")
    bot = partial(search, playouts=1000, guesses=60)
    matches = [play(game, mode, [bot], f"search {number}") for number in range(times(1, 40))]
    won = sum(match.end_record()["places"][0] == 1 for match in matches)
    assert won >= 0.8 * len(matches)
