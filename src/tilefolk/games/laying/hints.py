"""Hints for those who plan: groups, roads, spots, sites, chains and links of a board, races, who leads."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tilefolk.core.grid import Mask, bits_of
from tilefolk.games.laying.board import Board, note
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.comparison import Most, leading
from tilefolk.games.laying.rules.end_groups import Chain, Factory, chained
from tilefolk.games.laying.rules.links import NewGroup, Road
from tilefolk.games.laying.rules.once import Cover, Find, Investor
from tilefolk.games.laying.rules.race import RaceGoal, RaceLink
from tilefolk.games.laying.rules.shaft import Dig, digs_of
from tilefolk.games.laying.rules.spot import Spot
from tilefolk.games.laying.state import State, step_of

Rows = list[list[Any]]
KEPT = 256  # episodes whose rules are remembered
OPEN, DUG, LOST = "open", "dug", "lost"  # of a site


def groups(episode: Episode, ground: Ground, board: Board) -> Rows:
    """Symbols that hang together, two and more: rule, cells, size, whether they have scored."""
    return [
        [rule.id, hexed(group.cells), group.size, group.scored]
        for rule in _hinted(episode).groups
        for group in rule.groups(ground, board)
        if group.size > 1
    ]


def roads(episode: Episode, ground: Ground, board: Board) -> Rows:
    """Where roads begin: rule, cells, whether it has scored, the cells missing (None: no way is left)."""
    return [
        [rule.id, hexed(road.start), road.scored, None if road.missing is None else hexed(road.missing)]
        for rule in _hinted(episode).roads
        for road in rule.roads(ground, board)
    ]


def planned(episode: Episode, ground: Ground, board: Board) -> dict[str, Any]:
    """What only some episodes have; nothing is told of a rule that is not in force, not even its name."""
    out: dict[str, Any] = {}
    hinted = _hinted(episode)
    for rule in hinted.investors:
        stands = rule.stands_on(ground, board.laid)
        out["stands_on"] = hexed(stands.cells if stands else 0)
    if hinted.factories:
        out["workers"] = [row for rule in hinted.factories for row in _workers(rule, ground, board)]
    if hinted.chains:
        out["chains"] = _chains(hinted.chains, ground, board)
    if hinted.spots:
        out["spots"] = [row for rule in hinted.spots for row in _spots(rule, ground, board)]
    if sites := [row for rule in hinted.sites for row in _sites(rule, ground, board)]:
        out["sites"] = sites
    if hinted.links:
        out["links"] = [_link(rule, ground, board) for rule in hinted.links]
    return out


class Hinted(NamedTuple):
    """The rules of an episode that there are hints about."""

    groups: list[NewGroup]
    roads: list[Road]
    investors: list[Investor]
    factories: list[Factory]
    chains: list[Chain | Dig]
    spots: list[Spot]
    sites: list[Find | Cover]
    links: list[RaceLink]


@lru_cache(KEPT)
def _hinted(episode: Episode) -> Hinted:
    rules, ends = episode.rules, [rule for _, rule in episode.rules.end]
    printed = set(episode.map.cells)
    digging = [
        rule
        for rule in rules.once
        if isinstance(rule, Find) or (isinstance(rule, Cover) and not rule.wanted and set(rule.on) <= printed)
    ]
    return Hinted(
        groups=[rule for rule in rules.once if isinstance(rule, NewGroup)],
        roads=[rule for rule in rules.once if isinstance(rule, Road)],
        investors=[rule for rule in rules.once if isinstance(rule, Investor)],
        factories=[rule for rule in ends if isinstance(rule, Factory)],
        chains=[*(rule for rule in ends if isinstance(rule, Chain)), *digs_of(rules.reward)],
        spots=[rule for rule in rules.once if isinstance(rule, Spot)],
        sites=digging,
        links=[rule for rule in rules.race if isinstance(rule, RaceLink)],
    )


def _workers(rule: Factory, ground: Ground, board: Board) -> Rows:
    """Factories: rule, cells, how many work there, how many of them count."""
    staffed = rule.staffed(ground, board)
    return [[rule.id, hexed(laid.cells), workers, rule.most] for laid, workers in staffed]


def _chains(rules: Sequence[Chain | Dig], ground: Ground, board: Board) -> Rows:
    """Chains, also those that dig: rule, cells, how many buildings."""
    linked = [(rule.id, chained(ground, board, rule.kind, rule.source)) for rule in rules]
    return [[rule, hexed(sum(cells)), len(cells)] for rule, cells in linked if cells]


def _spots(rule: Spot, ground: Ground, board: Board) -> Rows:
    """Things with what lies around them: rule, the thing, its ring, how many of how many, whether it has
    scored, the free cells of the ring, the symbols that help (none: any)."""
    return [
        [rule.id, hexed(one.thing), hexed(one.ring), one.number, rule.least, one.scored, hexed(one.free)]
        + [list(one.helps)]
        for one in rule.watched(ground, board)
    ]


def _sites(rule: Find | Cover, ground: Ground, board: Board) -> Rows:
    """Sites that a symbol digs up: rule, cell, whether it is open, dug up or lost."""
    if isinstance(rule, Find):
        marks, sites = [rule.mark], ground.layer(rule.at)
    else:
        marks, sites = [*rule.marks], ground.select(rule.on)
    dug = sum(ground.covered(board.marks, ground.kind(mark)) for mark in marks) & ~ground.plots
    free = board.clear & ground.open
    states = [(DUG, dug & sites), (OPEN, free & sites), (LOST, sites & ~dug & ~free)]
    rows = [(bit, state) for state, cells in states for bit in bits_of(cells)]
    return [[rule.id, hexed(1 << bit), state] for bit, state in sorted(rows)]


def _link(rule: RaceLink, ground: Ground, board: Board) -> list[Any]:
    """The link of a race: rule, whether it is reached, the cells missing (None: no way is left)."""
    lacking = rule.lacking(ground, board)
    return [rule.id, note(board, rule.id, -1) >= 0, None if lacking is None else hexed(lacking)]


def majorities(state: State) -> Rows:
    """What is compared at the end: rule, every seat's count, the seats that lead now."""
    out: Rows = []
    for _, rule in state.episode.rules.table:
        if isinstance(rule, Most):
            counts = [count for count, _ in rule.counts(state.setting.grounds, state.boards)]
            leaders = [seat for seat, leads in enumerate(leading(counts)) if leads]
            out.append([rule.id, counts, leaders])
    return out


