"""From the engine's state to an array and back: states, orders of the deck, answers."""

from collections.abc import Sequence

from tilefolk.core.notation import Action
from tilefolk.games.point_city.cards import KINDS
from tilefolk.games.point_city.market import NAMES
from tilefolk.games.point_city.payment import NOTHING, Spent, spelled
from tilefolk.games.point_city.state import City, State
from tilefolk.games.point_city.turn import DRAW as DRAW_ACTION
from tilefolk.games.point_city.turn import TOKEN
from tilefolk.twin.point_city import tables as t
from tilefolk.twin.point_city.arrays import Ints, ints


def faces(up: Sequence[str], down: Sequence[str]) -> tuple[list[int], list[int]]:
    """Both faces of every position of the deck as numbers."""
    return [t.KIND_NUMBER[kind] for kind in up], [t.BUILDING_NUMBER[name] for name in down]


def load(state: State) -> Ints:
    """The state of a match while a seat chooses."""
    out = [0] * t.STATE_SIZE
    out[t.TURN], out[t.DECK], out[t.FLIPPED] = state.turn, state.deck, int(state.flipped)
    out[t.FIRST], out[t.ROW_LENGTH], out[t.TASKS] = state.first, len(state.row), len(state.tasks)
    for number, task in enumerate(state.tasks):
        out[t.TASK + number] = _task(task)
    out[t.GAPS] = len(state.gaps)
    for number, (cell, side) in enumerate(state.gaps):
        out[t.GAP + 2 * number : t.GAP + 2 * number + 2] = [cell, int(side == "down")]
    out[t.FREE : t.FREE + t.N_KINDS] = state.free
    out[t.ROW : t.ROW + len(state.row)] = [t.TOKEN_NUMBER[name] for name in state.row]
    for cell, place in enumerate(state.market):
        out[t.POSITION + cell] = place.position if place else t.NONE
        out[t.SIDE + cell] = int(place is not None and place.side == "down")
    for seat, city in enumerate(state.cities):
        start = t.CITIES + t.CITY * seat
        out[start : start + t.CITY] = _city(city)
    return ints(out)


def _task(task: str) -> int:
    if task == TOKEN:
        return t.TOKEN_TASK
    return t.BUILDING_NUMBER[task] if task in t.BUILDING_NUMBER else t.RESOURCE_TASK + int(task)


def _city(city: City) -> list[int]:
    tokens = sum(1 << t.TOKEN_NUMBER[name] for name in city.tokens)
    return [*city.singles, *city.doubles, *city.permanent, city.ingenuity, city.points, tokens]


def action_of(state: State, code: int) -> Action:
    """The answer with a number; payments are for the building in hand."""
    if code >= t.PAY:
        return spelled(_payment(state, code - t.PAY))
    if code >= t.CHOOSE:
        return (TOKEN, state.row[code - t.CHOOSE])
    if code >= t.TAKE:
        return ("take", NAMES[(code - t.TAKE) // t.N_CELLS], NAMES[(code - t.TAKE) % t.N_CELLS])
    return ("flip", NAMES[code - t.FLIP]) if code >= t.FLIP else DRAW_ACTION


def _payment(state: State, number: int) -> tuple[Spent, ...]:
    cost = t.BUILDING_BY_NUMBER[t.BUILDING_NUMBER[state.tasks[0]]].cost
    kinds = [kind for kind, n in enumerate(cost) if n]
    out = [NOTHING] * len(KINDS)
    for kind, shift in zip(kinds, (12, 0), strict=False):
        way = number >> shift & 4095
        out[kind] = Spent(way >> 9, way >> 6 & 7, way >> 3 & 7, way & 7)
    return tuple(out)
