"""A twin of Point City: turns and payments on flat arrays, with every face of the deck known.

numba compiles it where it is installed (the extra `tilefolk[fast]`); without it the same functions run as
they stand, on lists. The numbers come from the game's data (`tables`); `check` compares twin and engine.
"""
