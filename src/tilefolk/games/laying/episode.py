"""Episodes: a map, pieces and a list of rules, read from TOML and checked completely at load."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tilefolk.core.game import Legacy, Way
from tilefolk.core.grid import HEX, LATTICES, Grid, Lattice, Mask, Position, read_cell
from tilefolk.core.river import banks, trace
from tilefolk.core.shapes import Fitted, fitted, turnings
from tilefolk.core.track import Track
from tilefolk.games.laying import rules
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground, Piece, Spot
from tilefolk.games.laying.reading import Place, Table, built, known_keys, read_toml, take
from tilefolk.games.laying.rules import answer, once, setup, shapes
from tilefolk.games.laying.rules.metrics import METRICS

EPISODE_KEYS = {"version", "seats", "map", "river", "cells", "empty", "own", "rules"}
GAME_KEYS = {"lattice", "kinds", "mirror", "legend", "shapes", "marks", "areas", "river", "cells", "empty"}


Keep = Callable[[Ground, Board, Piece, Mask], Mask]


class Design(NamedTuple):
    """A shape of the game: what its cells show (nothing on plain buildings) and its orientations."""

    marks: tuple[str, ...]
    shape: Fitted


@dataclass
class Rules:
    """The rules in force, by shape, each list in the order of the file."""

    setup: list[Any] = field(default_factory=list)
    source: list[shapes.Source] = field(default_factory=list)
    fit: list[shapes.Fit] = field(default_factory=list)
    start: list[shapes.Fit] = field(default_factory=list)
    join: list[shapes.Fit] = field(default_factory=list)
    pass_: list[shapes.Pass] = field(default_factory=list)
    must: list[shapes.Must] = field(default_factory=list)
    instead: list[shapes.Instead] = field(default_factory=list)
    once: list[shapes.Once] = field(default_factory=list)
    round: list[shapes.Round] = field(default_factory=list)
    race: list[shapes.Race] = field(default_factory=list)
    end: list[tuple[int, shapes.End]] = field(default_factory=list)
    table: list[tuple[int, shapes.Table]] = field(default_factory=list)
    ties: list[shapes.Ties] = field(default_factory=list)
    ask: list[shapes.Ask] = field(default_factory=list)
    reward: list[shapes.Reward] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Episode:
    """One episode, ready to be set up. `grounds` are made when a seat with that legacy first needs one."""

    name: str
    version: int
    seats: tuple[int, ...]
    grid: Grid
    letters: Mapping[int, str]
    legend: Mapping[str, Spot]
    kinds: tuple[str, ...]
    designs: Mapping[str, Design]
    river: Sequence[Position]
    cells: Mapping[str, Mask]
    empty: tuple[str, ...]
    own: Mapping[str, str]
    rules: Rules
    listed: tuple[shapes.Rule, ...]
    source: shapes.Source
    track: Track
    first_fits: tuple[Keep, ...]
    later_fits: tuple[Keep, ...]
    find: once.Find | None
    passing: shapes.Pass | None
    grounds: dict[Legacy, Ground] = field(default_factory=dict)

    @cached_property
    def passes_at_start(self) -> bool:
        """Whether a seat with nothing booked and nothing brought along may pass."""
        cost = self.passing.cost if isinstance(self.passing, answer.Pass) else 0
        return self.passing is not None and self.track.start >= cost

    @cached_property
    def way(self) -> Way:
        options: tuple[tuple[str, tuple[str, ...]], ...] = (("pace", ("together", "own")),)
        if self.rules.reward:
            options += (("award", ("no", "yes")),)
        return Way(self.name, self.version, self.seats, options)


def read_episode(name: str, path: Path, game_path: Path) -> Episode:
    """The episode of a file beside its game's file; raises BadEpisode."""
    where, base = Place(path.name), Place(game_path.name)
    table, game = read_toml(path), read_toml(game_path)
    known_keys(table, EPISODE_KEYS, where)
    known_keys(game, GAME_KEYS, base)
    listed, parts = _rules(table, where)
    lattice = _lattice(game, base)
    legend = _legend(take(game, "legend", dict, base), base.at("legend"))
    letters, joins = _map(table, game, parts, lattice, legend, where, base)
    grid = Grid.of(lattice, letters, joins)
    river_at = where if "river" in table else base
    river = tuple(tuple(point) for point in table.get("river", game.get("river", [])))
    _check_river(grid, river, river_at.at("river"))
    kinds = tuple(take(game, "kinds", list, base))
    cells = {
        key: _cells(grid, names, place.at("cells").at(key))
        for source, place in ((game, base), (table, where))
        for key, names in source.get("cells", {}).items()
    }
    episode = Episode(
        name=name,
        version=take(table, "version", int, where),
        seats=tuple(take(table, "seats", list, where)),
        grid=grid,
        letters={grid.bit(position): letter for position, letter in letters.items()},
        legend=legend,
        kinds=kinds,
        designs=_designs(game, grid, kinds, base.at("shapes")),
        river=river,
        cells=cells,
        empty=tuple(table.get("empty", game.get("empty", ()))),
        own=dict(table.get("own", {})),
        rules=parts,
        listed=listed,
        source=parts.source[0],
        track=next(Track(rule.start, rule.lock) for rule in parts.setup if isinstance(rule, setup.Marker)),
        first_fits=tuple(rule.keep for rule in (*parts.fit, *parts.start) if not rule.static),
        later_fits=tuple(rule.keep for rule in (*parts.fit, *parts.join) if not rule.static),
        passing=parts.pass_[0] if parts.pass_ else None,
        find=next((rule for rule in parts.once if isinstance(rule, once.Find)), None),
    )
    _check_rules(episode, table, where)
    return episode


