"""The kinds of rules: at which moment of a match it speaks, and what it answers."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from tilefolk.core.chance import Draw, Outcome
from tilefolk.core.game import Json, Legacy
from tilefolk.core.grid import Mask
from tilefolk.core.legacy import Gain
from tilefolk.core.notation import Action
from tilefolk.core.track import Standing
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground, Laid, Piece

Given = tuple[str, str | int]  # a counted thing with its number, or a sticker with its place
Found = Mapping[int, int]  # finds that are known: site -> points


class Rule(Protocol):
    """Every rule has a message id and the numbers in its sentence."""

    @property
    def id(self) -> str: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...


class Source(Rule, Protocol):
    """SOURCE: where the rounds' pieces come from."""

    @property
    def stream(self) -> str: ...
    @property
    def rounds(self) -> int | None:
        """How many draws there are; None: as long as somebody plays."""

    def draw(self, index: int) -> Draw: ...
    def card(self, draws: Sequence[Outcome], index: int) -> str:
        """The card of a draw, empty when nobody may lay anything."""

    def left(self, draws: Sequence[Outcome]) -> tuple[str, ...]:
        """The cards that may still come, as far as the draws tell."""

    def chances(self, draws: Sequence[Outcome]) -> Mapping[str, int]:
        """The cards the next draw may bring, each with its number of equally likely outcomes."""

    def shown(self, draws: Sequence[Outcome]) -> Json:
        """What a client may show of it besides the cards."""


class Fit(Rule, Protocol):
    """FIT (START for a seat's first piece, JOIN for later ones): of some slots, those a rule allows."""

    @property
    def static(self) -> bool:
        """True: depends on the map alone, so it is joined into one mask at load."""

    def keep(self, ground: Ground, board: Board, piece: Piece, slots: Mask) -> Mask: ...


class Pass(Rule, Protocol):
    """PASS: when a seat may pass, and what that costs."""

    def allows(self, board: Board, standing: Standing, piece: Piece) -> bool: ...
    def price(self, board: Board, standing: Standing, piece: Piece) -> int:
        """What a pass would cost now, as points."""

    def passed(self, board: Board, piece: Piece) -> Board:
        """The board after a pass."""


class Must(Rule, Protocol):
    """MUST: a kind of piece that cannot be passed."""

    @property
    def kind(self) -> str: ...


class Instead(Rule, Protocol):
    """INSTEAD: pieces that may be laid in place of the drawn one."""

    def instead(self, ground: Ground, board: Board, piece: Piece) -> str:
        """The card of such a piece, empty when there is none now."""


class Once(Rule, Protocol):
    """ONCE: what a placement brings at once."""

    def asks(self, ground: Ground, board: Board, laid: Laid) -> tuple[int, ...]:
        """The finds the placement uncovers."""

    def brings(self, ground: Ground, board: Board, laid: Laid, found: Found) -> Board: ...


class Round(Rule, Protocol):
    """ROUND: what happens on every board after one numbered round."""

    @property
    def after(self) -> int: ...
    def strike(self, ground: Ground, board: Board) -> Board: ...


class Prize(NamedTuple):
    points: int
    nuggets: int


class Race(Rule, Protocol):
    """RACE: a goal among seats; whoever reaches it in the same round takes the same prize."""

    def concerns(self, ground: Ground) -> Mask:
        """The cells that matter: only a piece on one of them can newly reach the goal."""

    def reached(self, ground: Ground, board: Board) -> bool: ...
    def prize(self, step: int) -> Prize: ...


Line = tuple[int, Mask]  # points and the cells they come from


class End(Rule, Protocol):
    """END: a line of the end scoring of one board."""

    def line(self, ground: Ground, board: Board) -> Line: ...


@runtime_checkable
class TwoParts(Protocol):
    """A rule of an earlier moment that has a line of the end scoring too."""

    @property
    def at_end(self) -> End | None: ...


class Table(Rule, Protocol):
    """TABLE: a line of the end scoring that compares all seats."""

    def lines(self, grounds: Sequence[Ground], boards: Sequence[Board]) -> tuple[Line, ...]: ...


class Ties(Rule, Protocol):
    """TIES: the tie-break, more is better."""

    def key(self, ground: Ground, board: Board) -> tuple[int, ...]: ...


class Ask(Rule, Protocol):
    """ASK: a hidden decision after the end scoring, before the ranking."""

    def answers(self, brought: Legacy, nuggets: int) -> tuple[Action, ...]:
        """What a seat may answer that has won so many nuggets for certain."""

    def points_of(self, action: Action) -> int: ...
    def keeps(self, action: Action) -> tuple[Gain, ...]: ...


class Task(NamedTuple):
    """Something a seat still has to choose, as data: a gift by its place in a rule.

    `cells` are those it may go on where the finished board decides that.
    """

    rule: str
    number: int
    cells: tuple[str, ...] = ()


class Outcomes(NamedTuple):
    """What a reward rule may look at: the finished board and the seat's place among the seats."""

    ground: Ground
    board: Board
    place: int
    seats: int
    locked: bool


class Reward(Rule, Protocol):
    """REWARD: what a seat keeps after the ranking, and what it still has to choose."""

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> tuple[Gain, ...]:
        """What it gives to a seat that has this much by then."""

    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]: ...


@runtime_checkable
class Choosing(Protocol):
    """A reward rule that leaves something to choose."""

    def choice(self, task: Task) -> "Choice | None":
        """The choice behind a task; None when the rule has no such gift."""


@runtime_checkable
class Waiting(Protocol):
    """A reward rule that gives something when all seats have chosen."""

    def waiting(self, rule: str, number: int) -> Any:
        """The counted thing that is given then; None when the rule has no such gift."""


class Gift(Protocol):
    """GIFT: one thing of an award that is there at once."""

    def gives(self, outcome: Outcomes) -> tuple[Given, ...]: ...


@runtime_checkable
class Choice(Protocol):
    """CHOICE: one thing of an award that its owner puts somewhere: what is possible, what it does, why not.

    The ground is the whole board with nothing built on it.
    """

    @property
    def otherwise(self) -> str:
        """The counted thing that is given when nothing is possible; empty: it is forfeited."""

    def options(self, ground: Ground) -> tuple[Action, ...]: ...
    def why_not(self, ground: Ground, action: Action) -> tuple[str, ...]:
        """The reasons against an action that is no option; empty when it is not for this choice at all."""

    def given(self, action: Action) -> Given: ...
    def forfeited(self) -> Given: ...
    def shown(self, ground: Ground) -> Json:
        """What a client needs to offer it: masks of cells with their reasons. Without masks its options are
        listed as answers."""
