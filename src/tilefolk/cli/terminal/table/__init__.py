"""A match played in this process: its players, its log file, and what each seat has in front of it."""
