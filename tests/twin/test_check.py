"""The comparison of twin and engine finds every kind of difference, wherever it is planted."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tilefolk.core.game import Mode
from tilefolk.core.tally import Entry, Tally
from tilefolk.games import find
from tilefolk.games.laying.answers import END, ONLY_END, PASS_OR_END, Answers
from tilefolk.games.laying.board import ended_by
from tilefolk.games.laying.game import LayingGame
from tilefolk.games.laying.scoring import score_of
from tilefolk.games.laying.state import State
from tilefolk.twin import check, replayed
from tilefolk.twin.board import TwinBoard, load
from tilefolk.twin.core import laying
from tilefolk.twin.ground import tables as t

MODE = "my_city/eternal"
WITH_INSTEAD = "my_city/24"
LATE = 8  # the round in which differences are planted


class Planted:
    """The game with something else in its place."""

    def __init__(self, game: object, **others: Callable[..., Any]) -> None:
        self._game, self._others = game, others

    def __getattr__(self, name: str) -> Any:
        return self._others.get(name) or getattr(self._game, name)


def game_of(mode: str) -> tuple[LayingGame, Mode]:
    game, found = find(mode)
    assert isinstance(game, LayingGame)
    return game, found


def differences(mode: str = MODE, **others: Callable[..., Any]) -> list[str]:
    game, found = game_of(mode)
    planted: Any = Planted(game, **others)
    return check.check(planted, found, 6, "planted").differences


def changed_legal(change: Callable[[Answers], Answers], mode: str = MODE) -> list[str]:
    game, _ = game_of(mode)

    def legal(state: State, who: int) -> Any:
        known = game.legal(state, who)
        is_late = who == 0 and isinstance(known, Answers) and state.boards[0].round == LATE
        return change(known) if is_late and isinstance(known, Answers) else known

    return differences(mode, legal=legal)


def without_one(known: Answers) -> Answers:
    """One slot fewer, the last of the last piece."""
    if not known.places:
        return known
    *parts, (piece, slots) = known.parts
    left = slots ^ 1 << slots.bit_length() - 1
    rest = [*parts, (piece, left)] if left else parts
    return Answers(known._grid, known.others, rest, known.places - 1)


def one_elsewhere(known: Answers) -> Answers:
    """As many slots, but the first of them is another one."""
    if not known.parts:
        return known
    (piece, slots), *parts = known.parts
    if not (free := piece.valid & ~slots):
        return known
    return Answers(
        known._grid, known.others, [(piece, slots & slots - 1 | free & -free), *parts], known.places
    )


def other_passes(known: Answers) -> Answers:
    others = ONLY_END if known.others == PASS_OR_END else PASS_OR_END
    return Answers(known._grid, others, known.parts, known.places)


@pytest.mark.parametrize("mode", [MODE, WITH_INSTEAD, "my_island/eternal"])
@pytest.mark.parametrize("change", [without_one, one_elsewhere, other_passes])
def test_a_wrong_legal_set_is_told(change: Callable[[Answers], Answers], mode: str) -> None:
    found = changed_legal(change, mode)
    assert found and all("may be answered otherwise" in difference for difference in found)


def changed_tally(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Tally], Tally], mode: str = MODE
) -> list[str]:
    def changed(state: State, seat: int) -> Tally:
        tally = score_of(state, seat)
        return change(tally) if state.boards[0].round == LATE else tally

    monkeypatch.setattr(check, "score_of", changed)
    return differences(mode)


@pytest.mark.parametrize("number", range(4))
def test_a_wrong_line_is_told_by_its_rule(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = []

    def change(tally: Tally) -> Tally:
        entries = list(tally.entries)
        entries[number] = entries[number]._replace(points=entries[number].points + 1)
        rules.append(entries[number].rule)
        return tally._replace(entries=tuple(entries))

    found = changed_tally(monkeypatch, change, "roll_and_build/6")
    assert found and f"{rules[0]} " in found[0]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda tally: tally._replace(value=tally.value + 1), "value"),
        (lambda tally: tally._replace(key=(*tally.key[:-1], tally.key[-1] + 1)), "tie"),
        (lambda tally: tally._replace(key=tally.key[:-1]), "numbers in the engine"),
        (lambda tally: tally._replace(entries=(*tally.entries, Entry("unheard_of", 2))), "other rules 1"),
    ],
)
def test_a_wrong_value_tie_key_or_rule_is_told(
    change: Callable[[Tally], Tally], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = changed_tally(monkeypatch, change)
    assert found and told in found[0]


def test_a_part_that_is_over_in_one_of_them_is_told() -> None:
    game, _ = game_of(MODE)

    def apply_trusted(state: State, who: int, action: Any) -> State:
        after = game.apply_trusted(state, who, action)
        if who == 0 and state.boards[0].round == LATE and action != END:
            return after._replace(boards=(ended_by(after.boards[0], "chosen"),))
        return after

    found = differences(apply_trusted=apply_trusted)
    assert found and "ended True in the engine, 0 in the twin" in found[0]


def test_rounds_over_which_only_the_engine_moves_are_told() -> None:
    game, _ = game_of(MODE)

    def apply_trusted(state: State, who: int, action: Any) -> State:
        after = game.apply_trusted(state, who, action)
        board = after.boards[0]
        if who == 0 and board.round == LATE and not board.ended and any(after.cards[LATE + 1 : LATE + 2]):
            board = type(board)(LATE + 1, board.clear, board.apart, board.marks, board.laid, board.book)
            return after._replace(boards=(board,))
        return after

    found = differences(apply_trusted=apply_trusted)
    assert found and "the twin has a choice" in found[0], found


@pytest.mark.parametrize("at_the_end", [False, True])
def test_a_board_that_is_loaded_otherwise_is_told(at_the_end: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = []

    def wrong(state: State, seat: int) -> TwinBoard:
        board = load(state, seat)
        loaded.append(state)
        if len(loaded) % 2 == (not at_the_end):
            board.ints[-t.LAID] += 1
        return board

    monkeypatch.setattr(check, "load", wrong)
    found = differences()
    assert found and all(difference.endswith("the loaded board differs") for difference in found)
    assert all(("the end" in difference) == at_the_end for difference in found)


@pytest.mark.parametrize("method", ["legal", "answer", "lines", "tie_key"])
def test_a_board_that_bots_drive_is_looked_at_too(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = getattr(TwinBoard, method)

    def wrong(board: TwinBoard, *given: Any) -> Any:
        if method == "answer":
            return right(board, given[0], END)
        out = right(board, *given)
        if method == "lines":
            return {rule: points + 1 for rule, points in out.items()}
        return out[::-1] if method == "legal" else (*out, 1)

    monkeypatch.setattr(TwinBoard, method, wrong)
    assert differences()


def test_a_slot_out_of_order_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    right = laying.replay

    def wrong(*given: Any) -> int:
        followed: int = right(*given)
        given[10][replayed.N_PLACES] = replayed.OUT_OF_ORDER
        return followed

    monkeypatch.setattr(laying, "replay", wrong)
    found = differences()
    assert found and "may be answered otherwise" in found[0]


@pytest.mark.parametrize("mode", [MODE, "my_island/18"])
def test_cards_that_lie_open_change_nothing(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches go the same way whether cards come one by one or many at once."""
    table = check.Table(*game_of(mode), Random("goals"))
    played = []
    for ahead in (1, 5, 40):
        monkeypatch.setattr(check, "AHEAD", ahead)
        played.append([table.play(Random(f"open {number}")) for number in range(8)])
    for one, *others in zip(*played, strict=True):
        for other in others:
            assert (one.actions, one.legal, one.masks) == (other.actions, other.legal, other.masks)
            assert one.end.boards == other.end.boards and one.tallies[-1] == other.tallies[-1]


def test_a_check_goes_by_its_seed() -> None:
    game, mode = game_of("my_island/17")
    one, again, other = (check.check(game, mode, 3, seed) for seed in ("a", "a", "b"))
    assert one == again
    assert one.answers != other.answers or one.placements != other.placements
    assert check.check(game, mode, 1, "a", placements=100).placements >= 100


def test_masks_have_room_for_every_slot() -> None:
    table = check.Table(*game_of(WITH_INSTEAD), Random("goals"))
    assert table.parts == 2
    assert len(table.bits) == len(table.tables.actions)
    assert max(table.bits) < 8 * table.width
