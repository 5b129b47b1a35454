"""Rulings of My Island, on single boards and in the episodes of its campaign."""
