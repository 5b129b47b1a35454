"""The course of a match: answers close rounds, draws open them, and what follows by itself follows."""

from tilefolk.core.chance import Draw
from tilefolk.core.notation import Action
from tilefolk.games.laying.answers import PASS, choices, may_pass, placements
from tilefolk.games.laying.board import CHOSEN, Board, fresh, lay, note, noted
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.state import HIDDEN, OWN, Setting, State, standing


def opening(setting: Setting) -> State:
    """A match before its first draw."""
    seats = len(setting.legacies)
    empty = State(setting, (), (), (), (), (None,) * seats)
    return empty._replace(boards=tuple(fresh(empty.ground(seat)) for seat in range(seats)))


def deciding(state: State) -> tuple[int, ...]:
    """Seats that have a piece to answer and have not committed."""
    drawn, commits = len(state.draws), state.commits
    return tuple(
        [
            seat
            for seat, board in enumerate(state.boards)
            if board.round < drawn and commits[seat] is None and not board.ended
        ]
    )


def waiting(state: State) -> bool:
    """Whether an active seat needs a draw that is not there yet."""
    drawn = len(state.draws)
    if drawn == state.episode.source.rounds:
        return False
    for board in state.boards:
        if board.round == drawn and not board.ended:
            return True
    return False


def closing(state: State) -> tuple[int, ...]:
    """Seats whose commit no longer waits for anybody but chance."""
    if state.pace != OWN and deciding(state):
        return ()
    return tuple(seat for seat, commit in enumerate(state.commits) if commit is not None and commit != HIDDEN)


def wanted(state: State) -> tuple[Draw, ...]:
    """The draws somebody waits for."""
    finds = tuple(_find_draw(state, site) for site in missing_finds(state, closing(state)))
    if (state.pace != OWN and (any(state.commits) or deciding(state))) or not waiting(state):
        return finds
    return (*finds, state.episode.source.draw(len(state.draws)))


def missing_finds(state: State, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Sites that the commits of these seats dig up and whose content nobody knows yet."""
    if state.episode.find is None:
        return ()
    asked = {site for seat in seats for site in _asks(state, seat)}
    return tuple(sorted(asked - set(dict(state.finds))))


def _asks(state: State, seat: int) -> tuple[int, ...]:
    action, find, ground = state.commits[seat], state.episode.find, state.ground(seat)
    if action is None or action[0] != "place" or find is None:
        return ()
    board = laid(state.episode, ground, state.boards[seat], state.piece(seat), action)
    return find.asks(ground, board, board.laid[-1])


def _find_draw(state: State, site: int) -> Draw:
    find = state.episode.find
    assert find is not None
    items = tuple((points,) for points in find.bag)
    return Draw(find.stream, site, items, items)


def commit(state: State, seat: int, action: Action) -> State:
    """The state with a seat's answer, and the round closed if that was the last one."""
    commits = (*state.commits[:seat], action, *state.commits[seat + 1 :])
    state = State(state.setting, state.draws, state.cards, state.finds, state.boards, commits, state.ending)
    if None in commits and state.setting.pace != OWN and deciding(state):
        return state
    return close(state)


def close(state: State) -> State:
    """Carry out the commits that wait for nobody, unless a draw they ask for is missing."""
    seats = closing(state)
    if missing_finds(state, seats):
        return state
    boards = list(state.boards)
    for seat, action in enumerate(state.commits):
        if seat in seats and action is not None:
            boards[seat] = _answered(state, seat, action)
        elif action == HIDDEN and state.pace != OWN:
            # What others committed is not ours to know; their board only moves on.
            boards[seat] = boards[seat]._replace(round=boards[seat].round + 1)
    commits = (None,) * len(boards)
    return settle(
        State(state.setting, state.draws, state.cards, state.finds, tuple(boards), commits, state.ending)
        if state.pace != OWN
        else _closed_own(state, tuple(boards), seats)
    )


def _closed_own(state: State, boards: tuple[Board, ...], seats: tuple[int, ...]) -> State:
    commits = tuple(None if seat in seats else commit for seat, commit in enumerate(state.commits))
    return state._replace(boards=boards, commits=commits)


def laid(episode: Episode, ground: Ground, board: Board, piece: Piece | None, action: Action) -> Board:
    """The board after a place action, before anything it brings."""
    assert piece is not None
    if piece.name != action[1]:
        piece = next(choice for choice in choices(episode, ground, board, piece) if choice.name == action[1])
    shape = piece.shape
    return lay(ground, board, piece, shape.slot(shape.index(action[2]), ground.grid.bits[str(action[3])]))


def _answered(state: State, seat: int, action: Action) -> Board:
    """The seat's board after its answer to the running draw."""
    episode, ground, board, piece = state.episode, state.ground(seat), state.boards[seat], state.piece(seat)
    assert piece is not None
    if action[0] == "place":
        after = brought(episode, ground, laid(episode, ground, board, piece, action), dict(state.finds))
    elif action == PASS:
        after = board
        for rule in episode.rules.answer:
            after = rule.passed(ground, after, piece)
    else:
        after = board._replace(ended=CHOSEN)
    return advanced(state, ground, board, after)


def brought(episode: Episode, ground: Ground, board: Board, found: dict[int, int]) -> Board:
    """The board with everything its newest piece brings, and the goals it has reached."""
    for rule in episode.rules.once:
        board = rule.brings(ground, board, board.laid[-1], found)
    for race in episode.rules.race:
        if race.reached(ground, board) and note(board, race.id, -1) < 0:
            board = noted(board, race.id, board.round)
    return board


def advanced(state: State, ground: Ground, before: Board, board: Board) -> Board:
    """The board one round on; hazards strike, at once all of them on a board whose part is over."""
    for rule in state.episode.rules.round:
        due = rule.after > board.round if board.ended else rule.after == board.round + 1
        if due:
            board = rule.strike(ground, board)
    return Board(board.round + 1, before if state.pace == OWN else None, *board[2:])


def settle(state: State) -> State:
    """Seats without a choice move on by themselves: nothing to lay, or nothing left but to end."""
    for seat in deciding(state):
        while (board := state.boards[seat]).round < len(state.draws) and not board.ended:
            after = _forced(state, seat, board)
            if after is None:
                break
            moved = advanced(state, state.ground(seat), board, after)
            state = state._replace(boards=(*state.boards[:seat], moved, *state.boards[seat + 1 :]))
    return state


def _forced(state: State, seat: int, board: Board) -> Board | None:
    """The board of a seat that cannot choose; None when it can."""
    episode, ground, piece = state.episode, state.ground(seat), state.piece(seat)
    if piece is None:
        return board
    now = standing(state, seat)
    if may_pass(episode, ground, board, now, piece):
        return None
    if any(placements(episode, ground, board, choice) for choice in choices(episode, ground, board, piece)):
        return None
    veto = [rule.id for rule in episode.rules.answer if rule.passing(ground, board, now, piece) is False]
    return board._replace(ended=(veto or ["no_room"])[0])


def is_over(state: State) -> bool:
    """Whether the rounds are over: nobody acts, nobody waits."""
    rounds = state.episode.source.rounds
    for board in state.boards:
        if not board.ended and board.round != rounds:
            return False
    return True
