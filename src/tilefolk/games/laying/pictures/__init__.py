"""Rules in pictures: for every rule of an episode a small board on which it can be seen, played by the engine."""
