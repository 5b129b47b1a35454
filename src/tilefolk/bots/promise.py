"""What a board promises beyond its score: groups that grow, roads, links and races that near their goal,
rings that fill, sites that are open, leads over others, boxes of the shafts."""

from collections.abc import Callable
from itertools import accumulate

from tilefolk.bots.light import of_light, of_waves
from tilefolk.bots.stickers import box_worth
from tilefolk.core.grid import Mask, bits_of
from tilefolk.games.laying.board import Board, note
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.choice import BOXES
from tilefolk.games.laying.rules.comparison import Most
from tilefolk.games.laying.rules.groups import cells_beside
from tilefolk.games.laying.rules.links import NewGroup, Road
from tilefolk.games.laying.rules.metrics import measured
from tilefolk.games.laying.rules.once import Cover, Find
from tilefolk.games.laying.rules.race import RaceGoal, RaceLink
from tilefolk.games.laying.rules.roads import missing, to_goal
from tilefolk.games.laying.rules.rule_kinds import Once
from tilefolk.games.laying.rules.shaft import Dig, digs_of
from tilefolk.games.laying.rules.spot import Spot
from tilefolk.games.laying.state import State, step_of

Promise = Callable[[Ground, Board], float]

GROWING = 0.8  # of its points, for a group that is nearly large enough
NEARER = 0.6  # of its points, for a road that lacks one cell; so much again for each further one
LEAD = 0.07  # of its points, for each symbol more than the best of the others
FAR_AHEAD = 4
LINKED = 0.85  # of its points, for a link that lacks one cell; so much again for each further one
FILLING = 0.7  # of its points, for a ring that lacks nothing
SITE = 0.45  # of its points, for a site that can still be dug up
NEARING = 0.5  # of its prize, for a race that lacks nothing
FADES = 6  # so many draws before the last one promises begin to fade


def promise_of(state: State, seat: int) -> Promise:
    """What boards of this seat promise while the others stand as they do now."""
    parts = [part for rule in state.episode.rules.once for part in _at_once(rule, state)]
    parts += [_of_race(rule, state, seat) for rule in state.setting.races if isinstance(rule, RaceGoal)]
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


def _at_once(rule: Once, state: State) -> list[Promise]:
    """What a rule promises that books points during the rounds."""
    match rule:
        case NewGroup():
            return [_of_arrival(rule)] if len(rule.touch) == 2 else [_of_group(rule)]
        case Road():
            return [_of_road(rule)]
        case Spot():
            return [_of_spot(rule)]
        case Find() | Cover(wanted=False):
            return _of_sites(rule, state)
    return []


def _of_group(rule: NewGroup) -> Promise:
    def promise(ground: Ground, board: Board) -> float:
        free = board.clear & ground.open
        growing = [
            size
            for size, cells in rule.unscored(ground, board)
            if size < rule.least and cells_beside(ground.grid, cells) & free
        ]
        return rule.points * GROWING * sum([(size / rule.least) ** 2 for size in growing])

    return promise


def _of_arrival(rule: NewGroup) -> Promise:
    """One more group between two kinds of ground; it keeps away from those that have scored."""

    def promise(ground: Ground, board: Board) -> float:
        groups = list(rule.groups(ground, board))
        scored = sum(group.cells for group in groups if group.scored)
        laid = sum(group.cells for group in groups) & ~scored
        free = board.clear & ground.open & ~ground.grid.around(scored)
        start, goal = (ground.select((selector,)) for selector in rule.touch)
        lacking = missing(ground.grid, laid, to_goal(ground.grid, laid, free, goal), start & (laid | free))
        return 0.0 if lacking is None else rule.points * NEARER ** lacking.bit_count()

    return promise


def _of_spot(rule: Spot) -> Promise:
    worth = (rule.points - rule.miss) * FILLING

    def promise(ground: Ground, board: Board) -> float:
        rings = [one for one in rule.watched(ground, board) if not one.scored]
        filling = [one.number for one in rings if one.number + one.free.bit_count() >= rule.least]
        return worth * sum([(number / rule.least) ** 2 for number in filling])

    return promise


def _of_sites(rule: Find | Cover, state: State) -> list[Promise]:
    """Open sites are worth part of what lies there, or of the mean of what nobody has found yet."""
    cells, sites = state.episode.map.cells, list[tuple[Mask, float]]()
    if isinstance(rule, Cover):
        if not set(rule.on) <= set(cells):
            return []
        sites = [(cells[name], rule.points) for name in rule.on]
    else:
        found = dict(state.finds)
        unknown = mean_left(rule, state)
        each = enumerate(bits_of(cells[rule.at]))
        sites = [(1 << bit, max(0.0, found.get(index, unknown))) for index, bit in each]

    def promise(ground: Ground, board: Board) -> float:
        free = board.clear & ground.open
        return SITE * sum([worth * (site & free).bit_count() for site, worth in sites])

    return [promise]


def mean_left(rule: Find, state: State) -> float:
    """What a site nobody has dug up yet brings on average."""
    left = list(rule.bag)
    for _, points in state.finds:
        left.remove(points)
    return sum(left) / len(left) if left else 0.0


def _of_race(rule: RaceGoal, state: State, seat: int) -> Promise:
    """The prize of the step that is next, for boards that come near it."""
    steps = [step_of(state, rule.id, other) for other in range(len(state.boards))]
    points = rule.prize(len({step for step in steps if step is not None})).points

    def promise(ground: Ground, board: Board) -> float:
        if note(board, rule.id, -1) >= 0:
            return 0.0
        count, needed = rule.count(ground, board), rule.aim.number
        near = needed / max(count, 1) if rule.aim.at_most else count / needed
        return points * NEARING * min(1.0, near) ** 2

    return promise


def _of_road(rule: Road) -> Promise:
    def promise(ground: Ground, board: Board) -> float:
        return rule.points * sum([NEARER**cells for cells in rule.lacking(ground, board)])

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