def _rules(table: Table, where: Place) -> tuple[tuple[shapes.Rule, ...], Rules]:
    listed: list[shapes.Rule] = []
    parts = Rules()
    known = {
        name: (shape, kinds[name])
        for shape in vars(parts)
        for kinds in [getattr(rules, shape.strip("_").upper())]
        for name in kinds
    }
    for index, entry in enumerate(take(table, "rules", list, where)):
        place = where.at("rules").at(index)
        if not isinstance(entry, dict):
            raise place.bad(f"must be a table, not {entry!r}")
        name = take(entry, "rule", str, place)
        if name not in known:
            raise place.at("rule").bad(f"{name!r} is no rule; known are {', '.join(sorted(known))}")
        rule = built(known[name][1], entry, place, apart="rule")
        listed.append(rule)
        for shape in vars(parts):
            if name in getattr(rules, shape.strip("_").upper()):
                value = (index, rule) if shape in ("end", "table") else rule
                getattr(parts, shape).append(value)
    _one(parts.source, "a deck or dice", where)
    _one([rule for rule in parts.setup if isinstance(rule, setup.Marker)], "a track", where)
    _one([rule for rule in parts.setup if isinstance(rule, setup.Land)], "land", where)
    _one(parts.start, "a start", where)
    if len(parts.pass_) > 1:
        raise where.at("rules").bad("has more than one rule for passing")
    _one(parts.join, "beside or match", where)
    return tuple(listed), parts


def _one(found: Sequence[object], what: str, where: Place) -> None:
    if len(found) != 1:
        raise where.at("rules").bad(f"needs exactly one rule for {what}, has {len(found)}")


def _lattice(game: Table, base: Place) -> Lattice:
    name = take(game, "lattice", str, base)
    if name not in LATTICES:
        raise base.at("lattice").bad(f"{name!r} is no lattice; known are {', '.join(LATTICES)}")
    return LATTICES[name]


def _legend(table: Table, where: Place) -> dict[str, Spot]:
    out = {}
    for letter, entry in table.items():
        known_keys(entry, {part.name for part in fields(Spot)}, where.at(letter))
        out[letter] = Spot(**entry)
    return out


def _map(
    table: Table,
    game: Table,
    parts: Rules,
    lattice: Lattice,
    legend: Mapping[str, Spot],
    where: Place,
    base: Place,
) -> tuple[dict[Position, str], list[tuple[Position, Position]]]:
    rows = take(table, "map", list, where)
    letters = dict(_letters(rows, (0, 0), lattice, legend, where.at("map")))
    joins: list[tuple[Position, Position]] = []
    for rule in parts.setup:
        if isinstance(rule, setup.Area):
            place = base.at("areas").at(rule.area)
            area = take(game.get("areas", {}), rule.area, dict, base.at("areas"))
            row, column = take(area, "at", list, place)
            letters |= _letters(
                take(area, "map", list, place), (row, column), lattice, legend, place.at("map")
            )
            joins += [(read_cell(lattice, a), read_cell(lattice, b)) for a, b in area.get("joins", [])]
    return letters, joins


def _letters(
    rows: Sequence[Any], at: Position, lattice: Lattice, legend: Mapping[str, Spot], where: Place
) -> Iterable[tuple[Position, str]]:
    if not rows or not all(isinstance(row, str) and row for row in rows):
        raise where.bad("must be rows of letters")
    for y, row in enumerate(rows):
        if lattice is not HEX and len(row) != len(rows[0]):
            raise where.at(y).bad(f"is ragged: {len(row)} cells, the first row has {len(rows[0])}")
        for x, letter in enumerate(row):
            if letter == " " and lattice is HEX:
                continue
            if letter not in legend or not legend[letter].terrain:
                raise where.at(y).bad(f"has the letter {letter!r}, which the legend does not know as terrain")
            yield (at[0] + y, at[1] + x), letter


