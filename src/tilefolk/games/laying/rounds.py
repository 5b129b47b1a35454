"""The course of a match: answers close rounds, draws open them, forced steps are carried out at once."""

from collections.abc import Mapping, Sequence

from tilefolk.core.chance import Draw
from tilefolk.core.first import first_of
from tilefolk.core.notation import CHANCE, Action
from tilefolk.games.laying.answers import PASS, choices, placements
from tilefolk.games.laying.board import (
    BLANK,
    CHOSEN,
    Board,
    ended_by,
    fresh,
    lay,
    new_board,
    new_book,
    note,
    noted,
)
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.rules.once import Find
from tilefolk.games.laying.rules.rule_kinds import Race
from tilefolk.games.laying.state import HIDDEN, OWN, Setting, State, may_pass, new_state

NOTHING_FOUND: Mapping[int, int] = {}


def opening(setting: Setting) -> State:
    """A match before its first draw."""
    boards = tuple(map(fresh, setting.grounds))
    return State(setting, (), (), (), boards, (None,) * len(boards))


def deciding(state: State) -> tuple[int, ...]:
    """Seats that have a piece to answer and have not committed, or a choice to make before their first."""
    open_rounds, commits, owes = len(state.cards), state.commits, state.setting.owes
    seats = []
    for seat, board in enumerate(state.boards):
        if seat in owes or (board.round < open_rounds and commits[seat] is None and not board.book.ended):
            seats.append(seat)
    return tuple(seats)


def waiting(state: State) -> bool:
    """Whether an active seat needs a draw that is not there yet."""
    setting, open_rounds = state.setting, len(state.cards)
    if len(state.draws) == setting.episode.source.rounds:
        return False
    for seat, board in enumerate(state.boards):
        if board.round == open_rounds and not board.book.ended and seat not in setting.owes:
            return True
    return False


def closing(state: State) -> tuple[int, ...]:
    """Seats whose commit no longer waits for anybody but chance."""
    if state.setting.pace is not OWN and deciding(state):
        return ()
    return tuple(seat for seat, commit in enumerate(state.commits) if commit is not None and commit != HIDDEN)


def acting(state: State) -> tuple[int, ...]:
    """Seats that decide, and CHANCE after them when somebody waits for a draw."""
    seats, setting = deciding(state), state.setting
    if setting.episode.find and missing_finds(state, closing(state)):
        return (*seats, CHANCE)
    if setting.pace is not OWN and (seats or any(state.commits)):
        return seats
    return (*seats, CHANCE) if waiting(state) else seats


def wanted(state: State) -> tuple[Draw, ...]:
    """The draws somebody waits for."""
    find = state.episode.find
    finds = tuple(find_draw(find, site) for site in missing_finds(state, closing(state))) if find else ()
    if (state.setting.pace is not OWN and (deciding(state) or any(state.commits))) or not waiting(state):
        return finds
    goals, drawn = state.episode.goals, state.setting.goals
    if goals and len(drawn) < goals.draw:
        return (goals.drawing(len(drawn)),)
    return (*finds, state.episode.source.draw(len(state.draws)))


