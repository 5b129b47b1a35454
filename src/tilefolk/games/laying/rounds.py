"""The course of a match: answers close rounds, draws open them, and what follows by itself follows."""

from tilefolk.core.chance import Draw
from tilefolk.core.notation import Action
from tilefolk.games.laying.answers import PASS, choices, may_pass, placements
from tilefolk.games.laying.board import CHOSEN, Board, fresh, lay, note, noted
from tilefolk.games.laying.catalogue import EPISODES, ground_of
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.rules.once import Find
from tilefolk.games.laying.state import HIDDEN, State, ground_at, piece_at, standing

OWN = "own"


def opening(state: State) -> State:
    """A match before its first draw."""
    boards = tuple(fresh(ground_at(state, seat)) for seat in range(len(state.legacies)))
    return state._replace(boards=boards, commits=(None,) * len(boards))


def deciding(state: State) -> tuple[int, ...]:
    """Seats that have a piece to answer and have not committed."""
    drawn = len(state.draws)
    return tuple(
        seat
        for seat, board in enumerate(state.boards)
        if not board.ended and board.round < drawn and state.commits[seat] is None
    )


def waiting(state: State) -> bool:
    """Whether an active seat needs a draw that is not there yet."""
    drawn = len(state.draws)
    rounds = EPISODES[state.episode].source.rounds
    if rounds is not None and drawn >= rounds:
        return False
    return any(not board.ended and board.round == drawn for board in state.boards)


def closing(state: State) -> tuple[int, ...]:
    """Seats whose commit no longer waits for anybody but chance."""
    if state.pace != OWN and deciding(state):
        return ()
    return tuple(seat for seat, commit in enumerate(state.commits) if commit not in (None, HIDDEN))


def wanted(state: State) -> tuple[Draw, ...]:
    """The draws somebody waits for."""
    finds = tuple(_find(state, index) for index in missing_finds(state))
    pending = state.pace != OWN and (deciding(state) or any(state.commits))
    if pending or not waiting(state):
        return finds
    return (*finds, EPISODES[state.episode].source.draw(len(state.draws)))


def missing_finds(state: State) -> tuple[int, ...]:
    """Sites that the closing commits dig up and whose content nobody knows yet."""
    episode = EPISODES[state.episode]
    if not any(isinstance(rule, Find) for rule in episode.rules.once):
        return ()
    known = dict(state.finds)
    asked: set[int] = set()
    for seat in closing(state):
        asked.update(_asks(state, episode, seat))
    return tuple(sorted(asked - set(known)))


def _asks(state: State, episode: Episode, seat: int) -> list[int]:
    ground, board, action = ground_at(state, seat), state.boards[seat], state.commits[seat]
    if action is None or action[0] != "place":
        return []
    board = _laid(episode, ground, board, piece_at(state, seat), action)
    return [site for rule in episode.rules.once for site in rule.asks(ground, board, board.laid[-1])]


def find_rule(episode: Episode) -> Find:
    return next(rule for rule in episode.rules.once if isinstance(rule, Find))


def _find(state: State, index: int) -> Draw:
    rule = find_rule(EPISODES[state.episode])
    items = tuple((points,) for points in rule.bag)
    return Draw(rule.stream, index, items, items)


def commit(state: State, seat: int, action: Action) -> State:
    """The state with a seat's answer, and the round closed if that was the last one."""
    commits = (*state.commits[:seat], action, *state.commits[seat + 1 :])
    state = state._replace(commits=commits)
    if state.pace != OWN:
        drawn = len(state.draws)
        for board, other in zip(state.boards, commits, strict=True):
            if other is None and not board.ended and board.round < drawn:
                return state
    return close(state)


