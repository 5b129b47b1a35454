"""How playouts go on: every seat takes the pair that looks best, with an eye on what the automaton gets."""

from collections.abc import Sequence

from tilefolk.twin.point_city.arrays import Floats, Ints, Number, floats, part
from tilefolk.twin.point_city.paying import best_payment, can_take, following_building
from tilefolk.twin.point_city.points import N_TOKENS, level_kind, score, token_worth
from tilefolk.twin.point_city.tables import (
    ALL_TURNS,
    BUILDING_TABLE,
    BUILDING_WIDTH,
    CHOOSE,
    CITIES,
    CITY,
    CIVIC,
    COST1,
    DECK,
    DOUBLES,
    DOWN,
    DRAW,
    FREE,
    JOKER,
    JOKERS_HELD,
    KIND1,
    LEVEL_JOKER,
    LEVEL_TOKEN,
    N_CELLS,
    N_PAIRS,
    NONE,
    PAIRS,
    PAY,
    PERMANENT,
    PERMANENTS,
    POINTS,
    POSITION,
    ROW,
    ROW_LENGTH,
    SEATS,
    SIDE,
    SINGLES,
    SINGLES_END,
    SIZE,
    SOLO,
    TAKE,
    TASK,
    TOKENS_HELD,
    TURN,
    UP,
)
from tilefolk.twin.point_city.turns import (
    NO_CHOICE,
    TOKEN_CHOICE,
    act,
    automaton_cells,
    city_of,
    is_automaton,
    is_over,
)

# The weights: what is worth how much, in points.
(
    W_GROWTH,  # permanent resources of each kind that a turn to come brings
    W_ENGINE,  # a permanent resource, for each turn to come
    W_SYMBOL,  # a symbol in hand
    W_JOKER,  # an ingenuity card in hand
    W_LAST,  # turns to the end in which a hand loses its worth
    W_EARLY,  # how much more a hand is worth for each turn to come
    W_KEEP,  # what is paid with cards, beside what these are worth in hand
    W_TOKEN,  # a civic building, beside what the best token brings
    W_DRAW,  # two cards from the deck, beside what these are worth
    W_MORE,  # how likely the automaton gets another symbol of a kind, for each turn of anybody to come
    W_SOON,  # what lies where the automaton takes next; then in its three turns after that
) = range(11)
W_ROOM, W_SAME = 16, 56  # what n symbols of a kind are worth beside one; what the next permanent one is
ROUND = 4  # turns of the automaton until it comes to the same cells again
AGAINST_SEATS = (0.1, 0.42, 1.2, 1.2, 3.0, 0.0, 1.0, 1.0, 0.0)
AGAINST_AUTOMATON = (
    *(0.128, 1.387, 1.557, 2.769, 2.457, 0.07, 1.347, 0.849, -0.308, 0.025),
    *(1.353, 0.871, 0.432, 0.0),
)
SAME_AGAINST_SEATS = (0.8, 0.8)  # what the next symbol of a kind, and the next permanent one, is worth
SAME_AGAINST_AUTOMATON = (0.715, 0.755)  # beside the one before


def weights(level: str) -> Floats:
    """The weights as the kernels read them: against the automaton of a level, or against other seats."""
    if level:
        return spread(AGAINST_AUTOMATON, *SAME_AGAINST_AUTOMATON)
    return spread(AGAINST_SEATS, *SAME_AGAINST_SEATS)


def spread(values: Sequence[float], symbol: float, permanent: float) -> Floats:
    """Weights as the kernels read them; `symbol`, `permanent`: what the next one of a kind is worth."""
    most = range(W_SAME - W_ROOM)
    room = [(1 - symbol**n) / (1 - symbol) for n in most]
    return floats([*values, *[0.0] * (W_ROOM - len(values)), *room, *(permanent**n for n in most)])


@part
def resource_gain(
    state: Ints, table: Ints, up: Ints, city: int, position: int, fade: float, weight: Floats
) -> Number:
    """What the resource card of a position is worth in hand."""
    kind = up[position]
    if kind == JOKER:
        return float(weight[W_JOKER] * fade)
    symbols = 1 if position < table[SINGLES_END] else 2
    has = state[city + SINGLES + kind] + 2 * state[city + DOUBLES + kind]
    return float(weight[W_SYMBOL] * fade * (weight[W_ROOM + has + symbols] - weight[W_ROOM + has]))


