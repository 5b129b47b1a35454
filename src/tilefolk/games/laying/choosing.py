"""Choices for good: where a sticker may go on the whole board, and what is owed from an earlier match."""

from dataclasses import replace
from typing import NamedTuple

from tilefolk.core.first import first_of
from tilefolk.core.game import BadSetup
from tilefolk.core.legacy import LATER, OWED, WAITS, Gain, Legacy, Owed, joined
from tilefolk.core.notation import Action
from tilefolk.games.laying.board import fresh
from tilefolk.games.laying.catalogue import EPISODES, whole_ground
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.rules.award import Count
from tilefolk.games.laying.rules.choice import BOXES
from tilefolk.games.laying.rules.reward import EVER, Cabinet, counted
from tilefolk.games.laying.rules.rule_kinds import Choice, Choosing, Task, Waiting
from tilefolk.games.laying.rules.shaft import digs_of
from tilefolk.games.laying.state import Setting, State

PUT_OFF: Action = ("later",)


class Chosen(NamedTuple):
    """What came of a choice: what the seat keeps, and what it may choose because of it."""

    gains: tuple[Gain, ...] = ()
    tasks: tuple[Task, ...] = ()


class Pending(NamedTuple):
    """A choice that is next for a seat, and the whole board on which it is made.

    `rule` is what it will be kept under, `episode` the one that has given it.
    """

    rule: str
    task: Task
    choice: Choice
    episode: Episode
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

    def chosen(self, action: Action) -> Chosen:
        """What the seat keeps by this answer, and what it may choose in turn."""
        what, value = self.choice.given(action)
        boxed = what.startswith(BOXES)
        reached = _boxed(self.episode, self.ground.legacy, what) if boxed else Chosen()
        return Chosen((Gain(self.rule, what, value), *reached.gains), reached.tasks)


def _boxed(episode: Episode, legacy: Legacy, what: str) -> Chosen:
    """What the next box of a shaft brings its owner."""
    dig = first_of(rule for rule in digs_of(episode.rules.reward) if BOXES + rule.kind == what)
    box = legacy.count(what) + 1
    if box not in dig.at:
        return Chosen()
    number = dig.at.index(box)
    gift = dig.gifts[number]
    if box in dig.triangles:
        return Chosen((Gain(dig.id, WAITS, number),))
    if isinstance(gift, Count):
        gains = counted(dig.id, gift.what, gift.n)
        return Chosen((*gains, *_milestones(episode, legacy, gains)))
    return Chosen(tasks=(Task(dig.id, number),))


def _milestones(episode: Episode, legacy: Legacy, gains: tuple[Gain, ...]) -> tuple[Gain, ...]:
    """What the cabinet gives for nuggets that come after the ranking."""
    now = sum(int(gain.value) for gain in gains if gain.what == EVER)
    cabinets = [rule for rule in episode.rules.reward if isinstance(rule, Cabinet)]
    before = legacy.count(EVER)
    return tuple(gain for rule in cabinets for gain in rule.reached(before, before + now))


def choice_in(episode: Episode, task: Task) -> Choice | None:
    """The choice behind a task; None when there is none."""
    rules = [rule for rule in episode.rules.reward if isinstance(rule, Choosing)]
    return next((choice for rule in rules if (choice := rule.choice(task))), None)


def pending(episode: Episode, task: Task, legacy: Legacy, rule: str = "") -> Pending:
    choice = choice_in(episode, task)
    assert choice is not None
    return Pending(rule or task.rule, task, choice, episode, whole_ground(episode, legacy))


def waiting_in(episode: Episode, gift: Owed) -> Count | None:
    """What an episode gives when all have chosen; None when it gives no such thing."""
    rules = [rule for rule in episode.rules.reward if isinstance(rule, Waiting)]
    return next((count for rule in rules if (count := rule.waiting(gift.rule, gift.number))), None)


def check_owed(legacy: Legacy) -> None:
    """Raises BadSetup when a seat brings a choice, or something that waits, that no episode gives."""
    for gift in (*legacy.owed, *legacy.waits):
        if gift.mode not in EPISODES or not EPISODES.has(gift.mode, gift.version):
            raise BadSetup("setup.owed", owed=f"{gift.mode} {gift.version}")
        episode = EPISODES.of(gift.mode, gift.version)
        known = waiting_in(episode, gift) if gift in legacy.waits else choice_in(episode, task_of(gift))
        if known is None or not all(name in episode.map.grid.bits for name in gift.cells):
            raise BadSetup("setup.owed", owed=f"{gift.mode} {gift.rule} {gift.number}")


def task_of(owed: Owed) -> Task:
    return Task(owed.rule, owed.number, owed.cells)


def first_owed(state: State, seat: int) -> Pending:
    """The oldest choice the seat owes, on the board of the episode that gave it as that episode left it."""
    legacy = state.setting.legacies[seat]
    owed: Owed = legacy.owed[0]
    return pending(EPISODES.of(owed.mode, owed.version), task_of(owed), legacy, OWED)


def answer_owed(state: State, seat: int, action: Action) -> State:
    """The state after an owed choice; the seat's board is made anew with what it has put there."""
    if action == PUT_OFF:
        return _with_setting(state, replace(state.setting, away=(*state.setting.away, seat)))
    gains, tasks = first_owed(state, seat).chosen(action)
    more = [Gain(OWED, LATER, joined(task.rule, task.number)) for task in tasks]
    told = [_of_owed(gain) for gain in gains]
    return without_impossible(_answered(state, seat, (*told, *more)))


def _of_owed(gain: Gain) -> Gain:
    """What waits since an owed choice belongs to the episode that gave the choice."""
    return Gain(OWED, WAITS, joined(gain.rule, gain.value)) if gain.what == WAITS else gain


def without_impossible(state: State) -> State:
    """Owed choices that nobody can make any more are forfeited."""
    for seat in sorted(state.setting.owes):
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
