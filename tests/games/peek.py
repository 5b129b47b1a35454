"""Peek: two-sided cards in miniature. Pay 1 to flip a card, or take one: it scores what it shows.

Of six cards three lie open. Chance tells one face at a time: a card's id would give away its other side.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tilefolk.core.chance import Draw
from tilefolk.core.game import Illegal, Json, Legacy, Mode, Options, check_setup
from tilefolk.core.notation import CHANCE, Action, Line
from tilefolk.core.tally import Entry, Tally

name, fixed_bot_names = "peek", ()
CARDS = (("A", 1, 5), ("B", 2, 0), ("C", 3, 3), ("D", 2, 4), ("E", 1, 6), ("F", 3, 1))
TOLD = {side: tuple((side, card[place]) for card in CARDS) for place, side in ((1, "up"), (2, "down"))}

class State(NamedTuple):
    points: tuple[int, ...]
    market: tuple[tuple[int, str], ...] = ((0, "up"), (1, "up"), (2, "up"))
    faces: tuple[tuple[tuple[int, str], int], ...] = ()  # what has been told: (card, side), points
    turns: int = 0
def mode_names() -> tuple[str, ...]: return ("peek/table",)
def mode(name: str, version: int | None = None) -> Mode: return Mode(name, 1, (1, 2, 3))

def setup(name: str, seats: int, options: Options, legacy: Sequence[Legacy] = (), *_: object) -> State:
    check_setup(mode(name), seats, options, legacy)
    return State((0,) * seats)

def draws(state: State) -> tuple[Draw, ...]:
    open_now = [card for card in state.market if card not in dict(state.faces)]
    return tuple(Draw("cards", index, TOLD[side], TOLD[side]) for index, side in open_now)
def streams(*_: object) -> tuple[Draw, ...]: return tuple(Draw("cards", 0, t, t) for t in TOLD.values())
def to_act(state: State) -> tuple[int, ...]:
    return (CHANCE,) if draws(state) else (state.turns % len(state.points),) if state.market else ()

def legal(state: State, who: int) -> Sequence[Action]:
    if who == CHANCE:
        return tuple((d.stream, d.index, *told) for d in draws(state) for told in sorted(set(d.told)))
    verbs = (("take", ("up", "down")), ("flip", ("up",))) if who in to_act(state) else ()
    return tuple((verb, index) for verb, sides in verbs for index, side in state.market if side in sides)

def why(state: State, who: int, action: Action) -> tuple[str, ...]:
    reason = "no_such_action" if who in to_act(state) else "not_to_act"
    return () if action in legal(state, who) else (reason,)

def apply(state: State, who: int, action: Action) -> State:
    if rules := why(state, who, action):
        raise Illegal(rules)
    return apply_trusted(state, who, action)

def apply_trusted(state: State, who: int, action: Action) -> State:
    if who == CHANCE:
        return state._replace(faces=(*state.faces, ((int(action[1]), str(action[2])), int(action[3]))))
    index, market, faces = int(action[1]), dict(state.market), dict(state.faces)
    taken, gain = (index, market.pop(index)), -1
    if action[0] == "flip":
        market[index] = "down"
    else:
        gain, refill = faces[taken], max(card for card, _ in faces) + 1
        market |= {refill: "up"} if refill < len(CARDS) else {}
    points = tuple(n + gain * (seat == who) for seat, n in enumerate(state.points))
    return State(points, tuple(sorted(market.items())), state.faces, state.turns + (action[0] == "take"))

def fallback_action(state: State, seat: int) -> Action: return legal(state, seat)[0]
timeout_action = fallback_action
def lasts(state: State, seat: int) -> bool: return False
def closed(state: State, seat: int) -> int: return state.turns
def seen(state: State, seat: int | None) -> State: return state
def knows(before: State, line: Line, now: State, seat: int | None) -> bool: return True
def takes_along(state: State, seat: int) -> Legacy: return Legacy()
def kept(state: State, seat: int) -> None: return None
def score(state: State) -> tuple[Tally, ...]:
    return tuple(Tally((Entry("cards", n),), n, (n,)) for n in state.points)

def view(state: State, seat: int | None) -> Json:
    answers = [] if seat is None else [list(action) for action in legal(state, seat)]
    shown = [[index, side, points] for (index, side), points in state.faces if (index, side) in state.market]
    return {"game": "peek/table", "seat": seat, "to_act": to_act(state), "market": shown, "answers": answers}
