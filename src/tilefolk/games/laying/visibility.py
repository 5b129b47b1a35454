"""What a seat may know: others' open commits are hidden, draws and boards end at the seat's own round."""

from dataclasses import replace

from tilefolk.core.grid import bits_of
from tilefolk.core.notation import CHANCE, Line
from tilefolk.games.laying.board import Board, fresh, note
from tilefolk.games.laying.ground import Ground, cached_on_ground
from tilefolk.games.laying.rules.goals import Goals
from tilefolk.games.laying.rules.once import Find
from tilefolk.games.laying.state import (
    ASK,
    FOREVER,
    HIDDEN,
    OVER,
    OWN,
    PHASES,
    REWARD,
    ROUNDS,
    Setting,
    State,
    is_sealed,
    new_state,
)


def reach(state: State, seat: int | None) -> int:
    """The round up to which a seat knows the draws; who has ended, or only watches, knows what all do.

    Nobody knows a draw who still has to choose something before the first one. At own pace draws would tell
    how far the others are, so nobody sees further draws.
    """
    if state.ending.phase != ROUNDS:
        return FOREVER
    setting, boards = state.setting, state.boards
    own = 0 if seat is None else -1 if seat in setting.owes else boards[seat].round
    if setting.pace is OWN or (seat is not None and not boards[seat].book.ended):
        return own
    return max(own, min((board.round for board in boards if not board.book.ended), default=FOREVER))


def openness(state: State, seat: int | None) -> int:
    """The round up to which others' boards are open to a seat: at own pace none until all are done."""
    return 0 if is_sealed(state) else reach(state, seat)


def _opening(state: State) -> bool:
    """Whether choices that were owed are still hidden: at own pace until all are done."""
    if not (state.setting.answered or state.setting.away):
        return False
    return is_sealed(state) or (state.phase == ROUNDS and bool(state.setting.owes))


def _with_others_as_brought(state: State, seat: int | None) -> Setting:
    """The others without what they have chosen in this match; together one sees who is done."""
    setting = state.setting
    answered = tuple(gains if other == seat else () for other, gains in enumerate(setting.answered))
    if is_sealed(state):
        away = tuple(other for other in setting.away if other == seat)
    else:
        owing = {other for other, legacy in enumerate(setting.brought) if legacy.owed}
        away = tuple(sorted(owing - setting.owes - {seat} | (set(setting.away) & {seat})))
    return replace(setting, answered=answered if any(answered) else (), away=away)


def seen(state: State, seat: int | None) -> State:
    """The state as a seat, or a spectator, may know it; the last one is remembered."""
    sights: dict[int | None, tuple[State, State]] = state.setting.sights
    last = sights.get(seat)
    if last is None or last[0] is not state:
        last = sights[seat] = state, _seen(state, seat)
    return last[1]


def _seen(state: State, seat: int | None) -> State:
    limit = reach(state, seat)
    shown = 0 if is_sealed(state) else limit
    boards, commits = state.boards, state.commits
    if max([board.round for board in boards]) > shown:
        boards = tuple([board if other == seat else _cut(board, shown) for other, board in enumerate(boards)])
    if any(commits):
        commits = tuple(
            [one if other == seat or one is None else HIDDEN for other, one in enumerate(commits)]
        )
    draws, cards = state.draws[: _known_draws(state, limit)], state.cards[: limit + 1]
    setting = state.setting
    if _opening(state):
        setting = _with_others_as_brought(state, seat)
        boards = tuple(
            board if other == seat or board.round else untouched(setting.grounds[other])
            for other, board in enumerate(boards)
        )
    if setting.goals and limit < 0:
        setting = replace(setting, goals=())
    state = new_state(setting, draws, cards, state.finds, boards, commits, state.ending)
    if state.finds:
        state = state._replace(finds=_known_finds(state))
    if state.phase == ROUNDS and state.ending.asked:
        return _without_answers(state, seat)
    return _without_choices(state, seat) if state.phase in (ASK, REWARD) else state


def _known_draws(state: State, limit: int) -> int:
    """How many draws are known to whoever has reached a round."""
    return limit + 1 + state.setting.episode.ahead if limit >= 0 else 0


@cached_on_ground
def untouched(ground: Ground) -> Board:
    """The board before the first draw, always the same one: clients are shown it again and again."""
    return fresh(ground)


def knows(before: State, line: Line, now: State, seat: int | None) -> bool:
    """Whether a line written at `before` may be told to the seat by now."""
    if line.who == seat:
        return True
    if line.who == CHANCE:
        stream, index = line.action[0], line.action[1]
        if stream == Find.stream:
            return index in dict(seen(now, seat).finds)
        if stream == Goals.stream:
            return int(index) < len(seen(now, seat).setting.goals)
        return int(index) < min(_known_draws(now, reach(now, seat)), len(now.draws))
    if is_sealed(now):
        return False
    phase, asks = before.ending.phase, before.setting.episode.rules.ask
    if phase == REWARD:
        return now.ending.phase == OVER
    if phase == ASK or (asks and line.action[0] in {rule.id for rule in asks}):
        return PHASES.index(now.ending.phase) > PHASES.index(ASK)
    if line.who in before.setting.owes:
        return not _opening(now)
    written = before.boards[line.who].round
    return now.boards[line.who].round > written < openness(now, seat)


def _cut(board: Board, limit: int) -> Board:
    while board.round > limit and board.book.before is not None:
        board = board.book.before
    return board


def _known_finds(state: State) -> tuple[tuple[int, int], ...]:
    """Finds on boards that are visible in this state."""
    find = state.episode.find
    assert find is not None
    found = 0
    for board in state.boards:
        found |= note(board, "found")
    dug = {index for index, bit in enumerate(bits_of(state.episode.map.cells[find.at])) if found >> bit & 1}
    return tuple((index, points) for index, points in state.finds if index in dug)


def _without_answers(state: State, seat: int | None) -> State:
    """At own pace nobody learns who has already answered what comes after the rounds."""
    own = tuple(answer if other == seat else None for other, answer in enumerate(state.ending.asked))
    return state._replace(ending=state.ending._replace(asked=own if any(own) else ()))


def _without_choices(state: State, seat: int | None) -> State:
    """Others' choices after the rounds stay hidden until all have chosen; only who is done is public."""
    ending = state.ending
    asked = tuple(
        answer if other == seat or answer is None else HIDDEN for other, answer in enumerate(ending.asked)
    )
    given = tuple(answers if other == seat else () for other, answers in enumerate(ending.given))
    tasks = tuple(left if other == seat else left[-1:] for other, left in enumerate(ending.tasks))
    if state.phase == REWARD:
        asked = ending.asked
    return state._replace(ending=ending._replace(asked=asked, given=given, tasks=tasks))
