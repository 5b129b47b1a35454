"""The shapes a rule can have: at which moment of a match it speaks, and what it answers."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from tilefolk.core.chance import Draw, Outcome
from tilefolk.core.game import Json, Legacy
from tilefolk.core.grid import Mask
from tilefolk.core.notation import Action
from tilefolk.core.track import Standing
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground, Laid, Piece

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
    def price(self, board: Board, piece: Piece) -> int:
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


class Table(Rule, Protocol):
    """TABLE: a line of the end scoring that compares all seats."""

    def lines(self, grounds: Sequence[Ground], boards: Sequence[Board]) -> tuple[Line, ...]: ...


class Ties(Rule, Protocol):
    """TIES: the tie-break, more is better."""

    def key(self, ground: Ground, board: Board) -> tuple[int, ...]: ...


class Ask(Rule, Protocol):
    """ASK: a hidden decision after the end scoring, before the ranking."""

    def answers(self, ground: Ground) -> tuple[Action, ...]: ...
    def points_of(self, action: Action) -> int: ...
    def keeps(self, legacy: Legacy, action: Action) -> Legacy: ...


class Task(NamedTuple):
    """Something a seat still has to choose, as data: what it may put, and on which cells."""

    verb: str
    what: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    otherwise: str = ""


class Outcomes(NamedTuple):
    """What a reward rule may look at: the finished board and the seat's place among the seats."""

    ground: Ground
    board: Board
    place: int
    seats: int
    nuggets: int
    locked: bool


class Reward(Rule, Protocol):
    """REWARD: what a seat keeps after the ranking, and what it still has to choose."""

    def keeps(self, outcome: Outcomes, legacy: Legacy) -> Legacy: ...
    def tasks(self, outcome: Outcomes) -> tuple[Task, ...]: ...
