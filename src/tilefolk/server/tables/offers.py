"""What the games offer, read beside the event loop before a call looks at it."""

from functools import cache

from tilefolk.campaign import all_offers
from tilefolk.games import GAMES
from tilefolk.games.guides import guides_of
from tilefolk.threads import run_aside


async def read_offers() -> None:
    """Read all modes, series and guides once; later calls have them in memory."""
    if not _read.cache_info().currsize:
        await run_aside(_read)


@cache
def _read() -> None:
    all_offers()
    for game in GAMES:
        guides_of(game)
