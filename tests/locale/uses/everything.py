"""Every message that our games, ways, rules, series and bots can ask for."""

from collections.abc import Callable, Mapping
from functools import cache

from tests.locale.uses.chapters import PLANS, chapter_explanations, series_uses
from tests.locale.uses.laying import episode_uses, episodes
from tests.locale.uses.message import Use, plain
from tests.locale.uses.point_city import point_city_uses
from tests.locale.uses.reasons import spelled_reasons
from tilefolk.bots import BOTS
from tilefolk.core.legacy import OWED
from tilefolk.games import GAMES, all_modes, point_city
from tilefolk.games.laying.state import PHASES


@cache
def uses() -> frozenset[Use]:
    """Every message with every tuple of numbers that our games, ways, rules and bots can ask for."""
    out = laying_uses() | {use for collected in COLLECTED.values() for use in collected()}
    out |= plain("why", spelled_reasons())
    out |= plain("game", GAMES)
    out |= series_uses() | plain("mode", (mode.name for mode in all_modes()))
    out |= plain("bot", {*BOTS, *(bot for mode in all_modes() for _, bot in mode.fixed_bots)})
    return frozenset(out)


def laying_uses() -> set[Use]:
    """What the episodes of the laying family say."""
    said = {use for one in episodes() for use in episode_uses(one)}
    plans = {use for told in PLANS.values() for use in told}
    return plain("phase", (OWED, *PHASES)) | said | chapter_explanations() | plans


COLLECTED: Mapping[str, Callable[[], set[Use]]] = {point_city.name: point_city_uses}  # by game
