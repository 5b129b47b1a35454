"""Points: what tokens are worth, the score of a city, and of the automaton's."""

from tilefolk.twin.point_city.arrays import Ints, Number, kernel, part
from tilefolk.twin.point_city.tables import (
    BUILT,
    CITIES,
    CITY,
    FLAT,
    JOKERS_HELD,
    LEVEL_JOKER,
    LEVEL_LENGTH,
    LEVEL_SYMBOLS,
    LEVEL_TOKEN,
    MISSING,
    N_KINDS,
    OFTEN,
    PERMANENTS,
    SOLO,
    TOGETHER,
    TOKEN_TABLE,
    TOKEN_WIDTH,
    TOKENS_HELD,
)

N_TOKENS = 22


@part
def token_worth(state: Ints, table: Ints, city: int, token: int, growth: float) -> Number:
    """What a token brings, if the city had so many permanent resources more of every kind."""
    at = TOKEN_TABLE + TOKEN_WIDTH * token
    counts, worth, kinds, times = table[at], table[at + 1], table[at + 2], table[at + 3]
    if counts == FLAT:
        return 1.0 * worth
    if counts == TOGETHER:
        least = 99.0
        for kind in range(N_KINDS):
            if kinds >> kind & 1:
                least = min(least, state[city + PERMANENTS + kind] + growth)
        return worth * least
    total = 0.0
    if counts == OFTEN:
        for kind in range(N_KINDS):
            total += max(0.0, min(1.0, state[city + PERMANENTS + kind] + growth - times + 1))
    elif counts == MISSING:
        for kind in range(N_KINDS):
            total += max(0.0, 1.0 - state[city + PERMANENTS + kind] - growth)
    else:
        total = 1.0 * state[city + JOKERS_HELD]
    return worth * total


@part
def level_kind(table: Ints, n: int) -> Number:
    """The automaton's points for n symbols of one kind."""
    return n * table[LEVEL_SYMBOLS + min(n, table[LEVEL_LENGTH]) - 1] if n > 0 else 0


@kernel
def score(state: Ints, table: Ints, seat: int) -> Number:
    """The points of a seat, as if the match ended now."""
    city = CITIES + CITY * seat
    total = 1.0 * state[city + BUILT]
    held = state[city + TOKENS_HELD]
    if table[SOLO] == 1 and seat == 1:
        for kind in range(N_KINDS):
            total += level_kind(table, state[city + PERMANENTS + kind])
        while held:
            total += table[LEVEL_TOKEN]
            held &= held - 1
        return total + table[LEVEL_JOKER] * state[city + JOKERS_HELD]
    for token in range(N_TOKENS):
        if held >> token & 1:
            total += token_worth(state, table, city, token, 0.0)
    return total
