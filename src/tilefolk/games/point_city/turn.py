"""A turn: flip, then take a pair from the market or two from the deck, pay, choose tokens, refill."""

from collections.abc import Iterator

from tilefolk.core.first import first_of
from tilefolk.core.notation import Action
from tilefolk.games.point_city.automaton import is_automaton, next_cells
from tilefolk.games.point_city.cards import BUILDING, DOWN, UP, Counts, Resource
from tilefolk.games.point_city.market import (
    CELL,
    CELLS,
    NAMES,
    flippable,
    pairs,
    price,
    refilled,
    shown,
    without,
)
from tilefolk.games.point_city.payment import Payment, can_take, offered, paid, spelled
from tilefolk.games.point_city.state import Cell, City, Place, State, gained

DRAW: Action = ("draw",)
TOKEN = "token"  # the task of choosing one; every other task is a building to pay for


def answers(state: State) -> tuple[Action, ...]:
    """All actions of the seat in turn; the last ones are remembered."""
    asked, found = state.setting.shown.answers
    if asked is not state:
        found = _answers(state)
        state.setting.shown.answers = state, found
    return found


def _answers(state: State) -> tuple[Action, ...]:
    if is_automaton(state, state.seat):
        return (take(*next_cells(state)),)
    if state.tasks:
        return tuple(_task_answers(state))
    flips = () if state.flipped else tuple(("flip", NAMES[cell]) for cell in flippable(state))
    takes = tuple(take(one, two) for one, two in affordable(state))
    return (*flips, *takes, *((DRAW,) if state.left else ()))


def take(one: Cell, two: Cell) -> Action:
    return ("take", NAMES[one], NAMES[two])


def _task_answers(state: State) -> list[Action]:
    if state.tasks[0] == TOKEN:
        return [(TOKEN, name) for name in state.row]
    return [spelled(payment) for payment in payments_now(state)]


def affordable(state: State) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of which the seat in turn can pay for both cards in this order."""
    purse, prices = state.purse, [price(state, cell) for cell in CELLS]
    return (pair for pair in pairs(state) if can_take(purse, (prices[pair[0]], prices[pair[1]])))


def payments_now(state: State) -> tuple[Payment, ...]:
    """The payments for the building in hand, the default first."""
    building, *then = state.tasks
    return offered(state.purse, BUILDING[building].cost, _prices(state, then))


def _prices(state: State, tasks: list[str]) -> tuple[Counts | Resource, ...]:
    return tuple([_price(state, task) for task in tasks if task != TOKEN])


def _price(state: State, task: str) -> Counts | Resource:
    return BUILDING[task].cost if task in BUILDING else state.resource(int(task))


def acted(state: State, action: Action) -> State:
    """The state after a legal action of the seat in turn."""
    verb, *words = action
    if verb == "flip":
        return _flip(state, CELL[str(words[0])])
    if verb == "draw":
        return _drawn(state)
    if verb == "take":
        return _settled(_taken(state, CELL[str(words[0])], CELL[str(words[1])]))
    if verb == TOKEN:
        return _settled(_token(state, str(words[0])))
    payment = first_of(payment for payment in payments_now(state) if spelled(payment) == action)
    return _settled(_built(_pay(state, payment)))


def _flip(state: State, cell: Cell) -> State:
    place = Place(shown(state, cell).position, DOWN)
    return state._replace(market=(*state.market[:cell], place, *state.market[cell + 1 :]), flipped=True)


def _drawn(state: State) -> State:
    """The top card is known; the second is given when chance has told its face."""
    city = gained(state.cities[state.seat], state.resource(state.deck))
    blind = (state.seat, state.deck + 1)
    return _closed(state.with_city(state.seat, city)._replace(deck=state.deck + 2, blind=blind))


def _taken(state: State, one: Cell, two: Cell) -> State:
    tasks = tuple(_task(state, shown(state, cell)) for cell in (one, two))
    return without(state, (one, two))._replace(tasks=tasks)


def _task(state: State, place: Place) -> str:
    """What is to be done with a card in hand: a building by its id, a resource by its position."""
    return str(place.position) if place.side == UP else state.face(place)


def _settled(state: State) -> State:
    """Do what leaves no choice, up to the next choice or the end of the turn."""
    while state.tasks:
        task = state.tasks[0]
        if task == TOKEN:
            if len(state.row) > 1 and not is_automaton(state, state.seat):
                return state
            state = _token(state, state.row[0]) if state.row else _done(state, state.cities[state.seat])
        elif task not in BUILDING:
            state = _done(state, gained(state.cities[state.seat], state.resource(int(task))))
        elif is_automaton(state, state.seat):
            state = _built(state)
        elif len(ways := payments_now(state)) == 1:
            state = _built(_pay(state, ways[0]))
        else:
            return state
    return _closed(refilled(state))


def _pay(state: State, payment: Payment) -> State:
    purse = paid(state.purse, payment)
    city = state.cities[state.seat].holding(purse)
    return state.with_city(state.seat, city)._replace(free=purse.permanent)


def _built(state: State) -> State:
    """The building in hand stands in the city; a civic one brings a token."""
    building, *then = state.tasks
    city = state.cities[state.seat]
    state = state.with_city(state.seat, city._replace(buildings=(*city.buildings, building)))
    return state._replace(tasks=(*([TOKEN] if BUILDING[building].civic else []), *then))


def _token(state: State, name: str) -> State:
    row = tuple(other for other in state.row if other != name)
    city = state.cities[state.seat]
    return _done(state._replace(row=row), city._replace(tokens=(*city.tokens, name)))


def _done(state: State, city: City) -> State:
    return state.with_city(state.seat, city)._replace(tasks=state.tasks[1:])


def _closed(state: State) -> State:
    """The state when the next seat's turn begins, with all its permanent resources to use."""
    state = state._replace(turn=state.turn + 1, flipped=False)
    return state._replace(free=state.cities[state.seat].permanent)


def is_over(state: State) -> bool:
    """Whether the match is over: after the last turn, or when the seat in turn can take nothing."""
    return state.turn == state.turns or is_stuck(state)


def is_stuck(state: State) -> bool:
    """Only with an empty deck; a line of resources would hold a free pair, so no flip helps."""
    if state.left or state.tasks or state.turn == state.turns or is_automaton(state, state.seat):
        return False
    if not all(place and state.face(place) for place in state.market):
        return False
    return not any(True for _ in affordable(state))
