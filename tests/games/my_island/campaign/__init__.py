"""The campaign of My Island: what is new in it, what lasts, and who wins."""
