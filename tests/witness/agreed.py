"""What the engine shows and the witness finds must be the same."""

from collections.abc import Iterable

from tests.witness.at_once import Booking, linked
from tests.witness.choices import Story
from tests.witness.episode import Episode, Land, Rule
from tests.witness.gifts import (
    episode_named,
    gift_at,
    options,
    stick_cells,
    stick_reasons,
    verb_of,
)
from tests.witness.hints import (
    arrives,
    group_hints,
    lacking,
    lacking_link,
    majorities,
    stands_on,
    workers,
)
from tests.witness.lattice import Place, groups, name_of
from tests.witness.placing import judged
from tests.witness.position import Position
from tests.witness.rounds import may_pass, offered
from tests.witness.scoring import Line as Scored
from tests.witness.scoring import places
from tests.witness.seen import View, cells_in, laid_in, notes_in, places_in, points_in
from tests.witness.table import Table


def assert_same_placements(episode: Episode, position: Position, view: View, shown: View) -> None:
    verdicts = judged(episode, position, episode.shaped(shown["kind"], shown["name"]))
    for turned in shown["shapes"]:
        mine = {first: why for (number, first), why in verdicts.items() if number == turned["orientation"]}
        lacks = {rule: places_in(view, mask) for rule, mask in turned["lacks"].items()}
        assert places_in(view, turned["inside"]) == set(mine)
        assert places_in(view, turned["legal"]) == {first for first, why in mine.items() if not why}
        for first, why in mine.items():
            where = (shown["name"], turned["orientation"], name_of(episode.lattice, first))
            assert {rule for rule, firsts in lacks.items() if first in firsts} == why, where


def assert_stuck(table: Table, seat: int, card: str) -> None:
    assert not may_pass(table.episode, table.accounts[seat], card)
    for piece in offered(table.episode, table.positions[seat], card):
        assert all(judged(table.episode, table.positions[seat], piece).values())


def assert_same_boards(table: Table, view: View) -> None:
    seat = view["seat"]
    hidden = [turn for turn in table.turns[seat] if turn.round >= table.shown[seat].rounds]
    assert len(hidden) == (view["commit"] is not None)
    for seat, board in enumerate(view["boards"]):
        assert_same_board(table.positions[seat], view, board)
        assert_same_sheet(table, seat, view, board)
        assert_same_hints(table.episode, table.positions[seat], view, board)
        if table.accounts[seat].sure:
            assert_same_account(table, seat, board)
    assert view["majorities"] == majorities(table.episode, table.positions)
    if all(account.sure for account in table.accounts):
        assert view["places"] == places([table.rank_key(seat) for seat in range(len(view["boards"]))])


def assert_same_board(position: Position, view: View, board: View) -> None:
    laid = [(piece.kind, piece.name, piece.orientation, set(piece.cells)) for piece in position.laid]
    assert laid_in(view, board) == laid
    assert places_in(view, board["clear"]) == position.clear
    for kind, mask in zip(view["kinds"], board["marks"], strict=True):
        assert places_in(view, mask) == {place for place, mark in position.marks.items() if mark == kind}
    assert_same_notes(position, notes_in(view, board))


def assert_same_hints(episode: Episode, position: Position, view: View, board: View) -> None:
    told = {(rule, frozenset(places_in(view, cells)), *said) for rule, cells, *said in board["groups"]}
    assert told == group_hints(episode, position)
    assert len(told) == len(board["groups"])
    assert places_in(view, board.get("stands_on", "0")) == stands_on(episode, position)
    working = board.get("workers", ())
    at_work = {(rule, frozenset(places_in(view, cells)), *said) for rule, cells, *said in working}
    assert at_work == workers(episode, position)
    for rule, reached, missing in board.get("links", ()):
        race = next(one for one in episode.all("race_link") if one.id == rule)
        assert reached == linked(race, position)
        lacks = None if missing is None else len(places_in(view, missing))
        assert lacks == lacking_link(race, position)
    for rule, start, scored, missing in board["roads"]:
        road = next(one for one in episode.all("road") if one.id == rule)
        thing = places_in(view, start)
        assert scored == (thing <= position.noted(rule))
        if not scored:
            assert_shortest(road, position, thing, None if missing is None else places_in(view, missing))


def assert_shortest(road: Rule, position: Position, thing: set[Place], missing: set[Place] | None) -> None:
    """As few cells as the witness finds, all free, and with them the road would be there."""
    assert lacking(road, position, thing) == (None if missing is None else len(missing))
    if missing is not None:
        assert missing <= position.land.open & position.clear
        assert arrives(road, position, thing, missing)


def assert_same_notes(position: Position, notes: dict[str, set[Place]]) -> None:
    """Notes are the same cells, except that one marker stands for its whole group."""
    mine = {name: set(places) for name, places in position.notes.items()}
    assert notes.pop("doubled", set()) == position.doubled
    assert set(notes) == set(mine)
    for name, marked in mine.items():
        if name.startswith("new_group."):
            assert notes[name] <= marked
            assert all(group & notes[name] for group in groups(marked, position.land.joined))
        else:
            assert notes[name] == marked, name


def assert_same_sheet(table: Table, seat: int, view: View, board: View) -> None:
    booked: list[Booking | Scored] = [*table.accounts[seat].bookings, *table.sheets[seat]]
    unsure = {"start", "pass", *(one.rule for one in booked if one.points is None)}
    assert without(unsure, points_in(board)) == without(unsure, total_points(booked))
    last = [line.rule for line in table.sheets[seat]]
    assert [rule for rule, _, _ in board["tally"] if rule in last] == last
    shown = cells_in(view, board)
    for rule, cells in total_cells(booked).items():
        assert rule in unsure or shown.get(rule, set()) == cells, rule


def without(rules: set[str], points: dict[str, int]) -> dict[str, int]:
    return {rule: value for rule, value in points.items() if value and rule not in rules}


def total_points(booked: Iterable[Booking | Scored]) -> dict[str, int]:
    points: dict[str, int] = {}
    for one in booked:
        points[one.rule] = points.get(one.rule, 0) + (one.points or 0)
    return points


def total_cells(booked: Iterable[Booking | Scored]) -> dict[str, set[Place]]:
    cells: dict[str, set[Place]] = {}
    for one in booked:
        if one.cells is not None:
            cells[one.rule] = cells.get(one.rule, set()) | one.cells
    return cells


def assert_same_account(table: Table, seat: int, board: View) -> None:
    account = table.accounts[seat]
    assert board["passes"] == account.passes
    assert board["provisions"] == account.provisions
    assert board["marker"] == max(0, account.marker.value)
    assert board["locked"] == account.marker.locked
    assert board["value"] == table.value(seat)


def assert_same_choice(view: View, choice: View, story: Story) -> None:
    """The gift that is next, and everything its owner may answer."""
    wanted = next(one for one in story.left)
    gift = gift_at(episode_named(wanted.mode), wanted.rule, wanted.number)
    assert (choice["verb"], choice["rule"], choice["from"]) == (verb_of(gift), wanted.rule, wanted.mode)
    assert len(view["choices"]) == len(story.left)
    if verb_of(gift) != "stick":
        answers = {tuple(answer) for answer in view["answers"]} - {("later",)}
        assert answers == options(wanted, story.hand)
        return
    land = Land(episode_named(wanted.mode), story.hand.stickers, whole=True)
    assert places_in(view, choice["legal"]) == stick_cells(gift, land, wanted.cells)
    lacks = {reason: places_in(view, mask) for reason, mask in choice["lacks"].items()}
    assert lacks == stick_reasons(gift, land, wanted.cells)
