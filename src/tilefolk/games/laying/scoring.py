"""Tallies and places: the fold over everything that was booked, and the lines of the end scoring."""

from tilefolk.core.grid import Mask
from tilefolk.core.tally import Entry, Tally
from tilefolk.core.track import END, Booking, fold
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.state import State, prizes


def score(state: State) -> tuple[Tally, ...]:
    """One tally per seat, as if the match ended now."""
    episode = state.episode
    grounds = [state.ground(seat) for seat in range(len(state.boards))]
    compared = [(index, rule.id, rule.lines(grounds, state.boards)) for index, rule in episode.rules.table]
    out = []
    for seat, (ground, board) in enumerate(zip(grounds, state.boards, strict=True)):
        won = [booking for booking, _ in prizes(state, seat)]
        lines = [Booking(END, index, rule, *both[seat]) for index, rule, both in compared]
        lines += end_lines(episode, ground, board)
        lines.sort()
        if state.ending.asked and (answer := state.ending.asked[seat]):
            lines += [rule.books(answer) for rule in episode.rules.ask if rule.id == answer[0]]
        out.append(tally(episode, ground, board, [*won, *lines]))
    return tuple(out)


def end_lines(episode: Episode, ground: Ground, board: Board) -> list[Booking]:
    """The lines that look at one board alone."""
    return [Booking(END, index, rule.id, *rule.line(ground, board)) for index, rule in episode.rules.end]


def tally(episode: Episode, ground: Ground, board: Board, further: list[Booking]) -> Tally:
    """The tally of a board with these lines beside what was booked on it."""
    bookings = sorted((*board.bookings, *further)) if board.bookings else further
    sums: dict[str, tuple[int, Mask]] = {"start": (episode.track.start, 0)}
    for _, _, rule, points, cells, _ in bookings:
        if rule in sums:
            points, cells = points + sums[rule][0], cells | sums[rule][1]
        sums[rule] = points, cells
    value = fold(episode.track, bookings, ground.legacy.count("provisions")).value
    key: tuple[int, ...] = (value,)
    for ties in episode.rules.ties:
        key += ties.key(ground, board)
    return Tally(tuple([Entry(rule, *both) for rule, both in sums.items()]), value, key)
