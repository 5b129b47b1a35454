"""The terminal client, by its keys."""
