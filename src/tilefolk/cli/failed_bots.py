"""A bot that failed in a batch stops the command."""

from typing import NoReturn

from tilefolk.cli.messages import stop
from tilefolk.locale import Texts
from tilefolk.sim.batch import BotFailed


def stop_bot_failed(texts: Texts, seed: str, error: BotFailed) -> NoReturn:
    """Exit and say which bot failed where, with the seed that repeats the match."""
    reason = " ".join(f"{texts.say(f'why.{rule}')} [{rule}]" for rule in error.rules) or error.error
    seat, match = str(error.seat + 1), str(error.number)
    of_match = f"{seed}/{error.number}"
    stop(texts, "cli.bot_failed", code=1, bot=error.bot, seat=seat, match=match, seed=of_match, reason=reason)
