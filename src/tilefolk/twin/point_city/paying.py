"""Paying for a building. A payment is one number: sorted, payments stand in the order of the engine.

From the top: 15 less permanent resources, waste, ingenuity, cards; then for both kinds of the cost, in three
bits each: permanent resources, singles, doubles, ingenuity.
"""

from tilefolk.twin.point_city.arrays import Flag, Ints, Number, part
from tilefolk.twin.point_city.tables import (
    BUILDING_TABLE,
    BUILDING_WIDTH,
    COST1,
    DOUBLES,
    FREE,
    JOKER,
    JOKERS_HELD,
    KIND1,
    N_PAIRS,
    NONE,
    PAIRS,
    POSITION,
    RESOURCE_TASK,
    SIDE,
    SINGLES,
    SINGLES_END,
    TASK,
    TASKS,
    TOKEN_TASK,
    UP,
)

WAYS = 64  # the most ways to pay for one kind
SCRATCH_SIZE = 2 * WAYS
NO_PAYMENT = 1 << 39


@part
def ways_for_kind(state: Ints, city: int, kind: int, cost: int, scratch: Ints, start: int) -> Number:
    """Write the minimal ways to pay for one kind, 12 bits each, from `start` on; returns how many."""
    if kind == NONE:
        scratch[start] = 0
        return 1
    jokers, found = state[city + JOKERS_HELD], 0
    for double in range(min(state[city + DOUBLES + kind], (cost + 1) // 2) + 1):
        rest = cost - 2 * double
        if rest < 0:
            scratch[start + found] = double << 3
            found += 1
            continue
        for permanent in range(min(state[FREE + kind], rest) + 1):
            for single in range(min(state[city + SINGLES + kind], rest - permanent) + 1):
                joker = rest - permanent - single
                if joker <= jokers:
                    scratch[start + found] = permanent << 9 | single << 6 | double << 3 | joker
                    found += 1
    return found


@part
def payment_of(cost: int, one: int, two: int) -> Number:
    """The number of a payment of two ways for a cost of so many symbols."""
    permanent = (one >> 9) + (two >> 9)
    jokers = (one & 7) + (two & 7)
    singles = (one >> 6 & 7) + (two >> 6 & 7)
    doubles = (one >> 3 & 7) + (two >> 3 & 7)
    waste = permanent + singles + 2 * doubles + jokers - cost
    top = (15 - permanent) << 10 | waste << 8 | jokers << 4 | singles + doubles
    return top << 24 | one << 12 | two


@part
def following_building(state: Ints) -> Number:
    """The building that is to be paid for after the one in hand, or none."""
    following = state[TASK + 1]
    if state[TASKS] < 2 or following == TOKEN_TASK or following >= RESOURCE_TASK:
        return NONE
    return following


@part
def payments(state: Ints, table: Ints, city: int, building: int, scratch: Ints, out: Ints) -> Number:
    """Write all payments for a building after which the other card in hand can be taken; returns how many."""
    at = BUILDING_TABLE + BUILDING_WIDTH * building
    ones = ways_for_kind(state, city, table[at + KIND1], table[at + COST1], scratch, 0)
    twos = ways_for_kind(state, city, table[at + KIND1 + 2], table[at + COST1 + 2], scratch, WAYS)
    cost = table[at + COST1] + table[at + COST1 + 2]
    then, found = following_building(state), 0
    for first in range(ones):
        for second in range(twos):
            one, two = scratch[first], scratch[WAYS + second]
            if (one & 7) + (two & 7) > state[city + JOKERS_HELD]:
                continue
            if then != NONE and not payable_after(state, table, city, building, one, two, then):
                continue
            out[found] = payment_of(cost, one, two)
            found += 1
    return found


@part
def best_payment(
    state: Ints, table: Ints, city: int, building: int, then: int, scratch: Ints
) -> tuple[int, int]:
    """The payment the engine names first, NO_PAYMENT if there is none, and how many there are."""
    at = BUILDING_TABLE + BUILDING_WIDTH * building
    ones = ways_for_kind(state, city, table[at + KIND1], table[at + COST1], scratch, 0)
    twos = ways_for_kind(state, city, table[at + KIND1 + 2], table[at + COST1 + 2], scratch, WAYS)
    cost = table[at + COST1] + table[at + COST1 + 2]
    best, found = NO_PAYMENT, 0
    for first in range(ones):
        for second in range(twos):
            one, two = scratch[first], scratch[WAYS + second]
            if (one & 7) + (two & 7) > state[city + JOKERS_HELD]:
                continue
            if then != NONE and not payable_after(state, table, city, building, one, two, then):
                continue
            found += 1
            best = min(best, payment_of(cost, one, two))
    return best, found


@part
def payable_after(state: Ints, table: Ints, city: int, building: int, one: int, two: int, then: int) -> Flag:
    """Whether a second building can be paid for after a payment of two ways for the first."""
    at, after = BUILDING_TABLE + BUILDING_WIDTH * building, BUILDING_TABLE + BUILDING_WIDTH * then
    lacking = 0
    for number in range(2):
        kind = table[after + KIND1 + 2 * number]
        if kind == NONE:
            continue
        has = state[FREE + kind] + state[city + SINGLES + kind] + 2 * state[city + DOUBLES + kind]
        if kind == table[at + KIND1]:
            has -= (one >> 9) + (one >> 6 & 7) + 2 * (one >> 3 & 7)
        if kind == table[at + KIND1 + 2]:
            has -= (two >> 9) + (two >> 6 & 7) + 2 * (two >> 3 & 7)
        lacking += max(0, table[after + COST1 + 2 * number] - has)
    return lacking <= state[city + JOKERS_HELD] - (one & 7) - (two & 7)


@part
def lacking_for(state: Ints, table: Ints, city: int, building: int, kind_more: int, more: int) -> Number:
    """The symbols that only ingenuity could pay, with some more of one kind in hand."""
    at, lacking = BUILDING_TABLE + BUILDING_WIDTH * building, 0
    for number in range(2):
        kind = table[at + KIND1 + 2 * number]
        if kind == NONE:
            continue
        has = state[FREE + kind] + state[city + SINGLES + kind] + 2 * state[city + DOUBLES + kind]
        if kind == kind_more:
            has += more
        lacking += max(0, table[at + COST1 + 2 * number] - has)
    return lacking


@part
def within_reach(state: Ints, table: Ints, city: int, building: int, then: int) -> Flag:
    """Whether the symbols suffice for both costs as one sum."""
    at, after = BUILDING_TABLE + BUILDING_WIDTH * building, BUILDING_TABLE + BUILDING_WIDTH * then
    lacking = 0
    for kind in range(5):
        cost = 0
        for number in range(2):
            if table[at + KIND1 + 2 * number] == kind:
                cost += table[at + COST1 + 2 * number]
            if table[after + KIND1 + 2 * number] == kind:
                cost += table[after + COST1 + 2 * number]
        has = state[FREE + kind] + state[city + SINGLES + kind] + 2 * state[city + DOUBLES + kind]
        lacking += max(0, cost - has)
    return lacking <= state[city + JOKERS_HELD]


@part
def can_take(
    state: Ints, table: Ints, up: Ints, down: Ints, city: int, one: int, two: int, scratch: Ints
) -> Flag:
    """Whether the cards of two cells can be taken in this order."""
    first, second = state[POSITION + one], state[POSITION + two]
    jokers = state[city + JOKERS_HELD]
    if state[SIDE + two] == UP:
        return state[SIDE + one] == UP or lacking_for(state, table, city, down[first], NONE, 0) <= jokers
    if state[SIDE + one] == UP:
        kind = up[first]
        if kind == JOKER:
            return lacking_for(state, table, city, down[second], NONE, 0) <= jokers + 1
        symbols = 1 if first < table[SINGLES_END] else 2
        return lacking_for(state, table, city, down[second], kind, symbols) <= jokers
    if not within_reach(state, table, city, down[first], down[second]):
        return False
    return best_payment(state, table, city, down[first], down[second], scratch)[1] > 0


@part
def any_affordable(state: Ints, table: Ints, up: Ints, down: Ints, city: int, scratch: Ints) -> Flag:
    """Whether some pair of the market can be taken."""
    for number in range(N_PAIRS):
        one, two = table[PAIRS + 2 * number], table[PAIRS + 2 * number + 1]
        if can_take(state, table, up, down, city, one, two, scratch):
            return True
        if can_take(state, table, up, down, city, two, one, scratch):
            return True
    return False
