"""A twin of Point City: turns and payments on flat arrays, with every face of the deck known.

Its kernels are compiled with those of the laying games; in the plain form the same functions run as they
stand, on lists. The numbers come from the game's data (`tables`); `check` compares twin and engine.
"""
