"""Point City in characters: the market of cards and how two of them are picked."""