def close(state: State) -> State:
    """Carry out the commits that wait for nobody, unless a draw they ask for is missing."""
    if missing_finds(state):
        return state
    seats = closing(state)
    boards, commits = list(state.boards), list(state.commits)
    for seat in seats:
        action = commits[seat]
        assert action is not None
        boards[seat] = _answered(state, seat, action)
        commits[seat] = None
    # Commits that stay hidden from this view are as good as carried out: their boards are not ours to know.
    if state.pace != OWN:
        for seat, hidden in enumerate(commits):
            if hidden == HIDDEN:
                boards[seat] = boards[seat]._replace(round=boards[seat].round + 1)
                commits[seat] = None
    return settle(state._replace(boards=tuple(boards), commits=tuple(commits)))


def _laid(episode: Episode, ground: Ground, board: Board, piece: Piece | None, action: Action) -> Board:
    assert piece is not None
    if piece.name != action[1]:
        piece = next(choice for choice in choices(episode, ground, board, piece) if choice.name == action[1])
    shape = piece.shape
    slot = shape.slot(shape.index(action[2]), ground.grid.bits[str(action[3])])
    return lay(ground, board, piece, slot)


def _answered(state: State, seat: int, action: Action) -> Board:
    """The seat's board after its answer to the running draw."""
    episode = EPISODES[state.episode]
    ground = ground_of(state.episode, state.legacies[seat])
    board = state.boards[seat]
    piece = piece_at(state, seat)
    assert piece is not None
    if action[0] == "place":
        after = _laid(episode, ground, board, piece, action)
        after = brought(episode, ground, after, dict(state.finds))
    elif action == PASS:
        after = board
        for rule in episode.rules.answer:
            after = rule.passed(ground, after, piece)
    else:
        after = board._replace(ended=CHOSEN)
    return advanced(state, ground, board, after)


def brought(episode: Episode, ground: Ground, board: Board, found: dict[int, int]) -> Board:
    """The board with everything its newest piece brings, and the goals it has reached."""
    laid = board.laid[-1]
    for rule in episode.rules.once:
        board = rule.brings(ground, board, laid, found)
    for race in episode.rules.race:
        if note(board, race.id, -1) < 0 and race.reached(ground, board):
            board = noted(board, race.id, board.round)
    return board


def advanced(state: State, ground: Ground, before: Board, board: Board) -> Board:
    """The board one round on; hazards strike, at once all of them on a board whose part is over."""
    for rule in EPISODES[state.episode].rules.round:
        due = rule.after > board.round if board.ended else rule.after == board.round + 1
        if due:
            board = rule.strike(ground, board)
    chain = before if state.pace == OWN else None
    return board._replace(round=board.round + 1, before=chain)


def settle(state: State) -> State:
    """Seats without a choice move on by themselves: nothing to lay, or nothing left but to end."""
    boards = list(state.boards)
    drawn = len(state.draws)
    moved = False
    for seat, board in enumerate(boards):
        while not board.ended and board.round < drawn and state.commits[seat] is None:
            ground = ground_of(state.episode, state.legacies[seat])
            after = _forced(state._replace(boards=tuple(boards)), seat, ground, board)
            if after is None:
                break
            board = boards[seat] = advanced(state, ground, board, after)
            moved = True
    return state._replace(boards=tuple(boards)) if moved else state


def _forced(state: State, seat: int, ground: Ground, board: Board) -> Board | None:
    """The board of a seat that cannot choose; None when it can."""
    episode = EPISODES[state.episode]
    piece = piece_at(state, seat)
    if piece is None:
        return board
    if may_pass(episode, ground, board, standing(state, seat), piece):
        return None
    if any(placements(episode, ground, board, choice) for choice in choices(episode, ground, board, piece)):
        return None
    now = standing(state, seat)
    veto = [rule.id for rule in episode.rules.answer if rule.passing(ground, board, now, piece) is False]
    return board._replace(ended=(veto or ["no_room"])[0])


def is_over(state: State) -> bool:
    """Whether the rounds are over: nobody acts, nobody waits."""
    rounds = EPISODES[state.episode].source.rounds
    return all(board.ended or board.round == rounds for board in state.boards)
