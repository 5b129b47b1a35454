"""Episodes: a map, pieces and a list of rules, read from TOML and checked completely at load."""

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from tilefolk.core.game import Legacy, Mode, Pace
from tilefolk.core.grid import Grid, Mask, Position
from tilefolk.core.track import Track
from tilefolk.core.value import Remembers
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground, Piece, Spot
from tilefolk.games.laying.map_reader import (
    Design,
    area_of,
    cells_of,
    designs_of,
    lattice_of,
    legend_of,
    letters_of,
    rays_of,
    river_of,
)
from tilefolk.games.laying.rule_list import Rules, end_line, rules_of
from tilefolk.games.laying.rules import answer, once, rule_kinds, setup
from tilefolk.games.laying.rules.goals import Goals
from tilefolk.games.laying.rules.source import BLOCKING, Deck, Dice
from tilefolk.games.toml_tables import Place, Table, known_keys, read_shared_toml, read_toml, take, texts

EPISODE_KEYS = {
    "version",
    "follows",
    "seats",
    "map",
    "river",
    "cells",
    "rays",
    "limits",
    "empty",
    "seat_shapes",
    "legacy",
    "alone",
    "history",
    "rules",
}
GAME_KEYS = {
    "lattice",
    "map",
    "seat_shapes",
    "signs",
    "kinds",
    "mirror",
    "legend",
    "shapes",
    "marks",
    "areas",
    "river",
    "cells",
    "rays",
    "limits",
    "empty",
    "defaults",
}

NOTHING = Legacy()
Keep = Callable[[Ground, Board, Piece, Mask], Mask]
LineOf = Callable[[Ground, Board], rule_kinds.Line]


@dataclass(frozen=True, eq=False)
class EpisodeMap:
    """What is printed on the board, before any seat's stickers.

    `cells` are named sets that players see on the map, `limits` those that only say where a sticker may go.
    `signs` are printed there from the first day and mean nothing by themselves. `rays` are cells one after
    the other before a thing, by what it is. `empty` are the terrains that count as empty while nothing stands
    on them.
    """

    grid: Grid
    letters: Mapping[int, str]
    legend: Mapping[str, Spot]
    river: Sequence[Position]
    cells: Mapping[str, Mask]
    rays: Mapping[str, tuple[tuple[Mask, ...], ...]]
    limits: Mapping[str, Mask]
    signs: Mapping[str, Mask]
    empty: tuple[str, ...]

    @cached_property
    def layers(self) -> frozenset[str]:
        """The names of terrains, symbols and sets of cells."""
        spots = self.legend.values()
        found = {spot.terrain for spot in spots} | {spot.symbol for spot in spots}
        return frozenset(found | {"river", "empty", "square", *self.cells, *self.limits}) - {""}


@dataclass(frozen=True, slots=True, eq=False)
class Episode(Remembers):
    """One episode, ready to be set up.

    `follows` is the episode before it, by file name. `seat_shapes` are cards whose shape every seat chooses
    for itself, with the shape they have until then. `legacy`: whether what seats bring along is used.
    `listed` are all rules in their order, `rules` the same by shape. `alone` is what every seat is given when
    the episode is played by itself; `history`: whether its end records tell what each seat kept and why.
    `grounds` are made when a seat with that legacy needs one, `wholes` when it chooses something for good.
    `first_fits` are the rules for a seat's first piece that depend on what lies on the board, `later_fits`
    those for every later piece.
    """

    name: str
    version: int
    follows: str
    seats: tuple[int, ...]
    legacy: bool
    map: EpisodeMap
    kinds: tuple[str, ...]
    designs: Mapping[str, Design]
    seat_shapes: Mapping[str, str]
    listed: tuple[rule_kinds.Rule, ...]
    rules: Rules
    alone: Legacy = NOTHING
    history: bool = False
    grounds: MutableMapping[Legacy, Ground] = field(default_factory=WeakValueDictionary)
    wholes: MutableMapping[Legacy, Ground] = field(default_factory=WeakValueDictionary)
    source: rule_kinds.Source = field(init=False)
    passing: rule_kinds.Pass | None = field(init=False)
    find: once.Find | None = field(init=False)
    first_fits: tuple[Keep, ...] = field(init=False)
    later_fits: tuple[Keep, ...] = field(init=False)

    def __post_init__(self) -> None:
        rules = self.rules
        finds = [rule for rule in rules.once if isinstance(rule, once.Find)]
        object.__setattr__(self, "source", rules.source[0])
        object.__setattr__(self, "passing", rules.pass_[0] if rules.pass_ else None)
        object.__setattr__(self, "find", finds[0] if finds else None)
        object.__setattr__(self, "first_fits", _dynamic(rules.fit, rules.start))
        object.__setattr__(self, "later_fits", _dynamic(rules.fit, rules.join))

    @cached_property
    def kinds_played(self) -> tuple[str, ...]:
        """The kinds up to the last one that a card or the legend has; other episodes may have more."""
        laid = {card.partition("-")[0] for card in cards_of(self)}
        laid |= {spot.building for spot in self.map.legend.values()}
        last = max(index for index, kind in enumerate(self.kinds) if kind in laid)
        return self.kinds[: last + 1]

    @cached_property
    def goals(self) -> Goals | None:
        """The goals of which some are drawn."""
        return next((rule for rule in self.rules.setup if isinstance(rule, Goals)), None)

    @cached_property
    def ahead(self) -> int:
        """How many cards after the current one are known."""
        return sum(rule.n for rule in self.rules.setup if isinstance(rule, setup.LookAhead))

    @cached_property
    def end_lines(self) -> tuple[tuple[int, str, LineOf], ...]:
        """The lines that look at one board alone: their place in the list, their rule, how to count."""
        return tuple((index, rule.id, rule.line) for index, rule in self.rules.end)

    @cached_property
    def tracks(self) -> tuple[Track, ...]:
        """The one track on which a marker runs, or none: then all points are counted at the end."""
        markers = [rule for rule in self.rules.setup if isinstance(rule, setup.Marker)]
        return tuple(Track(rule.start, rule.lock) for rule in markers)

    @cached_property
    def track(self) -> Track:
        """Where the fold over the bookings begins."""
        return self.tracks[0] if self.tracks else Track(0)

    @cached_property
    def scoring(self) -> tuple[rule_kinds.Rule, ...]:
        """The rules that bring points, in the order of the file: the lines of the score block."""
        rules = self.rules
        ending = [rule for _, rule in (*rules.end, *rules.table)]
        goals = [self.goals] if self.goals else []
        lines = [*rules.once, *rules.race, *goals, *rules.round, *rules.ask, *ending]
        both = [part for rule in self.listed for part in (rule, end_line(rule)) if part]
        return tuple(rule for rule in both if any(rule is line for line in lines))

    @cached_property
    def passes_at_start(self) -> bool:
        """Whether a seat with nothing booked and nothing brought along may pass."""
        cost = self.passing.cost if isinstance(self.passing, answer.Pass) else 0
        return self.passing is not None and self.track.start >= cost

    @cached_property
    def mode(self) -> Mode:
        options: tuple[tuple[str, tuple[str, ...]], ...] = (("pace", tuple(pace.value for pace in Pace)),)
        if self.rules.reward:
            options += (("award", ("no", "yes")),)
        return Mode(self.name, self.version, self.seats, options)


