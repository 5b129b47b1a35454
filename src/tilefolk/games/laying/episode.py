"""Episodes: a map, pieces and a list of rules, read from TOML and checked completely at load."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from tilefolk.core.game import Legacy, Way
from tilefolk.core.grid import Grid, Mask, Position
from tilefolk.core.track import Track
from tilefolk.games.laying import rules
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.drawing import (
    Design,
    area_of,
    cells_of,
    designs_of,
    lattice_of,
    legend_of,
    letters_of,
    river_of,
)
from tilefolk.games.laying.ground import Ground, Piece, Spot
from tilefolk.games.laying.reading import Place, Table, built, known_keys, read_toml, take, texts
from tilefolk.games.laying.rules import answer, once, setup, shapes

EPISODE_KEYS = {"version", "seats", "map", "river", "cells", "limits", "empty", "own", "legacy", "rules"}
GAME_KEYS = {
    "lattice",
    "kinds",
    "mirror",
    "legend",
    "shapes",
    "marks",
    "areas",
    "river",
    "cells",
    "limits",
    "empty",
}


Keep = Callable[[Ground, Board, Piece, Mask], Mask]


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
    """One episode, ready to be set up.

    `cells` are named sets that players see on the map, `limits` those that only say where a sticker may go.
    `legacy`: whether what seats bring along is used. `grounds` are made when a seat with that legacy first
    needs one.
    """

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
    limits: Mapping[str, Mask]
    empty: tuple[str, ...]
    empty_at: Place
    own: Mapping[str, str]
    legacy: bool
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
    """The episode of a file beside its game's file; raises BadEpisode. `checking` looks its names up."""
    where, base = Place(path.name), Place(game_path.name)
    table, game = read_toml(path), read_toml(game_path)
    known_keys(table, EPISODE_KEYS, where)
    known_keys(game, GAME_KEYS, base)
    listed, parts = _rules(table, where)
    lattice, kinds = lattice_of(game, base), texts(take(game, "kinds", list, base), base.at("kinds"))
    legend = legend_of(game, kinds, base)
    letters = dict(letters_of(take(table, "map", list, where), (0, 0), lattice, legend, where.at("map")))
    joins = []
    for rule in parts.setup:
        if isinstance(rule, setup.Area):
            more, pairs = area_of(game, rule.area, lattice, legend, base)
            letters |= more
            joins += pairs
    grid = Grid.of(lattice, letters, joins)
    both = ((game, base), (table, where))
    river, river_at = _either(table, game, "river", where, base)
    empty, empty_at = _either(table, game, "empty", where, base)
    return Episode(
        name=name,
        version=take(table, "version", int, where),
        seats=tuple(take(table, "seats", list, where)),
        grid=grid,
        letters={grid.bit(position): letter for position, letter in letters.items()},
        legend=legend,
        kinds=kinds,
        designs=designs_of(game, grid, kinds, base),
        river=river_of(grid, river, river_at),
        cells=cells_of(grid, "cells", both),
        limits=cells_of(grid, "limits", both),
        empty=texts(empty, empty_at),
        empty_at=empty_at,
        own=take(table, "own", dict, where, {}),
        legacy=take(table, "legacy", bool, where, True),
        rules=parts,
        listed=listed,
        source=parts.source[0],
        track=next(Track(rule.start, rule.lock) for rule in parts.setup if isinstance(rule, setup.Marker)),
        first_fits=tuple(rule.keep for rule in (*parts.fit, *parts.start) if not rule.static),
        later_fits=tuple(rule.keep for rule in (*parts.fit, *parts.join) if not rule.static),
        passing=parts.pass_[0] if parts.pass_ else None,
        find=next((rule for rule in parts.once if isinstance(rule, once.Find)), None),
    )


def _either(table: Table, game: Table, key: str, where: Place, base: Place) -> tuple[Any, Place]:
    """A key of the episode, else of its game, and where it stands."""
    return (table[key], where.at(key)) if key in table else (game.get(key, []), base.at(key))


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
