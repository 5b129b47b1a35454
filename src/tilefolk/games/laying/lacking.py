"""What things on a board still lack for their points: wells, churches, the beginnings of roads."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from tilefolk.core.grid import bits_of
from tilefolk.core.tally import Lack
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.end import Church, Well
from tilefolk.games.laying.rules.links import Road

KEPT = 256  # episodes whose rules are remembered
Lacking = Callable[[Ground, Board], Iterator[Lack]]


def lacks(episode: Episode, ground: Ground, board: Board) -> tuple[Lack, ...]:
    """Everything that lacks something, in the order of the rules; what has its points is left out."""
    return tuple(lack for lacking in _rules(episode) for lack in lacking(ground, board))


def changed(before: tuple[Lack, ...], after: tuple[Lack, ...]) -> tuple[Lack, ...]:
    """What lacks something else than before, or is new."""
    known = {(lack.rule, lack.thing): _needs(lack) for lack in before}
    return tuple(lack for lack in after if known.get((lack.rule, lack.thing)) != _needs(lack))


def _needs(lack: Lack) -> tuple[object, ...]:
    return lack.number, lack.kinds, lack.is_possible


@lru_cache(KEPT)
def _rules(episode: Episode) -> tuple[Lacking, ...]:
    rules = [*(rule for _, rule in episode.rules.end), *episode.rules.once]
    found: list[Lacking] = []
    for rule in rules:
        if isinstance(rule, Well):
            found.append(_wells_of(rule))
        elif isinstance(rule, Church):
            found.append(_churches_of(rule))
        elif isinstance(rule, Road):
            found.append(_roads_of(rule))
    return tuple(found)


def _wells_of(rule: Well) -> Lacking:
    def lacking(ground: Ground, board: Board) -> Iterator[Lack]:
        sides = len(ground.grid.lattice.steps)
        for bit in bits_of(ground.layer(rule.what) & board.clear):
            cell = 1 << bit
            number = sides - sum(1 for laid in board.laid if laid.around & cell)
            free = ground.grid.around(cell) & board.clear & ground.open
            if number:
                yield Lack(rule.id, cell, free, number, (), free.bit_count() >= number)

    return lacking


def _churches_of(rule: Church) -> Lacking:
    def lacking(ground: Ground, board: Board) -> Iterator[Lack]:
        needed = {need: ground.covered(board.marks, ground.kind(need)) for need in rule.needs}
        for laid in board.laid:
            kinds = tuple(need for need, cells in needed.items() if not laid.around & cells)
            if laid.kind == rule.kind and kinds:
                free = laid.around & board.clear & ground.open
                yield Lack(rule.id, laid.cells, free, len(kinds), kinds, free.bit_count() >= len(kinds))

    return lacking


def _roads_of(rule: Road) -> Lacking:
    def lacking(ground: Ground, board: Board) -> Iterator[Lack]:
        for road in rule.roads(ground, board):
            if not road.scored:
                missing = road.missing or 0
                yield Lack(
                    rule.id, road.start, missing, missing.bit_count(), (rule.mark,), road.missing is not None
                )

    return lacking
