"""The state of a laying match: a frozen value of ints and tuples."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tilefolk.core.chance import Outcome
from tilefolk.core.game import Legacy, Pace
from tilefolk.core.legacy import Gain
from tilefolk.core.notation import Action
from tilefolk.core.track import RACE, Booking, Standing, fold
from tilefolk.core.value import Remembers, Value, frozen_value, maker
from tilefolk.games.laying.board import BLANK, Board, fresh, note
from tilefolk.games.laying.catalogue import EPISODES, ground_in
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.rules.metrics import measured
from tilefolk.games.laying.rules.reward import counted
from tilefolk.games.laying.rules.rule_kinds import Prize, Race, Task
from tilefolk.games.laying.rules.setup import Give

OWN = Pace.OWN
ROUNDS, ASK, REWARD, OVER = "rounds", "ask", "reward", "over"
PHASES = (ROUNDS, ASK, REWARD, OVER)
HIDDEN: Action = ("hidden",)
FOREVER = 1 << 20


@dataclass(frozen=True, slots=True)
class Setting(Remembers):
    """What is fixed before a seat's first draw, by name; the tables behind the names are looked up once.

    `by_itself`: the seats brought nothing and have the history of an episode that is played alone. `answered`
    is what came of choices the seats owed, `away` are seats that owe on: nobody was there to choose. `asleep`
    is what seats of the campaign have that do not play this match. `goals` are those that chance has drawn.
    `owes` are seats that have to choose before their first draw. `races` are all in force: those of the
    episode, and the goals that were drawn. `passes_at_start`: whether a seat with nothing booked may pass
    every piece that need not be built.
    """

    name: str
    version: int
    pace: Pace
    award: bool
    brought: tuple[Legacy, ...]
    by_itself: bool = False
    answered: tuple[tuple[Gain, ...], ...] = ()
    away: tuple[int, ...] = ()
    asleep: tuple[Legacy, ...] = ()
    goals: tuple[str, ...] = ()
    episode: Episode = field(init=False, repr=False, compare=False)
    owes: frozenset[int] = field(init=False, repr=False, compare=False)
    grounds: tuple[Ground, ...] = field(init=False, repr=False, compare=False)
    races: Sequence[Race] = field(init=False, repr=False, compare=False)
    passes_at_start: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        episode = EPISODES.of(self.name, self.version)
        drawn = episode.goals.drawn(self.goals) if episode.goals else ()
        object.__setattr__(self, "episode", episode)
        object.__setattr__(self, "owes", self._owes())
        grounds = tuple(ground_in(episode, legacy.without_open()) for legacy in self.used)
        object.__setattr__(self, "grounds", grounds)
        object.__setattr__(self, "races", (*episode.rules.race, *drawn))
        object.__setattr__(self, "passes_at_start", self.fresh and episode.passes_at_start)

    @cached_property
    def legacies(self) -> tuple[Legacy, ...]:
        """What the seats brought, with what they have chosen since."""
        if not self.answered:
            return self.brought
        both = zip(self.brought, self.answered, strict=True)
        return tuple(legacy.with_gains(gains, self.name, self.version) for legacy, gains in both)

    def _owes(self) -> frozenset[int]:
        if not self.episode.legacy:
            return frozenset()
        owing = [seat for seat, legacy in enumerate(self.legacies) if legacy.owed]
        return frozenset(owing) - frozenset(self.away)

    @cached_property
    def gifts(self) -> tuple[tuple[Gain, ...], ...]:
        """What every seat is given before its first draw, by what it brought."""
        rules = [rule for rule in self.episode.rules.setup if isinstance(rule, Give)]
        return tuple(tuple(gain for rule in rules for gain in self._gift(rule, one)) for one in self.legacies)

    def _gift(self, rule: Give, legacy: Legacy) -> tuple[Gain, ...]:
        ground = ground_in(self.episode, legacy.without_open())
        return counted(rule.id, rule.what, measured(rule.per, ground, fresh(ground))[0])

    @cached_property
    def used(self) -> tuple[Legacy, ...]:
        """What of the legacies this episode uses, with its gifts: all, or nothing."""
        if not self.episode.legacy:
            return (Legacy(),) * len(self.legacies)
        both = zip(self.legacies, self.gifts, strict=True)
        return tuple(legacy.with_gains(gains, self.name, self.version) for legacy, gains in both)

    @cached_property
    def fresh(self) -> bool:
        """Whether nobody brings anything countable along."""
        return not any(legacy.counts for legacy in self.used)

    @cached_property
    def shown(self) -> dict[int | None, Any]:
        """The part of a view that was made last for each seat, to be shared with others (`view.Table`)."""
        return {}

    @cached_property
    def sights(self) -> dict[int | None, Any]:
        """The state that each seat looked at last, and what it saw (`visibility.seen`)."""
        return {}

    def __reduce__(self) -> tuple[object, ...]:
        fixed = (self.name, self.version, self.pace, self.award, self.brought)
        return Setting, (*fixed, self.by_itself, self.answered, self.away, self.asleep, self.goals)


@frozen_value
class Ending(Value):
    """The phases after the rounds: what each seat answered, still has to choose, and was given."""

    phase: str = ROUNDS
    asked: tuple[Action | None, ...] = ()
    tasks: tuple[tuple[Task, ...], ...] = ()
    given: tuple[tuple[Gain, ...], ...] = ()


@frozen_value
class State(Value):
    """Boards as they stood when the round began, plus one commit per seat.

    `draws` are the outcomes of the source in order, `cards` what there is to lay in the rounds that can be
    answered (nothing when blocked; draws that are known ahead have no card yet), `finds` the sites dug up so
    far with their points.
    """

    setting: Setting
    draws: tuple[Outcome, ...]
    cards: tuple[str, ...]
    finds: tuple[tuple[int, int], ...]
    boards: tuple[Board, ...]
    commits: tuple[Action | None, ...]
    ending: Ending = Ending()

    @property
    def episode(self) -> Episode:
        return self.setting.episode

    @property
    def phase(self) -> str:
        return self.ending.phase

    def card(self, number: int) -> str | None:
        """The card of a round, also of one that is only known ahead; None while it is not drawn."""
        return self.episode.source.card(self.draws, number) if number < len(self.draws) else None

    def ground(self, seat: int) -> Ground:
        return self.setting.grounds[seat]

    def piece(self, seat: int) -> Piece | None:
        """The piece the seat has to answer now; None when it waits for a draw or has nothing to lay."""
        number = self.boards[seat].round
        return self.ground(seat).pieces.get(self.cards[number]) if number < len(self.cards) else None


new_state = maker(State)


def dealt(episode: Episode, draws: tuple[Outcome, ...], cards: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The cards of all rounds that can be answered after these draws, going on from those of some rounds."""
    source, open_rounds = episode.source, len(draws)
    if episode.ahead and open_rounds != source.rounds:
        open_rounds -= episode.ahead
    for number in range(len(cards), open_rounds):
        cards += (source.card(draws, number),)
    return cards


