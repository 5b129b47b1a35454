"""A beam search on the compiled twin: all boards of a round side by side, the better ones go on."""

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from tilefolk.bots.playouts import features_for
from tilefolk.coach.part import Part
from tilefolk.core.notation import Action
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.board import Board
from tilefolk.twin import core
from tilefolk.twin.board import TwinBoard, load
from tilefolk.twin.core import Array, laying
from tilefolk.twin.ground import tables as t
from tilefolk.twin.value.features import Features, features_of, has_weights

ANSWERS = 300  # of one board that are looked at, on average and at most


class Step(NamedTuple):
    """A round of the search: for every board that goes on, the board before and the answer."""

    parents: Array
    answers: Array


class Ending(NamedTuple):
    """Where a line ends: after so many rounds of the search, on which board."""

    value: float
    steps: int
    at: int


def best_answers(part: Part, board: Board, width: int) -> Iterator[list[Action]]:
    """The answers of the best line, one for each way to look at boards; raises Unsupported."""
    loaded = load(part.state(board), part.seat)
    ways = {True: features_for(part.state(board).setting.name, loaded.tables)}
    if has_weights(ways[True]):
        ways[False] = features_of(loaded.tables, 0)
    for features in ways.values():
        yield _search(part, loaded, board.round, features, width)


def _search(part: Part, loaded: TwinBoard, first: int, features: Features, width: int) -> list[Action]:
    tables = loaded.tables
    state = part.state(part.fresh)
    boards, counters = core.rows("u8", [loaded.words.tolist()]), core.rows("i4", [loaded.ints.tolist()])
    steps: list[Step | None] = []
    best = Ending(-inf, 0, 0)
    for number in range(first, part.rounds):
        _set_prizes(part, tables, counters, number)
        card = state.cards[number]
        piece = tables.names.index(card) if card in tables.names else t.BLOCKED
        if piece == t.BLOCKED:
            laying.wait(tables.ints, tables.words, boards, counters)
            steps.append(None)
            continue
        step, now = _step(tables, features, boards, counters, piece, width)
        best = max(best, _ending(now, len(steps)))
        if not len(step.parents):
            return _answers(tables, steps, best)
        after = core.empty("u8", len(step.parents), boards.shape[1])
        counters_after = core.empty("i4", len(step.parents), counters.shape[1])
        laying.advance(tables.ints, tables.words, boards, counters, piece, *step, after, counters_after)
        boards, counters = after, counters_after
        steps.append(step)
    last = core.empty("f4", len(boards))
    laying.values(tables.ints, tables.words, boards, counters, last)
    return _answers(tables, steps, max(best, _ending(last, len(steps))))


def _ending(values: Array, steps: int) -> Ending:
    numbers: list[float] = values.tolist()
    most = max(numbers)
    return Ending(most, steps, numbers.index(most))


def _set_prizes(part: Part, tables: t.Tables, counters: Array, number: int) -> None:
    """What the races bring in this round, on all boards."""
    at = t.I_BOOKED + tables.sizes[t.H_RULES] + tables.sizes[t.H_RACES]
    prizes, width = part.prizes(number), counters.shape[1]
    for row in range(len(counters) if prizes else 0):
        counters.put(prizes, row * width + at)


def _step(
    tables: t.Tables, features: Features, boards: Array, counters: Array, piece: int, width: int
) -> tuple[Step, Array]:
    """The answers to go on with, and what every board comes to if it ends here."""
    most = max(2 * tables.count_slots, ANSWERS * len(boards))
    parents, answers = core.empty("i4", most), core.empty("i4", most)
    worth, now = core.empty("f4", most), core.empty("f4", len(boards))
    count = laying.expand(
        tables.ints, tables.words, *features.all, boards, counters, piece, parents, answers, worth, now
    )
    kept = Step(core.empty("i4", min(width, count)), core.empty("i4", min(width, count)))
    laying.keep_best(parents, answers, worth, count, *kept)
    return kept, now


def _answers(tables: t.Tables, steps: list[Step | None], ending: Ending) -> list[Action]:
    """The answers that lead to an ending; the end of the part where rounds are left."""
    actions: list[Action] = [] if ending.steps == len(steps) else [END]
    at = ending.at
    for step in reversed(steps[: ending.steps]):
        if step is not None:
            answer = step.answers[at]
            actions.append(PASS if answer == t.SKIP else tables.actions[answer])
            at = step.parents[at]
    actions.reverse()
    return actions
