"""The family engine: one shared draw, everybody lays it on their own board."""

from collections.abc import Sequence
from dataclasses import replace

from tilefolk.core.chance import Draw, Outcome
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
from tilefolk.games.laying.choosing import PUT_OFF, answer_owed, check_owed, first_owed, without_impossible
from tilefolk.games.laying.finish import kept, takes_along
from tilefolk.games.laying.look_back import look_back
from tilefolk.games.laying.missing import gift, missed
from tilefolk.games.laying.preview import lacks_of, previews
from tilefolk.games.laying.rules.goals import Goals
from tilefolk.games.laying.rules.once import Find
from tilefolk.games.laying.scoring import score
from tilefolk.games.laying.state import (
    OWN,
    PHASES,
    REWARD,
    ROUNDS,
    Setting,
    State,
    dealt,
    may_pass,
    new_state,
    why_no_pass,
)
from tilefolk.games.laying.view import known, view, view_parts
from tilefolk.games.laying.visibility import knows, seen

__all__ = [
    "apply",
    "apply_trusted",
    "closed",
    "draws",
    "fallback_action",
    "gift",
    "hold",
    "kept",
    "known",
    "knows",
    "lacks_of",
    "lasts",
    "legal",
    "may_hold",
    "missed",
    "previews",
    "score",
    "seen",
    "setup",
    "streams",
    "takes_along",
    "timeout_action",
    "to_act",
    "view",
    "view_parts",
    "why",
]


def setup(
    mode: str,
    seats: int,
    options: Options,
    legacy: Sequence[Legacy] = (),
    version: int | None = None,
    asleep: Sequence[Legacy] = (),
) -> State:
    """The state before the first draw; raises BadSetup."""
    episode = EPISODES[mode] if version is None else EPISODES.of(mode, version)
    check_setup(episode.mode, seats, options, legacy)
    look_back(episode)  # reads the episodes before it here, where a record is folded, not when a view is made
    award = options.get("award", "no") == "yes"
    for brought in legacy:
        check_owed(brought)
    given = tuple(legacy) or (episode.alone,) * seats
    resting, pace = tuple(asleep), pace_of(options)
    setting = Setting(mode, episode.version, pace, award, given, by_itself=not legacy, asleep=resting)
    return without_impossible(rounds.opening(setting))


def to_act(state: State) -> tuple[int, ...]:
    """Seats that may act, CHANCE after them; empty when over."""
    if state.ending.phase != ROUNDS:
        return finish.waiting_for(state)
    acting = rounds.acting(state)
    if state.setting.pace is OWN and state.setting.episode.rules.ask:
        asked = [seat for seat in range(len(state.boards)) if finish.is_asked_early(state, seat)]
        acting = (*sorted({*asked, *acting} - {CHANCE}), *((CHANCE,) if CHANCE in acting else ()))
    return acting


def draws(state: State) -> tuple[Draw, ...]:
    """The draws somebody waits for."""
    return rounds.wanted(state) if state.phase == ROUNDS else ()


def streams(mode: str, seats: int, version: int | None = None) -> tuple[Draw, ...]:
    """The deck or the dice, the bag of finds where there is one, the goals where some are drawn."""
    episode = EPISODES[mode] if version is None else EPISODES.of(mode, version)
    finds = (rounds.find_draw(episode.find, 0),) if episode.find else ()
    goals = (episode.goals.drawing(0),) if episode.goals else ()
    return (episode.source.draw(0), *finds, *goals)


def legal(state: State, who: int) -> Sequence[Action]:
    """All actions of a seat, or all outcomes chance may still bring."""
    if who == CHANCE:
        return _outcomes(state)
    if not 0 <= who < len(state.boards):
        return ()
    if state.ending.phase != ROUNDS:
        return finish.options(state, who) if who in finish.waiting_for(state) else ()
    setting, cards, board = state.setting, state.cards, state.boards[who]
    number = board.round
    if not number and who in setting.owes:
        return first_owed(state, who).options
    if number >= len(cards) or board.book.ended or state.commits[who] is not None:
        return finish.options(state, who) if finish.is_asked(state, who) else ()
    ground = setting.grounds[who]
    piece = ground.pieces[cards[number]]
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
    setting = state.setting
    if setting.owes and who in setting.owes and not state.boards[who].round:
        return finish.proceed(rounds.settle(answer_owed(state, who, action)))
    if state.ending.phase != ROUNDS or (setting.pace is OWN and finish.is_asked(state, who)):
        return finish.chosen(state, who, action)
    state = rounds.commit(state, who, action)
    return state if state.commits[who] else finish.proceed(state)


def may_hold(state: State) -> bool:
    """Whether a round runs in which all answer one card; at own pace everybody closes their own."""
    setting = state.setting
    return state.ending.phase == ROUNDS and setting.pace is not OWN and not setting.owes


