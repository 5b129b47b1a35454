"""Playouts on the compiled twin: candidates, guessed futures, halving."""

from collections.abc import Sequence
from math import ceil, log2
from pathlib import Path
from random import Random
from threading import Thread
from typing import NamedTuple

import numpy as np

from tilefolk.bots.budget import Budget
from tilefolk.core.notation import Action
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.state import State
from tilefolk.twin.board import TwinBoard, load
from tilefolk.twin.ground import tables as t
from tilefolk.twin.ground.arrays import Floats, Ints
from tilefolk.twin.kernels import entries
from tilefolk.twin.play import beam_playouts, playing, policy
from tilefolk.twin.play.futures import futures
from tilefolk.twin.play.scratch import scratch_for
from tilefolk.twin.value.features import Features, features_of, look
from tilefolk.twin.value.weights import has_weights, read_weights

WEIGHTS = Path(__file__).with_name("weights")
WIDTH = 64  # slots that are played on, at most
TRIED = 4  # futures that every answer is played through before the first are left out
LOOKS = 6  # futures that the learned value of an answer counts for
FUTURES = 4000  # at most
LENGTH = 12  # answers of a playout where nobody knows how many rounds there are


class Rated(NamedTuple):
    """The answers a seat may play on with, and what they look worth."""

    answers: Ints
    worth: Floats


def best_answer(state: State, seat: int, legal: Sequence[Action], stream: Random, budget: Budget) -> Action:
    """The answer with the best mean over guessed futures; raises Unsupported."""
    board = load(state, seat)
    features = features_for(state.setting.name, board.tables)
    card = state.cards[state.boards[seat].round]
    piece = board.tables.names.index(card)
    rated = _rated(board, features, piece)
    chosen = int(rated.answers[0])
    if len(rated.answers) > 1 and (budget.always or not has_weights(features)):
        chosen = _halved(state, seat, board, features, piece, rated, stream, budget)
    if chosen == policy.STOP:
        return END
    action = PASS if chosen == policy.SKIP else board.tables.actions[chosen]
    assert action in legal
    return action


def features_for(mode: str, tables: t.Tables) -> Features:
    """What was learned for a mode, or features without weights: then playouts are greedy."""
    file = WEIGHTS / f"{mode.replace('/', '_')}.xz"
    return read_weights(file, tables) if file.exists() else _plain(tables)


def _plain(tables: t.Tables) -> Features:
    return features_of(tables, 0)


def _rated(board: TwinBoard, features: Features, piece: int) -> Rated:
    """The answers to a piece by how they look one answer ahead, the best first: slots, the pass, the end."""
    tables = board.tables
    patterns, sights = np.empty(len(features.pairs), np.int32), np.empty(len(features.pairs), np.int32)
    if len(features.pairs):
        look(tables.ints, board.words, features.pairs, patterns, sights)
    seen = features.head, features.begins, features.touched, features.weights
    scratch = scratch_for(tables.ints, features.head, board.words, board.ints)
    entries.value(tables.ints, tables.words, board.words, board.ints, scratch.known)
    now = board.words, board.ints, piece
    count = policy.rate(tables.ints, tables.words, *seen, *now, patterns, sights, scratch.known, scratch)
    rows, worth, scores = scratch.rows, scratch.worth, scratch.scores
    places = sorted(((float(worth[index]), int(rows[index])) for index in range(count)), reverse=True)
    others = [(float(scores[-1]), policy.STOP)]
    if worth[count] > -np.inf:
        others.append((float(worth[count]), policy.SKIP))
    best = sorted(places + others, reverse=True)
    looks = np.array([worth for worth, _ in best], np.float32)
    return Rated(np.array([answer for _, answer in best], np.int32), looks)


def _steps(width: int, playouts: int) -> list[int]:
    """How many futures each step plays its answers through, while half of them are left out after each.

    All steps have equally many playouts: fewer in the first one would leave room for fewer answers.
    """
    count = max(1, ceil(log2(width)))
    futures_of = []
    for _ in range(count):
        futures_of.append(max(1, playouts // count // width))
        width = (width + 1) // 2
    return futures_of


def _candidates(rated: Rated, playouts: int) -> Rated:
    """The best-looking slots, as many as so many playouts can tell apart; the pass and the end with them."""
    slots, others = np.flatnonzero(rated.answers >= 0), np.flatnonzero(rated.answers < 0)
    width = min(WIDTH, len(slots))
    while width > 1 and _steps(width + len(others), playouts)[0] < TRIED:
        width -= 1
    chosen = np.concatenate([slots[:width], others]) if width > 1 or not len(slots) else slots[:1]
    return Rated(rated.answers[chosen], rated.worth[chosen])


def _halved(
    state: State,
    seat: int,
    board: TwinBoard,
    features: Features,
    piece: int,
    rated: Rated,
    stream: Random,
    budget: Budget,
) -> int:
    """Play all candidates on through the same futures, then the better half of them, until one is left.

    In the first steps there are few futures: a learned value counts as some more.
    """
    tables, source = board.tables, state.episode.source
    number = state.boards[seat].round
    left = LENGTH if source.rounds is None else max(1, source.rounds - number)
    boards = budget.boards if has_weights(features) else 1
    playouts = max(1, min(budget.playouts, budget.answers // left) // boards)
    candidates, looks = _candidates(rated, playouts)
    steps = _steps(len(candidates), playouts)
    seed = stream.getrandbits(63)
    cards = _futures(state, number, tables, min(FUTURES, sum(steps)), seed)
    totals, first = LOOKS * looks if has_weights(features) else np.zeros_like(looks), 0
    for step in steps:
        last = min(len(cards), first + step)
        totals += _played(board, features, piece, candidates, cards, first, last, seed, boards)
        keep = np.argsort(-totals, kind="stable")[: (len(candidates) + 1) // 2]
        candidates, totals, first = candidates[keep], totals[keep], last
    return int(candidates[0])


def _played(
    board: TwinBoard,
    features: Features,
    piece: int,
    candidates: Ints,
    cards: Ints,
    first: int,
    last: int,
    seed: int,
    boards: int,
) -> Floats:
    """What the candidates come to on some futures in all: one half of these on a thread of its own.

    Values are whole numbers, so their sums do not depend on how the futures are shared out.
    """
    tables, totals = board.tables, np.zeros((2, len(candidates)), np.float32)
    seen = features.head, features.pairs, features.begins, features.touched, features.weights
    start = tables.ints, tables.words, *seen, board.words, board.ints, piece, candidates, cards
    middle = (first + last + 1) // 2

    def play(begin: int, end: int, out: Floats) -> None:
        if boards > 1:
            beam_playouts.beam_playouts(*start, begin, end, boards, out)
        else:
            playing.playouts(*start, begin, end, seed, out)

    other = Thread(target=play, args=(middle, last, totals[1]), daemon=True)
    if middle < last:
        other.start()
    play(first, middle, totals[0])
    if middle < last:
        other.join()
    both: Floats = totals.sum(axis=0)
    return both


def _futures(state: State, number: int, tables: t.Tables, count: int, seed: int) -> Ints:
    """What may come after a round: cards that others have seen, then guessed ones; one row if none."""
    source = state.episode.source
    known = [source.card(state.draws, ahead) for ahead in range(number + 1, len(state.draws))]
    ahead = [tables.names.index(card) if card in tables.names else t.BLOCKED for card in known]
    cards = futures(source, tables, state.draws, count, seed)
    if known:
        cards = np.hstack([np.tile(np.array(ahead, np.int32), (count, 1)), cards])
    return cards if cards.shape[1] else cards[:1]
