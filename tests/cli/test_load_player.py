"""A load client whose socket is cut: no line of it stays unsent."""

import asyncio
import json
from random import Random
from typing import Any

import pytest

from tilefolk.cli.load import player as module
from tilefolk.cli.load.join import Guest
from tilefolk.cli.load.player import Player

PUSH = {"type": "push", "match": "m", "seat": 0, "number": 1, "n": 0, "view": {"to_act": [0]}}


class FakeSocket:
    """Remembers what it was given to send."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.closed: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def send(self, text: str) -> None:
        self.sent.append(json.loads(text))

    def close(self) -> None:
        self.closed.set_result(True)

    def abort(self) -> None: ...


def test_a_line_of_somebody_whose_socket_is_being_opened_is_sent_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> None:
        opening: asyncio.Queue[FakeSocket] = asyncio.Queue()

        async def open_socket(*_: object) -> FakeSocket:
            return await opening.get()

        monkeypatch.setattr(module, "open_socket", open_socket)
        monkeypatch.setattr(module, "random_answer", lambda view, rand: "end")
        player = Player(Guest(("http://x",), "", "t", 0))
        running = asyncio.create_task(player.run())
        first, second = FakeSocket(), FakeSocket()
        opening.put_nowait(first)
        await asyncio.sleep(0.01)
        player._received(first, json.dumps(PUSH))  # type: ignore[arg-type]
        player.cut()
        await asyncio.sleep(0.01)
        await player.act(Random(1))  # nowhere to send it
        opening.put_nowait(second)
        player._received(second, json.dumps(PUSH))  # type: ignore[arg-type]
        assert not first.sent and [one["line"] for one in second.sent] == ["end"]
        running.cancel()

    asyncio.run(main())
