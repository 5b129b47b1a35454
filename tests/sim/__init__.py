"""Batches of matches: ladders, clusters."""
