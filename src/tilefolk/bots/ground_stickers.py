"""Stickers that change the ground or a tile, chosen by sense: ground that opens goes where roads begin, plots
beside what they join, stones where nobody builds, doubled symbols where they are counted."""

from tilefolk.core.first import first_of
from tilefolk.core.grid import Mask
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.comparison import Most
from tilefolk.games.laying.rules.links import NewGroup, Road
from tilefolk.games.laying.rules.spot import Spot

Worth = tuple[float, ...]


def ground_worth(episode: Episode, ground: Ground, sticker: str, name: str) -> Worth:
    """How good a sticker with a terrain is on a cell: what it serves there, then the room around it."""
    spot, cell = episode.map.legend[sticker], ground.grid.mask([name])
    easy = _open_around(ground, cell)
    if spot.stone:
        return -_on_a_site(episode, cell), -easy
    if spot.building:
        return _joins(episode, ground, spot.building, cell), -_on_a_site(episode, cell), easy
    return _targets(episode, ground, cell), easy


def double_worth(episode: Episode, ground: Ground, tile: str, index: int) -> Worth:
    """How good it is to double a symbol of a tile: what counts it, then how easily the tile fits."""
    piece = first_of(piece for piece in ground.pieces.values() if piece.name == tile)
    kind = ground.kinds[piece.marks[index]]
    grown = sum(
        rule.points for rule in episode.rules.once if isinstance(rule, NewGroup) and rule.mark == kind
    )
    metrics = [rule for _, rule in episode.rules.table if isinstance(rule, Most)]
    compared = sum(rule.points for rule in metrics if rule.metric == f"largest:{kind}")
    return grown + compared, -len(piece.marks)


def _joins(episode: Episode, ground: Ground, kind: str, cell: Mask) -> int:
    """How many things this symbol serves on the cell: starts of roads, rings that count it."""
    roads = [rule for rule in episode.rules.once if isinstance(rule, Road) and rule.mark == kind]
    starts = sum((ground.layer(rule.start) & ground.beside(cell)).bit_count() for rule in roads)
    spots = [rule for rule in episode.rules.once if isinstance(rule, Spot) and rule.mark in ("", kind)]
    return starts + sum(bool(ring.cells & cell) for rule in spots for ring in rule.rings(ground))


def _targets(episode: Episode, ground: Ground, cell: Mask) -> int:
    """How many starts of roads border the cell; before there are any, printed signs on closed ground."""
    starts = 0
    for rule in episode.rules.once:
        starts |= ground.layer(rule.start) if isinstance(rule, Road) else 0
    if not starts:
        starts = sum(episode.map.signs.values()) & ~ground.open
    return (starts & ground.beside(cell)).bit_count()


def _on_a_site(episode: Episode, cell: Mask) -> int:
    """Whether a sign is printed there: something may still come."""
    return int(any(cells & cell for cells in episode.map.signs.values()))


def _open_around(ground: Ground, cell: Mask) -> int:
    """How many cells one can build on within two steps, the nearest ones twice."""
    near = ground.beside(cell) & ground.open
    wider = (ground.beside(near) | near) & ground.open & ~cell
    return near.bit_count() + wider.bit_count()
