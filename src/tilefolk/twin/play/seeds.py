"""From a seed to the first state of the generator of `dealing`, as numpy makes it (SeedSequence)."""

WORD, LONG = (1 << 32) - 1, (1 << 128) - 1
POOL = 4
FIRST, FIRST_FACTOR = 0x43B0D7E5, 0x931E8875
LAST, LAST_FACTOR = 0x8B51F9DD, 0x58F38DED
LEFT_FACTOR, RIGHT_FACTOR = 0xCA01F9DD, 0x4973F715
STEP_FACTOR = 2549297995355413924 << 64 | 4865540595714422341


class Hash:
    """Words that are mixed with a number which changes with each."""

    def __init__(self, begin: int, factor: int) -> None:
        self._number, self._factor = begin, factor

    def mixed(self, word: int) -> int:
        word ^= self._number
        self._number = self._number * self._factor & WORD
        word = word * self._number & WORD
        return word ^ word >> 16


def generator_of(seed: int) -> list[int]:
    """The five words of a generator: state and step, high words first, and no half of a number yet."""
    high, low, step_high, step_low = _words(seed)
    step = ((step_high << 64 | step_low) << 1 | 1) & LONG
    state = ((step + (high << 64 | low)) * STEP_FACTOR + step) & LONG
    return [state >> 64, state & (1 << 64) - 1, step >> 64, step & (1 << 64) - 1, 0]


def _words(seed: int) -> list[int]:
    """Four words of 64 bits that follow from a seed."""
    pool = _pool(seed)
    last = Hash(LAST, LAST_FACTOR)
    halves = [last.mixed(pool[index % POOL]) for index in range(8)]
    return [halves[index] | halves[index + 1] << 32 for index in range(0, 8, 2)]


def _pool(seed: int) -> list[int]:
    given = [seed >> shift & WORD for shift in range(0, max(1, seed.bit_length()), 32)]
    first = Hash(FIRST, FIRST_FACTOR)
    pool = [first.mixed(word) for word in (given + [0] * POOL)[:POOL]]
    for source in range(POOL):
        for target in range(POOL):
            if source != target:
                pool[target] = _mix(pool[target], first.mixed(pool[source]))
    for word in given[POOL:]:
        for target in range(POOL):
            pool[target] = _mix(pool[target], first.mixed(word))
    return pool


def _mix(left: int, right: int) -> int:
    both = (LEFT_FACTOR * left - RIGHT_FACTOR * right) & WORD
    return both ^ both >> 16
