"""SETUP and SOURCE rules: what lies on the map, where the marker starts, where the pieces come from."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from tilefolk.core.chance import Draw, Outcome
from tilefolk.games.laying.rules.names import Bank, Card, Cell, Kind, Layer, Shape, Sticker

BLOCKING = "X"
EVERYWHERE = Bank("")  # no bank is closed


@dataclass(frozen=True)
class Mark:
    """Before the first round, stickers on fixed cells of every board."""

    put: Sticker
    at: tuple[Cell, ...]

    @cached_property
    def id(self) -> str:
        return f"mark.{self.put}"

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
class Deck:
    """One card per piece: every shape in every kind, single cards, cards of own shapes, blocking cards."""

    kinds: tuple[Kind, ...] = ()
    shapes: tuple[Shape, ...] = ()
    cards: tuple[Card, ...] = ()
    own: tuple[Card, ...] = ()
    blocking: int = 0
    stream = "deck"

    @cached_property
    def id(self) -> str:
        return "deck.blocking" if self.blocking else "deck"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.rounds,)

    @cached_property
    def all(self) -> tuple[str, ...]:
        pieces = tuple(f"{kind}-{shape}" for kind in self.kinds for shape in self.shapes)
        return pieces + self.cards + self.own + (BLOCKING,) * self.blocking

    @cached_property
    def rounds(self) -> int:
        return len(self.all)

    @cached_property
    def _items(self) -> tuple[Outcome, ...]:
        return tuple((card,) for card in self.all)

    def draw(self, index: int) -> Draw:
        return Draw(self.stream, index, self._items, self._items)

    def card(self, draws: Sequence[Outcome], index: int) -> str:
        card = str(draws[index][0])
        blocked = card == BLOCKING or (index > 0 and draws[index - 1][0] == BLOCKING)
        return "" if blocked else card

    def left(self, draws: Sequence[Outcome]) -> tuple[str, ...]:
        rest = list(self.all)
        for (card,) in draws:
            rest.remove(str(card))
        return tuple(rest)


@dataclass(frozen=True)
class Dice:
    """Two dice that join to a shape, one for its kind; a special face brings the next piece of a row."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    kinds: tuple[Kind, ...]
    pairs: tuple[str, ...]
    special: str = ""
    row: tuple[Card, ...] = ()
    stream = "dice"
    rounds = None

    @cached_property
    def id(self) -> str:
        return ".".join(("dice", *([self.special] if self.row else [])))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (len(self.row),) if self.row else ()

    @cached_property
    def shapes(self) -> dict[tuple[str, str], str]:
        """The shape of two faces, from entries `first second shape`."""
        entries = (entry.split() for entry in self.pairs)
        return {(first, second): shape for first, second, shape in entries}

    @cached_property
    def _items(self) -> tuple[Outcome, ...]:
        return tuple(product(self.first, self.second, self.kinds))

    def draw(self, index: int) -> Draw:
        return Draw(self.stream, index, self._items, self._items, again=True)

    def card(self, draws: Sequence[Outcome], index: int) -> str:
        first, second, kind = map(str, draws[index])
        if second == self.special:
            before = sum(draw[1] == self.special for draw in draws[:index])
            if before < len(self.row):
                return self.row[before]
        return f"{kind}-{self.shapes[first, second]}"

    def left(self, draws: Sequence[Outcome]) -> tuple[str, ...]:
        return self.row[sum(draw[1] == self.special for draw in draws) :]
