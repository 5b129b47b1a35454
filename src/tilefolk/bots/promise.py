"""What a board promises beyond its score: groups that grow, roads and links that near their goal, leads over
others, boxes of the shafts."""

from collections.abc import Callable
from itertools import accumulate

from tilefolk.bots.light import of_light, of_waves
from tilefolk.bots.stickers import box_worth
from tilefolk.games.laying.board import Board, note
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.choice import BOXES
from tilefolk.games.laying.rules.comparison import Most
from tilefolk.games.laying.rules.links import NewGroup, Road
from tilefolk.games.laying.rules.metrics import measured
from tilefolk.games.laying.rules.race import RaceLink
from tilefolk.games.laying.rules.shaft import Dig, digs_of
from tilefolk.games.laying.state import State

Promise = Callable[[Ground, Board], float]

GROWING = 0.8  # of its points, for a group that is nearly large enough
NEARER = 0.6  # of its points, for a road that lacks one cell; so much again for each further one
LEAD = 0.07  # of its points, for each symbol more than the best of the others
FAR_AHEAD = 4
LINKED = 0.85  # of its points, for a link that lacks one cell; so much again for each further one
FADES = 6  # so many draws before the last one promises begin to fade


def promise_of(state: State, seat: int) -> Promise:
    """What boards of this seat promise while the others stand as they do now."""
    parts = [_of_group(rule) for rule in state.episode.rules.once if isinstance(rule, NewGroup)]
    parts += [_of_road(rule) for rule in state.episode.rules.once if isinstance(rule, Road)]
    parts += [_of_lead(rule, state, seat) for _, rule in state.episode.rules.table if isinstance(rule, Most)]
    parts += [_of_link(rule) for rule in state.setting.races if isinstance(rule, RaceLink)]
    parts += of_light(state)
    lasting = [_of_shaft(rule, state, seat) for rule in digs_of(state.episode.rules.reward)]
    lasting += of_waves(state, seat)
    if not parts and not lasting:
        return lambda ground, board: 0.0
    rounds = state.episode.source.rounds
    fresh = 1.0 if rounds is None else min(1.0, (rounds - len(state.draws)) / FADES)

    def promise(ground: Ground, board: Board) -> float:
        fading = fresh * sum([part(ground, board) for part in parts])
        return fading + sum([part(ground, board) for part in lasting])

    return promise


def _of_group(rule: NewGroup) -> Promise:
    def promise(ground: Ground, board: Board) -> float:
        free = board.clear & ground.open
        growing = [
            group.size
            for group in rule.groups(ground, board)
            if not group.scored and group.size < rule.least and ground.grid.around(group.cells) & free
        ]
        return rule.points * GROWING * sum([(size / rule.least) ** 2 for size in growing])

    return promise


def _of_road(rule: Road) -> Promise:
    def promise(ground: Ground, board: Board) -> float:
        roads = rule.roads(ground, board)
        lacking = [road.missing for road in roads if not road.scored and road.missing is not None]
        return rule.points * sum([NEARER ** cells.bit_count() for cells in lacking])

    return promise


def _of_link(rule: RaceLink) -> Promise:
    points = rule.prize(0).points

    def promise(ground: Ground, board: Board) -> float:
        if note(board, rule.id, -1) >= 0:
            return 0.0
        lacking = rule.lacking(ground, board)
        return 0.0 if lacking is None else points * LINKED ** lacking.bit_count()

    return promise


def _of_shaft(rule: Dig, state: State, seat: int) -> Promise:
    """What the boxes bring that a board would cross off, more than as it stands now."""
    ground = state.ground(seat)
    dug = ground.legacy.count(BOXES + rule.kind)
    worth = [0.0, *(box_worth(state, rule, dug + number) for number in range(1, rule.boxes - dug + 1))]
    sums = list(accumulate(worth))
    now = sums[rule.digs(ground, state.boards[seat])]
    return lambda ground, board: sums[rule.digs(ground, board)] - now


def _of_lead(rule: Most, state: State, seat: int) -> Promise:
    others = [other for other in range(len(state.boards)) if other != seat]
    best = max((measured(rule.metric, state.ground(o), state.boards[o])[0] for o in others), default=0)

    def promise(ground: Ground, board: Board) -> float:
        ahead = measured(rule.metric, ground, board)[0] - best
        return rule.points * LEAD * max(-FAR_AHEAD, min(FAR_AHEAD, ahead))

    return promise
