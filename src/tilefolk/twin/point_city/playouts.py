"""Playouts: what an answer leads to on one guessed order of the deck, played on by the policy."""

from tilefolk.twin.point_city.arrays import Floats, Ints, Number, kernel
from tilefolk.twin.point_city.exponential import exp
from tilefolk.twin.point_city.policy import finish_turn, lead, play_on
from tilefolk.twin.point_city.tables import STATE_SIZE
from tilefolk.twin.point_city.turns import act


@kernel
def playout(
    start: Ints,
    state: Ints,
    table: Ints,
    up: Ints,
    down: Ints,
    seat: int,
    answer: int,
    weight: Floats,
    scratch: Ints,
    worth: Floats,
    scale: float,
) -> Number:
    """How likely a seat wins that answers so, from 0 to 1, by its lead in the end; played in `state`."""
    for number in range(STATE_SIZE):
        state[number] = start[number]
    stopped = act(state, table, up, down, answer, scratch)
    finish_turn(state, table, up, down, stopped, weight, scratch)
    play_on(state, table, up, down, weight, scratch, worth)
    return 1.0 / (1.0 + exp(-lead(state, table, seat) / scale))


@kernel
def add_playouts(
    start: Ints,
    state: Ints,
    table: Ints,
    ups: Ints,
    downs: Ints,
    first: int,
    last: int,
    seat: int,
    answers: Ints,
    alive: Ints,
    weight: Floats,
    scratch: Ints,
    worth: Floats,
    scale: float,
    sums: Floats,
) -> None:
    """Add up playouts of the answers still alive, on the guesses from `first` to before `last`."""
    for guess in range(first, last):
        for number in range(len(answers)):
            if alive[number] == 1:
                sums[number] += playout(
                    start,
                    state,
                    table,
                    ups[guess],
                    downs[guess],
                    seat,
                    answers[number],
                    weight,
                    scratch,
                    worth,
                    scale,
                )


@kernel
def play_deals(
    starts: Ints,
    ups: Ints,
    downs: Ints,
    table: Ints,
    weight: Floats,
    scratch: Ints,
    worth: Floats,
    leads: Floats,
) -> None:
    """Play whole deals by the policy alone, in `starts` themselves; how far the first seat is ahead."""
    for deal in range(len(starts)):
        play_on(starts[deal], table, ups[deal], downs[deal], weight, scratch, worth)
        leads[deal] = lead(starts[deal], table, 0)
