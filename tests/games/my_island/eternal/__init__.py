"""My Island's Eternal game: its board, worked examples and rulings."""
