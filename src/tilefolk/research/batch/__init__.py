"""Many matches of one seat at once, on the compiled twin of the laying games."""
