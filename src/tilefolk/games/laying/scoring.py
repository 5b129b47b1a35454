"""Tallies: the fold over everything that was booked, then the lines of the end scoring."""

from collections.abc import Callable, Mapping, Set
from functools import lru_cache
from typing import NamedTuple

from tilefolk.core.grid import Mask
from tilefolk.core.tally import Entry, Tally
from tilefolk.core.track import Booking, Standing, after
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.answer import PassRow
from tilefolk.games.laying.rules.end import AllCovered, Church, Well
from tilefolk.games.laying.rules.end_groups import LargestGroup
from tilefolk.games.laying.state import ROUNDS, State, is_sealed, prizes, standing

OPEN, COMPARED = "open", "compared"  # how a line of a tally stands that is not booked
KEPT = 256  # episodes whose lines are remembered
LASTING = AllCovered, Church, LargestGroup, PassRow, Well  # lines that building on takes nothing from

Lines = list[tuple[int, Entry]]  # lines of the end scoring with their place in the episode's list
Compared = tuple[int, str, tuple[tuple[int, Mask], ...]]  # a line that compares seats: place, rule, per seat


class Parts(NamedTuple):
    """What a value is made of: what is won, and what the open lines and the comparisons add as they stand."""

    won: int
    open: int
    compared: int


def score(state: State) -> tuple[Tally, ...]:
    """One tally per seat, as if the match ended now."""
    return scored(state, end_lines)


def scored(state: State, lines_of: Callable[[Episode, Ground, Board], Lines]) -> tuple[Tally, ...]:
    """Like `score`, with the lines that look at one board alone already computed."""
    compared = _compared(state)
    return tuple(_seat_tally(state, seat, lines_of, compared) for seat in range(len(state.boards)))


def score_of(state: State, seat: int) -> Tally:
    """The tally of one seat, as if the match ended now."""
    return _seat_tally(state, seat, end_lines, _compared(state))


def value_of(state: State, seat: int) -> int:
    """The value of a seat's tally, without the tally."""
    episode, ground, board = state.episode, state.setting.grounds[seat], state.boards[seat]
    sums = [(index, line_of(ground, board)[0]) for index, _, line_of in episode.end_lines]
    if compared := _compared(state):
        sums = sorted([*sums, *[(index, both[seat][0]) for index, _, both in compared]])
    told = [entry.points for entry in _told(state, seat)]
    return after(episode.track, standing(state, seat), [*[points for _, points in sums], *told]).value


def stands(state: State) -> Mapping[str, str]:
    """How the lines stand that are not booked: open as long as one plays on, or compared with the others.

    Without a marker the lines that building on takes nothing from are booked. After the rounds all are.
    """
    return {} if state.phase != ROUNDS else _stands(state.episode, len(state.boards) == 1)


@lru_cache(KEPT)
def _stands(episode: Episode, is_alone: bool) -> Mapping[str, str]:
    rules = episode.rules
    ending = [rule for _, rule in rules.end if episode.tracks or not isinstance(rule, LASTING)]
    compared = {rule.id: OPEN if is_alone else COMPARED for _, rule in rules.table}
    return {rule.id: OPEN for rule in (*ending, *rules.ask)} | compared


def parts(state: State, seat: int, tally: Tally) -> Parts:
    """The parts of a seat's value."""
    if state.phase != ROUNDS:
        return Parts(tally.value, 0, 0)
    episode, how = state.episode, stands(state)
    lasting = {rule.id for _, rule in episode.rules.end} - set(how)
    won = after(episode.track, standing(state, seat), _points(tally, lasting))
    still_open = after(episode.track, won, _points(tally, {rule for rule in how if how[rule] == OPEN}))
    return Parts(won.value, still_open.value - won.value, tally.value - still_open.value)


def _points(tally: Tally, rules: Set[str]) -> list[int]:
    return [entry.points for entry in tally.entries if entry.rule in rules]


