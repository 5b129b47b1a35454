"""SETUP rules: what lies on the map, where one may build, where the marker starts."""

from dataclasses import dataclass
from functools import cached_property

from tilefolk.games.laying.rules.names import Bank, Cell, Kind, Layer, Metric, Sticker

EVERYWHERE = Bank("")  # no bank is closed


@dataclass(frozen=True)
class Mark:
    """Before the first round, stickers on fixed cells of every board, or over all that stands there by then.

    `over`: on every cell of these terrains and symbols, whatever the seat has put.
    """

    put: Sticker
    at: tuple[Cell, ...] = ()
    over: tuple[Layer, ...] = ()

    @cached_property
    def id(self) -> str:
        return ".".join(("mark", self.put, *self.over))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (len(self.at),) if len(self.at) > 1 else ()


@dataclass(frozen=True)
class Land:
    """The terrains one may build on, and the bank, if any, that does not exist."""

    open: tuple[Layer, ...]
    closed: Bank = EVERYWHERE

    @cached_property
    def id(self) -> str:
        return ".".join(("land", *self.open, *([f"no_{self.closed}"] if self.closed else [])))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return ()


@dataclass(frozen=True)
class Marker:
    """Where the score marker starts, and the number at which it is locked."""

    start: int
    lock: int | None = None

    @cached_property
    def id(self) -> str:
        return "track.lock" if self.lock else "track"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.start, self.lock) if self.lock else (self.start,)


@dataclass(frozen=True)
class Area:
    """A further part of the map that is in play."""

    area: str

    @cached_property
    def id(self) -> str:
        return f"area.{self.area}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return ()


@dataclass(frozen=True)
class Retire:
    """Pieces of a kind leave every set, except those with a mark; their cards stay in the deck."""

    kind: Kind
    keep: str

    @cached_property
    def id(self) -> str:
        return f"retire.{self.kind}.{self.keep}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return ()


@dataclass(frozen=True)
class LookAhead:
    """So many cards after the current one lie open; nothing can be done with them before their round."""

    n: int
    id = "look_ahead"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.n,)


@dataclass(frozen=True)
class Give:
    """Before the first card every seat gets as many of a counted thing as it has of a metric."""

    what: str
    per: Metric

    @cached_property
    def id(self) -> str:
        return f"give.{self.what}.{self.per}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return ()
