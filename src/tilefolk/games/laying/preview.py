"""What each answer to the running card would bring a seat, from what it has seen."""

from collections.abc import Iterator

from tilefolk.core.grid import Mask
from tilefolk.core.notation import Action
from tilefolk.core.tally import Lack, Preview
from tilefolk.games.laying.answers import answers
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.lacking import changed, lacks
from tilefolk.games.laying.outlook import lit_by, ray_rules
from tilefolk.games.laying.rounds import close, missing_finds
from tilefolk.games.laying.rules.end import Counted
from tilefolk.games.laying.scoring import score_of
from tilefolk.games.laying.state import HIDDEN, ROUNDS, State, may_pass
from tilefolk.games.laying.visibility import seen

Cells = tuple[tuple[str, Mask], ...]  # by rule


def previews(state: State, seat: int) -> Iterator[tuple[Action, Preview]]:
    """Every answer to the running card with what it changes; nothing where no card waits for the seat.

    The round is closed with this answer alone: what the others answer is not known. What a seat digs up is
    not known either: it counts nothing, and the preview is open.
    """
    state = seen(state, seat)
    piece = state.piece(seat)
    board, owes = state.boards[seat], seat in state.setting.owes
    if state.phase != ROUNDS or owes or piece is None or board.ended or state.commits[seat] is not None:
        return
    before = score_of(state, seat)
    rays = ray_rules(state.episode)
    lacking = lacks(state.episode, state.ground(seat), board)
    for action in answers(state.episode, state.ground(seat), board, piece, may_pass(state, seat, piece)):
        committed, is_open = _committed(state, seat, action)
        closed = close(committed)
        preview = Preview.between(before, score_of(closed, seat), is_open)
        ground, after = state.ground(seat), closed.boards[seat]
        yield (
            action,
            preview._replace(
                cells=_reached(rays, ground, board, after),
                lacks=changed(lacking, lacks(state.episode, ground, after)),
            ),
        )


def lacks_of(state: State, seat: int) -> tuple[Lack, ...]:
    """What things on the seat's board lack now."""
    state = seen(state, seat)
    return lacks(state.episode, state.ground(seat), state.boards[seat])


def _reached(rays: list[Counted], ground: Ground, before: Board, after: Board) -> Cells:
    """The lights that fall on other cells now, each with all its cells."""
    lit = ((rule.id, lit_by(rule, ground, before), lit_by(rule, ground, after)) for rule in rays)
    return tuple((rule, now) for rule, then, now in lit if now != then)


def _committed(state: State, seat: int, action: Action) -> tuple[State, bool]:
    """The state with this answer and hidden ones of all others who play, and whether a find decides."""
    open_rounds = len(state.cards)
    commits = tuple(
        action if other == seat else HIDDEN if not board.ended and board.round < open_rounds else None
        for other, board in enumerate(state.boards)
    )
    state = state._replace(commits=commits)
    sites = missing_finds(state, (seat,))
    finds = tuple(sorted((*state.finds, *((site, 0) for site in sites))))
    return state._replace(finds=finds), bool(sites)