@part
def price(state: Ints, table: Ints, city: int, building: int, fade: float, weight: Floats) -> Number:
    """What paying for a building takes out of the hand."""
    at, total = BUILDING_TABLE + BUILDING_WIDTH * building, 0.0
    for number in range(2):
        kind = table[at + KIND1 + 2 * number]
        if kind == NONE:
            continue
        rest = table[at + COST1 + 2 * number] - state[FREE + kind]
        if rest <= 0:
            continue
        has = state[city + SINGLES + kind] + 2 * state[city + DOUBLES + kind]
        spent = min(rest, has)
        total += weight[W_SYMBOL] * (weight[W_ROOM + has] - weight[W_ROOM + has - spent])
        total += weight[W_JOKER] * (rest - spent)
    return total * fade


@part
def building_gain(
    state: Ints, table: Ints, city: int, building: int, left: int, token: float, weight: Floats
) -> Number:
    """What a building brings by the end; `token` is what the best token of the row would."""
    at = BUILDING_TABLE + BUILDING_WIDTH * building
    if table[at + CIVIC] == 1:
        return token * weight[W_TOKEN]
    total, kind = 1.0 * table[at + POINTS], table[at + PERMANENT]
    if kind == NONE:
        return total
    total += weight[W_ENGINE] * left * weight[W_SAME + state[city + PERMANENTS + kind]]
    held, growth = state[city + TOKENS_HELD], weight[W_GROWTH] * left
    for number in range(N_TOKENS):
        if held >> number & 1:
            total -= token_worth(state, table, city, number, growth)
            state[city + PERMANENTS + kind] += 1
            total += token_worth(state, table, city, number, growth)
            state[city + PERMANENTS + kind] -= 1
    return total


@part
def best_token(state: Ints, table: Ints, city: int, growth: float) -> tuple[int, float]:
    """The place of the most promising token of the row, and what it brings."""
    best, place = 0.0, 0
    for number in range(state[ROW_LENGTH]):
        worth = token_worth(state, table, city, state[ROW + number], growth)
        if worth > best:
            best, place = worth, number
    return place, best


@part
def automaton_gain(
    state: Ints, table: Ints, up: Ints, down: Ints, position: int, side: int, weight: Floats
) -> Number:
    """What a card brings the automaton."""
    if side == UP:
        return 1.0 * table[LEVEL_JOKER] if up[position] == JOKER else 0.0
    at = BUILDING_TABLE + BUILDING_WIDTH * down[position]
    if table[at + CIVIC] == 1:
        return 1.0 * table[LEVEL_TOKEN] if state[ROW_LENGTH] > 0 else 0.0
    total, kind = 1.0 * table[at + POINTS], table[at + PERMANENT]
    if kind != NONE:
        n = state[CITIES + CITY + PERMANENTS + kind]
        hope = weight[W_MORE] * (table[ALL_TURNS] - state[TURN])
        total += (1.0 - hope) * (level_kind(table, n + 1) - level_kind(table, n))
        total += hope * (level_kind(table, n + 2) - level_kind(table, n + 1))
    return total


@part
def automaton_wish(state: Ints, table: Ints, cell: int, weight: Floats) -> Number:
    """How much it matters what lies in a cell when this turn is over: the automaton takes it soon, or not."""
    turn = state[TURN] // 2
    for later in range(ROUND):
        one, two = automaton_cells(turn + later)
        if cell in (one, two):
            return float(weight[W_SOON + later]) if 2 * (turn + later) + 1 < table[ALL_TURNS] else 0.0
    return 0.0


@part
def spoils(state: Ints, table: Ints, up: Ints, down: Ints, cell: int, deck: int, weight: Floats) -> Number:
    """What the automaton loses when a cell is taken and filled with this card of the deck."""
    matters = automaton_wish(state, table, cell, weight)
    if matters == 0.0:
        return 0.0
    side = state[SIDE + cell]
    loses = automaton_gain(state, table, up, down, state[POSITION + cell], side, weight)
    if deck < table[SIZE]:
        loses -= automaton_gain(state, table, up, down, deck, DOWN if side == UP else UP, weight)
    return matters * loses


