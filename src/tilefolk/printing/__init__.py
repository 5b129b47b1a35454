"""Pads for the table: ways to play with pencil, paper and dice, one page each."""

from importlib.util import find_spec

from tilefolk.core.grid import SQUARE
from tilefolk.games import all_modes, find
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.rules.source import Dice
from tilefolk.locale import texts
from tilefolk.printing.paper import PAPERS

EXTRA = ("reportlab", "font_source_sans_pro")  # what the extra `print` installs


class NoSheet(LookupError):
    """A way to play that needs more than pencil, paper and dice."""


class MissingExtra(ImportError):
    """The extra `print` is not installed."""


def sheets() -> tuple[str, ...]:
    """All ways to play that have a sheet."""
    return tuple(mode.name for mode in all_modes() if has_sheet(mode.name))


def has_sheet(mode: str) -> bool:
    return _drawn(mode) is not None


def pdf(*modes: str, paper: str, language: str) -> bytes:
    """A page for each way to play; the same call gives the same bytes.

    Raises UnknownGame, NoSheet, MissingExtra, and KeyError for a paper or a language that there is not.
    """
    drawn = [_found(mode) for mode in modes]
    said, size = texts(language), PAPERS[paper]
    if not all(map(find_spec, EXTRA)):
        raise MissingExtra
    from tilefolk.printing.page import draw_page
    from tilefolk.printing.pen import Pen

    games = dict.fromkeys(said.say(f"game.{mode.partition('/')[0]}") for mode in modes)
    pen = Pen(size, ", ".join(games), language)
    for episode, dice in drawn:
        draw_page(pen, said, episode, dice)
        pen.next_page()
    return pen.finish()


def _found(mode: str) -> tuple[Episode, Dice]:
    find(mode)
    drawn = _drawn(mode)
    if drawn is None:
        raise NoSheet(mode)
    return drawn


def _drawn(mode: str) -> tuple[Episode, Dice] | None:
    """The episode and its dice, if it lies on squares and dice say what to draw."""
    episode = EPISODES.get(mode)
    if episode is None or episode.map.grid.lattice is not SQUARE or not isinstance(episode.source, Dice):
        return None
    return episode, episode.source
