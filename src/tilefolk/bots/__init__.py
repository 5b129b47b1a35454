"""Bots: a bot is a function of what its seat has seen, its legal actions and its own random stream."""

from tilefolk.bots.characters import CHARACTERS, company
from tilefolk.bots.registry import (
    BOTS,
    BadBot,
    UnknownBot,
    admit_bots,
    bot_names,
    find_bot,
    installed_bots,
    resolved_name,
)

__all__ = [
    "BOTS",
    "CHARACTERS",
    "BadBot",
    "UnknownBot",
    "admit_bots",
    "bot_names",
    "company",
    "find_bot",
    "installed_bots",
    "resolved_name",
]
