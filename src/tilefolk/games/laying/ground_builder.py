"""Makes the ground of a seat: the map, what is put on it, and where every piece of its set may lie."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tilefolk.core.first import first_of
from tilefolk.core.game import Legacy
from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import fresh
from tilefolk.games.laying.episode import Episode, cards_of
from tilefolk.games.laying.ground import Ground, Laid, Piece
from tilefolk.games.laying.river import banks, beside, trace
from tilefolk.games.laying.rules import setup
from tilefolk.games.laying.rules.shaft import shafts_of


def make_ground(episode: Episode, legacy: Legacy, *, whole: bool = False) -> Ground:
    """The map with everything that is put on it, for a seat with this legacy; `whole`: no bank is closed."""
    grid = episode.map.grid
    layers, wants, stones, printed = _printed(episode, legacy)
    flow = trace(grid, episode.map.river) if episode.map.river else None
    sides = banks(grid, flow) if flow else ()
    if flow:
        layers["river"] = [beside(grid, flow)]
    layers |= {name: [mask] for name, mask in {**episode.map.cells, **episode.map.limits}.items()}
    land = first_of(rule for rule in episode.rules.setup if isinstance(rule, setup.Land))
    closed = "" if whole else land.closed
    gone = {"": 0, "left": sides and sides[0], "right": sides and sides[-1]}[closed] or 0
    kept = {name: tuple(mask & ~gone for mask in masks) for name, masks in layers.items()}
    opened = _union(kept, land.open) & ~sum(laid.cells for laid in printed)
    symbols = {spot.symbol for spot in episode.map.legend.values() if spot.symbol}
    kept["empty"] = (_union(kept, episode.map.empty) & opened & ~_union(kept, symbols),)
    pieces: dict[str, Piece] = {}
    ground = Ground(grid, legacy, episode.kinds, kept, wants, opened, sides, grid.rows(), printed, pieces)
    ground = replace(ground, rays=episode.map.rays)
    pieces.update(_pieces(episode, ground))
    return replace(
        ground, stirring=_stirring(episode, ground), stones=stones, shafts=shafts_of(episode.rules.reward)
    )


def _stirring(episode: Episode, ground: Ground) -> Mask:
    if episode.rules.once or episode.goals:
        return ground.grid.cells
    out = 0
    for race in episode.rules.race:
        out |= race.concerns(ground)
    return out


def _union(layers: Mapping[str, tuple[Mask, ...]], names: Iterable[str]) -> Mask:
    out = 0
    for name in names:
        out |= layers.get(name, (0,))[0]
    return out


def _printed(
    episode: Episode, legacy: Legacy
) -> tuple[dict[str, list[Mask]], dict[tuple[str, str], Mask], Mask, tuple[Laid, ...]]:
    """What stands on the cells: the map's letters, the seat's stickers in their order, marks over all.

    Layers, what things want, stones, buildings.
    """
    grid = episode.map.grid
    spots = {bit: [letter] for bit, letter in episode.map.letters.items()}
    for sticker, name in legacy.stickers:
        if sticker in episode.map.legend and name in grid.bits:
            _put(episode, spots, grid.bits[name], sticker)
    for rule in episode.rules.setup:
        if isinstance(rule, setup.Mark):
            for bit in _marked(episode, spots, rule):
                _put(episode, spots, bit, rule.put)
    layers: dict[str, list[Mask]] = {}
    wants: dict[tuple[str, str], Mask] = {}
    buildings: dict[str, Mask] = {}
    stones = 0
    for bit, letters in sorted(spots.items()):
        for letter in letters:
            _print(episode, letter, bit, layers, wants)
            if episode.map.legend[letter].building:
                buildings[letter] = buildings.get(letter, 0) | 1 << bit
            stones |= episode.map.legend[letter].stone << bit
    return layers, wants, stones, _laid(episode, buildings)


Spots = dict[int, list[str]]  # what lies on each cell, the letters from below


def _put(episode: Episode, spots: Spots, bit: int, sticker: str) -> None:
    spots[bit] = [sticker] if episode.map.legend[sticker].terrain else [*spots[bit], sticker]


def _marked(episode: Episode, spots: Spots, rule: setup.Mark) -> list[int]:
    """The cells that a mark takes: those it names, and those on which one of the things it covers stands."""
    legend = episode.map.legend
    over = [
        bit
        for bit, letters in spots.items()
        if any(
            name in rule.over
            for letter in letters
            for name in (legend[letter].terrain, legend[letter].symbol)
        )
    ]
    return [*(episode.map.grid.bits[name] for name in rule.at), *over]


def _print(
    episode: Episode,
    letter: str,
    bit: int,
    layers: dict[str, list[Mask]],
    wants: dict[tuple[str, str], Mask],
) -> None:
    spot, cell = episode.map.legend[letter], 1 << bit
    for name, count in ((spot.terrain, 1), (spot.symbol, spot.count)):
        if name:
            masks = layers.setdefault(name, [])
            masks.extend([0] * (count - len(masks)))
            for index in range(count):
                masks[index] |= cell
    if spot.square:
        layers["square"] = [layers.get("square", [0])[0] | cell]
    if spot.wants:
        wants[spot.symbol, spot.wants] = wants.get((spot.symbol, spot.wants), 0) | cell


def _laid(episode: Episode, buildings: Mapping[str, Mask]) -> tuple[Laid, ...]:
    """Printed buildings in reading order; cells of one letter that border each other are one building."""
    grid, out = episode.map.grid, []
    for letter, mask in buildings.items():
        kind = episode.map.legend[letter].building
        for cells in grid.groups(mask):
            marks = cells << episode.kinds.index(kind) * grid.lane
            out.append(Laid(kind, cells, grid.around(cells), letter, 0, marks))
    return tuple(sorted(out, key=lambda laid: laid.cells & -laid.cells))


def _pieces(episode: Episode, ground: Ground) -> dict[str, Piece]:
    """The seat's set: card -> piece, without what RETIRE has taken away."""
    retired = [rule for rule in episode.rules.setup if isinstance(rule, setup.Retire)]
    out = {}
    for card in cards_of(episode):
        kind = card.partition("-")[0]
        if any(rule.kind == kind and (rule.keep, card) not in ground.legacy.stickers for rule in retired):
            continue
        out[card] = _piece(episode, ground, kind, shape_of(episode, ground.legacy, card))
    return out


def shape_of(episode: Episode, legacy: Legacy, card: str) -> str:
    """The shape a card stands for; of a card in `seat_shapes`, the one the seat has chosen."""
    if card in episode.seat_shapes:
        return dict(legacy.stickers).get(card, episode.seat_shapes[card])
    return card.partition("-")[2]


def _piece(episode: Episode, ground: Ground, kind: str, name: str) -> Piece:
    design = episode.designs[name]
    shape = design.shape
    marks = tuple(map(ground.kind, design.marks)) or (ground.kind(kind),) * len(shape.copies)
    doubled = [int(index) for what, index in ground.legacy.stickers if what == f"double:{name}"]
    must = [rule.id for rule in episode.rules.must if rule.kind == kind]
    piece = Piece(
        name,
        kind,
        marks,
        bool(design.marks),
        shape,
        shape.copies,
        shape.inside,
        must[0] if must else "",
        doubled[0] if doubled else None,
    )
    valid, board = shape.inside, fresh(ground)
    for rule in episode.rules.fit:
        if rule.static:
            valid = rule.keep(ground, board, piece, valid)
    return replace(piece, valid=valid)
