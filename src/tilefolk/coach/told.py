"""A report as JSON values: for `tilefolk coach --json` and for the browser."""

from typing import Any

from tilefolk.coach.part import Part
from tilefolk.coach.report import Named, Report
from tilefolk.core.first import first_of
from tilefolk.core.game import Json
from tilefolk.core.notation import Action
from tilefolk.core.tally import Tally
from tilefolk.games.laying.answers import choices
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.state import State


def told(report: Report) -> Json:
    """Everything a report says. Masks of cells are hexadecimal, as in views."""
    part, best, luck = report.part, report.best, report.luck
    out: dict[str, Any] = {
        "mode": report.mode,
        "seat": report.seat,
        "value": report.value,
        "best": None,
        "bound": report.bound.value,
        "bound_lacks": report.bound.lacks,
        "gap": report.gap,
        "luck": None,
        "costliest": [_named(part, named) for named in report.named],
        "looked_at": report.looked_at,
    }
    if luck is not None:
        numbers = {"expected": luck.expected, "luck": luck.luck, "play": luck.play, "half": luck.half}
        out["luck"] = {key: round(number, 1) for key, number in numbers.items()}
    if best is not None and part is not None:
        out["tally"] = _tally(part.tally(part.played.board))
        out["best"] = {
            "value": best.value,
            "answers": [list(action) for action in best.actions],
            "tally": _tally(part.tally(best.board)),
        }
    return out


def _tally(tally: Tally) -> list[list[Any]]:
    sums: dict[str, int] = {}
    for entry in tally.entries:
        sums[entry.rule] = sums.get(entry.rule, 0) + entry.points
    return [[rule, points] for rule, points in sums.items()]


def _named(part: Part | None, named: Named) -> Json:
    cost, answer = named.cost, named.cost.answer
    out = {
        "number": answer.number,
        "move": named.at.move,
        "step": named.at.step,
        "card": answer.card,
        "answer": list(answer.action),
        "better": list(cost.better),
        "rollouts": cost.rollouts,
        "points": round(cost.points, 1),
        "low": round(cost.interval[0], 1),
        "high": round(cost.interval[1], 1),
        "lines": [[rule, round(points, 1)] for rule, points in cost.lines],
        "in_hindsight": named.in_hindsight,
    }
    if part is not None:
        before = part.turns[answer.number - 1].before
        cells = {"cells": answer.action, "better_cells": cost.better}
        out |= {key: cells_of(part.state(before), part.seat, action) for key, action in cells.items()}
    return out


def cells_of(state: State, seat: int, action: Action) -> str:
    """The cells that an answer to the running card covers."""
    ground, board = state.ground(seat), state.boards[seat]
    if action[0] != "place":
        return "0"
    piece = ground.pieces[state.cards[board.round]]
    laid = first_of(one for one in choices(state.episode, ground, board, piece) if one.name == action[1])
    slot = laid.slot(ground.grid, action)
    return "0" if slot is None else f"{laid.laid(ground.grid, slot).cells:x}"


def finished(part: Part, board: Board) -> State:
    """The match with this board on the seat, over: what a view of it shows."""
    return part.state(part.ended(board))
