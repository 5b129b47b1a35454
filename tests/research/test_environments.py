"""Every way to play as PettingZoo and Gymnasium want it: their own tests, ids, masks, rewards."""

import io
import re
import subprocess
import sys
from contextlib import redirect_stdout
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import tilefolk
from tests.effort import LONG
from tilefolk.games import GAMES, find
from tilefolk.games.laying.state import HIDDEN
from tilefolk.research import aec_env, parallel_env, solo_env
from tilefolk.research.course import Course, Table

ALL = [name for game in GAMES.values() for name in game.mode_names()]
ENDS = [name for game in GAMES.values() for name in (game.mode_names()[0], game.mode_names()[-1])]
WAYS = ALL if LONG else ENDS
CYCLES = 1000
ADVICE = (
    "Observation is not a NumPy array",  # PettingZoo knows only its own games whose observations are dicts
    "Observation space for each agent probably should be",
    ".*Not able to test alternative render modes",
)
pytestmark = [pytest.mark.filterwarnings(f"ignore:{advice}") for advice in ADVICE]


def options(name: str) -> list[dict[str, str]]:
    """The ways without and with choices for good."""
    offered = dict(find(name)[1].options)
    return [{}, {"award": "yes"}] if "award" in offered else [{}]


@pytest.mark.parametrize("name", WAYS)
def test_pettingzoo_and_gymnasium_find_nothing(name: str) -> None:
    for chosen in options(name):
        with redirect_stdout(io.StringIO()):
            api_test(aec_env(name, **chosen), CYCLES)
            parallel_api_test(parallel_env(name, **chosen), CYCLES)
            seed_test(lambda chosen=chosen: aec_env(name, **chosen), CYCLES)
            parallel_seed_test(lambda chosen=chosen: parallel_env(name, **chosen), CYCLES)
            check_env(solo_env(name, render_mode="ansi", **chosen))


def course(name: str, seed: str, pace: str = "") -> Course:
    """A match with all seats ours, as many as there can be."""
    return Course(table(name, pace), seed)


def table(name: str, pace: str = "") -> Table:
    game, mode = find(name)
    offered = dict(mode.options)
    chosen = {"award": "yes"} if "award" in offered else {}
    chosen |= {"pace": pace} if pace else {}
    bots = [None] * max(mode.seats)
    return Table(game, mode, mode.seated(bots[: len(bots) - len(mode.fixed_bots)], lambda _: forced), chosen)


def forced(sight: Any, stream: Random) -> Any:
    return sight.legal[0]


def building(playing: Course, seat: int, random: Random) -> int:
    """An id that lays or takes something where there is one."""
    ids = [int(number) for number in np.flatnonzero(playing.mask(seat))]
    laying = [number for number in ids if playing.actions.meaning(number).startswith(("place", "take"))]
    return random.choice(laying or ids)


@pytest.mark.parametrize("name", WAYS)
def test_masks_are_the_legal_actions_and_ids_mean_one_thing(name: str) -> None:
    playing, random = course(name, "ids"), Random(1)
    while playing.to_act:
        for seat in playing.to_act:
            legal = list(playing.game.legal(playing.state, seat))
            ids = [playing.actions.number(playing.state, seat, action) for action in legal]
            assert sorted(ids) == np.flatnonzero(playing.mask(seat)).tolist()
            assert [playing.actions.spelled(playing.state, seat, number) for number in ids] == legal
        seat = playing.to_act[0]
        assert playing.act(seat, building(playing, seat, random))
    assert playing.mask(0).tolist() == [0] * playing.actions.wait + [1]


@pytest.mark.parametrize("name", WAYS)
def test_rewards_add_up_to_the_score(name: str) -> None:
    pace = "own" if "pace" in dict(find(name)[1].options) else ""
    playing, random = course(name, "rewards", pace), Random(2)
    start, sums = playing.scores(0), dict.fromkeys(playing.table.seats, 0.0)
    while playing.to_act:
        seat = playing.to_act[0]
        playing.act(seat, building(playing, seat, random))
        for other, reward in playing.rewards().items():
            sums[other] += reward
    ends = [tally.value for tally in playing.game.score(playing.state)]
    assert [sums[seat] for seat in sums] == [ends[seat] - start[seat] for seat in sums]


def test_an_observation_does_not_tell_what_others_have_answered() -> None:
    one, other = (course("my_city/eternal", "leak") for _ in range(2))
    mask = np.flatnonzero(one.mask(0))
    assert one.act(0, int(mask[0]))
    assert other.act(0, int(mask[-3]))
    assert one.state != other.state
    assert one.game.seen(one.state, 1).commits[0] == HIDDEN
    assert np.array_equal(one.observe(1).planes, other.observe(1).planes)
    assert np.array_equal(one.observe(1).vector, other.observe(1).vector)
    assert not np.array_equal(one.observe(1).vector, course("my_city/eternal", "leak").observe(1).vector)


