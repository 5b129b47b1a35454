"""Pads for the table: ways to play with pencil, paper and dice, one page each."""

from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec

from tilefolk.campaign import SERIES, Series
from tilefolk.core.grid import SQUARE
from tilefolk.games import all_modes, find
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.rules.source import Dice
from tilefolk.locale import texts
from tilefolk.printing.paper import FONTS, PAPERS

EXTRA = ("reportlab",)  # what the extra `print` installs


class NoSheet(LookupError):
    """A way to play that needs more than pencil, paper and dice."""


class MissingExtra(ImportError):
    """The extra `print` is not installed."""


class MissingFont(MissingExtra):
    """The font is made from the browser client's, and that is not built."""


def sheets() -> tuple[str, ...]:
    """All ways to play that have a sheet."""
    return tuple(mode.name for mode in all_modes() if has_sheet(mode.name))


def has_sheet(mode: str) -> bool:
    return _drawn(mode) is not None


def pdf(*modes: str, paper: str, language: str, per_page: int = 1) -> bytes:
    """How to play, a sheet for each way to play, and the table of points where they are a series.

    `per_page`: sheets on a page, one or two. The same call gives the same bytes.

    Raises UnknownGame, NoSheet, MissingExtra, and KeyError for a paper or a language that there is not.
    """
    drawn = [_found(mode) for mode in modes]
    said, size = texts(language), PAPERS[paper]
    if not all(map(find_spec, EXTRA)):
        raise MissingExtra
    if not FONTS.is_dir():
        raise MissingFont
    from tilefolk.printing.how_to import draw_how_to
    from tilefolk.printing.page import draw_page
    from tilefolk.printing.pen import Pen
    from tilefolk.printing.points_table import draw_points

    games = dict.fromkeys(said.say(f"game.{mode.partition('/')[0]}") for mode in modes)
    pen = Pen(size, ", ".join(games), language, per_page)
    parts: list[Callable[[], None]] = [partial(draw_how_to, pen, said, drawn[0][0])]
    parts += [partial(draw_page, pen, said, episode, dice) for episode, dice in drawn]
    if series := series_of(modes):
        parts.append(partial(draw_points, pen, said, series))
    for draw in parts:
        pen.begin_sheet()
        draw()
        pen.end_sheet()
    return pen.finish()


def page_count(modes: Sequence[str], per_page: int = 1) -> int:
    """How many pages `pdf` makes of these."""
    drawn = 1 + len(modes) + bool(series_of(modes))
    return -(-drawn // per_page)


def series_of(modes: Sequence[str]) -> Series | None:
    """The series that consists of just these matches."""
    return next((one for one in SERIES.values() if one.modes == tuple(modes)), None)


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
