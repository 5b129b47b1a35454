"""The family engine: one shared draw, everybody lays it on their own board."""

from collections.abc import Sequence

from tilefolk.core.chance import Draw
from tilefolk.core.game import Illegal, Legacy, Options, check_setup, pace_of
from tilefolk.core.notation import CHANCE, Action
from tilefolk.games.laying import finish, rounds
from tilefolk.games.laying.answers import (
    END,
    PASS,
    answers,
    choices,
    why_not_there,
)
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.finish import takes_along
from tilefolk.games.laying.rules.once import Find
from tilefolk.games.laying.scoring import score
from tilefolk.games.laying.sight import knows, seen
from tilefolk.games.laying.state import OWN, PHASES, ROUNDS, Setting, State, may_pass, why_no_pass
from tilefolk.games.laying.view import view

__all__ = [
    "apply",
    "apply_trusted",
    "closed",
    "default",
    "draws",
    "knows",
    "legal",
    "overdue",
    "score",
    "seen",
    "setup",
    "takes_along",
    "to_act",
    "view",
    "why",
]


def setup(mode: str, seats: int, options: Options, legacy: Sequence[Legacy] = ()) -> State:
    """The state before the first draw; raises BadSetup."""
    episode = EPISODES[mode]
    check_setup(episode.mode, seats, options, legacy)
    award = options.get("award", "no") == "yes"
    legacies = tuple(legacy) or (Legacy(),) * seats
    return rounds.opening(Setting(mode, episode.version, pace_of(options), award, legacies))


def to_act(state: State) -> tuple[int, ...]:
    """Seats that may act, CHANCE after them; empty when over."""
    if state.phase != ROUNDS:
        return finish.choosing(state)
    return rounds.acting(state)


def draws(state: State) -> tuple[Draw, ...]:
    """The draws somebody waits for."""
    return rounds.wanted(state) if state.phase == ROUNDS else ()


def legal(state: State, who: int) -> Sequence[Action]:
    """All actions of a seat, or all outcomes chance may still bring."""
    setting, _, cards, _, boards, commits, ending = state
    if who == CHANCE:
        return _outcomes(state)
    if not 0 <= who < len(boards):
        return ()
    if ending.phase != ROUNDS:
        return finish.options(state, who) if who in finish.choosing(state) else ()
    board = boards[who]
    if board.round >= len(cards) or board.book.ended or commits[who] is not None:
        return ()
    ground = setting.grounds[who]
    piece = ground.pieces[cards[board.round]]
    return answers(setting.episode, ground, board, piece, may_pass(state, who, piece))


def apply(state: State, who: int, action: Action) -> State:
    """The state after an action; raises Illegal."""
    if action not in legal(state, who):
        raise Illegal(why(state, who, action))
    return apply_trusted(state, who, action)


def apply_trusted(state: State, who: int, action: Action) -> State:
    """The state after an action taken from `legal`."""
    if who == CHANCE:
        return _drawn(state, action)
    if state.ending.phase != ROUNDS:
        return finish.chosen(state, who, action)
    state = rounds.commit(state, who, action)
    return state if state.commits[who] else finish.proceed(state)


def why(state: State, who: int, action: Action) -> tuple[str, ...]:
    """The ids of all rules that forbid an action; empty when it is legal."""
    if action in legal(state, who):
        return ()
    if who == CHANCE:
        return ("no_such_draw",)
    if not 0 <= who < len(state.boards):
        return ("no_such_seat",)
    if state.phase != ROUNDS:
        return ("no_such_choice",) if who in finish.choosing(state) else ("not_to_act",)
    board, piece = state.boards[who], state.piece(who)
    if board.ended:
        return ("has_ended",)
    if state.commits[who] is not None:
        return ("has_answered",)
    if piece is None:
        return ("waits_for_draw",)
    episode, ground = state.episode, state.ground(who)
    if action == PASS:
        return why_no_pass(state, who, piece)
    if len(action) != 4 or action[0] != "place":
        return ("no_such_action",)
    for choice in choices(episode, ground, board, piece):
        if choice.name == action[1]:
            return why_not_there(episode, ground, board, choice, action)
    return ("not_this_piece",)


def default(state: State, seat: int) -> Action:
    """The mildest answer for a seat that does not answer: pass if allowed, else end."""
    if state.phase != ROUNDS:
        return legal(state, seat)[0]
    return PASS if PASS in legal(state, seat) else END


def overdue(state: State, seat: int) -> Action:
    """The answer when time is up. At own pace time is for all rounds: the part ends and no pass is paid."""
    unfinished = state.setting.pace is OWN and state.phase == ROUNDS
    return END if unfinished else default(state, seat)


def closed(state: State, seat: int) -> int:
    """The seat's progress as a number that only grows; closed rounds cannot be undone."""
    final = seat in rounds.closing(state) if state.phase == ROUNDS else False
    return (PHASES.index(state.phase) << 20) + state.boards[seat].round + final


def _outcomes(state: State) -> tuple[Action, ...]:
    out: list[Action] = []
    for draw in draws(state):
        told = list(draw.told)
        if not draw.again:
            gone = [(points,) for _, points in state.finds] if draw.stream == Find.stream else state.draws
            for outcome in gone:
                told.remove(outcome)
        out += [(draw.stream, draw.index, *outcome) for outcome in dict.fromkeys(told)]
    return tuple(out)


def _drawn(state: State, action: Action) -> State:
    if action[0] == Find.stream:
        finds = tuple(sorted((*state.finds, (int(action[1]), int(action[2])))))
        return finish.proceed(rounds.settle(rounds.close(state._replace(finds=finds))))
    drawn = (*state.draws, action[2:])
    cards = (*state.cards, state.episode.source.card(drawn, len(state.draws)))
    opened = State(state.setting, drawn, cards, *state[3:])
    return finish.proceed(rounds.settle(opened))
