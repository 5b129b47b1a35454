"""Turns to append to a match: one at a time, in the order they were asked for.

A coroutine takes its turn by `async with`; a function is called when its turn has come and gives it back.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Container
from types import TracebackType
from typing import NamedTuple


class AppendTurns:
    """A lock that a function can take without a task."""

    def __init__(self) -> None:
        self.taken = False
        self._waiting: deque[Callable[[], None]] = deque()

    def take(self, begin: Callable[[], None]) -> None:
        """Call `begin` now or when its turn has come; whoever it was for calls `give_back` afterwards."""
        if self.taken:
            self._waiting.append(begin)
        else:
            self.taken = True
            begin()

    def give_back(self) -> None:
        if self._waiting:
            self._waiting.popleft()()
        else:
            self.taken = False

    async def __aenter__(self) -> None:
        if not self.taken:
            self.taken = True
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(lambda: self._pass_on(turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()  # the turn had come in the moment of the cancellation
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.give_back()

    def _pass_on(self, turn: "asyncio.Future[None]") -> None:
        if turn.done():  # cancelled meanwhile
            self.give_back()
        else:
            turn.set_result(None)


class WaitingAct(NamedTuple):
    """A person's line on the short way, and who is told whether it is stored.

    `bots`: the seats of bots, where the client wants the round held open behind the line.
    """

    seat: int
    receipt: int
    text: str
    done: Callable[[bool], None]
    bots: Container[int] | None = None
