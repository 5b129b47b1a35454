"""Turns: flip, take a pair or two from the deck, pay, choose tokens, refill; what is legal, and the end."""

from tilefolk.twin.point_city.arrays import Flag, Ints, Number, kernel, part
from tilefolk.twin.point_city.paying import (
    any_affordable,
    best_payment,
    can_take,
    following_building,
    payments,
)
from tilefolk.twin.point_city.tables import (
    ALL_TURNS,
    BUILDING_TABLE,
    BUILDING_WIDTH,
    BUILT,
    CHOOSE,
    CITIES,
    CITY,
    CIVIC,
    DECK,
    DOUBLES,
    DOWN,
    DRAW,
    FIRST,
    FLIP,
    FLIPPED,
    FREE,
    GAP,
    GAPS,
    JOKER,
    JOKERS_HELD,
    KIND1,
    N_CELLS,
    N_KINDS,
    N_PAIRS,
    NONE,
    PAIRS,
    PAY,
    PERMANENT,
    PERMANENTS,
    POINTS,
    POSITION,
    RESOURCE_TASK,
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
    TASKS,
    TOKEN_TASK,
    TOKENS_HELD,
    TURN,
    UP,
)

NO_CHOICE, TOKEN_CHOICE, PAY_CHOICE = 0, 1, 2  # what a turn stops at
MOST_ANSWERS = 4096


@part
def seat_of(state: Ints, table: Ints) -> Number:
    return (state[FIRST] + state[TURN]) % table[SEATS]


@part
def city_of(state: Ints, table: Ints) -> Number:
    """Where the city of the seat in turn begins."""
    return CITIES + CITY * seat_of(state, table)


@part
def is_automaton(state: Ints, table: Ints) -> Flag:
    return table[SOLO] == 1 and seat_of(state, table) == 1


@part
def gain(state: Ints, table: Ints, up: Ints, city: int, position: int) -> None:
    """A city gets the resource card of a position."""
    kind = up[position]
    if kind == JOKER:
        state[city + JOKERS_HELD] += 1
    elif position < table[SINGLES_END]:
        state[city + SINGLES + kind] += 1
    else:
        state[city + DOUBLES + kind] += 1


@part
def close(state: Ints, table: Ints) -> None:
    """The next seat's turn begins, with all its permanent resources to use."""
    state[TURN] += 1
    state[FLIPPED] = 0
    city = city_of(state, table)
    for kind in range(N_KINDS):
        state[FREE + kind] = state[city + PERMANENTS + kind]


@part
def draw(state: Ints, table: Ints, up: Ints) -> None:
    """Two cards from the deck."""
    city = city_of(state, table)
    gain(state, table, up, city, state[DECK])
    gain(state, table, up, city, state[DECK] + 1)
    state[DECK] += 2
    close(state, table)


@part
def take(state: Ints, down: Ints, one: int, two: int) -> None:
    """A pair is in hand; its cells are to be filled with the other side up, in reading order."""
    for number in range(2):
        cell = one if number == 0 else two
        place = state[POSITION + cell]
        state[TASK + number] = RESOURCE_TASK + place if state[SIDE + cell] == UP else down[place]
        gap = number if one < two else 1 - number
        state[GAP + 2 * gap] = cell
        state[GAP + 2 * gap + 1] = DOWN if state[SIDE + cell] == UP else UP
        state[POSITION + cell] = NONE
    state[TASKS], state[GAPS] = 2, 2


@part
def drop_task(state: Ints) -> None:
    state[TASK] = state[TASK + 1]
    state[TASKS] -= 1


@part
def choose_token(state: Ints, city: int, place: int) -> None:
    """The token at a place of the row goes to a city."""
    state[city + TOKENS_HELD] |= 1 << state[ROW + place]
    for at in range(place, state[ROW_LENGTH] - 1):
        state[ROW + at] = state[ROW + at + 1]
    state[ROW_LENGTH] -= 1
    drop_task(state)


@part
def build(state: Ints, table: Ints, city: int) -> None:
    """The building in hand stands in the city; a civic one brings a token."""
    at = BUILDING_TABLE + BUILDING_WIDTH * state[TASK]
    state[city + BUILT] += table[at + POINTS]
    if table[at + PERMANENT] != NONE:
        state[city + PERMANENTS + table[at + PERMANENT]] += 1
    if table[at + CIVIC] == 1:
        state[TASK] = TOKEN_TASK
    else:
        drop_task(state)


@part
def pay(state: Ints, table: Ints, city: int, payment: int) -> None:
    """Pay for the building in hand."""
    at = BUILDING_TABLE + BUILDING_WIDTH * state[TASK]
    for number in range(2):
        kind = table[at + KIND1 + 2 * number]
        if kind == NONE:
            continue
        way = payment >> (12 - 12 * number) & 4095
        state[FREE + kind] -= way >> 9
        state[city + SINGLES + kind] -= way >> 6 & 7
        state[city + DOUBLES + kind] -= way >> 3 & 7
        state[city + JOKERS_HELD] -= way & 7


