"""What light and waves promise: rays that reach further, cells to be lit, roofs, ground that is soon lost."""

from collections.abc import Callable, Iterator

from tilefolk.core.grid import Mask, bits_of
from tilefolk.games.laying.board import Board, note
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.end import Counted
from tilefolk.games.laying.rules.metrics import RAY
from tilefolk.games.laying.rules.once import Cover, Hazard
from tilefolk.games.laying.rules.roofs import Roofs
from tilefolk.games.laying.state import State

Promise = Callable[[Ground, Board], float]

FAR = 0.75  # of its points, for a free cell before the end of a ray; so much again for each further one
DARK = 0.45  # of its points, for a free cell that may still be lit
READY = 0.35  # of its points more, when the symbol it asks for lies beside it
WAVE = 0.9  # of its price, for a free cell that the next wave takes
SOON = 6  # rounds before it comes
TUNNEL = 0.6  # for a free cell at the end of a tunnel that lava will close
PART = 1.4  # for a part of a roof


def of_light(state: State) -> list[Promise]:
    """What of this fades towards the end of a match."""
    rules = state.episode.rules
    parts = [
        _of_ray(rule) for _, rule in rules.end if isinstance(rule, Counted) and rule.metric.startswith(RAY)
    ]
    parts += [_of_segments(rule) for rule in rules.once if isinstance(rule, Cover) and rule.wanted]
    return parts


def of_waves(state: State, seat: int) -> list[Promise]:
    """What stays worth its price to the end: ground that a wave is about to take, parts of roofs."""
    number = state.boards[seat].round
    coming = [rule for rule in state.episode.rules.round if isinstance(rule, Hazard) and rule.after > number]
    soon = [rule for rule in coming[:1] if rule.after - number <= SOON]
    parts = [_of_wave(rule) for rule in soon]
    return parts + [_of_roofs(rule) for rule in state.episode.rules.reward if isinstance(rule, Roofs)]


def _of_ray(rule: Counted) -> Promise:
    thing, _, symbols = rule.metric.removeprefix(RAY).partition(":")

    def promise(ground: Ground, board: Board) -> float:
        shown = 0
        for symbol in symbols:
            shown |= ground.covered(board.marks, ground.kind(symbol))
        free = board.clear & ground.open
        return rule.per * sum([_reach(ray, shown, free, ground.stones) for ray in ground.rays[thing]])

    return promise


def _reach(ray: tuple[Mask, ...], shown: Mask, free: Mask, stones: Mask) -> float:
    """What lies behind the first free cell of a ray, up to what blocks it for good."""
    worth, chance = 0.0, 1.0
    for cell in ray:
        if cell & free:
            chance *= FAR
            worth += chance
        elif cell & shown:
            worth += chance if chance < 1 else 0.0
        elif not cell & stones:
            break
    return worth


def _of_segments(rule: Cover) -> Promise:
    def promise(ground: Ground, board: Board) -> float:
        left = len(ground.grid.names) if rule.most is None else rule.most - note(board, "lit").bit_count()
        chances = sorted(_chances(rule, ground, board), reverse=True)[: max(0, left)]
        return rule.points * sum(chances)

    return promise


def _chances(rule: Cover, ground: Ground, board: Board) -> Iterator[float]:
    """How likely each cell is still lit that nothing lies on."""
    for (symbol, mark), cells in ground.wants.items():
        if symbol in rule.on:
            near = ground.grid.around(ground.covered(board.marks, ground.kind(mark)))
            for bit in bits_of(cells & board.clear & ground.open):
                yield DARK + (READY if near >> bit & 1 else 0.0)


def _of_wave(rule: Hazard) -> Promise:
    def promise(ground: Ground, board: Board) -> float:
        cells = ground.select(rule.on) & board.clear & ground.open
        feet = sum(foot & cells != 0 for pair in ground.grid.joins for foot in pair)
        return WAVE * rule.points * cells.bit_count() - TUNNEL * feet

    return promise


def _of_roofs(rule: Roofs) -> Promise:
    def promise(ground: Ground, board: Board) -> float:
        return PART * sum(roof.parts for roof in rule.built(ground, board, ground.legacy))

    return promise
