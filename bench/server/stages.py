"""Stages of a move, timed inside the server's process. The server itself has no line of this.

Functions are wrapped by name. A stage's time is its own: what runs inside it and belongs to another stage
counts there. Threads are timed by their own processor time, so neither waiting nor other processes count.
"""

import functools
import importlib
import inspect
import json
import threading
import time
import types
from collections import Counter
from collections.abc import Callable, Coroutine, Generator
from typing import Any

STAGES: dict[str, tuple[str, ...]] = {
    "receive": (
        "tilefolk.server.run.live_socket:LiveSocket.data_received",
        "tilefolk.server.http.live.socket:read_message",
    ),
    "check": (
        "tilefolk.server.node.moves:submit",
        "tilefolk.server.node.moves:act",
        "tilefolk.games.laying:legal",
        "tilefolk.games.point_city:why",
    ),
    "fold": ("tilefolk.server.matches.live_match:LiveMatch._fold_all",),
    "store": (
        "tilefolk.server.storage.store:Store.submit",
        "tilefolk.server.storage.store:Store.append",
        "tilefolk.server.storage.store:Store._commit",
        "tilefolk.server.storage.store:Store._commit_lines",
        "tilefolk.server.storage.store:_settle",
    ),
    "view": (
        "tilefolk.server.matches.view_push:SentViews.next_push",
        "tilefolk.server.http.live.outbox:visible_deadlines",
    ),
    "encode": (
        "tilefolk.server.matches.seat_feed:to_json",
        "tilefolk.server.matches.view_push:to_json",
        "tilefolk.server.http.live.outbox:to_json",
    ),
    "send": ("tilefolk.server.run.live_socket:LiveSocket.send_texts",),
}
CALIBRATION_ROUNDS = 20_000


class StageClock(threading.local):
    """The stages that one thread is in, the innermost last."""

    def __init__(self) -> None:
        self.inside: list[str] = []
        self.since = 0


class StageTimes:
    """Nanoseconds of processor time by stage, while switched on."""

    def __init__(self, now: Callable[[], int] = time.thread_time_ns) -> None:
        self.is_on = False
        self._now, self._clock = now, StageClock()
        self._spent: Counter[str] = Counter()
        self._reads = 0
        self._read_ns = self._calibrate()

    def reset(self, is_on: bool) -> None:
        self._spent.clear()
        self._reads, self.is_on = 0, is_on

    def spent(self) -> dict[str, float]:
        """Microseconds by stage; `measuring` is what reading the clock took, which is in no stage."""
        measuring = self._reads * self._read_ns
        stages = {stage: self._spent[stage] / 1000 for stage in STAGES}
        return {**stages, "measuring": measuring / 1000}

    def wrap(self, stage: str, path: str) -> None:
        """Replace a function by one that counts its time. Raises AttributeError where there is none."""
        owner, name = find_function(path)
        if owner is json:  # of one module only: others keep theirs
            owner = types.SimpleNamespace(dumps=json.dumps, loads=json.loads)
            importlib.import_module(path.partition(":")[0]).json = owner  # type: ignore[attr-defined]
        work = getattr(owner, name)
        timed = self.timed_async if inspect.iscoroutinefunction(work) else self.timed
        setattr(owner, name, timed(stage, work))

    def timed(self, stage: str, work: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(work)
        def timed(*given: Any, **named: Any) -> Any:
            if not self.is_on:
                return work(*given, **named)
            self._enter(stage)
            try:
                return work(*given, **named)
            finally:
                self._leave()

        return timed

    def timed_async(self, stage: str, work: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
        @functools.wraps(work)
        def timed(*given: Any, **named: Any) -> Any:
            coroutine = work(*given, **named)
            return self._steps(stage, coroutine) if self.is_on else coroutine

        return timed

    @types.coroutine
    def _steps(self, stage: str, work: Coroutine[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Run a coroutine; what passes while it waits is not its time."""
        step: Callable[[], Any] = functools.partial(work.send, None)
        while True:
            self._enter(stage)
            try:
                waited_for = step()
            except StopIteration as done:
                return done.value
            finally:
                self._leave()
            try:
                step = functools.partial(work.send, (yield waited_for))
            except BaseException as error:
                step = functools.partial(work.throw, error)

    def _enter(self, stage: str) -> None:
        clock, now = self._clock, self._now()
        if clock.inside:
            self._spent[clock.inside[-1]] += now - clock.since - self._read_ns
        clock.inside.append(stage)
        clock.since = now
        self._reads += 1

    def _leave(self) -> None:
        clock, now = self._clock, self._now()
        self._spent[clock.inside.pop()] += now - clock.since - self._read_ns
        clock.since = now
        self._reads += 1

    def _calibrate(self) -> int:
        """Nanoseconds that one change of stages takes."""
        self._read_ns = 0
        begin = self._now()
        for _ in range(CALIBRATION_ROUNDS):
            self._enter("rest")
            self._leave()
        took = (self._now() - begin) // (2 * CALIBRATION_ROUNDS)
        self._spent.clear()
        return took


def find_function(path: str) -> tuple[Any, str]:
    """Where a function such as `module:Class.method` hangs, and its name there. Raises AttributeError."""
    module, _, name = path.partition(":")
    owner: Any = importlib.import_module(module)
    *parts, last = name.split(".")
    for part in parts:
        owner = getattr(owner, part)
    getattr(owner, last)
    return owner, last


def wrap_all() -> StageTimes:
    times = StageTimes()
    for stage, paths in STAGES.items():
        for path in paths:
            times.wrap(stage, path)
    return times
