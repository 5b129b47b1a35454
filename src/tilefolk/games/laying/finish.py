"""After the rounds: the last hidden decision, the ranking, and the choices of what a seat keeps."""

from typing import Any

from tilefolk.core.legacy import LATER, Gain, Legacy, joined
from tilefolk.core.notation import Action
from tilefolk.core.tally import places
from tilefolk.games.laying import choosing
from tilefolk.games.laying.choosing import PUT_OFF, Pending
from tilefolk.games.laying.rounds import is_over
from tilefolk.games.laying.rules.reward import NUGGETS, counted
from tilefolk.games.laying.rules.rule_kinds import Outcomes, Task
from tilefolk.games.laying.scoring import score
from tilefolk.games.laying.settling import settled_gains
from tilefolk.games.laying.state import ASK, OVER, OWN, REWARD, ROUNDS, State, prizes, sold_from, standing

SKIP: Action = ("skip",)


def proceed(state: State) -> State:
    """Go on to the next phase while nobody has anything to decide in the running one."""
    if state.ending.phase == ROUNDS:
        if not is_over(state):
            return state
        state = _with_ending(state, phase=ASK)
        asked = state.ending.asked or (None,) * len(state.boards)
        asked = tuple(asked[seat] or (None if questions(state, seat) else SKIP) for seat in _seats(state))
        state = _with_ending(state, asked=asked)
    if state.phase == ASK and all(state.ending.asked):
        state = _with_ending(state, phase=REWARD, given=((),) * len(state.boards))
        state = _without_impossible(_with_ending(state, tasks=_tasks(state)))
        if state.setting.pace is OWN:  # nobody comes back for it: it is owed
            for seat in _seats(state):
                state = _put_off(state, seat)
    if state.phase == REWARD and not any(state.ending.tasks):
        state = _with_ending(state, phase=OVER)
    return state


def waiting_for(state: State) -> tuple[int, ...]:
    """Seats with a decision after the rounds."""
    ending = state.ending
    if ending.phase == ASK:
        return tuple(seat for seat in _seats(state) if ending.asked[seat] is None)
    return tuple(seat for seat in _seats(state) if ending.phase == REWARD and ending.tasks[seat])


def is_asked(state: State, seat: int) -> bool:
    """Whether the seat has the last hidden decision before it: at own pace as soon as its rounds are over."""
    ending = state.ending
    if ending.phase == ROUNDS:
        return bool(state.episode.rules.ask) and is_asked_early(state, seat)
    return ending.phase == ASK and ending.asked[seat] is None


def is_asked_early(state: State, seat: int) -> bool:
    """At own pace nobody waits for the others with it."""
    if state.setting.pace is not OWN or seat in state.setting.owes:
        return False
    board, asked = state.boards[seat], state.ending.asked
    if not board.ended and board.round != state.episode.source.rounds:
        return False
    return not (asked and asked[seat]) and bool(questions(state, seat))


def options(state: State, seat: int) -> tuple[Action, ...]:
    """What a seat may choose after its rounds."""
    if is_asked(state, seat):
        return questions(state, seat)
    return (*pending(state, seat).options, PUT_OFF)


def pending(state: State, seat: int) -> Pending:
    """The choice that is next for the seat after the ranking."""
    task = state.ending.tasks[seat][0]
    return choosing.pending(state.episode, task, takes_along(state, seat))


def chosen(state: State, seat: int, action: Action) -> State:
    """The state after a choice."""
    if is_asked(state, seat):
        asked = state.ending.asked or (None,) * len(state.boards)
        return proceed(_with_ending(state, asked=(*asked[:seat], action, *asked[seat + 1 :])))
    if action == PUT_OFF:
        return proceed(_put_off(state, seat))
    gains, tasks = pending(state, seat).chosen(action)
    return proceed(_without_impossible(_given(state, seat, gains, tasks)))


