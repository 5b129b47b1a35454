"""What a tally of Point City books when somebody has taken a pair."""

from random import Random

from tilefolk.core.game import Json
from tilefolk.core.notation import Action
from tilefolk.games import point_city
from tilefolk.games.point_city.state import State


def lines_of(state: State, seat: int) -> dict[str, int]:
    return {entry.rule: entry.points for entry in point_city.score(state)[seat].entries}


def booked(before: State, after: State, seat: int) -> dict[str, int]:
    """The lines of a seat's tally that are not what they were."""
    old, new = lines_of(before, seat), lines_of(after, seat)
    return {rule: n - old.get(rule, 0) for rule, n in new.items() if n != old.get(rule, 0) or rule not in old}


def settle(state: State, seat: int, rng: Random) -> State:
    """Pay as it is proposed and choose tokens until the turn is over."""
    while state.tasks:
        task, answers = point_city.view(state, seat)["task"], point_city.legal(state, seat)
        action = rng.choice(answers) if task["do"] == "token" else ("pay", *task["payments"][0])
        state = point_city.apply(state, seat, action)
    return state


def after_taking(state: State, seat: int, pair: Json, rng: Random) -> State:
    action: Action = ("take", *pair["take"])
    return settle(point_city.apply(state, seat, action), seat, rng)
