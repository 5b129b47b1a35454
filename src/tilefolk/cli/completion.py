"""What a shell may complete after `GAME` and `--bots`."""

VARIABLE = "_TILEFOLK_COMPLETE"  # in the environment while a shell asks


def complete_games(incomplete: str) -> list[str]:
    """Games, modes and series that begin like this."""
    from tilefolk.campaign import all_offers

    names = [mode.name for mode in all_offers()]
    return [name for name in names if name.startswith(incomplete)]


def complete_bots(incomplete: str) -> list[str]:
    """A list of bots whose last name is completed; names of files are left to their author."""
    from tilefolk.bots import bot_names

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in bot_names() if name.startswith(last)]
