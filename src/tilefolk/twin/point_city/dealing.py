"""Dealing unseen cards: many orders of a tier that agree with all faces seen, each as likely as any other."""

from tilefolk.twin.point_city.arrays import Ints, Number, kernel, part

RANDOM_BITS = 48
_FACTOR, _STEP, _MASK, _LOW = 0x5DEECE66D, 11, (1 << RANDOM_BITS) - 1, 17  # a linear congruential generator


@part
def next_random(random: int) -> Number:
    """The number after this one in a random sequence; the same with and without the compiler."""
    return (random * _FACTOR + _STEP) & _MASK


@part
def below(random: int, end: int) -> Number:
    """A number of a random sequence as one from 0 to before `end`."""
    return (random >> _LOW) % end


@kernel
def deal_tier(
    kinds: Ints,
    buildings: Ints,
    worlds: Ints,
    chosen: Ints,
    half: Ints,
    hidden: Ints,
    room: Ints,
    random: int,
    ups: Ints,
    downs: Ints,
) -> Number:
    """Write what lies unseen in every guess; returns where the random sequence has come to.

    `worlds`: cards whose building nobody has seen, `chosen`: which of them each guess has. `half`: positions
    whose resource has been seen, `hidden`: those of which nothing has.
    """
    for guess in range(len(chosen)):
        loose, up, down = worlds[chosen[guess]], ups[guess], downs[guess]
        left = len(loose)
        for number in range(left):
            room[number] = loose[number]
        for place in range(len(half)):
            at, fits = half[place], 0
            for number in range(left):
                fits += int(kinds[room[number]] == up[at])
            random = next_random(random)
            skipped, number = below(random, fits), -1
            while skipped >= 0:
                number += 1
                skipped -= int(kinds[room[number]] == up[at])
            down[at] = buildings[room[number]]
            left -= 1
            room[number] = room[left]
        for place in range(len(hidden)):
            random = next_random(random)
            number = below(random, left)
            up[hidden[place]], down[hidden[place]] = kinds[room[number]], buildings[room[number]]
            left -= 1
            room[number] = room[left]
    return random
