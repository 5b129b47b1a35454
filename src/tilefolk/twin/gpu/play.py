"""Whole matches on many boards at once: at random, or by what a placement is worth now."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from tilefolk.core.chance import match_key, open_seed, outcome
from tilefolk.games.laying.rules.rule_kinds import Source
from tilefolk.twin.gpu.arrays import Ints
from tilefolk.twin.gpu.backend import Array, jax, jnp, lax
from tilefolk.twin.gpu.boards import Boards, GpuTables
from tilefolk.twin.gpu.lines import value
from tilefolk.twin.gpu.moves import answered, fit_of, fitting, put
from tilefolk.twin.ground import tables as t

SLOT_BITS = 10  # of a key: which slot of its piece; the rest is chance


class Played(NamedTuple):
    """Rounds x groups x boards: slots laid, or MOVED_ON, PASSED, ENDED; what each board came to."""

    rows: Array
    values: Array


def deal(source: Source, tables: t.Tables, seeds: Sequence[str], rounds: int) -> Ints:
    """The pieces that the sealed draws of seeds give, rounds x groups; BLOCKED where there is none."""
    pieces = {name: index for index, name in enumerate(tables.names)}
    out = []
    for seed in seeds:
        key = match_key(open_seed(seed), ())
        draws = [outcome(key, source.draw(index))[2:] for index in range(rounds)]
        out.append([pieces.get(source.card(draws, index), t.BLOCKED) for index in range(rounds)])
    return np.array(out, np.int32).T


def random_play(gpu: GpuTables, cards: Ints, boards: int, seed: int) -> Played:
    """Lay in any slot that fits, each as likely as the other; pass where none does, end where one may not."""
    played: Played = _compiled(gpu, _any_slot)(cards, boards, seed)
    return played


def greedy_play(gpu: GpuTables, cards: Ints, boards: int, seed: int) -> Played:
    """Lay in a slot after which the board is worth most now, any of the best."""
    played: Played = _compiled(gpu, _best_slot)(cards, boards, seed)
    return played


def _compiled(gpu: GpuTables, choose: Array) -> Array:
    """The program for a ground and a way to choose; kept with the tables."""
    kept = gpu.__dict__.setdefault("programs", {})
    if choose not in kept:
        kept[choose] = jax.jit(partial(_play, gpu, choose), static_argnums=1)
    return kept[choose]


def _play(gpu: GpuTables, choose: Array, cards: Array, boards: int, seed: Array) -> Played:
    rounds, groups = cards.shape
    number = jnp.arange(groups * boards, dtype=jnp.uint32).reshape(groups, boards)
    salt = _mixed(number * np.uint32(0x9E3779B9) ^ seed)

    def turn(now: Boards, dealt: tuple[Array, Array]) -> tuple[Boards, None]:
        index, piece = dealt
        row = choose(gpu, now, piece, _mixed(salt + index.astype(jnp.uint32)))
        now, answer = answered(gpu, now, piece, row)
        return now._replace(rows=now.rows.at[index].set(answer.astype(jnp.int16))), None

    end, _ = lax.scan(turn, gpu.fresh(groups, boards, rounds), (jnp.arange(rounds), cards))
    return Played(end.rows, value(gpu, end))


def _any_slot(gpu: GpuTables, boards: Boards, piece: Array, salt: Array) -> Array:
    fits = fitting(gpu, boards, piece, fit_of(gpu, boards, piece))
    keys = _keys(salt[..., None], jnp.arange(fits.shape[-1], dtype=jnp.uint32))
    return _row(gpu, piece, jnp.where(fits, keys, 0).max(-1))


def _keys(salt: Array, slot: Array) -> Array:
    """A random number for each slot, never 0, whose last bits are the slot: the highest one is taken.

    An odd salt times a well-mixed number, its high bits: any two slots are compared fairly.
    """
    key = (salt | np.uint32(1)) * _mixed(slot + np.uint32(1))
    return (key | np.uint32(1 << SLOT_BITS)) & ~np.uint32((1 << SLOT_BITS) - 1) | slot


def _best_slot(gpu: GpuTables, boards: Boards, piece: Array, salt: Array) -> Array:
    fits = fitting(gpu, boards, piece, fit_of(gpu, boards, piece))
    rows = jnp.asarray(gpu.of_pieces)[piece]

    def look(slot: Array, best: tuple[Array, Array]) -> tuple[Array, Array]:
        worth, key = best
        now = value(gpu, _tried(gpu, boards, rows[:, slot]))
        mine = _keys(salt, slot.astype(jnp.uint32))
        better = fits[..., slot] & ((now > worth) | ((now == worth) & (mine > key)))
        return jnp.where(better, now, worth), jnp.where(better, mine, key)

    lowest = jnp.full_like(boards.value, np.iinfo(np.int32).min)
    _, key = lax.fori_loop(0, fits.shape[-1], look, (lowest, jnp.zeros_like(salt)))
    return _row(gpu, piece, key)


def _tried(gpu: GpuTables, boards: Boards, row: Array) -> Boards:
    """The boards after a piece was laid, with it among their rows."""
    row = jnp.broadcast_to(row[:, None], boards.value.shape)
    rows = jnp.concatenate([boards.rows, row[None].astype(jnp.int16)])
    return put(gpu, boards, row)._replace(rows=rows)


def _row(gpu: GpuTables, piece: Array, key: Array) -> Array:
    slot = (key & np.uint32((1 << SLOT_BITS) - 1)).astype(jnp.int32)
    rows = jnp.asarray(gpu.of_pieces)[piece[:, None], slot]
    return jnp.where(key > 0, rows, -1)


def _mixed(word: Array) -> Array:
    """Well-mixed bits: every bit of the word changes about half of them."""
    word = (word ^ word >> np.uint32(16)) * np.uint32(0x7FEB352D)
    word = (word ^ word >> np.uint32(15)) * np.uint32(0x846CA68B)
    return word ^ word >> np.uint32(16)
