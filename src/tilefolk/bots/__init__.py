"""Bots: a bot is a function of what its seat has seen, its legal actions and its own random stream."""

from tilefolk.bots.greedy import greedy
from tilefolk.bots.random import random
from tilefolk.core.play import Bot, forced
from tilefolk.games import fixed_bot_names

BOTS: dict[str, Bot] = {"greedy": greedy, "random": random} | dict.fromkeys(sorted(fixed_bot_names()), forced)
