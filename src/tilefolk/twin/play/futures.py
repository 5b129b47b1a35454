"""Cards that may come: sampled from what a match has not drawn yet, as pieces by number."""

from collections.abc import Sequence
from itertools import product

import numpy as np

from tilefolk.core.chance import Outcome
from tilefolk.games.laying.rules.rule_kinds import Source
from tilefolk.games.laying.rules.source import BLOCKING, Deck, Dice
from tilefolk.twin import Unsupported
from tilefolk.twin.ground.arrays import Ints
from tilefolk.twin.ground.tables import BLOCKED, Tables

ROLLS = 60  # of dice, at most, in one future
_STOP = -2  # a blocking card before it is told apart from the card it blocks


def futures(source: Source, tables: Tables, draws: Sequence[Outcome], count: int, seed: int) -> Ints:
    """So many futures: a row of pieces each, BLOCKED where there is nothing to lay. `draws`: all so far."""
    generator = np.random.default_rng(seed)
    match source:
        case Deck():
            return _decks(source, tables, draws, count, generator)
        case Dice():
            return _rolls(source, tables, draws, count, generator)
    raise Unsupported(source.id)


def _number(tables: Tables, card: str) -> int:
    if card == BLOCKING:
        return _STOP
    return tables.names.index(card) if card in tables.names else BLOCKED


def _decks(
    source: Deck, tables: Tables, draws: Sequence[Outcome], count: int, generator: np.random.Generator
) -> Ints:
    left = [_number(tables, card) for card in source.left(draws)]
    rows = generator.permuted(np.tile(np.array(left, np.int32), (count, 1)), axis=1)
    stops = rows == _STOP
    after = np.zeros_like(stops)
    if rows.shape[1]:
        after[:, 1:] = stops[:, :-1]
        after[:, 0] = bool(draws) and draws[-1][0] == BLOCKING
    rows[stops | after] = BLOCKED
    return rows


def _rolls(
    source: Dice, tables: Tables, draws: Sequence[Outcome], count: int, generator: np.random.Generator
) -> Ints:
    faces = list(product(source.first, source.second, source.kinds))
    plain = [_number(tables, f"{kind}-{source.shapes.get((a, b), '')}") for a, b, kind in faces]
    special = np.array([face[1] == source.special for face in faces])
    drawn = generator.integers(0, len(faces), (count, ROLLS))
    rows = np.array(plain, np.int32)[drawn]
    row = [_number(tables, card) for card in source.left(draws)]
    if row:
        nth = np.cumsum(special[drawn], axis=1) - 1
        cards = special[drawn] & (nth < len(row))
        rows[cards] = np.array(row, np.int32)[np.minimum(nth, len(row) - 1)][cards]
    return rows
