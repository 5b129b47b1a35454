"""Everything a rule names must exist: every typed word of its parameters is looked up."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from itertools import product
from typing import Any, get_args, get_type_hints

from tilefolk.games.laying.episode import Episode, cards_of
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules import names
from tilefolk.games.laying.rules.answer import Pass
from tilefolk.games.laying.rules.award import Count
from tilefolk.games.laying.rules.choice import Stick
from tilefolk.games.laying.rules.links import NewGroup
from tilefolk.games.laying.rules.metrics import METRICS, UNDER, aim_of
from tilefolk.games.laying.rules.race import RaceCovered, RaceGoal, RaceLink
from tilefolk.games.laying.rules.reward import PROGRESS
from tilefolk.games.laying.rules.shaft import Dig, digs_of
from tilefolk.games.laying.rules.source import Deck, Dice
from tilefolk.games.laying.rules.spot import COUNTS, DISTINCT, OWN, SYMBOL, Spot, own_marks, symbols_of
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
    _check_sense(episode, where)


def _brought(episode: Episode, what: str, at: str) -> str:
    """A sticker on a cell, the mark of a piece, or the shape of a card that every seat has for itself."""
    if what in episode.seat_shapes:
        return _shape(episode, at)
    if at in cards_of(episode):
        return "" if what not in episode.map.legend else f"{what!r} is no mark for a piece"
    return _sticker(episode, what) or _cell(episode, at)


def _check_sense(episode: Episode, where: Place) -> None:
    """Raises BadEpisode for settings that are well spelled but make no sense together."""
    source, track, place = episode.source, episode.track, where.at("rules")
    if isinstance(source, Deck):
        twice = [card for card in cards_of(episode) if cards_of(episode).count(card) > 1]
        if twice:
            raise place.bad(f"the card {twice[0]} is in the deck twice")
        if source.blocking < 0:
            raise place.bad(f"there cannot be {source.blocking} blocking cards")
    if isinstance(source, Dice):
        _check_dice(episode, source, place)
    if isinstance(episode.passing, Pass) and not episode.tracks:
        raise place.bad("a pass is paid with the marker: add a track")
    if track.lock is not None and track.lock <= track.start:
        raise place.bad(f"the marker starts at {track.start}, behind its lock at {track.lock}")
    for dig in digs_of(episode.rules.reward):
        _check_shaft(dig, place)
    for index, rule in enumerate(episode.listed):
        if isinstance(rule, RaceCovered | RaceGoal | RaceLink):
            _check_prizes(rule, place.at(index))
        if isinstance(rule, Spot):
            _check_spot(rule, place.at(index))
    found = {rule.id for rule in episode.rules.fit}
    for needed in ("on_land", "clear"):
        if needed not in found:
            raise place.bad(f"nothing keeps pieces {needed}: add that rule")


def _check_prizes(race: RaceCovered | RaceGoal | RaceLink, place: Place) -> None:
    """Raises BadEpisode for a race that brings nothing."""
    if not any(race.prize(0)):
        raise place.at("prizes").bad("a race needs a prize")


def _check_spot(spot: Spot, place: Place) -> None:
    """Raises BadEpisode for a spot that does not say what it counts, and where."""
    if spot.count not in COUNTS:
        raise place.at("count").bad(f"{spot.count!r} is nothing to count; known are {', '.join(COUNTS)}")
    if bool(spot.around) == bool(spot.inside):
        raise place.bad("a spot is either around something or inside it")
    if (spot.count == SYMBOL) != bool(spot.mark):
        raise place.at("mark").bad(f"belongs to the count of a {SYMBOL} and to no other")


def check_ground(episode: Episode, ground: Ground, where: Place) -> None:
    """Raises BadEpisode for what only the map can tell: things that are not there, rings that are too small."""
    for index, spot in enumerate(episode.listed):
        if isinstance(spot, Spot):
            _check_rings(spot, ground, where.at("rules").at(index))


def _check_rings(spot: Spot, ground: Ground, place: Place) -> None:
    rings = list(spot.rings(ground))
    if not rings:
        raise place.at("around" if spot.around else "inside").bad(f"there is no {spot.at} on the map")
    for ring in rings:
        most = len(symbols_of(ground)) if spot.count == DISTINCT else ring.cells.bit_count()
        if spot.count == OWN and not own_marks(ground, spot.at, ring.thing):
            raise place.at("count").bad(f"{spot.at} does not say which symbol is its own")
        if not 1 <= spot.least <= most:
            raise place.at("least").bad(f"{spot.least} cannot be reached: {most} at most")


def _check_shaft(dig: Dig, place: Place) -> None:
    """Raises BadEpisode unless every gift of a shaft has its box and can be given there."""
    if len(dig.at) != len(dig.gifts) or list(dig.at) != sorted(set(dig.at)):
        raise place.bad(f"{dig.id} needs one box for each gift, in their order")
    if dig.at and not 1 <= dig.at[0] <= dig.at[-1] <= dig.boxes:
        raise place.bad(f"{dig.id} has {dig.boxes} boxes, not one with the number {dig.at[-1]}")
    for box, gift in zip(dig.at, dig.gifts, strict=True):
        if not isinstance(gift, Count | Stick):
            raise place.bad(f"{dig.id} gives counted things and stickers, nothing else")
        if box in dig.triangles and gift != Count(PROGRESS, gift.n if isinstance(gift, Count) else 0):
            raise place.bad(f"the triangle of {dig.id} brings progress, nothing else")
    if not set(dig.triangles) <= set(dig.at):
        raise place.bad(f"a triangle of {dig.id} is on a box without a gift")


def _check_dice(episode: Episode, dice: Dice, place: Place) -> None:
    """Raises BadEpisode unless every two faces, side by side, form the shape they stand for."""
    for first, second in product(dice.first, dice.second):
        shape = dice.shapes.get((first, second))
        if shape is None or first not in dice.faces[0] or second not in dice.faces[1]:
            raise place.bad(f"the dice do not say what {first} and {second} are")
        halves = zip(dice.faces[0][first], dice.faces[1][second], strict=True)
        rows = [left + right for left, right in halves]
        cells = [(y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"]
        top, start = min(cells)
        joined = {(y - top, x - start) for y, x in cells}
        if all(joined != set(turned.cells) for turned in episode.designs[shape].shape.turned):
            raise place.bad(f"the faces {first} and {second} do not join to {shape}")


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
        return "it takes nothing after its name"
    found = any(isinstance(rule, NewGroup) and not rule.touch for rule in episode.rules.once)
    return "" if found else "there are no groups that score"


def _covered(episode: Episode, argument: str) -> str:
    symbol, under, selector = argument.rpartition(UNDER)
    return (_kind(episode, symbol) if under else "") or _selector(episode, selector)


ARGUMENTS = {"largest": _kind, "kinds": _scored_groups, "cover": _covered}


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
    names.Sticker: _sticker,
    names.Cell: _cell,
    names.Card: _card,
    names.Shape: _shape,
    names.Metric: _metric,
    names.Goal: _goal,
    names.Bank: _bank,
}
