"""The part of a view that says what a seat can do: pieces with their masks, answers, choices for good."""

from collections.abc import Sequence
from typing import Any

from tilefolk.core.game import Json
from tilefolk.core.grid import Mask
from tilefolk.core.known import Known
from tilefolk.core.legacy import Owed
from tilefolk.core.notation import Action
from tilefolk.core.tally import Tally
from tilefolk.games.laying import finish
from tilefolk.games.laying.answers import END, PASS, choices, fits, placements
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.choosing import PUT_OFF, Pending, choice_in, first_owed
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Piece, cached_on_ground
from tilefolk.games.laying.hints import hexed
from tilefolk.games.laying.preview import ending, pass_price
from tilefolk.games.laying.rules.rule_kinds import Task
from tilefolk.games.laying.state import ROUNDS, State, why_no_pass
from tilefolk.games.laying.visibility import untouched

LEGAL = {"legal": {"~": ["inside", "lacks"]}}  # in a delta: where it lies inside and no rule forbids it
NOTHING: dict[str, Any] = {
    "pieces": [],
    "answers": [],
    "denied": {},
    "pass_price": 0,
    "ending": None,
    "choices": [],
}
END_JSON, PASS_OR_END_JSON = [[*END]], [[*PASS], [*END]]


@cached_on_ground
def ground_json(episode: Episode, ground: Ground) -> Json:
    """The map: layers of terrain, symbols and zones, a mask for every one of a thing on the same cell."""
    hidden = {"river", "empty", *episode.map.limits}
    layers = {name: masks for name, masks in ground.layers.items() if any(masks) and name not in hidden}
    return {
        "open": hexed(ground.open),
        "layers": {name: [hexed(mask) for mask in masks] for name, masks in layers.items()},
        "wants": [[symbol, mark, hexed(mask)] for (symbol, mark), mask in ground.wants.items()],
    }


def hand_json(state: State, episode: Episode, seat: int | None, tallies: Sequence[Tally]) -> Json:
    """What the seat may answer: pieces with their masks, other answers, and why one is missing."""
    hand = dict(NOTHING)
    if seat is None:
        return NOTHING
    if seat in state.setting.owes:
        return hand | _chosen(episode, first_owed(state, seat), state.setting.legacies[seat].owed, ())
    if finish.is_asked(state, seat):
        hand["answers"] = [list(action) for action in finish.questions(state, seat)]
        return hand
    if state.phase != ROUNDS:
        if seat in finish.waiting_for(state):
            tasks = state.ending.tasks[seat]
            return hand | _chosen(episode, finish.pending(state, seat), tasks, (PUT_OFF,))
        return hand
    board, piece, ground = state.boards[seat], state.piece(seat), state.ground(seat)
    if board.ended or piece is None:
        return NOTHING
    hand["pieces"] = [
        _piece(episode, ground, board, choice) for choice in choices(episode, ground, board, piece)
    ]
    missing = why_no_pass(state, seat, piece)
    hand["answers"] = END_JSON if missing else PASS_OR_END_JSON
    if missing:
        hand["denied"] = {PASS[0]: list(missing)}
    hand["pass_price"] = pass_price(state, seat, piece)
    hand["ending"] = ending(state, seat, tallies[seat])
    return hand


def _chosen(
    episode: Episode, pending: Pending, left: Sequence[Task | Owed], others: Sequence[Action]
) -> dict[str, Any]:
    """What is to be chosen for good; a choice without a mask of cells has its options among the answers."""
    choices = _choices(episode, pending, left)
    listed = () if "legal" in choices[0] else pending.options
    return {"choices": choices, "answers": [list(action) for action in (*listed, *others)]}


def _choices(episode: Episode, pending: Pending, left: Sequence[Task | Owed]) -> list[Json]:
    """The choice that is next, what its cells say and the whole board; then those that wait."""
    out: list[Json] = []
    for one in left:
        mode = one.mode if isinstance(one, Owed) else episode.name
        version = one.version if isinstance(one, Owed) else episode.version
        task = Task(one.rule, one.number, one.cells)
        choice = choice_in(EPISODES.of(mode, version), task)
        assert choice is not None
        given: dict[str, Any] = {"from": mode, "rule": one.rule, "what": list(getattr(choice, "what", ()))}
        if not out:
            given |= {**choice.shown(pending.ground), "ground": ground_json(episode, pending.ground)}
        out.append(given)
    return out


def _piece(episode: Episode, ground: Ground, board: Board, piece: Piece) -> Known:
    """A piece with, per orientation, its legal first cells and those each rule forbids.

    What the map alone forbids is known beforehand, and what is legal follows from what is forbidden.
    """
    shape, inside = piece.shape, piece.shape.inside
    lacks = [
        (rule.id, inside & ~rule.keep(ground, board, piece, inside))
        for rule in fits(episode, ground, board)
        if not rule.static
    ]
    found = [_by_rule(piece, lacks, index) for index in range(len(shape.turned))]
    change = {str(index): {"lacks": by_rule, **LEGAL} for index, by_rule in enumerate(found) if by_rule}
    card, fixed = _fixed(episode, ground)[id(piece)]

    def whole() -> dict[str, Any]:
        legal = placements(episode, ground, board, piece)
        shapes = [
            {
                **always,
                "legal": hexed(shape.firsts(legal, index)),
                "lacks": {**always["lacks"], **by_rule},
            }
            for index, (always, by_rule) in enumerate(zip(fixed["shapes"], found, strict=True))
        ]
        return {**fixed, "shapes": shapes}

    return Known(card, {"shapes": change} if change else {}, whole)


def _by_rule(piece: Piece, lacks: list[tuple[str, Mask]], index: int) -> dict[str, str]:
    """Of the slots that rules forbid, the first cells of one orientation."""
    shape = piece.shape
    return {rule: hexed(cells) for rule, slots in lacks if (cells := shape.firsts(slots, index))}


@cached_on_ground
def known_pieces(episode: Episode, ground: Ground) -> Json:
    """Every piece of a ground by its card, as if nothing lay on the board."""
    return dict(_fixed(episode, ground).values())


@cached_on_ground
def _fixed(episode: Episode, ground: Ground) -> dict[int, tuple[str, Json]]:
    """By the ids of the pieces of a ground: card, what the piece is, where it lies, what the map forbids."""
    return {id(piece): (card, _fixed_piece(episode, ground, piece)) for card, piece in ground.pieces.items()}


def _fixed_piece(episode: Episode, ground: Ground, piece: Piece) -> Json:
    shape, inside, blank = piece.shape, piece.shape.inside, untouched(ground)
    rules = [rule for rule in episode.rules.fit if rule.static]
    lacks = [(rule.id, inside & ~rule.keep(ground, blank, piece, inside)) for rule in rules]
    return {
        "name": piece.name,
        "kind": piece.kind,
        "marks": [ground.kinds[mark] for mark in piece.marks],
        "doubled": piece.doubled,
        "shapes": [
            {
                "orientation": turned.orientation,
                "cells": [list(cell) for cell in turned.cells],
                "inside": hexed(shape.firsts(inside, index)),
                "legal": hexed(shape.firsts(piece.valid, index)),
                "lacks": _by_rule(piece, lacks, index),
            }
            for index, turned in enumerate(shape.turned)
        ],
    }
