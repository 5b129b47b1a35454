"""Batches on a Ray cluster. Ray is too large for every run: a stand-in with its calls hands out the tasks."""

import pickle
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from random import Random
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner

from tilefolk.cli.main import app
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight
from tilefolk.sim.batch import Batch, BotFailed, play_all, summary
from tilefolk.sim.ray_cluster import MATCHES_OF_A_TASK, play_on_ray

BATCH = Batch("roll_and_build/1", ("random", "random"), 2 * MATCHES_OF_A_TASK + 3, "ray")


class Remote:
    """A function whose calls are tasks; what goes in and out is pickled, as between machines."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def remote(self, *given: Any) -> bytes:
        return pickle.dumps((self.function, given))


class StandIn(ModuleType):
    """The calls of Ray that we use. The task that was handed out last is done first."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.__spec__ = ModuleSpec("ray", None)
        self.most, self.begun, self.ended = 0, "", False

    def init(self, address: str, **options: Any) -> None:
        if address == "nowhere":
            raise ConnectionError("Could not find any running Ray instance.\nMore about it")
        self.begun = address

    def shutdown(self) -> None:
        self.ended = True

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 1.0}

    def remote(self, function: Callable[..., Any]) -> Remote:
        return Remote(function)

    def wait(self, tasks: Sequence[bytes], num_returns: int) -> tuple[list[bytes], list[bytes]]:
        self.most = max(self.most, len(tasks))
        return list(tasks[-num_returns:]), list(tasks[:-num_returns])

    def get(self, task: bytes) -> Any:
        function, given = pickle.loads(task)
        return pickle.loads(pickle.dumps(function(*given)))


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    stand_in = StandIn()
    monkeypatch.setitem(sys.modules, "ray", stand_in)
    return stand_in


def test_a_cluster_plays_what_one_process_plays(ray: StandIn) -> None:
    played = list(play_on_ray(BATCH, "auto"))
    assert [result.number for result in played] != list(range(BATCH.matches))
    played.sort(key=lambda result: result.number)
    alone = list(play_all(BATCH))
    assert played == alone
    assert summary(BATCH, played) == summary(BATCH, alone)
    assert (ray.begun, ray.ended, ray.most) == ("auto", True, 2)


def fails_in_the_end(sight: Sight, stream: Random) -> Action:
    return ("nonsense",) if sight.state.boards[0].round > 3 else sight.legal[0]


def test_a_bot_that_fails_on_the_cluster_is_named(ray: StandIn) -> None:
    batch = BATCH._replace(bots=("random", f"{__file__}:fails_in_the_end"))
    with pytest.raises(BotFailed) as failed:
        list(play_on_ray(batch, "auto"))
    assert failed.value.seat == 1
    assert ray.ended


def say(*arguments: str) -> tuple[int, str]:
    game = ("sim", "roll_and_build/1", "--matches", "2", "--lang", "en")
    done = CliRunner().invoke(app, [*game, *arguments])
    return done.exit_code, done.output


def test_the_command_says_what_is_missing(ray: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    assert say("--ray", "auto", "--json")[0] == 0
    code, told = say("--ray", "nowhere")
    assert code == 1
    assert "nowhere: Could not find any running Ray instance." in " ".join(told.split())
    monkeypatch.setitem(sys.modules, "ray", None)
    code, told = say("--ray", "auto")
    assert code == 2
    assert "tilefolk[ray]" in told
