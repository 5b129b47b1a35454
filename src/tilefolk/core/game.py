"""The protocol of a game: a handful of pure functions over a frozen state."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from tilefolk.core.chance import Draw
from tilefolk.core.errors import ReportedError
from tilefolk.core.known import NOTHING_KNOWN
from tilefolk.core.legacy import Gain, Legacy, Owed
from tilefolk.core.notation import Action, Line
from tilefolk.core.tally import Lack, Preview, Tally

__all__ = [
    "AnyGame",
    "BadSetup",
    "CampaignGame",
    "ExplainedGame",
    "ForesightGame",
    "Game",
    "HeldGame",
    "Illegal",
    "Json",
    "Legacy",
    "Mode",
    "Options",
    "Pace",
    "PartedGame",
    "check_setup",
    "known_of",
    "pace_of",
    "view_parts_of",
]

S = TypeVar("S")
Player = TypeVar("Player")
Options = Mapping[str, str]
Json = Mapping[str, Any]


class Pace(StrEnum):
    """How the seats of a match keep step: the values of the option `pace`.

    TOGETHER: a round closes when everybody has answered. OWN: everybody goes through the same draws at
    their own speed.
    """

    TOGETHER = "together"
    OWN = "own"


def pace_of(options: Options) -> Pace:
    """The pace that is set; games without a choice are played together. `check_setup` refuses other words."""
    return Pace.OWN if options.get("pace") == Pace.OWN else Pace.TOGETHER


class Illegal(ValueError):
    """A move that is not allowed, with the ids of the rules that forbid it."""

    def __init__(self, rules: Sequence[str]) -> None:
        super().__init__(", ".join(rules))
        self.rules = tuple(rules)

    def __reduce__(self) -> tuple[object, ...]:
        return Illegal, (self.rules,)


class BadSetup(ReportedError):
    """A match cannot be set up like this."""


class Mode(NamedTuple):
    """A way to play a game: its name, how many seats, which options with their choices (default first).

    `fixed_bots`: seats that the game gives to a bot of its own, such as a solo opponent.
    """

    name: str
    version: int
    seats: tuple[int, ...]
    options: tuple[tuple[str, tuple[str, ...]], ...] = ()
    fixed_bots: tuple[tuple[int, str], ...] = ()

    def seated(self, players: Sequence[Player], make_bot: Callable[[str], Player]) -> tuple[Player, ...]:
        """The players seat by seat; the fixed bots take their seats where nobody has named them."""
        out = list(players)
        if len(out) not in self.seats and len(out) + len(self.fixed_bots) in self.seats:
            for seat, bot in self.fixed_bots:
                out.insert(seat, make_bot(bot))
        return tuple(out)


def check_setup(mode: Mode, seats: int, options: Options, legacy: Sequence[Legacy]) -> None:
    """Raises BadSetup when a mode cannot be set up like this."""
    if seats not in mode.seats:
        raise BadSetup("setup.seats", mode=mode.name, known=", ".join(map(str, mode.seats)), seats=str(seats))
    offered = dict(mode.options)
    for key, value in options.items():
        if value not in offered.get(key, ()):
            known = "; ".join(f"{name}: {', '.join(values)}" for name, values in offered.items())
            raise BadSetup("setup.option", mode=mode.name, option=f"{key} {value}", known=known or "-")
    if legacy and len(legacy) != seats:
        raise BadSetup("setup.legacy", seats=str(seats), legacies=str(len(legacy)))


class Game(Protocol[S]):
    """What a game module offers. Everything else is computed from these (`core.match`, `core.play`)."""

    name: str

    @property
    def fixed_bot_names(self) -> tuple[str, ...]:
        """The bots that only this game seats, such as a solo opponent. The rules leave them no choice."""

    def mode_names(self) -> tuple[str, ...]:
        """The names of all its modes, as `game/mode`."""

    def mode(self, name: str, version: int | None = None) -> Mode:
        """The mode behind one of these names: of that version if there is one, else the newest."""

    def setup(
        self,
        mode: str,
        seats: int,
        options: Options,
        legacy: Sequence[Legacy],
        version: int | None = None,
        asleep: Sequence[Legacy] = (),
    ) -> S:
        """The state before the first draw; without a version, of the newest.

        `asleep` is what seats of the campaign have that do not play.
        """

    def to_act(self, state: S) -> tuple[int, ...]:
        """Seats that may act, CHANCE among them when somebody waits for a draw; empty when over."""

    def draws(self, state: S) -> tuple[Draw, ...]:
        """The draws somebody waits for, in the order in which chance gives them."""

    def streams(self, mode: str, seats: int, version: int | None = None) -> tuple[Draw, ...]:
        """Every stream a match may draw from: its first draw, once for each face that may be told."""

    def legal(self, state: S, who: int) -> Sequence[Action]:
        """All actions of a seat (or of CHANCE)."""

    def apply(self, state: S, who: int, action: Action) -> S:
        """The state after an action; raises Illegal."""

    def apply_trusted(self, state: S, who: int, action: Action) -> S:
        """The same without the check, for actions taken from `legal`."""

    def why(self, state: S, who: int, action: Action) -> tuple[str, ...]:
        """The ids of all rules that forbid an action; empty when it is legal."""

    def fallback_action(self, state: S, seat: int) -> Action:
        """What is done for a seat that does not answer, such as a bot that fails."""

    def timeout_action(self, state: S, seat: int) -> Action:
        """What is answered for somebody whose time is up."""

    def lasts(self, state: S, seat: int) -> bool:
        """Whether the seat chooses or spends what lasts beyond the match; no stand-in does that."""

    def closed(self, state: S, seat: int) -> int:
        """How many rounds or turns of the seat are closed; a take-back never reaches across one."""

    def score(self, state: S) -> tuple[Tally, ...]:
        """One tally per seat, as if the match ended now."""

    def seen(self, state: S, seat: int | None) -> S:
        """The state as a seat (or a spectator) may know it."""

    def knows(self, before: S, line: Line, now: S, seat: int | None) -> bool:
        """Whether what a seat or chance did at `before` may be told to a seat by now."""

    def view(self, state: S, seat: int | None) -> Json:
        """What a client draws, made from `seen` alone."""

    def takes_along(self, state: S, seat: int) -> Legacy:
        """What the seat takes along from the match: what it brought, plus what it kept."""

    def kept(self, state: S, seat: int) -> tuple[Gain, ...] | None:
        """What the match gave the seat for good, in order; None where end records do not tell it."""


AnyGame = Game[Any]


@runtime_checkable
class CampaignGame(Protocol):
    """What a game offers beside that whose campaigns seats may join and leave."""

    def missed(self, mode: str, version: int, legacy: Legacy, others: Sequence[Legacy]) -> tuple[Gain, ...]:
        """What a match gives for good to a seat of its campaign that did not play it, and has this so far.

        `others` is what the other seats have that have played.
        """

    def gift(self, owed: Owed) -> tuple[str, ...]:
        """What may be put by a choice that is owed."""


@runtime_checkable
class HeldGame(Protocol):
    """What a game offers beside that whose rounds can stay open behind their last answer."""

    def may_hold(self, state: Any) -> bool:
        """Whether a round runs that can be held open."""

    def hold(self, state: Any, seat: int, action: Action) -> Any:
        """The state with an answer taken from `legal`, and the round open even if it was the last one."""


@runtime_checkable
class ForesightGame(Protocol):
    """What a game offers beside that whose players see what an answer would bring."""

    def previews(self, state: Any, seat: int) -> Iterable[tuple[Action, Preview]]:
        """Every answer the seat may give now with what it changes, from what the seat has seen."""

    def lacks(self, state: Any, seat: int) -> tuple[Lack, ...]:
        """What things of the seat still lack for their points."""


@runtime_checkable
class PartedGame(Protocol):
    """What a game offers beside that whose views are made in parts: joined in their order they are `view`."""

    def view_parts(self, state: Any, seat: int | None) -> tuple[Json, ...]:
        """Always as many parts. One that stays as it was is the same object, also for seats that share it.

        Entries of a list may be `Known`.
        """

    def known(self, state: Any, seat: int | None) -> Json:
        """What `Known` values of the seat are made of, by name. It changes with its board."""


def view_parts_of(game: AnyGame) -> Callable[[Any, int | None], tuple[Json, ...]]:
    """The function that makes the parts of a view; a game without parts has one."""
    if isinstance(game, PartedGame):
        return game.view_parts
    return lambda state, seat: (game.view(state, seat),)


def known_of(game: AnyGame) -> Callable[[Any, int | None], Json]:
    """The function that tells what deltas for a seat may name. Finding it is slow: ask once per feed."""
    return game.known if isinstance(game, PartedGame) else lambda state, seat: NOTHING_KNOWN


@runtime_checkable
class ExplainedGame(Protocol):
    """What a game offers beside that whose rules can be read with examples."""

    def rules_page(self, mode: str, *, pictures: bool = True) -> Json:
        """The rules of a mode by what they are about: message ids, numbers, and pictures if wanted."""
