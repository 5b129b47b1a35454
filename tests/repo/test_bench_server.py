"""`make bench-server`: its stages name functions that exist, and each counts its own time only."""

import asyncio

import pytest
from bench.server.__main__ import main, seconds_of_play
from bench.server.stages import STAGES, StageTimes, find_function


@pytest.mark.parametrize("path", [path for paths in STAGES.values() for path in paths])
def test_stages_name_functions_of_the_server(path: str) -> None:
    owner, name = find_function(path)
    assert callable(getattr(owner, name))


class Clock:
    """Goes on only when told to."""

    def __init__(self) -> None:
        self.now = 0

    def read(self) -> int:
        return self.now


def test_a_stage_counts_neither_what_others_do_inside_it_nor_its_waiting() -> None:
    clock = Clock()
    times = StageTimes(clock.read)

    def pass_by(microseconds: int) -> None:
        clock.now += microseconds * 1000

    inner = times.timed("encode", lambda: pass_by(20))

    async def work() -> None:
        pass_by(1)
        inner()
        await asyncio.sleep(0)
        pass_by(3)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.sleep(9), 0)

    async def run() -> None:
        pass_by(100)
        await asyncio.gather(outer(), outer())

    outer = times.timed_async("view", work)
    asyncio.run(run())
    assert not any(times.spent().values()), "nothing counts before it is switched on"
    times.reset(is_on=True)
    asyncio.run(run())
    assert (times.spent()["view"], times.spent()["encode"], times.spent()["store"]) == (8, 40, 0)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--games", "chess/blitz"], "there is no game chess/blitz"),
        (["--seats", "9"], "is played by 1, 2, 3, 4, not by 9"),
        (["--games", "my_city/campaign", "--episode", "25"], "my_city/campaign has 24 episodes, not 25"),
        (["--rates", "0"], "too few for 0 moves a second"),
    ],
)
def test_what_cannot_be_measured_is_told_in_a_sentence(
    words: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bench-server", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert told in capsys.readouterr().err


def test_a_case_is_over_before_its_matches_are() -> None:
    assert seconds_of_play(4, tables=50, seats=4, rate=100) == 4
    assert seconds_of_play(4, tables=50, seats=4, rate=500) == 1.5