def test_planes_and_vector_are_named() -> None:
    for name in WAYS:
        playing = course(name, "names")
        planes, vector = playing.observe(0)
        observer = playing.observer
        assert planes.shape == observer.shape
        assert vector.shape == (len(observer.vector_names),)
        assert len(set(observer.plane_names)) == len(observer.plane_names)
        assert len(set(observer.vector_names)) == len(observer.vector_names)


def test_planes_show_the_board() -> None:
    environment = solo_env("my_city/eternal")
    seen, _ = environment.reset(seed=7)
    names = environment.observer.plane_names
    free = names.index("0.free")
    before = seen["planes"][free].sum()
    number = int(np.flatnonzero(seen["action_mask"])[0])
    cell = environment.actions.meaning(number).split()[-1]
    seen, *_ = environment.step(number)
    row, column = int(cell[1:]) - 1, ord(cell[0]) - ord("A")
    assert seen["planes"][free].sum() < before
    assert seen["planes"][free][row, column] == 0
    assert sum(seen["planes"][names.index(name)][row, column] for name in names if ".shows." in name) == 1


def test_a_seed_deals_what_a_match_with_that_seed_deals() -> None:
    environment = aec_env("my_city/eternal", 2)
    environment.reset(seed=7)
    assert environment.infos["seat_0"]["scores"] == tilefolk.match("my_city/eternal", 2, seed=7).score()
    mask = environment.action_masks()
    legal = tilefolk.match("my_city/eternal", 2, seed=7).legal(0)
    assert mask.sum() == len(legal)


def test_what_is_not_allowed_is_answered_by_the_fallback_and_told() -> None:
    environment = solo_env("my_city/eternal")
    environment.reset(seed=1)
    assert environment.step(environment.actions.wait)[4]["illegal"]
    assert not environment.step(environment.actions.numbers[("pass",)])[4]["illegal"]


def test_difference_is_the_lead_over_the_best_rival() -> None:
    environment, plain = (
        parallel_env("my_city/eternal", 2, reward=reward) for reward in ("difference", "score")
    )
    for either in (environment, plain):
        either.reset(seed=3)
    ids = {agent: int(np.flatnonzero(plain.action_masks(agent))[0]) for agent in plain.agents}
    ids["seat_1"] = plain.actions.numbers[("pass",)]
    lead, points = environment.step(ids)[1], plain.step(ids)[1]
    assert points["seat_0"] != points["seat_1"]
    assert lead["seat_0"] == points["seat_0"] - points["seat_1"] == -lead["seat_1"]


def test_bots_sit_where_they_are_put() -> None:
    environment = aec_env("my_city/eternal", ["greedy", None, "random"])
    environment.reset(seed=1)
    assert environment.possible_agents == ["seat_1"]
    assert solo_env("point_city/solo-hard").seat == 0


def test_the_table_is_drawn_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEFOLK_LANG", "en")
    environment = solo_env("roll_and_build/1", render_mode="ansi")
    environment.reset(seed=1)
    assert "A  B  C  D" in str(environment.render())
    market = aec_env("point_city/table", render_mode="ansi")
    market.reset(seed=1)
    assert "Point City" in str(market.render())


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: aec_env("my_cty/eternal"), "my_city/eternal"),
        (lambda: aec_env("my_city/eternal", 9), "1, 2, 3, 4"),
        (lambda: aec_env("my_city/eternal", reward="points"), "score, difference"),
        (lambda: aec_env("my_city/eternal", ["random", "greedy"]), "None"),
        (lambda: aec_env("my_city/eternal", pace="quick"), "together, own"),
        (lambda: solo_env("my_city/eternal", [None]), "one seat"),
        (lambda: solo_env("my_city/eternal", render_mode="human"), "ansi"),
        (lambda: solo_env("my_city/eternal").step(0), "reset"),
    ],
)
def test_what_goes_wrong_is_said_in_a_sentence(
    make: Any, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEFOLK_LANG", "en")
    with pytest.raises(tilefolk.Error, match=re.escape(sentence)):
        make()


@pytest.mark.parametrize(
    ("missing", "name", "told"),
    [
        ("import sys; sys.modules['gymnasium'] = None", "aec_env", "tilefolk[rl]"),
        ("import os; os.environ['TILEFOLK_KERNELS'] = 'plain'", "vector_env", "TILEFOLK_KERNELS asks for it"),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(missing: str, name: str, told: str) -> None:
    code = (
        f"{missing}\n"
        "import tilefolk.research\n"
        f"try: tilefolk.research.{name}\n"
        "except tilefolk.Error as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"TILEFOLK_LANG": "en"}
    )
    assert told in done.stdout
