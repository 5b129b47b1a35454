"""SOURCE rules: where the rounds' pieces come from."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from tilefolk.core.chance import Draw, Outcome
from tilefolk.core.game import Json
from tilefolk.games.laying.rules.names import Card, Kind, Shape

BLOCKING = "X"


@dataclass(frozen=True)
class Deck:
    """One card per piece: shapes in every kind, single cards, cards of a shape each seat chose, blocking."""

    kinds: tuple[Kind, ...] = ()
    shapes: tuple[Shape, ...] = ()
    cards: tuple[Card, ...] = ()
    seat_cards: tuple[Card, ...] = ()
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
        return pieces + self.cards + self.seat_cards + (BLOCKING,) * self.blocking

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

    def chances(self, draws: Sequence[Outcome]) -> Counter[str]:
        return Counter(self.left(draws))

    def shown(self, draws: Sequence[Outcome]) -> Json:
        return {}


@dataclass(frozen=True)
class Dice:
    """Two dice that join to a shape, one for its kind; a special face brings the next piece of a row.

    The faces are drawn in two rows (`C #. ##`); side by side they are the shape that `pairs` names.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    kinds: tuple[Kind, ...]
    first_faces: tuple[str, ...]
    second_faces: tuple[str, ...]
    pairs: tuple[str, ...]
    special: str = ""
    row: tuple[Card, ...] = ()
    stream = "dice"
    rounds = None

    @cached_property
    def id(self) -> str:
        kinds = dict.fromkeys(card.partition("-")[0] for card in self.row)
        return ".".join(("dice", *([self.special, *kinds] if self.row else [])))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (len(self.row),) if self.row else ()

    @cached_property
    def shapes(self) -> dict[tuple[str, str], str]:
        """The shape of two faces, from entries `first second shape`."""
        entries = (entry.split() for entry in self.pairs)
        return {(first, second): shape for first, second, shape in entries}

    @cached_property
    def faces(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """What the faces of the two dice show: two rows each."""
        first, second = (
            {name: rows for name, *rows in map(str.split, faces)}
            for faces in (self.first_faces, self.second_faces)
        )
        return first, second

    @cached_property
    def _items(self) -> tuple[Outcome, ...]:
        return tuple(product(self.first, self.second, self.kinds))

    @cached_property
    def _chances(self) -> tuple[Counter[str], ...]:
        """The cards of all rolls, by how much of the row is used up."""
        rows = [self.row[used:] for used in range(len(self.row) + 1)]
        return tuple(Counter(self._card(roll, row) for roll in self._items) for row in rows)

    def _card(self, roll: Outcome, row: tuple[Card, ...]) -> str:
        first, second, kind = map(str, roll)
        return row[0] if row and second == self.special else f"{kind}-{self.shapes[first, second]}"

    def draw(self, index: int) -> Draw:
        return Draw(self.stream, index, self._items, self._items, again=True)

    def card(self, draws: Sequence[Outcome], index: int) -> str:
        return self._card(draws[index], self.left(draws[:index]))

    def left(self, draws: Sequence[Outcome]) -> tuple[Card, ...]:
        return self.row[sum(draw[1] == self.special for draw in draws) :]

    def chances(self, draws: Sequence[Outcome]) -> Counter[str]:
        return self._chances[len(self.row) - len(self.left(draws))]

    def shown(self, draws: Sequence[Outcome]) -> Json:
        """The faces, the shape of every two of them, which face brings the next of the row, and the odds.

        The odds are how many rolls of the first two dice give which shape, or the next of the row.
        """
        odds = Counter[str]()
        for card, times in self.chances(draws).items():
            odds[card if card in self.row else card.partition("-")[2]] += times
        each = len(self.kinds)
        return {
            "faces": list(self.faces),
            "shapes": self._shapes_shown,
            "special": self.special,
            "odds": [[shape, n // each] for shape, n in odds.items()],
        }

    @cached_property
    def _shapes_shown(self) -> dict[str, dict[str, str]]:
        """The shape by the first face, then by the second."""
        shown: dict[str, dict[str, str]] = {}
        for (first, second), shape in self.shapes.items():
            shown.setdefault(first, {})[second] = shape
        return shown
