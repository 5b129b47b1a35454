"""Everything a rule names must exist: every typed word of its parameters is looked up."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

from tilefolk.games.laying.episode import Episode, cards_of
from tilefolk.games.laying.rules import names
from tilefolk.games.laying.rules.links import NewGroup
from tilefolk.games.laying.rules.metrics import METRICS, UNDER, aim_of
from tilefolk.games.laying.rules.spot import Spot
from tilefolk.games.laying.sense import check_sense
from tilefolk.games.toml_tables import Place


def check_episode(episode: Episode, where: Place) -> None:
    """Raises BadEpisode for the first word that names nothing."""
    for index, rule in enumerate(episode.listed):
        _check_words(episode, rule, where.at("rules").at(index))
    if not episode.seats or not all(type(seats) is int and seats > 0 for seats in episode.seats):
        raise where.at("seats").bad("must be a list of seat counts")
    for card in cards_of(episode):
        if reason := _card(episode, card):
            raise where.at("rules").bad(reason)
    for index, (what, at) in enumerate(episode.alone.stickers):
        if reason := _brought(episode, what, at):
            raise where.at("alone").at("stickers").at(index).bad(reason)
    check_sense(episode, where)


def _brought(episode: Episode, what: str, at: str) -> str:
    """A sticker on a cell, the mark of a piece, or the shape of a card that every seat has for itself."""
    if what in episode.seat_shapes:
        return _shape(episode, at)
    if at in cards_of(episode):
        return "" if what not in episode.map.legend else f"{what!r} is no mark for a piece"
    return _sticker(episode, what) or _cell(episode, at)


def _check_words(episode: Episode, thing: Any, where: Place) -> None:
    hints = get_type_hints(type(thing))
    for part in fields(thing):
        value, place = getattr(thing, part.name), where.at(part.name)
        if value == part.default:
            continue
        for index, word in enumerate(value if isinstance(value, tuple) else (value,)):
            if is_dataclass(word):
                _check_words(episode, word, place.at(index))
            for kind in _kinds(hints[part.name]):
                if kind in LOOKED_UP and (reason := LOOKED_UP[kind](episode, word)):
                    raise place.bad(reason)


def _kinds(hint: Any) -> Iterator[Any]:
    yield hint
    for inner in get_args(hint):
        yield from _kinds(inner)


def _kind(episode: Episode, word: str) -> str:
    known = ", ".join(episode.kinds)
    return "" if word in episode.kinds else f"{word!r} is no kind; known are {known}"


def _layer(episode: Episode, word: str) -> str:
    return "" if word in episode.map.layers else f"{word!r} is no terrain, symbol or set of cells"


def _cells(episode: Episode, word: str) -> str:
    return "" if word in episode.map.cells else f"{word!r} is no named set of cells"


def _selector(episode: Episode, word: str) -> str:
    for part in word.split("&"):
        head, _, tail = part.partition(":")
        if head == "row":
            if not tail.lstrip("-").isdigit() or int(tail) not in episode.map.grid.rows():
                return f"{part!r} is no row of the map"
        elif reason := _layer(episode, tail if head == "near" else part):
            return reason
    return ""


def _sticker(episode: Episode, word: str) -> str:
    return "" if word in episode.map.legend else f"{word!r} is not in the legend"


def _cell(episode: Episode, word: str) -> str:
    return "" if word in episode.map.grid.bits else f"{word!r} is no cell of the map"


def _shape(episode: Episode, word: str) -> str:
    return "" if word in episode.designs else f"{word!r} is no shape"


def _card(episode: Episode, word: str) -> str:
    kind, _, shape = word.partition("-")
    if kind not in episode.kinds:
        return f"the card {word} is of no known kind"
    return "" if episode.seat_shapes.get(word, shape) in episode.designs else f"the card {word} has no shape"


def _metric(episode: Episode, word: str) -> str:
    name, _, argument = word.partition(":")
    if name not in METRICS:
        return f"{word!r} is no metric; known are {', '.join(METRICS)}"
    reason = ARGUMENTS.get(name, _selector)(episode, argument)
    return f"the metric {word!r}: {reason}" if reason else ""


def _scored_groups(episode: Episode, argument: str) -> str:
    """What `kinds` counts: groups that score wherever they lie."""
    if argument:
        return _nothing(episode, argument)
    found = any(isinstance(rule, NewGroup) and not rule.touch for rule in episode.rules.once)
    return "" if found else "there are no groups that score"


def _covered(episode: Episode, argument: str) -> str:
    symbol, under, selector = argument.rpartition(UNDER)
    return (_kind(episode, symbol) if under else "") or _selector(episode, selector)


def _ray(episode: Episode, word: str) -> str:
    thing, _, symbols = word.partition(":")
    if thing not in episode.map.rays or not symbols:
        return f"{word!r} is no ray"
    return next((reason for symbol in symbols if (reason := _kind(episode, symbol))), "")


def _watched(episode: Episode, word: str) -> str:
    spots = [rule for rule in episode.rules.once if isinstance(rule, Spot)]
    return "" if any(spot.at == word for spot in spots) else f"nothing is to be done at {word!r}"


def _nothing(episode: Episode, word: str) -> str:
    return "it takes nothing after its name" if word else ""


ARGUMENTS = {
    "largest": _kind,
    "kinds": _scored_groups,
    "cover": _covered,
    "lit": _layer,
    "ray": _ray,
    "roofs": _nothing,
    "spots": _watched,
}


def _goal(episode: Episode, word: str) -> str:
    try:
        aim = aim_of(word)
    except ValueError:
        return f"{word!r} is no goal: a metric, >= or <=, and a number"
    return _metric(episode, aim.metric)


def _bank(episode: Episode, word: str) -> str:
    known = word in ("left", "right") and episode.map.river
    return "" if known else f"{word!r} is no bank: left or right of a river"


LOOKED_UP: dict[Any, Callable[[Episode, str], str]] = {
    names.Kind: _kind,
    names.Selector: _selector,
    names.Layer: _layer,
    names.Cells: _cells,
    names.Sticker: _sticker,
    names.Cell: _cell,
    names.Card: _card,
    names.Shape: _shape,
    names.Metric: _metric,
    names.Goal: _goal,
    names.Bank: _bank,
}
