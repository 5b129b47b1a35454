"""Series of matches, folded from end records."""
