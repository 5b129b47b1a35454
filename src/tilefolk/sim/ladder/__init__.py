"""Ladders: which bot is how strong, from matches of two with seats exchanged."""
