"""Point City: take pairs from a market of two-sided cards, build a city, win civic tokens."""

from collections.abc import Sequence

from tilefolk.core.chance import Draw
from tilefolk.core.first import first_of
from tilefolk.core.game import Illegal, Legacy, Mode, Options, check_setup
from tilefolk.core.legacy import Gain
from tilefolk.core.notation import CHANCE, Action, Line
from tilefolk.games.point_city import hidden
from tilefolk.games.point_city.answers import legal, to_act, why
from tilefolk.games.point_city.facts import LEVELS
from tilefolk.games.point_city.hidden import draws, told
from tilefolk.games.point_city.rules_page import rules_page
from tilefolk.games.point_city.scoring import score
from tilefolk.games.point_city.state import AUTOMATON, VERSION, Setting, State, opening
from tilefolk.games.point_city.tokens import worth
from tilefolk.games.point_city.turn import DRAW, TOKEN, acted
from tilefolk.games.point_city.view import known, view, view_parts

__all__ = [
    "apply",
    "apply_trusted",
    "closed",
    "draws",
    "fallback_action",
    "fixed_bot_names",
    "kept",
    "known",
    "knows",
    "lasts",
    "legal",
    "mode",
    "mode_names",
    "name",
    "rules_page",
    "score",
    "seen",
    "setup",
    "streams",
    "takes_along",
    "timeout_action",
    "to_act",
    "view",
    "view_parts",
    "why",
]

name = "point_city"
fixed_bot_names = ("automaton",)
SOLO = {f"point_city/solo-{level}": level for level in LEVELS}
TABLE = Mode("point_city/table", VERSION, (2, 3, 4))
MODES = {
    TABLE.name: TABLE,
    **{solo: Mode(solo, VERSION, (2,), fixed_bots=((AUTOMATON, "automaton"),)) for solo in SOLO},
}


def mode_names() -> tuple[str, ...]:
    return tuple(MODES)


def mode(name: str, version: int | None = None) -> Mode:
    return MODES[name]


def setup(
    mode: str,
    seats: int,
    options: Options,
    legacy: Sequence[Legacy] = (),
    version: int | None = None,
    asleep: Sequence[Legacy] = (),
) -> State:
    check_setup(MODES[mode], seats, options, legacy)
    return opening(Setting(mode, seats, SOLO.get(mode, "")))


def streams(mode: str, seats: int, version: int | None = None) -> tuple[Draw, ...]:
    return hidden.streams(seats)


def apply(state: State, who: int, action: Action) -> State:
    if rules := why(state, who, action):
        raise Illegal(rules)
    return apply_trusted(state, who, action)


def apply_trusted(state: State, who: int, action: Action) -> State:
    return told(state, action) if who == CHANCE else acted(state, action)


def fallback_action(state: State, seat: int) -> Action:
    """Two cards from the deck, in the end a pair; the default payment; the token that brings most now."""
    offered = legal(state, seat)
    if state.tasks and state.tasks[0] == TOKEN:
        return max(offered, key=lambda action: worth(str(action[1]), state.cities[seat]))
    return DRAW if DRAW in offered else first_of(action for action in offered if action[0] != "flip")


def timeout_action(state: State, seat: int) -> Action:
    return fallback_action(state, seat)


def lasts(state: State, seat: int) -> bool:
    return False


def closed(state: State, seat: int) -> int:
    return state.turn


def seen(state: State, seat: int | None) -> State:
    """All of it: a state holds nothing but what lies open on the table."""
    return state


def knows(before: State, line: Line, now: State, seat: int | None) -> bool:
    return True


def takes_along(state: State, seat: int) -> Legacy:
    return Legacy()


def kept(state: State, seat: int) -> tuple[Gain, ...] | None:
    return None
