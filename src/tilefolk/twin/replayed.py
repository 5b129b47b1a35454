"""What the kernel that plays a match again notes: the columns of its rows."""

# A row of notes: of the legal answers (after them the pieces that may be laid), then of the tally (after it
# the numbers that break ties, the points of every rule, and how many rules the twin does not know).
N_ROUND, N_CHOICE, N_PLACES, N_PASS, N_PIECES = range(5)
N_AFTER, N_ENDED, N_VALUE, N_KEY = range(4)
NOTHING, OUT_OF_ORDER = -1, -2  # instead of a piece
