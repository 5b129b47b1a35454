"""The laying games in characters: the board, the piece in hand and its draft over the board."""
