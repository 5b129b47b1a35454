"""The campaign of My City: what lasts from episode to episode, and who wins."""
