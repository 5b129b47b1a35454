"""What every game is made of. Knows no game, no server, no language; standard library only."""
