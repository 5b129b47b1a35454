"""Simulation: batches of matches between bots, and benchmarks."""
