"""Cards that may come: sampled from what a match has not drawn yet, as pieces by number."""

from collections.abc import Sequence
from itertools import product

from tilefolk.core.chance import Outcome
from tilefolk.games.laying.rules.rule_kinds import Source
from tilefolk.games.laying.rules.source import BLOCKING, Deck, Dice
from tilefolk.twin import Unsupported, core
from tilefolk.twin.core import Array, laying
from tilefolk.twin.ground.tables import BLOCKED, STOPPING, Tables
from tilefolk.twin.play.seeds import generator_of

ROLLS = 60  # of dice, at most, in one future


def futures(
    source: Source,
    tables: Tables,
    draws: Sequence[Outcome],
    count: int,
    seed: int,
    known: Sequence[int] = (),
) -> Array:
    """So many futures: a row of pieces each, BLOCKED where there is nothing to lay; `known` ones come first.

    `draws`: all so far.
    """
    left = [_number(tables, card) for card in source.left(draws)]
    first, state = core.array("i4", known), core.array("u8", generator_of(seed))
    if isinstance(source, Deck):
        stopped = bool(draws) and draws[-1][0] == BLOCKING
        out = core.empty("i4", count, len(known) + len(left))
        laying.deal_deck(first, core.array("i4", left), stopped, state, out)
    elif isinstance(source, Dice):
        out = core.empty("i4", count, len(known) + ROLLS)
        laying.roll_dice(first, _faces(source, tables), core.array("i4", left), state, out)
    else:
        raise Unsupported(source.id)
    return out


def _number(tables: Tables, card: str) -> int:
    if card == BLOCKING:
        return STOPPING
    return tables.names.index(card) if card in tables.names else BLOCKED


def _faces(source: Dice, tables: Tables) -> Array:
    """The card of each face, then whether it is a special one."""
    faces = list(product(source.first, source.second, source.kinds))
    cards = [_number(tables, f"{kind}-{source.shapes.get((a, b), '')}") for a, b, kind in faces]
    return core.array("i4", [*cards, *(face[1] == source.special for face in faces)])