def leads(compared: Rows, seat: int, sealed: bool) -> Rows:
    """By how much a seat is ahead of the best of the others in what is compared at the end, below 0 behind.

    Nobody knows it while boards are sealed; alone there is nothing to compare with.
    """
    return [[rule, _lead(counts, seat, sealed)] for rule, counts, _ in compared if len(counts) > 1]


def _lead(counts: Sequence[int], seat: int, sealed: bool) -> int | None:
    return None if sealed else counts[seat] - max([*counts[:seat], *counts[seat + 1 :]])


def finds(state: State) -> Rows:
    """What is known to lie under sites: cell and points."""
    find = state.episode.find
    if find is None or not state.finds:
        return []
    sites = list(bits_of(state.episode.map.cells[find.at]))
    return [[hexed(1 << sites[index]), points] for index, points in state.finds]


def races(state: State) -> Rows:
    """Races to a number: rule, the prizes, the number, and every seat's count and step (None: not there)."""
    return [
        [
            rule.id,
            list(rule.prizes),
            rule.aim.number,
            [
                [rule.count(state.ground(seat), board), step_of(state, rule.id, seat)]
                for seat, board in enumerate(state.boards)
            ],
        ]
        for rule in state.setting.races
        if isinstance(rule, RaceGoal)
    ]


def hexed(mask: Mask) -> str:
    return f"{mask:x}"
