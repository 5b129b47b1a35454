"""A person in front of the terminal client: presses keys and reads what is drawn."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from rich.text import Text
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from tilefolk.cli.terminal.app import TableApp
from tilefolk.cli.terminal.table.local_table import Player, Table
from tilefolk.cli.terminal.table.log_file import open_log
from tilefolk.cli.terminal.table.opening import new_table, resume
from tilefolk.core.game import AnyGame


class Seat:
    """A person in front of the screen: presses keys and reads."""

    def __init__(self, app: TableApp, pilot: Pilot[Any]) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str, patiently: bool = True) -> None:
        """Keys one after another. The pilot's own `press` sleeps after each; empty queues are enough."""
        for key in keys:
            self.app.post_message(Key(key, key if len(key) == 1 else None))
            await self.settle(patiently)

    async def settle(self, patiently: bool = True) -> None:
        """Wait until everything is drawn, and patiently also until nobody but people is to act."""
        for _ in range(3):
            await self.pilot.pause(0)
            if patiently:
                await self.app.workers.wait_for_complete()

    def part(self, name: str) -> str:
        content = self.app.screen.query_one(f"#{name}", Static).content
        assert isinstance(content, Text)
        return content.plain

    @property
    def reason(self) -> str:
        return self.part("reason")

    @property
    def options(self) -> list[str]:
        return [str(option.prompt) for option in self.app.screen.query_one("#list", OptionList).options]

    async def answer(self) -> None:
        """Lay where the draft lies, else pass, else end."""
        draft = self.app.desk.draft
        if draft and draft.legal:
            await self.press("enter")
        else:
            await self.press(*(("p",) if ("pass",) in self.app.desk.answers else ("e", "e")))


@asynccontextmanager
async def seated(
    table: Table, language: str = "en", size: tuple[int, int] = (100, 32)
) -> AsyncIterator[Seat]:
    app = TableApp(table, language)
    async with app.run_test(size=size) as pilot:
        seat = Seat(app, pilot)
        await seat.settle()
        yield seat


def open_table(
    game: AnyGame,
    mode: str,
    players: Sequence[Player],
    *,
    seed: str | None = None,
    log: Path | None = None,
    practice: bool = False,
) -> Table:
    """The match that the log holds, or a new one; without an open seed its draw is sealed."""
    kept = open_log(log) if log else None
    resumed = resume(game, mode, kept) if kept else None
    return resumed.table(players) if resumed else new_table(game, mode, players, seed, kept, practice)


def play_due(table: Table) -> None:
    """Let chance and bots act until a person is to act."""
    while (due := table.due()) is not None:
        table.take(due, due.think())