@part
def settle(state: Ints, table: Ints, up: Ints, scratch: Ints) -> Number:
    """Do what leaves no choice, up to the next choice or the end of the turn."""
    automaton, city = is_automaton(state, table), city_of(state, table)
    while state[TASKS] > 0:
        task = state[TASK]
        if task == TOKEN_TASK:
            if state[ROW_LENGTH] > 1 and not automaton:
                return TOKEN_CHOICE
            if state[ROW_LENGTH] > 0:
                choose_token(state, city, 0)
            else:
                drop_task(state)
        elif task >= RESOURCE_TASK:
            gain(state, table, up, city, task - RESOURCE_TASK)
            drop_task(state)
        elif automaton:
            build(state, table, city)
        else:
            payment, ways = best_payment(state, table, city, task, following_building(state), scratch)
            if ways > 1:
                return PAY_CHOICE
            pay(state, table, city, payment)
            build(state, table, city)
    refill(state, table)
    close(state, table)
    return NO_CHOICE


@part
def refill(state: Ints, table: Ints) -> None:
    """Fill the gaps from the deck, as far as it lasts."""
    if state[DECK] < table[SIZE]:
        for number in range(state[GAPS]):
            cell = state[GAP + 2 * number]
            state[POSITION + cell], state[SIDE + cell] = state[DECK], state[GAP + 2 * number + 1]
            state[DECK] += 1
    state[GAPS] = 0


@part
def automaton_cells(turn: int) -> tuple[int, int]:
    """The pair that the automaton takes in its n-th turn."""
    column, row = turn % 4, (1 + turn) % 4
    return row * 4 + column, (row + 1) % 4 * 4 + column


@kernel
def act(state: Ints, table: Ints, up: Ints, down: Ints, answer: int, scratch: Ints) -> Number:
    """Carry out an answer and what follows without a choice; returns what the turn stops at."""
    if answer >= PAY:
        city = city_of(state, table)
        pay(state, table, city, answer - PAY)
        build(state, table, city)
    elif answer >= CHOOSE:
        choose_token(state, city_of(state, table), answer - CHOOSE)
    elif answer >= TAKE:
        take(state, down, (answer - TAKE) // N_CELLS, (answer - TAKE) % N_CELLS)
    elif answer >= FLIP:
        state[SIDE + answer - FLIP] = DOWN
        state[FLIPPED] = 1
        return NO_CHOICE
    else:
        draw(state, table, up)
        return NO_CHOICE
    return settle(state, table, up, scratch)


@kernel
def is_over(state: Ints, table: Ints, up: Ints, down: Ints, scratch: Ints) -> Flag:
    """After the last turn, or when the seat in turn can take nothing, which needs an empty deck."""
    if state[TURN] == table[ALL_TURNS]:
        return True
    if state[DECK] < table[SIZE] or state[TASKS] > 0 or is_automaton(state, table):
        return False
    return not any_affordable(state, table, up, down, city_of(state, table), scratch)


@part
def may_flip(state: Ints, cell: int) -> Flag:
    """Whether the row or the column of a cell shows nothing but resources."""
    row, column = cell // 4 * 4, cell % 4
    in_row = in_column = 0
    for number in range(4):
        in_row += state[SIDE + row + number]
        in_column += state[SIDE + column + 4 * number]
    return in_row == 0 or in_column == 0


@kernel
def legal(state: Ints, table: Ints, up: Ints, down: Ints, scratch: Ints, out: Ints) -> Number:
    """Write all answers of the seat in turn; returns how many. Payments are not sorted."""
    city, found = city_of(state, table), 0
    if is_automaton(state, table):
        one, two = automaton_cells(state[TURN] // 2)
        out[0] = TAKE + one * N_CELLS + two
        return 1
    if state[TASKS] > 0:
        if state[TASK] == TOKEN_TASK:
            for place in range(state[ROW_LENGTH]):
                out[place] = CHOOSE + place
            return int(state[ROW_LENGTH])
        found = payments(state, table, city, state[TASK], scratch, out)
        for number in range(found):
            out[number] += PAY
        return found
    if state[FLIPPED] == 0:
        for cell in range(N_CELLS):
            if may_flip(state, cell):
                out[found] = FLIP + cell
                found += 1
    for number in range(N_PAIRS):
        one, two = table[PAIRS + 2 * number], table[PAIRS + 2 * number + 1]
        ways = 1 if state[SIDE + one] == UP and state[SIDE + two] == UP else 2
        for way in range(ways):
            first, second = (one, two) if way == 0 else (two, one)
            if can_take(state, table, up, down, city, first, second, scratch):
                out[found] = TAKE + first * N_CELLS + second
                found += 1
    if state[DECK] < table[SIZE]:
        out[found] = DRAW
        found += 1
    return found