def _check_river(grid: Grid, river: Sequence[Any], where: Place) -> None:
    if not river:
        return
    try:
        parts = banks(grid, trace(grid, river))
    except (ValueError, IndexError) as error:
        raise where.bad(str(error)) from error
    if len(parts) != 2:
        raise where.bad(f"must split the land in two, but there are {len(parts)} parts")


def _cells(grid: Grid, names: Any, where: Place) -> Mask:
    for name in names:
        if name not in grid.bits:
            raise where.bad(f"{name!r} is no cell of the map")
    return grid.mask(names)


def _designs(game: Table, grid: Grid, kinds: Sequence[str], where: Place) -> dict[str, Design]:
    shown = game.get("marks", {})
    mirrored = bool(game.get("mirror", False))
    out = {}
    for name, drawing in take(game, "shapes", dict, Place(where.file)).items():
        positions = _drawn(drawing, where.at(name))
        marks = tuple(shown.get(name, ""))
        if marks and len(marks) != len(positions):
            raise where.at(name).bad(f"has {len(positions)} cells and {len(marks)} marks")
        if not set(marks) <= set(kinds):
            raise where.at(name).bad(f"has marks {''.join(marks)}, known are {', '.join(kinds)}")
        turned = turnings(grid.lattice, positions, marks, mirrored)
        out[name] = Design(marks, fitted(turned, grid))
    return out


def _drawn(drawing: Any, where: Place) -> tuple[Position, ...]:
    """Cells from rows of `#`, or from a list of [column, row] pairs."""
    if not isinstance(drawing, list) or not drawing:
        raise where.bad("has no cells")
    if all(isinstance(row, str) for row in drawing):
        cells = tuple((y, x) for y, row in enumerate(drawing) for x, sign in enumerate(row) if sign == "#")
    else:
        cells = tuple((row, column) for column, row in drawing)
    if not cells:
        raise where.bad("has no cells")
    return cells


def _check_rules(episode: Episode, table: Table, where: Place) -> None:
    """Everything a rule names must exist: kinds, shapes, layers, cells."""
    layers = {"river", "empty", *episode.cells}
    layers |= {spot.terrain for spot in episode.legend.values()}
    layers |= {spot.symbol for spot in episode.legend.values()}
    notes = {"park", "lava", "sea", "lit"}
    for index, rule in enumerate(episode.listed):
        place = where.at("rules").at(index)
        for part in fields(rule):  # type: ignore[arg-type]
            _check_names(
                episode, layers | notes, place.at(part.name), part.name, getattr(rule, part.name), rule
            )
    if not episode.seats or not all(isinstance(seats, int) and seats > 0 for seats in episode.seats):
        raise where.at("seats").bad("must be a list of seat counts")
    for card in cards_of(episode):
        kind, _, shape = card.partition("-")
        if kind not in episode.kinds:
            raise where.at("rules").bad(f"the card {card} is of no known kind")
        if episode.own.get(card, shape) not in episode.designs:
            raise where.at("rules").bad(f"the card {card} has no shape")


def _check_names(
    episode: Episode, layers: set[str], where: Place, key: str, value: Any, rule: object
) -> None:
    texts = value if isinstance(value, tuple) else (value,)
    for text in texts:
        if not isinstance(text, str) or not text:
            continue
        if key in ("kind", "kinds", "needs", "mark", "marks", "not_kinds", "never", "twice"):
            if text not in episode.kinds:
                raise where.bad(f"{text!r} is no kind; known are {', '.join(episode.kinds)}")
        elif key in ("on", "open", "what", "source", "goal", "start", "at") and not isinstance(
            rule, setup.Mark
        ):
            for part in text.split("&"):
                head, _, tail = part.partition(":")
                if head == "row":
                    if not tail.lstrip("-").isdigit():
                        raise where.bad(f"{part!r} names no row")
                elif (tail if head == "near" else part) not in layers:
                    raise where.bad(f"{part!r} is no terrain, symbol or set of cells")
        elif key == "at":
            _cells(episode.grid, (text,), where)
        elif key == "put" and text not in episode.legend:
            raise where.bad(f"{text!r} is not in the legend")
        elif key == "metric":
            name, _, argument = text.partition(":")
            if name not in METRICS or argument not in (episode.kinds if name == "largest" else layers):
                raise where.bad(f"{text!r} is no metric")


def cards_of(episode: Episode) -> tuple[str, ...]:
    """All cards that can come up in an episode, blocking cards apart."""
    source = episode.source
    extra = tuple(rule.card for rule in episode.rules.instead if isinstance(rule, answer.Annex))
    if isinstance(source, setup.Deck):
        return tuple(card for card in source.all if card != setup.BLOCKING) + extra
    assert isinstance(source, setup.Dice)
    pairs = tuple(
        f"{kind}-{shape}" for kind in source.kinds for shape in dict.fromkeys(source.shapes.values())
    )
    return pairs + source.row + extra