@part
def best_take(
    state: Ints, table: Ints, up: Ints, down: Ints, weight: Floats, scratch: Ints, worth: Floats
) -> Number:
    """The answer of the seat in turn: the pair that looks best, or two cards from the deck."""
    city = city_of(state, table)
    left = (table[ALL_TURNS] - state[TURN] - 1) // table[SEATS]
    fade = min(1.0, left / weight[W_LAST]) * (1.0 + weight[W_EARLY] * left)
    token = best_token(state, table, city, weight[W_GROWTH] * left)[1]
    for cell in range(N_CELLS):
        position = state[POSITION + cell]
        if state[SIDE + cell] == UP:
            worth[cell] = resource_gain(state, table, up, city, position, fade, weight)
        else:
            gain = building_gain(state, table, city, down[position], left, token, weight)
            worth[cell] = gain - weight[W_KEEP] * price(state, table, city, down[position], fade, weight)
    best, answer = -99.0, NONE
    if state[DECK] < table[SIZE]:
        first, second = state[DECK], state[DECK] + 1
        best = resource_gain(state, table, up, city, first, fade, weight)
        best += resource_gain(state, table, up, city, second, fade, weight)
        best += weight[W_DRAW]
        answer = DRAW
    for number in range(N_PAIRS):
        one, two = table[PAIRS + 2 * number], table[PAIRS + 2 * number + 1]
        looks = worth[one] + worth[two]
        if table[SOLO] == 1:
            looks += spoils(state, table, up, down, one, state[DECK], weight)
            looks += spoils(state, table, up, down, two, state[DECK] + 1, weight)
        if looks <= best and answer != NONE:
            continue
        if state[SIDE + one] == DOWN and state[SIDE + two] == UP:
            one, two = two, one
        if can_take(state, table, up, down, city, one, two, scratch):
            best, answer = looks, TAKE + one * N_CELLS + two
        elif can_take(state, table, up, down, city, two, one, scratch):
            best, answer = looks, TAKE + two * N_CELLS + one
    return answer


@part
def finish_turn(
    state: Ints, table: Ints, up: Ints, down: Ints, stopped: int, weight: Floats, scratch: Ints
) -> None:
    """Answer what a turn has stopped at: the default payment, the most promising token."""
    while stopped != NO_CHOICE:
        city = city_of(state, table)
        if stopped == TOKEN_CHOICE:
            left = (table[ALL_TURNS] - state[TURN] - 1) // table[SEATS]
            answer = CHOOSE + best_token(state, table, city, weight[W_GROWTH] * left)[0]
        else:
            answer = (
                PAY + best_payment(state, table, city, state[TASK], following_building(state), scratch)[0]
            )
        stopped = act(state, table, up, down, answer, scratch)


@part
def play_on(
    state: Ints, table: Ints, up: Ints, down: Ints, weight: Floats, scratch: Ints, worth: Floats
) -> None:
    """Play from the choice of a take to the end of the match."""
    while not is_over(state, table, up, down, scratch):
        if is_automaton(state, table):
            one, two = automaton_cells(state[TURN] // 2)
            answer = TAKE + one * N_CELLS + two
        else:
            answer = best_take(state, table, up, down, weight, scratch, worth)
        stopped = act(state, table, up, down, answer, scratch)
        finish_turn(state, table, up, down, stopped, weight, scratch)


@part
def lead(state: Ints, table: Ints, seat: int) -> Number:
    """By how many points a seat is ahead of the best other one; cards that are left decide ties."""
    best = -999.0
    for other in range(table[SEATS]):
        if other != seat:
            best = max(best, score(state, table, other) + tie_break(state, table, other))
    return score(state, table, seat) + tie_break(state, table, seat) - best


@part
def tie_break(state: Ints, table: Ints, seat: int) -> Number:
    """A part of a point for every card left; the automaton loses ties."""
    if table[SOLO] == 1 and seat == 1:
        return -0.01
    city, cards = CITIES + CITY * seat, 0
    for number in range(10):
        cards += state[city + SINGLES + number]
    return 0.01 * (cards + state[city + JOKERS_HELD])
