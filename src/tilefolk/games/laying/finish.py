"""After the rounds: the last hidden decision, the ranking, and the choices of what a seat keeps."""

from collections.abc import Iterator
from typing import Any

from tilefolk.core.game import Legacy
from tilefolk.core.grid import Mask
from tilefolk.core.notation import Action
from tilefolk.core.tally import places
from tilefolk.games.laying.catalogue import ground_of
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rounds import is_over
from tilefolk.games.laying.rules.reward import NUGGETS, gained
from tilefolk.games.laying.rules.shapes import Outcomes, Task
from tilefolk.games.laying.scoring import score
from tilefolk.games.laying.state import ASK, OVER, REWARD, ROUNDS, State, prizes, standing

SKIP: Action = ("skip",)


def proceed(state: State) -> State:
    """Go on to the next phase while nobody has anything to decide in the running one."""
    if state.ending.phase == ROUNDS:
        if not is_over(state):
            return state
        asked = tuple(None if _questions(state, seat) else SKIP for seat in _seats(state))
        state = _with_ending(state, phase=ASK, asked=asked)
    if state.phase == ASK and all(state.ending.asked):
        state = _with_ending(state, phase=REWARD, given=((),) * len(state.boards))
        state = _without_impossible(_with_ending(state, tasks=_tasks(state)))
    if state.phase == REWARD and not any(state.ending.tasks):
        state = _with_ending(state, phase=OVER)
    return state


def choosing(state: State) -> tuple[int, ...]:
    """Seats with a decision after the rounds."""
    ending = state.ending
    if ending.phase == ASK:
        return tuple(seat for seat in _seats(state) if ending.asked[seat] is None)
    return tuple(seat for seat in _seats(state) if ending.phase == REWARD and ending.tasks[seat])


def options(state: State, seat: int) -> tuple[Action, ...]:
    """What a seat may choose after the rounds."""
    if state.phase == ASK:
        return _questions(state, seat)
    return tuple(_possible(state, seat, state.ending.tasks[seat][0]))


def chosen(state: State, seat: int, action: Action) -> State:
    """The state after a choice."""
    asked, tasks, given = state.ending.asked, state.ending.tasks, state.ending.given
    if state.phase == ASK:
        return proceed(_with_ending(state, asked=(*asked[:seat], action, *asked[seat + 1 :])))
    given = (*given[:seat], (*given[seat], action), *given[seat + 1 :])
    tasks = (*tasks[:seat], tasks[seat][1:], *tasks[seat + 1 :])
    return proceed(_without_impossible(_with_ending(state, given=given, tasks=tasks)))


def takes_along(state: State, seat: int) -> Legacy:
    """What the seat keeps: counted things and stickers, the chosen ones included."""
    legacy = _kept(state, seat)
    for action in state.ending.given[seat] if state.ending.given else ():
        legacy = _with(legacy, action)
    return legacy


def _with_ending(state: State, **changes: Any) -> State:
    return state._replace(ending=state.ending._replace(**changes))


def _seats(state: State) -> range:
    return range(len(state.boards))


def _questions(state: State, seat: int) -> tuple[Action, ...]:
    rules = state.episode.rules.ask
    return tuple(action for rule in rules for action in rule.answers(state.ground(seat)))


def _tasks(state: State) -> tuple[tuple[Task, ...], ...]:
    if not state.setting.award:
        return ((),) * len(state.boards)
    rules = state.episode.rules.reward
    outcomes = [_outcome(state, seat) for seat in _seats(state)]
    return tuple(tuple(task for rule in rules for task in rule.tasks(outcome)) for outcome in outcomes)


def _outcome(state: State, seat: int) -> Outcomes:
    nuggets = sum(prize.nuggets for _, prize in prizes(state, seat))
    tallies = score(state)
    lock = state.episode.track.lock
    locked = lock is not None and tallies[seat].value >= lock
    return Outcomes(
        state.ground(seat), state.boards[seat], places(tallies)[seat], len(tallies), nuggets, locked
    )


def _kept(state: State, seat: int) -> Legacy:
    """What the ranking brings without any choice."""
    episode = state.episode
    legacy = state.setting.legacies[seat]
    if not state.setting.award:
        return legacy
    answer = state.ending.asked[seat] if state.ending.asked else None
    for ask in episode.rules.ask:
        if answer and answer[0] == ask.id:
            legacy = ask.keeps(legacy, answer)
    spent = standing(state, seat).spares - legacy.count("provisions")
    legacy = legacy.plus("provisions", spent) if spent else legacy
    outcome = _outcome(state, seat)
    if outcome.nuggets:
        legacy = gained(legacy, NUGGETS, outcome.nuggets)
    for rule in episode.rules.reward:
        legacy = rule.keeps(outcome, legacy)
    return legacy


def _with(legacy: Legacy, action: Action) -> Legacy:
    if action[0] == "stick":
        return legacy._replace(stickers=(*legacy.stickers, (str(action[1]), str(action[2]))))
    if action[0] == "double":
        return legacy._replace(stickers=(*legacy.stickers, (f"double:{action[1]}", str(action[2]))))
    return gained(legacy, str(action[1]), 1)


def _without_impossible(state: State) -> State:
    """Tasks nobody can fulfil are dropped, what is given instead is noted."""
    tasks, given = list(state.ending.tasks), list(state.ending.given)
    for seat in _seats(state):
        while tasks[seat]:
            state = _with_ending(state, tasks=tuple(tasks), given=tuple(given))
            task = tasks[seat][0]
            if next(_possible(state, seat, task), None):
                break
            tasks[seat] = tasks[seat][1:]
            if task.otherwise:
                given[seat] = (*given[seat], ("instead", task.otherwise))
    return _with_ending(state, tasks=tuple(tasks), given=tuple(given))


def _possible(state: State, seat: int, task: Task) -> Iterator[Action]:
    if task.verb == "double":
        yield from _doubles(state, seat)
        return
    ground = ground_of(state.setting.name, takes_along(state, seat))
    for name in ground.grid.listed(_allowed(ground, task)):
        for sticker in task.what:
            yield ("stick", sticker, name)


def _allowed(ground: Ground, task: Task) -> Mask:
    """The cells of the cleared board that may take the sticker."""
    cells = ground.select(task.on) & ~ground.select(task.off)
    for laid in ground.printed:
        cells &= ~laid.cells
    if task.near:
        cells &= ground.beside(ground.select(task.near))
    if task.apart:
        cells &= ~ground.beside(ground.select(task.apart))
    return cells


def _doubles(state: State, seat: int) -> Iterator[Action]:
    """Every cell of an own tile that has no doubled symbol yet."""
    taken = {what for what, _ in takes_along(state, seat).stickers}
    for piece in state.ground(seat).pieces.values():
        if piece.marked and f"double:{piece.name}" not in taken:
            for index in range(len(piece.marks)):
                yield ("double", piece.name, index)