def alone(state: State, seat: int) -> State:
    """The match as if this seat played alone, so that its answers are carried out at once."""
    fixed = state.setting
    brought, goals = (fixed.legacies[seat],), fixed.goals
    setting = Setting(fixed.name, fixed.version, OWN, fixed.award, brought, away=(0,), goals=goals)
    return state._replace(setting=setting, boards=(state.boards[seat],), commits=(None,))


def is_sealed(state: State) -> bool:
    """Whether seats cannot see each other's boards yet: at own pace until all are done."""
    return state.setting.pace is OWN and state.ending.phase == ROUNDS


def settled(state: State) -> int:
    """How many rounds every seat has closed: their races are judged."""
    return min(FOREVER if board.ended else board.round for board in state.boards)


def prizes(state: State, seat: int) -> list[tuple[Booking, Prize]]:
    """What the seat has won in races of settled rounds. Nothing is counted up: it follows from the boards."""
    won = []
    if state.boards[seat].notes:
        for race in state.setting.races:
            step = step_of(state, race.id, seat)
            if step is not None:
                mine, prize = note(state.boards[seat], race.id), race.prize(step)
                won.append((Booking(mine, RACE, race.id, prize.points), prize))
    return won


def step_of(state: State, race: str, seat: int) -> int | None:
    """The step on which the seat stands in a race; None while it is not there, or the round not settled."""
    when = [note(board, race, -1) for board in state.boards]
    mine = when[seat]
    return len({other for other in when if 0 <= other < mine}) if 0 <= mine < settled(state) else None


def sold_from(state: State, seat: int) -> int:
    """The nuggets a seat has won for certain when it is asked how many it sells.

    At own pace the others may still be on their way: a race counts with the smallest prize it can bring.
    """
    if state.phase != ROUNDS:
        return sum(prize.nuggets for _, prize in prizes(state, seat))
    reached = [race for race in state.setting.races if note(state.boards[seat], race.id, -1) >= 0]
    steps = range(len(state.boards))
    return sum(min(race.prize(step).nuggets for step in steps) for race in reached)


def standing(state: State, seat: int) -> Standing:
    """Where the seat's marker stands; at own pace a lower bound."""
    setting, book = state.setting, state.boards[seat].book
    bookings = book.bookings
    if book.notes:
        bookings += tuple([booking for booking, _ in prizes(state, seat)])
    provisions = 0 if setting.fresh else setting.used[seat].count("provisions")
    return fold(setting.episode.track, bookings, provisions)


def may_pass(state: State, seat: int, piece: Piece) -> bool:
    """Whether the seat may pass this piece."""
    setting, board = state.setting, state.boards[seat]
    if board.book is BLANK and setting.passes_at_start:  # the common case, decided fast
        return not piece.must
    passing = setting.episode.passing
    if piece.must or passing is None:
        return False
    return passing.allows(board, standing(state, seat), piece)


def why_no_pass(state: State, seat: int, piece: Piece) -> tuple[str, ...]:
    """The rules that forbid passing the piece."""
    passing = state.episode.passing
    if passing is None:
        return ("no.passing",)
    return () if may_pass(state, seat, piece) else (f"no.{piece.must or passing.id}",)
