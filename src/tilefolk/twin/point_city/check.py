"""Compares the twin with the engine: random matches, answer by answer, payments and points included."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tilefolk.core.game import Mode
from tilefolk.core.notation import Action
from tilefolk.games import find
from tilefolk.games.point_city.state import State
from tilefolk.twin.core import point_city
from tilefolk.twin.point_city import tables as t
from tilefolk.twin.point_city.arrays import Ints, ints
from tilefolk.twin.point_city.deals import shuffled, told
from tilefolk.twin.point_city.loading import action_of, faces, load
from tilefolk.twin.point_city.paying import SCRATCH_SIZE
from tilefolk.twin.point_city.turns import MOST_ANSWERS

MOST_DIFFERENCES = 3  # told for one mode


def check(mode: Mode, matches: int, seed: str) -> dict[str, Any]:
    """Random matches for every number of seats: how many answers, and the differences."""
    answers, found = 0, []
    for seats in mode.seats:
        for index in range(matches):
            more, differing = differences(mode.name, seats, f"{seed}/{index}")
            answers += more
            found += differing
    return {"answers": answers, "differences": found[:MOST_DIFFERENCES]}


def differences(mode: str, seats: int, seed: str) -> tuple[int, list[str]]:
    """How many answers a random match had, and where twin and engine differ."""
    found: list[str] = []
    answers = 0
    for difference in _match(mode, seats, Random(seed)):
        answers += 1
        if difference:
            found.append(f"{mode} {seed}, answer {answers}: {difference}")
            break
    return answers, found


def _match(mode: str, seats: int, stream: Random) -> Iterator[str]:
    """What differs at each answer; empty where nothing does. Some seats like buildings, some flips."""
    game, _ = find(mode)
    state: State = game.setup(mode, seats, {}, ())
    order = shuffled(state, stream)
    up, down = map(ints, faces(order.up, order.down))
    table, scratch, out = (
        t.table_of(seats, state.setting.level),
        ints([0] * SCRATCH_SIZE),
        ints([0] * MOST_ANSWERS),
    )
    wish = stream.choice(("take", "flip", "draw", "pay"))
    state = told(state, order)
    twin = load(state)
    while game.to_act(state):
        seat = state.seat
        known = game.legal(state, seat)
        codes = sorted(
            int(out[number]) for number in range(point_city.legal(twin, table, up, down, scratch, out))
        )
        if state.tasks == () and not (state.setting.level and seat == 1):
            codes = [int(out[number]) for number in range(len(codes))]
        if tuple(action_of(state, code) for code in codes) != tuple(known):
            yield "legal answers"
            return
        number = _chosen(known, wish, stream)
        point_city.act(twin, table, up, down, codes[number], scratch)
        state = told(game.apply(state, seat, known[number]), order)
        yield _differs(state, twin, up, down)
    if not point_city.is_over(twin, table, up, down, scratch):
        yield "the end"


def _chosen(known: Sequence[Action], wish: str, stream: Random) -> int:
    wished = [number for number, action in enumerate(known) if action[0] == wish]
    return stream.choice(wished) if wished and stream.random() < 0.5 else stream.randrange(len(known))


def _differs(state: State, twin: Ints, up: Ints, down: Ints) -> str:
    game, _ = find(state.setting.mode)
    expected = load(state)
    length = len(state.row)
    same = [number for number in range(t.STATE_SIZE) if _counts(number, state, length)]
    if any(expected[number] != twin[number] for number in same):
        return "state: " + ", ".join(str(number) for number in same if expected[number] != twin[number])
    table = t.table_of(len(state.cities), state.setting.level)
    values = tuple(point_city.score(twin, table, seat) for seat in range(len(state.cities)))
    return "" if values == tuple(tally.value for tally in game.score(state)) else "points"


def _counts(number: int, state: State, length: int) -> bool:
    """Whether a place of the array means something now: not the rests of rows, tasks and gaps."""
    if t.TASK <= number < t.GAPS:
        return number - t.TASK < len(state.tasks)
    if t.GAP <= number < t.FREE:
        return (number - t.GAP) // 2 < len(state.gaps)
    if t.ROW <= number < t.POSITION:
        return number - t.ROW < length
    if t.SIDE <= number < t.CITIES:
        return state.market[number - t.SIDE] is not None
    return True
