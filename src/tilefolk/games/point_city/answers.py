"""Why an action is not allowed."""

from tilefolk.core.notation import CHANCE, Action
from tilefolk.games.point_city.automaton import is_automaton
from tilefolk.games.point_city.cards import UP
from tilefolk.games.point_city.hidden import draws, possible, waits
from tilefolk.games.point_city.market import BESIDE, CELL, flippable, pairs, shown
from tilefolk.games.point_city.state import Cell, State
from tilefolk.games.point_city.turn import TOKEN, answers, is_over


def to_act(state: State) -> tuple[int, ...]:
    if waits(state):
        return (CHANCE,)
    return () if is_over(state) else (state.seat,)


def legal(state: State, who: int) -> tuple[Action, ...]:
    if who not in to_act(state):
        return ()
    if who == CHANCE:
        return tuple(action for draw in draws(state) for action in possible(state, draw))
    return answers(state)


def why(state: State, who: int, action: Action) -> tuple[str, ...]:
    """The ids of all rules that forbid an action; empty when it is legal."""
    if who not in to_act(state):
        return ("over",) if not to_act(state) else ("not_to_act",)
    if who == CHANCE:
        return () if _may_come(state, action) else ("no_such_draw",)
    if action in answers(state):
        return ()
    return _reasons(state, action) or ("no_such_action",)


def _may_come(state: State, action: Action) -> bool:
    asked = [draw for draw in draws(state) if (draw.stream, draw.index) == action[:2]]
    return any(action in possible(state, draw) for draw in asked)


def _reasons(state: State, action: Action) -> tuple[str, ...]:
    verb, words = action[0], [str(word) for word in action[1:]]
    if verb not in ("flip", "take", "draw", "pay", TOKEN):
        return ()
    if is_automaton(state, state.seat):
        return ("automaton_takes",)
    if state.tasks:
        return _while_pending(state, str(verb))
    if verb == "draw" and not words:
        return ("deck_empty",)
    if verb == "flip" and len(words) == 1 and words[0] in CELL:
        return why_no_flip(state, words[0])
    if verb == "take" and len(words) == 2 and all(word in CELL for word in words):
        return _no_take(state, CELL[words[0]], CELL[words[1]])
    return ("nothing_to_pay",) if verb == "pay" else ("no_token_now",) if verb == TOKEN else ()


def _while_pending(state: State, verb: str) -> tuple[str, ...]:
    token = state.tasks[0] == TOKEN
    if verb == TOKEN:
        return ("no_such_token",) if token else ("pay_first",)
    if verb == "pay":
        return ("token_first",) if token else ("not_this_payment",)
    return ("token_first",) if token else ("pay_first",)


def why_no_flip(state: State, name: str) -> tuple[str, ...]:
    """The rules that forbid to flip the card in a cell; none where it may be flipped."""
    rules = ["flipped_already"] if state.flipped else []
    if shown(state, CELL[name]).side != UP:
        rules.append("never_back")
    elif CELL[name] not in flippable(state):
        rules.append("not_all_resources")
    return tuple(rules)


def _no_take(state: State, one: Cell, two: Cell) -> tuple[str, ...]:
    if (min(one, two), max(one, two)) not in BESIDE:
        return ("not_side_by_side",)
    return ("cannot_pay",) if (one, two) in pairs(state) else ("reading_order",)
