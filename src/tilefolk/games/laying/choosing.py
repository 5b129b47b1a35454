"""Choices for good: where a sticker may go on the whole board, and what is owed from an earlier match."""

from dataclasses import replace
from typing import NamedTuple

from tilefolk.core.game import BadSetup
from tilefolk.core.legacy import OWED, Gain, Legacy, Owed
from tilefolk.core.notation import Action
from tilefolk.games.laying.board import fresh
from tilefolk.games.laying.catalogue import EPISODES, whole_ground
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.award import Award
from tilefolk.games.laying.rules.reward import counted
from tilefolk.games.laying.rules.rule_kinds import Choice, Task
from tilefolk.games.laying.state import Setting, State

PUT_OFF: Action = ("later",)


class Pending(NamedTuple):
    """A choice that is next for a seat, and the whole board on which it is made.

    `rule` is what it will be kept under.
    """

    rule: str
    task: Task
    choice: Choice
    ground: Ground

    @property
    def options(self) -> tuple[Action, ...]:
        return self.choice.options(self.ground)

    def instead(self) -> tuple[Gain, ...]:
        """What is kept when nothing is possible."""
        if self.choice.otherwise:
            return counted(self.rule, self.choice.otherwise, 1)
        what, value = self.choice.forfeited()
        return (Gain(self.rule, what, value),)


def choice_in(episode: Episode, task: Task) -> Choice | None:
    """The choice behind a task; None when there is none."""
    for rule in episode.rules.reward:
        if isinstance(rule, Award):
            row = rule.rows.get(task.rule, ())
            gift = row[task.number] if 0 <= task.number < len(row) else None
            return gift if isinstance(gift, Choice) else None
    return None


def pending(episode: Episode, task: Task, legacy: Legacy, rule: str = "") -> Pending:
    choice = choice_in(episode, task)
    assert choice is not None
    return Pending(rule or task.rule, task, choice, whole_ground(episode, legacy))


def check_owed(legacy: Legacy) -> None:
    """Raises BadSetup when a seat brings a choice that no episode gives."""
    for owed in legacy.owed:
        if owed.mode not in EPISODES or not EPISODES.has(owed.mode, owed.version):
            raise BadSetup("setup.owed", owed=f"{owed.mode} {owed.version}")
        if choice_in(EPISODES.of(owed.mode, owed.version), Task(owed.rule, owed.number)) is None:
            raise BadSetup("setup.owed", owed=f"{owed.mode} {owed.rule} {owed.number}")


def first_owed(state: State, seat: int) -> Pending:
    """The oldest choice the seat owes, on the board of the episode that gave it as that episode left it."""
    legacy = state.setting.legacies[seat]
    owed: Owed = legacy.owed[0]
    return pending(EPISODES.of(owed.mode, owed.version), Task(owed.rule, owed.number), legacy, OWED)


def answer_owed(state: State, seat: int, action: Action) -> State:
    """The state after an owed choice; the seat's board is made anew with what it has put there."""
    if action == PUT_OFF:
        return _with_setting(state, replace(state.setting, away=(*state.setting.away, seat)))
    what, value = first_owed(state, seat).choice.given(action)
    return without_impossible(_answered(state, seat, (Gain(OWED, what, value),)))


def without_impossible(state: State) -> State:
    """Owed choices that nobody can make any more are forfeited."""
    for seat in range(len(state.boards)):
        while seat in state.setting.owes and not (left := first_owed(state, seat)).options:
            state = _answered(state, seat, left.instead())
    return state


def _answered(state: State, seat: int, gains: tuple[Gain, ...]) -> State:
    setting = state.setting
    answered = list(setting.answered or ((),) * len(setting.brought))
    answered[seat] = (*answered[seat], *gains)
    return _with_setting(state, replace(setting, answered=tuple(answered)))


def _with_setting(state: State, setting: Setting) -> State:
    boards = tuple(
        fresh(setting.grounds[seat]) if seat in state.setting.owes else board
        for seat, board in enumerate(state.boards)
    )
    return state._replace(setting=setting, boards=boards)
