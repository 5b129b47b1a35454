"""Markets of cards in front of the terminal client: tables, moments, and how cards are taken."""

from collections.abc import Callable
from typing import Any

from rich.text import Text

from tests.cli.terminal.keyboard import Seat, open_table, play_due
from tests.dialect import random_match
from tilefolk.bots import BOTS
from tilefolk.cli.terminal.table.local_table import Player, Table
from tilefolk.core.game import Json
from tilefolk.core.notation import Action
from tilefolk.games import find

SOLO, TABLE = "point_city/solo-easy", "point_city/table"
GREEDY: Player = ("greedy", BOTS["greedy"])
AUTOMATON: Player = ("automaton", BOTS["automaton"])
CLOSE, WIDE = (80, 24), (120, 40)


def solo(seed: str = "s", **more: Any) -> Table:
    return open_table(find(SOLO)[0], SOLO, [None, AUTOMATON], seed=seed, **more)


def four(seed: str = "s", people: int = 1) -> Table:
    return open_table(find(TABLE)[0], TABLE, [None] * people + [GREEDY] * (4 - people), seed=seed)


def view_after(lines: int, seed: str = "x") -> Json:
    match = random_match(TABLE, 2, "together", seed, stop=lines)
    while -1 in match.game.to_act(match.state):
        lines += 1
        match = random_match(TABLE, 2, "together", seed, stop=lines)
    return match.game.view(match.state, match.game.to_act(match.state)[0])


def views() -> list[Json]:
    return [view_after(lines) for lines in range(30, 130, 9)]


def plain(lines: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def buying(view: Json) -> Action:
    """A purchase with as many buildings as possible, a token before all; else two cards from somewhere."""
    pairs = [pair for pair in view["pairs"] if pair.get("pays")]
    best = max(pairs, key=lambda pair: (pair["tokens"], len(pair["pays"])), default=None)
    draws = [tuple(answer) for answer in view["answers"] if answer[0] in ("draw", "take")]
    return ("take", *best["take"]) if best else draws[-1]


Moment = Callable[[Json], bool]


def until(table: Table, wanted: Moment) -> Table:
    """Play on at seat 0 until its view is one that is wanted, or to the end."""
    play_due(table)
    while not table.over and not wanted(table.views[0]):
        view = table.views[0]
        table.send(0, tuple(view["answers"][0]) if view["task"] else buying(view))
        play_due(table)
    return table


def moment(wanted: Moment) -> Table:
    """A solo match that has come to such a moment."""
    tables = (until(solo(seed), wanted) for seed in map(str, range(50)))
    return next(table for table in tables if not table.over)


def pays(view: Json) -> bool:
    return bool(view["task"]) and len(view["task"].get("payments", ())) > 1


def lacks(view: Json) -> bool:
    return bool(_short(view))


def _short(view: Json) -> list[Json]:
    """Pairs that cannot be paid for in any order."""
    payable = [set(pair["take"]) for pair in view["pairs"] if "pays" in pair]
    return [pair for pair in view["pairs"] if "lacks" in pair and set(pair["take"]) not in payable]


def chooses_token(view: Json) -> bool:
    return bool(view["task"]) and view["task"]["do"] == "token"


async def go_to(you: Seat, cell: str) -> None:
    picker = you.app.desk.picker
    assert picker is not None
    rows, columns = int(cell[1]) - int(picker.cursor[1]), ord(cell[0]) - ord(picker.cursor[0])
    await you.press(*["down" if rows > 0 else "up"] * abs(rows), patiently=False)
    await you.press(*["right" if columns > 0 else "left"] * abs(columns), patiently=False)


async def take(you: Seat, one: str, two: str) -> None:
    await go_to(you, one)
    await you.press("enter", patiently=False)
    await go_to(you, two)
    await you.press("enter")