def _compared(state: State) -> list[Compared]:
    """The lines that compare the boards of all seats; sealed boards are not compared yet."""
    counts = len(state.boards) == 1 or not is_sealed(state)
    found = [
        (index, rule.id, rule.lines(state.setting.grounds, state.boards))
        for index, rule in state.episode.rules.table
    ]
    return found if counts else [(index, rule, _without_points(lines)) for index, rule, lines in found]


def _without_points(lines: tuple[tuple[int, Mask], ...]) -> tuple[tuple[int, Mask], ...]:
    return tuple((0, cells) for _, cells in lines)


def _seat_tally(
    state: State,
    seat: int,
    lines_of: Callable[[Episode, Ground, Board], Lines],
    compared: list[Compared],
) -> Tally:
    episode, ground, board = state.episode, state.setting.grounds[seat], state.boards[seat]
    lines = _seat_lines(state, seat, lines_of, compared)
    booked = board.bookings
    if board.notes:
        booked += tuple([booking for booking, _ in prizes(state, seat)])
    now = standing(state, seat)
    spent = ground.legacy.count("provisions") - now.spares
    return tally(episode, ground, board, now, summed(booked, spent), lines)


def _seat_lines(
    state: State,
    seat: int,
    lines_of: Callable[[Episode, Ground, Board], Lines],
    compared: list[Compared],
) -> Lines:
    """All lines of the end scoring of a seat."""
    lines = lines_of(state.episode, state.setting.grounds[seat], state.boards[seat])
    if compared:
        lines = sorted([*lines, *[(index, Entry(rule, *both[seat])) for index, rule, both in compared]])
    return [*lines, *[(0, entry) for entry in _told(state, seat)]]


def _told(state: State, seat: int) -> list[Entry]:
    """What the last hidden decision of a seat brings, once it has been made."""
    answer = state.ending.asked[seat] if state.ending.asked else None
    if not answer:
        return []
    return [
        Entry(rule.id, rule.points_of(answer)) for rule in state.episode.rules.ask if rule.id == answer[0]
    ]


def end_lines(episode: Episode, ground: Ground, board: Board) -> Lines:
    """The lines that look at one board alone."""
    lines = []
    for index, rule, line_of in episode.end_lines:
        points, cells = line_of(ground, board)
        # tuple.__new__ is Entry(...) without its argument parsing.
        lines.append((index, tuple.__new__(Entry, (rule, points, cells))))
    return lines


def tally(
    episode: Episode,
    ground: Ground,
    board: Board,
    standing: Standing,
    booked: list[Entry],
    lines: Lines,
) -> Tally:
    """The tally of a board: what was booked, then the lines in order."""
    ending = [entry for _, entry in lines]
    value = after(episode.track, standing, [points for _, points, _ in ending]).value
    key: tuple[int, ...] = (value,)
    for ties in episode.rules.ties:
        key += ties.key(ground, board)
    return Tally(tuple(_in_order(episode, [*booked, *ending])), value, key)


def _in_order(episode: Episode, entries: list[Entry]) -> list[Entry]:
    """The order of the entries: bookings first where a marker runs, else as in the score block."""
    if episode.tracks:
        return [Entry("start", episode.track.start), *entries]
    order = [rule.id for rule in episode.scoring]
    return sorted(entries, key=lambda entry: order.index(entry.rule))


def summed(booked: tuple[Booking, ...], spent: int = 0) -> list[Entry]:
    """One entry per rule that booked anything, in the order of the rounds; a spent provision pays a pass."""
    sums: dict[str, tuple[int, Mask]] = {}
    for booking in sorted(booked):
        points, cells = sums.get(booking.rule, (0, 0))
        paid = booking.spare and spent > 0
        spent -= paid
        sums[booking.rule] = points + (0 if paid else booking.points), cells | booking.cells
    return [Entry(rule, *both) for rule, both in sums.items()]
