"""Episodes: a map, pieces and a list of rules, read from TOML and checked completely at load."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from tilefolk.core.game import Legacy, Way
from tilefolk.core.grid import Grid, Mask, Position
from tilefolk.core.track import Track
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
from tilefolk.games.laying.rule_list import Rules, rules_of
from tilefolk.games.laying.rules import answer, once, setup, shapes
from tilefolk.games.laying.rules.source import BLOCKING, Deck, Dice
from tilefolk.games.toml_tables import Place, Table, known_keys, read_toml, take, texts

EPISODE_KEYS = {
    "version",
    "follows",
    "seats",
    "map",
    "river",
    "cells",
    "limits",
    "empty",
    "own",
    "legacy",
    "rules",
}
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
    "defaults",
}

Keep = Callable[[Ground, Board, Piece, Mask], Mask]


@dataclass(frozen=True, eq=False)
class Episode:
    """One episode, ready to be set up.

    `follows` is the episode before it, by file name. `cells` are named sets that players see on the map,
    `limits` those that only say where a sticker may go. `tracks` is the one track on which a marker runs, or
    none: then all points are counted at the end. `legacy`: whether what seats bring along is used. `grounds`
    are made when a seat with that legacy needs one.
    """

    name: str
    version: int
    follows: str
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
    tracks: tuple[Track, ...]
    first_fits: tuple[Keep, ...]
    later_fits: tuple[Keep, ...]
    find: once.Find | None
    passing: shapes.Pass | None
    grounds: dict[Legacy, Ground] = field(default_factory=dict)

    @cached_property
    def track(self) -> Track:
        """Where the fold over the bookings begins."""
        return self.tracks[0] if self.tracks else Track(0)

    @cached_property
    def scoring(self) -> tuple[shapes.Rule, ...]:
        """The rules that bring points, in the order of the file: the lines of the score block."""
        rules = self.rules
        ending = [rule for _, rule in (*rules.end, *rules.table)]
        lines = [*rules.once, *rules.race, *rules.round, *rules.ask, *ending]
        return tuple(rule for rule in self.listed if any(rule is line for line in lines))

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
    listed, parts = rules_of(table, game, where, base)
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
        follows=take(table, "follows", str, where, ""),
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
        tracks=tuple(Track(rule.start, rule.lock) for rule in parts.setup if isinstance(rule, setup.Marker)),
        first_fits=tuple(rule.keep for rule in (*parts.fit, *parts.start) if not rule.static),
        later_fits=tuple(rule.keep for rule in (*parts.fit, *parts.join) if not rule.static),
        passing=parts.pass_[0] if parts.pass_ else None,
        find=next((rule for rule in parts.once if isinstance(rule, once.Find)), None),
    )


def _either(table: Table, game: Table, key: str, where: Place, base: Place) -> tuple[Any, Place]:
    """A key of the episode, else of its game, and where it stands."""
    return (table[key], where.at(key)) if key in table else (game.get(key, []), base.at(key))


def cards_of(episode: Episode) -> tuple[str, ...]:
    """All cards that can come up in an episode, blocking cards apart."""
    source = episode.source
    extra = tuple(rule.card for rule in episode.rules.instead if isinstance(rule, answer.Annex))
    if isinstance(source, Deck):
        return tuple(card for card in source.all if card != BLOCKING) + extra
    assert isinstance(source, Dice)
    shapes = dict.fromkeys(source.shapes.values())
    pairs = tuple(f"{kind}-{shape}" for kind in dict.fromkeys(source.kinds) for shape in shapes)
    return pairs + source.row + extra
