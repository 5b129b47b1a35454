"""Rules in pictures: small boards on which every rule of an episode can be seen, played by the engine."""