def hold(state: State, seat: int, action: Action) -> State:
    """The state with an answer taken from `legal`, and the round open even if it was the last one."""
    return rounds.hold(state, seat, action)


def why(state: State, who: int, action: Action) -> tuple[str, ...]:
    """The ids of all rules that forbid an action; empty when it is legal."""
    if action in legal(state, who):
        return ()
    if who == CHANCE:
        return ("no_such_draw",)
    if not 0 <= who < len(state.boards):
        return ("no_such_seat",)
    if state.phase != ROUNDS or who in state.setting.owes or finish.is_asked(state, who):
        return _why_not_chosen(state, who, action)
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


def _why_not_chosen(state: State, seat: int, action: Action) -> tuple[str, ...]:
    """Why this cannot be chosen for good."""
    owes = seat in state.setting.owes
    if not owes and finish.is_asked(state, seat):
        return ("no_such_choice",)
    if not owes and seat not in finish.waiting_for(state):
        return ("not_to_act",)
    if owes and action == PUT_OFF:
        return ("put_off_before",)
    pending = first_owed(state, seat) if owes else finish.pending(state, seat)
    return pending.choice.why_not(pending.ground, action) or ("no_such_choice",)


def fallback_action(state: State, seat: int) -> Action:
    """The mildest answer for a seat that does not answer: pass if allowed, else end.

    A bot that fails to choose for good is given the first cell.
    """
    if state.phase != ROUNDS or seat in state.setting.owes or finish.is_asked(state, seat):
        return legal(state, seat)[0]
    piece = state.piece(seat)
    waits = state.boards[seat].ended or state.commits[seat] is not None
    return PASS if piece is not None and not waits and may_pass(state, seat, piece) else END


def timeout_action(state: State, seat: int) -> Action:
    """What is answered for somebody who is away; nothing that stays for good is chosen for them.

    At own pace time is for all rounds: whoever is not done by then has ended and pays for no pass. Nor does
    anybody on the last card, after which nothing comes.
    """
    if seat in state.setting.owes or state.phase == REWARD:
        return PUT_OFF
    unfinished = state.setting.pace is OWN and state.phase == ROUNDS and not finish.is_asked(state, seat)
    return END if unfinished or _is_last(state, seat) else fallback_action(state, seat)


def _is_last(state: State, seat: int) -> bool:
    """Whether the seat answers its last card."""
    is_last = state.boards[seat].round + 1 == state.episode.source.rounds
    return is_last and state.phase == ROUNDS and not finish.is_asked(state, seat)


def lasts(state: State, seat: int) -> bool:
    """Whether the seat chooses stickers and their like, or melts nuggets."""
    return state.phase != ROUNDS or seat in state.setting.owes or finish.is_asked(state, seat)


def closed(state: State, seat: int) -> int:
    """The seat's progress as a number that only grows; closed rounds cannot be undone."""
    setting, phase, round_number = state.setting, state.ending.phase, state.boards[seat].round
    final = state.commits[seat] is not None and phase == ROUNDS and seat in rounds.closing(state)
    if phase == ROUNDS and not setting.owes:
        return round_number + final  # the common case, decided fast
    opening = seat in setting.owes if setting.pace is OWN else bool(setting.owes)
    return (PHASES.index(phase) << 20) + round_number + final - opening


def _outcomes(state: State) -> tuple[Action, ...]:
    out: list[Action] = []
    for draw in draws(state):
        told = list(draw.told)
        if not draw.again:
            for outcome in _gone(state, draw.stream):
                told.remove(outcome)
        out += [(draw.stream, draw.index, *outcome) for outcome in dict.fromkeys(told)]
    return tuple(out)


def _gone(state: State, stream: str) -> Sequence[Outcome]:
    """What a stream has already brought."""
    if stream == Find.stream:
        return [(points,) for _, points in state.finds]
    return [(goal,) for goal in state.setting.goals] if stream == Goals.stream else state.draws


def _drawn(state: State, action: Action) -> State:
    if action[0] == Goals.stream:
        goals = (*state.setting.goals, str(action[2]))
        return state._replace(setting=replace(state.setting, goals=goals))
    if action[0] == Find.stream:
        finds = tuple(sorted((*state.finds, (int(action[1]), int(action[2])))))
        return finish.proceed(rounds.settle(rounds.close(state._replace(finds=finds))))
    setting, drawn = state.setting, (*state.draws, action[2:])
    cards = dealt(setting.episode, drawn, state.cards)
    opened = new_state(setting, drawn, cards, state.finds, state.boards, state.commits, state.ending)
    return finish.proceed(rounds.settle(opened))
