"""Many matches at once: batches of bot play, and benchmarks."""