def missing_finds(state: State, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Sites that the commits of these seats dig up and whose content nobody knows yet."""
    if state.episode.find is None:
        return ()
    asked = {site for seat in seats for site in _asks(state, seat)}
    return tuple(sorted(asked - set(dict(state.finds))))


def _asks(state: State, seat: int) -> tuple[int, ...]:
    action, find, ground, piece = (
        state.commits[seat],
        state.episode.find,
        state.ground(seat),
        state.piece(seat),
    )
    if action is None or action[0] != "place" or find is None or piece is None:
        return ()
    board = laid(state.episode, ground, state.boards[seat], piece, action)
    return find.asks(ground, board, board.laid[-1])


def find_draw(find: Find, site: int) -> Draw:
    """What lies at a site."""
    items = tuple((points,) for points in find.bag)
    return Draw(find.stream, site, items, items)


def hold(state: State, seat: int, action: Action) -> State:
    """The state with a seat's answer, and the round open."""
    commits = (*state.commits[:seat], action, *state.commits[seat + 1 :])
    return new_state(
        state.setting, state.draws, state.cards, state.finds, state.boards, commits, state.ending
    )


def commit(state: State, seat: int, action: Action) -> State:
    """The state with a seat's answer, and the round closed if that was the last one."""
    setting, cards, boards, commits = state.setting, state.cards, state.boards, list(state.commits)
    commits[seat] = action
    state = new_state(setting, state.draws, cards, state.finds, boards, tuple(commits), state.ending)
    if setting.pace is OWN:
        return settle(close(state))
    if None in commits:
        for other, board in enumerate(boards):
            if commits[other] is None and board.round < len(cards) and not board.book.ended:
                return state
    return close(state)


def close(state: State) -> State:
    """Carry out the commits that wait for nobody, unless a draw they ask for is missing.

    Together a missing draw holds up everybody, at own pace only those who ask for it.
    """
    setting, boards, commits = state.setting, state.boards, state.commits
    episode = setting.episode
    missing = missing_finds(state, closing(state)) if episode.find else ()
    if missing and setting.pace is not OWN:
        return state
    after, left = list(boards), list(commits)
    for seat, action in enumerate(commits):
        if action is not None and not (missing and set(missing) & set(_asks(state, seat))):
            # What others committed is not ours to know, nor is their piece; their board only moves on.
            after[seat] = moved_on(boards[seat]) if action == HIDDEN else _answered(state, seat, action)
            left[seat] = None
    return new_state(setting, state.draws, state.cards, state.finds, tuple(after), tuple(left), state.ending)


def laid(episode: Episode, ground: Ground, board: Board, piece: Piece, action: Action) -> Board:
    """The board after a place action, before anything it brings."""
    if piece.name != action[1]:
        piece = first_of(
            choice for choice in choices(episode, ground, board, piece) if choice.name == action[1]
        )
    slot = piece.meant.get(action) or piece.slot(ground.grid, action)
    assert slot is not None
    return lay(ground, board, piece, slot)


def _answered(state: State, seat: int, action: Action) -> Board:
    """The seat's board after its answer to the running draw."""
    setting, board = state.setting, state.boards[seat]
    episode, ground = setting.episode, setting.grounds[seat]
    piece = ground.pieces[state.cards[board.round]]
    if action[0] == "place":
        after = laid(episode, ground, board, piece, action)
        found = dict(state.finds) if state.finds else NOTHING_FOUND
        after = brought(episode, ground, after, found, setting.races)
    elif action == PASS:
        assert episode.passing is not None
        after = episode.passing.passed(moved_on(board), piece)
    else:
        after = ended_by(moved_on(board), CHOSEN)
    if setting.pace is OWN or episode.rules.round:
        return passed_by(state, seat, board, after)
    return after


def brought(
    episode: Episode, ground: Ground, board: Board, found: Mapping[int, int], races: Sequence[Race] = ()
) -> Board:
    """The board with everything its newest piece brings, and the goals it has reached."""
    if not board.laid[-1].cells & ground.stirring:
        return board
    for rule in episode.rules.once:
        board = rule.brings(ground, board, board.laid[-1], found)
    for race in races or episode.rules.race:
        if race.reached(ground, board) and note(board, race.id, -1) < 0:
            board = noted(board, race.id, board.round - 1)
    return board


def moved_on(board: Board) -> Board:
    """The board one round on, nothing laid."""
    return new_board(board.round + 1, board.clear, board.apart, board.marks, board.laid, board.book)


def passed_by(state: State, seat: int, before: Board, board: Board) -> Board:
    """The board after its round: hazards strike, and at own pace it remembers the board before.

    On a board whose part is over all hazards that are left strike at once.
    """
    for rule in state.episode.rules.round:
        if rule.after == board.round or (board.ended and rule.after > board.round):
            board = rule.strike(state.ground(seat), board)
    if state.setting.pace is not OWN:
        return board
    book = board.book
    return board.with_book(new_book(book.notes, book.bookings, book.passes, book.ended, before))


def settle(state: State) -> State:
    """Seats without a choice move on by themselves: nothing to lay, or nothing left but to end."""
    setting, cards, commits = state.setting, state.cards, state.commits
    free, owes, grounds, open_rounds = setting.passes_at_start, setting.owes, setting.grounds, len(cards)
    for seat, board in enumerate(state.boards):
        if owes and seat in owes:
            continue
        while board.round < open_rounds and commits[seat] is None and not board.book.ended:
            piece = grounds[seat].pieces.get(cards[board.round])
            if piece is not None:
                if free and board.book is BLANK and not piece.must:  # the common case, decided fast
                    break
                if may_pass(state, seat, piece) or has_room(state, seat, piece):
                    break
            board = passed_by(state, seat, board, _without_choice(setting.episode, board, piece))
            boards = (*state.boards[:seat], board, *state.boards[seat + 1 :])
            state = new_state(setting, state.draws, cards, state.finds, boards, commits, state.ending)
    return state


def has_room(state: State, seat: int, piece: Piece) -> bool:
    """Whether the piece, or one in its place, fits anywhere."""
    episode, ground, board = state.setting.episode, state.setting.grounds[seat], state.boards[seat]
    return any(
        placements(episode, ground, board, choice) for choice in choices(episode, ground, board, piece)
    )


def _without_choice(episode: Episode, board: Board, piece: Piece | None) -> Board:
    """The board one round on: there is no piece for it, or its part is over because of one."""
    if piece is None:
        return moved_on(board)
    ended = piece.must or (episode.passing.id if episode.passing else "no_room")
    return ended_by(moved_on(board), ended)


def is_over(state: State) -> bool:
    """Whether the rounds are over: nobody acts, nobody waits."""
    rounds = state.setting.episode.source.rounds
    for board in state.boards:
        if board.round != rounds and not board.book.ended:
            return False
    return True
