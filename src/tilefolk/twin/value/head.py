"""The columns of the head of what is learned, and the sizes of patterns and sights."""

BITS = 10  # of a pattern, at most
GAIN_BITS = 8  # of what a sight gains, at most

F_PAIRS, F_PATTERNS, F_SIGHTS, F_STAGES, F_ROUNDS, F_GROUPS = range(6)
