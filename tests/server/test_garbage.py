"""Garbage is collected in small portions while people play, and as a whole when nobody waits."""

import gc
from collections.abc import Iterator

import pytest

from tilefolk.server.node import garbage
from tilefolk.server.node.garbage import GarbageCollection, collect_young_only


@pytest.fixture(autouse=True)
def _thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


class Clock:
    """Stands for the times of the process."""

    def __init__(self) -> None:
        self.now = self.used = 0.0

    def monotonic(self) -> float:
        return self.now

    def process_time(self) -> float:
        return self.used

    def pass_seconds(self, seconds: float, share: float) -> None:
        self.now += seconds
        self.used += seconds * share


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(garbage, "time", clock)
    return clock


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Grows with every collection of everything; one is always due."""
    calls: list[bool] = []
    monkeypatch.setattr(gc, "collect", lambda: calls.append(True))
    monkeypatch.setattr(gc, "get_count", lambda: (0, garbage.DUE, 0))
    return calls


def test_only_young_objects_are_collected_by_themselves() -> None:
    collect_young_only()
    seen: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        seen.append(info["generation"])

    gc.callbacks.append(note)
    try:
        kept = [[number] for number in range(100 * garbage.YOUNG)]
    finally:
        gc.callbacks.remove(note)
    assert kept and seen and set(seen) == {0}


async def test_everything_is_collected_when_the_server_has_little_to_do(
    clock: Clock, collected: list[bool]
) -> None:
    collection = GarbageCollection()
    clock.pass_seconds(3, 0.5)
    await collection.sweep()
    assert not collected
    clock.pass_seconds(3, 0.05)
    await collection.sweep()
    assert collected == [True]


async def test_a_server_that_is_always_busy_collects_in_the_end(clock: Clock, collected: list[bool]) -> None:
    collection = GarbageCollection()
    clock.pass_seconds(garbage.LONGEST_SECONDS + 1, 0.9)
    await collection.sweep()
    assert collected == [True]
    clock.pass_seconds(3, 0.9)
    await collection.sweep()
    assert collected == [True]


async def test_nothing_is_collected_before_it_is_worth_its_time(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gc, "collect", lambda: pytest.fail("nothing was due"))
    monkeypatch.setattr(gc, "get_count", lambda: (0, garbage.DUE - 1, 0))
    clock.pass_seconds(3, 0.0)
    await GarbageCollection().sweep()
