"""What each answer to the running card would bring a seat, from what it has seen."""

from collections.abc import Iterator

from tilefolk.core.game import Json
from tilefolk.core.grid import Mask
from tilefolk.core.notation import Action
from tilefolk.core.tally import Lack, Preview, Tally
from tilefolk.games.laying.answers import END, answers
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.hints import majorities
from tilefolk.games.laying.lacking import changed, lacks
from tilefolk.games.laying.outlook import lit_by, ray_rules
from tilefolk.games.laying.rounds import close, missing_finds
from tilefolk.games.laying.rules.end import Counted, Unpassed
from tilefolk.games.laying.scoring import COMPARED, Parts, parts, score_of, stands
from tilefolk.games.laying.state import HIDDEN, OWN, ROUNDS, State, may_pass, standing
from tilefolk.games.laying.visibility import seen

Cells = tuple[tuple[str, Mask], ...]  # by rule
Lines = tuple[tuple[str, int], ...]
NO_LINES: Lines = ()


def previews(state: State, seat: int) -> Iterator[tuple[Action, Preview]]:
    """Every answer to the running card with what it changes; nothing where no card waits for the seat."""
    state = seen(state, seat)
    piece = state.piece(seat)
    board, owes = state.boards[seat], seat in state.setting.owes
    if state.phase != ROUNDS or owes or piece is None or board.ended or state.commits[seat] is not None:
        return
    foresight = Foresight(state, seat)
    for action in answers(state.episode, state.ground(seat), board, piece, may_pass(state, seat, piece)):
        yield action, foresight.of(action)


class Foresight:
    """What answers of a seat would change, from what it has seen.

    The round is closed with one answer alone: what the others answer is not known, so what is compared with
    them brings nothing yet. What a seat digs up is not known either: it counts nothing, and the preview is
    open.
    """

    def __init__(self, state: State, seat: int) -> None:
        self._state, self._seat = state, seat
        self._before = _Standing(state, seat)
        self._rays = ray_rules(state.episode)
        self._lacking = lacks(state.episode, state.ground(seat), state.boards[seat])

    def of(self, action: Action) -> Preview:
        """What this answer would change."""
        state, seat = self._state, self._seat
        committed, is_open = _committed(state, seat, action)
        closed = close(committed)
        ground, before, after = state.ground(seat), state.boards[seat], closed.boards[seat]
        return self._before.until(_Standing(closed, seat))._replace(
            is_open=is_open,
            cells=_reached(self._rays, ground, before, after),
            lacks=changed(self._lacking, lacks(state.episode, ground, after)),
        )


class _Standing:
    """What a seat has at one moment: its tally in parts, and what it is compared by."""

    def __init__(self, state: State, seat: int) -> None:
        self.tally = score_of(state, seat)
        self.parts: Parts = parts(state, seat, self.tally)
        self.compared = {rule for rule, how in stands(state).items() if how == COMPARED}
        self.counts = {rule: counts[seat] for rule, counts, _ in majorities(state) if rule in self.compared}

    def until(self, after: "_Standing") -> Preview:
        """What changes from this moment to another one."""
        lines = Preview.between(self.tally, after.tally).lines
        won, still_open = after.parts.won - self.parts.won, after.parts.open - self.parts.open
        return Preview(
            change=won + still_open,
            lines=tuple((rule, points) for rule, points in lines if rule not in self.compared),
            won=won,
            compared=tuple((rule, then) for rule, then in after.counts.items() if then != self.counts[rule]),
        )


def lacks_of(state: State, seat: int) -> tuple[Lack, ...]:
    """What things on the seat's board lack now."""
    state = seen(state, seat)
    return lacks(state.episode, state.ground(seat), state.boards[seat])


def pass_price(state: State, seat: int, piece: Piece) -> int:
    """What passing this piece brings: its price, and what is lost for a board on which nothing was passed."""
    episode, ground, board = state.episode, state.ground(seat), state.boards[seat]
    if episode.passing is None:
        return 0
    lost = [rule.line(ground, board)[0] for _, rule in episode.rules.end if isinstance(rule, Unpassed)]
    return episode.passing.price(board, standing(state, seat), piece) - sum(lost)


def ending(state: State, seat: int, tally: Tally) -> Json:
    """What ending its part now leaves a seat with this tally with, and what is only decided later."""
    now, changes = parts(state, seat, tally), NO_LINES
    if state.episode.rules.round:  # what is still to strike strikes at once
        after, _ = _committed(state, seat, END)
        before, then = _Standing(state, seat), _Standing(close(after), seat)
        now, changes = then.parts, before.until(then).lines
    rounds = state.episode.source.rounds
    return {
        "won": now.won,
        "open": now.open,
        "changes": [list(line) for line in changes],
        "compared": [rule for rule, how in stands(state).items() if how == COMPARED],
        "rounds": None if rounds is None else rounds - len(state.cards),
    }


def _reached(rays: list[Counted], ground: Ground, before: Board, after: Board) -> Cells:
    """The lights that fall on other cells now, each with all its cells."""
    lit = ((rule.id, lit_by(rule, ground, before), lit_by(rule, ground, after)) for rule in rays)
    return tuple((rule, now) for rule, then, now in lit if now != then)


def _committed(state: State, seat: int, action: Action) -> tuple[State, bool]:
    """The state with this answer and hidden ones of all others who play, and whether a find decides.

    At own pace the others answer when they like: nothing of theirs is closed with it.
    """
    open_rounds, together = len(state.cards), state.setting.pace is not OWN
    commits = tuple(
        action
        if other == seat
        else HIDDEN
        if together and not board.ended and board.round < open_rounds
        else None
        for other, board in enumerate(state.boards)
    )
    state = state._replace(commits=commits)
    sites = missing_finds(state, (seat,))
    finds = tuple(sorted((*state.finds, *((site, 0) for site in sites))))
    return state._replace(finds=finds), bool(sites)