def _dynamic(*fits: Sequence[rule_kinds.Fit]) -> tuple[Keep, ...]:
    return tuple(rule.keep for rules in fits for rule in rules if not rule.static)


def read_episode(name: str, path: Path, game_path: Path) -> Episode:
    """The episode of a file beside its game's file; raises BadEpisode. `checking` looks its names up."""
    where, base = Place(path.name), Place(game_path.name)
    table, game = read_toml(path), read_shared_toml(game_path)
    known_keys(table, EPISODE_KEYS, where)
    known_keys(game, GAME_KEYS, base)
    listed, rules = rules_of(table, game, where, base)
    kinds = texts(take(game, "kinds", list, base), base.at("kinds"))
    printed = _map_of(table, game, where, base, kinds, rules)
    return Episode(
        name=name,
        version=take(table, "version", int, where),
        follows=take(table, "follows", str, where, ""),
        seats=tuple(take(table, "seats", list, where)),
        legacy=take(table, "legacy", bool, where, True),
        map=printed,
        kinds=kinds,
        designs=designs_of(game, printed.grid, kinds, base),
        seat_shapes=_either(table, game, "seat_shapes", where, base)[0] or {},
        listed=listed,
        rules=rules,
        alone=_alone(take(table, "alone", dict, where, {}), where.at("alone")),
        history=take(table, "history", bool, where, False),
    )


def _alone(table: Table, where: Place) -> Legacy:
    """What every seat is given when the episode is played by itself: stickers and counted things."""
    known_keys(table, {"stickers", "counts"}, where)
    stickers = []
    for index, pair in enumerate(take(table, "stickers", list, where, [])):
        words = texts(pair, where.at("stickers").at(index))
        if len(words) != 2:
            raise where.at("stickers").at(index).bad(f"must be a sticker and its place, not {pair!r}")
        stickers.append((words[0], words[1]))
    counts = take(table, "counts", dict, where, {})
    for what in counts:
        take(counts, what, int, where.at("counts"))
    return Legacy(tuple(stickers), tuple(sorted(counts.items())))


def _map_of(
    table: Table, game: Table, where: Place, base: Place, kinds: Sequence[str], rules: Rules
) -> EpisodeMap:
    """The map of the episode, with the further areas that its rules open."""
    lattice, legend = lattice_of(game, base), legend_of(game, kinds, base)
    rows, rows_at = _either(table, game, "map", where, base)
    if not rows:
        raise where.at("map").bad("is missing")
    letters = dict(letters_of(rows, (0, 0), lattice, legend, rows_at))
    joins = []
    for rule in rules.setup:
        if isinstance(rule, setup.Area):
            more, pairs = area_of(game, rule.area, lattice, legend, base)
            letters |= more
            joins += pairs
    grid = Grid.of(lattice, letters, joins)
    both = ((game, base), (table, where))
    river, river_at = _either(table, game, "river", where, base)
    empty, empty_at = _either(table, game, "empty", where, base)
    out = EpisodeMap(
        grid=grid,
        letters={grid.bit(position): letter for position, letter in letters.items()},
        legend=legend,
        river=river_of(grid, river, river_at),
        cells=cells_of(grid, "cells", both),
        rays=rays_of(grid, both),
        limits=cells_of(grid, "limits", both),
        signs={} if "map" in table else cells_of(grid, "signs", ((game, base),)),
        empty=texts(empty, empty_at),
    )
    for terrain in out.empty:
        if terrain not in out.layers:
            raise empty_at.bad(f"{terrain!r} is no terrain")
    return out


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