def takes_along(state: State, seat: int) -> Legacy:
    """What the seat brought, plus what it kept; nothing is kept of an episode played by itself."""
    setting = state.setting
    if setting.by_itself and not setting.award:
        return Legacy()
    return setting.brought[seat].with_gains(gains(state, seat), setting.name, setting.version)


def kept(state: State, seat: int) -> tuple[Gain, ...] | None:
    """What the match gave the seat for good, where the episode's records tell it."""
    return gains(state, seat) if state.episode.history else None


def gains(state: State, seat: int) -> tuple[Gain, ...]:
    """Everything the seat keeps: what is its own, then what has waited for the choices of all."""
    own = own_gains(state, seat)
    if state.phase != OVER or not state.setting.award:
        return own
    return (*own, *settled_gains(state, seat, own_gains))


def own_gains(state: State, seat: int) -> tuple[Gain, ...]:
    """What the seat keeps whatever others choose, in order: what was owed, what was spent, what the ranking
    brought, what it has chosen since."""
    setting, ending = state.setting, state.ending
    owed = setting.answered[seat] if setting.answered else ()
    if not setting.award:
        return owed
    out = [*owed, *setting.gifts[seat]]
    if spent := standing(state, seat).spares - setting.used[seat].count("provisions"):
        out.append(Gain("pass.provision", "provisions", spent))
    for booking, prize in prizes(state, seat):
        out += counted(booking.rule, NUGGETS, prize.nuggets)
    answer = ending.asked[seat] if ending.asked else None
    for ask in state.episode.rules.ask:
        if answer and answer[0] == ask.id:
            out += ask.keeps(answer)
    outcome = _outcome(state, seat)
    for rule in state.episode.rules.reward:
        legacy = setting.brought[seat].with_gains(out, setting.name, setting.version)
        out += rule.keeps(outcome, legacy)
    return (*out, *(ending.given[seat] if ending.given else ()))


def _with_ending(state: State, **changes: Any) -> State:
    return state._replace(ending=state.ending._replace(**changes))


def _seats(state: State) -> range:
    return range(len(state.boards))


def questions(state: State, seat: int) -> tuple[Action, ...]:
    """The answers to the last hidden decision; none when there is nothing to decide."""
    won = sold_from(state, seat)
    brought = state.setting.used[seat]
    return tuple(action for rule in state.episode.rules.ask for action in rule.answers(brought, won))


def _tasks(state: State) -> tuple[tuple[Task, ...], ...]:
    if not state.setting.award:
        return ((),) * len(state.boards)
    rules = state.episode.rules.reward
    outcomes = [_outcome(state, seat) for seat in _seats(state)]
    return tuple(tuple(task for rule in rules for task in rule.tasks(outcome)) for outcome in outcomes)


def _outcome(state: State, seat: int) -> Outcomes:
    tallies = score(state)
    lock = state.episode.track.lock
    locked = lock is not None and tallies[seat].value >= lock
    return Outcomes(state.ground(seat), state.boards[seat], places(tallies)[seat], len(tallies), locked)


def _given(state: State, seat: int, what: tuple[Gain, ...], more: tuple[Task, ...] = ()) -> State:
    """The seat's next task is done and gave this; what follows from it is next."""
    given, tasks = state.ending.given, state.ending.tasks
    given = (*given[:seat], (*given[seat], *what), *given[seat + 1 :])
    tasks = (*tasks[:seat], (*more, *tasks[seat][1:]), *tasks[seat + 1 :])
    return _with_ending(state, given=given, tasks=tasks)


def _put_off(state: State, seat: int) -> State:
    """All open choices of a seat wait for its next visit."""
    for rule, number, cells in state.ending.tasks[seat]:
        value = joined(number, *cells) if cells else number
        state = _given(state, seat, (Gain(rule, LATER, value),))
    return state


def _without_impossible(state: State) -> State:
    """Tasks nobody can fulfil are forfeited, or what is given instead is noted."""
    for seat in _seats(state):
        while state.ending.tasks[seat] and not (left := pending(state, seat)).options:
            state = _given(state, seat, left.instead())
    return state
