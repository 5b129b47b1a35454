"""What every game is made of: chance, notation, seals, worlds."""
