"""The kernels that run the tables on one board: sets of cells, what fits, what it brings, its worth."""
