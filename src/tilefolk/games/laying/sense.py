"""Settings that are well spelled but make no sense together, or on the map."""

from itertools import product

from tilefolk.games.laying.episode import Episode, cards_of
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.answer import Pass
from tilefolk.games.laying.rules.award import Count
from tilefolk.games.laying.rules.choice import Stick
from tilefolk.games.laying.rules.goals import Goals
from tilefolk.games.laying.rules.once import Find, Hazard
from tilefolk.games.laying.rules.race import RaceCovered, RaceGoal, RaceLink
from tilefolk.games.laying.rules.reward import PROGRESS
from tilefolk.games.laying.rules.setup import LookAhead
from tilefolk.games.laying.rules.shaft import Dig, digs_of
from tilefolk.games.laying.rules.source import Deck, Dice
from tilefolk.games.laying.rules.spot import COUNTS, DISTINCT, OWN, SYMBOL, Spot, own_marks, symbols_of
from tilefolk.games.toml_tables import Place


def check_sense(episode: Episode, where: Place) -> None:
    """Raises BadEpisode for the first such setting."""
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
        if isinstance(rule, Hazard):
            _check_hazard(rule, source.rounds, place.at(index))
        if isinstance(rule, LookAhead):
            _check_look_ahead(rule, source.rounds, place.at(index))
        if isinstance(rule, Goals):
            _check_goals(rule, place.at(index))
        if isinstance(rule, Find) and len(rule.bag) != episode.map.cells[rule.at].bit_count():
            raise place.at(index).at("bag").bad("needs one token for each site")
    found = {rule.id for rule in episode.rules.fit}
    for needed in ("on_land", "clear"):
        if needed not in found:
            raise place.bad(f"nothing keeps pieces {needed}: add that rule")


def _check_hazard(hazard: Hazard, rounds: int | None, place: Place) -> None:
    """Raises BadEpisode for a hazard that never strikes."""
    if hazard.after < 1 or (rounds is not None and hazard.after > rounds):
        raise place.at("after").bad(f"there is no round {hazard.after}: there are {rounds}")


def _check_look_ahead(ahead: LookAhead, rounds: int | None, place: Place) -> None:
    if ahead.n < 1 or (rounds is not None and ahead.n >= rounds):
        raise place.at("n").bad(f"{ahead.n} cards cannot be known ahead")


def _check_goals(goals: Goals, place: Place) -> None:
    """Raises BadEpisode for goals that cannot be drawn, or bring nothing."""
    if len(set(goals.of)) < len(goals.of):
        raise place.at("of").bad("has a goal twice")
    if not 1 <= goals.draw <= len(goals.of):
        raise place.at("draw").bad(f"{goals.draw} of {len(goals.of)} goals cannot be drawn")
    for race in goals.races.values():
        _check_prizes(race, place)


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
    """Raises BadEpisode for what only the map can tell: things that are not there, small rings."""
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
