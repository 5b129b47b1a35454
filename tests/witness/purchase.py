"""Taking and paying in Point City once more, slowly: items are words, and every choice of them is tried.

A purse is what a seat can pay with: `permanent-energy`, `energy-1`, `energy-2`, `ingenuity`, each so often.
All of it is read off a view; nothing here knows the engine.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise, product
from typing import Any, NamedTuple

View = Mapping[str, Any]
Words = tuple[str, ...]  # sorted; equal cards are equal words
Cost = tuple[tuple[str, int], ...]


class Card(NamedTuple):
    """What is taken: a resource card by its word, or a building with its cost."""

    word: str = ""
    building: str = ""
    cost: Cost = ()
    civic: bool = False


# Payments


def symbols(word: str, kind: str) -> int:
    """How much an item pays of a kind. A joker says which kind it stands for: `ingenuity-energy`."""
    if word in (f"permanent-{kind}", f"{kind}-1", f"ingenuity-{kind}"):
        return 1
    return 2 if word == f"{kind}-2" else 0


def pays(words: Words, cost: Cost) -> bool:
    return all(sum(symbols(word, kind) for word in words) >= n for kind, n in cost)


def is_minimal(words: Words, cost: Cost) -> bool:
    """It pays, and whatever is left out, it does not."""
    return pays(words, cost) and not any(pays(without, cost) for without in one_less(words))


def one_less(words: Words) -> Iterator[Words]:
    return ((*words[:at], *words[at + 1 :]) for at in range(len(words)))


def payments(purse: Words, cost: Cost) -> frozenset[Words]:
    """All minimal payments: what pays nothing of the cost could be left out."""
    useful = {"ingenuity", *(kind for kind, _ in cost)}
    return _payments(tuple(word for word in purse if not useful.isdisjoint(word.split("-"))), cost)


@cache
def _payments(purse: Words, cost: Cost) -> frozenset[Words]:
    """Every choice of items is tried."""
    jokers = purse.count("ingenuity")
    items = {word: purse.count(word) for word in purse if word != "ingenuity"}
    items |= {f"ingenuity-{kind}": jokers for kind, _ in cost if jokers}
    ceiling = max(n for _, n in cost)  # no more items of one sort than symbols of a kind could be needed
    found = set()
    for numbers in product(*(range(min(n, ceiling) + 1) for n in items.values())):
        words = tuple(sorted(word for word, n in zip(items, numbers, strict=True) for _ in range(n)))
        if sum(word.startswith("ingenuity") for word in words) <= jokers and is_minimal(words, cost):
            found.add(words)
    return frozenset(found)


def spent_by(payment: Words) -> Counter[str]:
    return Counter("ingenuity" if word.startswith("ingenuity-") else word for word in payment)


def holds(purse: Words, payment: Words) -> bool:
    return spent_by(payment) <= Counter(purse)


def left_of(purse: Words, payment: Words) -> Words:
    assert holds(purse, payment), "nothing is spent that is not there"
    return tuple(sorted((Counter(purse) - spent_by(payment)).elements()))


# A turn


@cache
def can_take(purse: Words, cards: tuple[Card, ...]) -> bool:
    """Whether all these cards can be taken one after the other."""
    if not cards:
        return True
    card, *then = cards
    if card.word:
        return can_take(with_card(purse, card), tuple(then))
    return any(can_take(left_of(purse, words), tuple(then)) for words in payments(purse, card.cost))


def with_card(purse: Words, card: Card) -> Words:
    return tuple(sorted((*purse, card.word)))


class Turn(NamedTuple):
    """What has been taken and is not settled yet, and how many tokens lie in the row."""

    purse: Words
    cards: tuple[Card, ...]
    row: int
    token: bool = False

    def offered(self) -> set[Words]:
        """The payments for the next building after which the rest can be taken."""
        card, *then = self.cards
        ways = payments(self.purse, card.cost)
        return {words for words in ways if can_take(left_of(self.purse, words), tuple(then))}

    def paid(self, words: Words) -> "Turn":
        card, *then = self.cards
        return self._replace(purse=left_of(self.purse, words), cards=tuple(then), token=card.civic)

    def with_resource(self) -> "Turn":
        return self._replace(purse=with_card(self.purse, self.cards[0]), cards=self.cards[1:])

    def with_token(self) -> "Turn":
        return self._replace(row=max(0, self.row - 1), token=False)

    def settled(self) -> "Turn":
        """As far as nothing can be chosen."""
        if self.token:
            return self if self.row > 1 else self.with_token().settled()
        if not self.cards:
            return self
        if self.cards[0].word:
            return self.with_resource().settled()
        ways = self.offered()
        return self.paid(next(iter(ways))).settled() if len(ways) == 1 else self


# What a view shows


def purse_in(view: View, seat: int) -> Words:
    """What a seat can pay with when its turn begins: all that its buildings give, and its cards."""
    board = view["boards"][seat]
    gives = [view["buildings"][name]["permanent"] for name in board["buildings"]]
    return tuple(sorted([f"permanent-{kind}" for kind in gives if kind] + cards_in(board)))


def cards_in(board: View) -> list[str]:
    return [card_word(kind, symbols) for kind, symbols, n in board["cards"] for _ in range(n)]


def free_in(board: View) -> list[str]:
    return [f"permanent-{kind}" for kind, n in board["free"].items() for _ in range(n)]


def card_word(kind: str, symbols: int) -> str:
    return kind if kind == "ingenuity" else f"{kind}-{symbols}"


def market_in(view: View) -> dict[str, Card]:
    return {cell["cell"]: card_in(view, cell) for cell in view["market"]}


def card_in(view: View, cell: View) -> Card:
    if cell["side"] == "up":
        return Card(word=card_word(cell["resource"], cell["symbols"]))
    shown = view["buildings"][cell["building"]]
    return Card("", cell["building"], tuple(shown["cost"].items()), shown["civic"])


def lines_of(cells: Iterable[str]) -> list[list[str]]:
    """All rows and columns."""
    named = sorted(cells)
    rows = [[cell for cell in named if cell[1] == row] for row in "1234"]
    return rows + [[cell for cell in named if cell[0] == column] for column in "abcd"]


def flips_in(view: View) -> set[tuple[str, ...]]:
    market = market_in(view)
    lines = [line for line in lines_of(market) if all(market[cell].word for cell in line)]
    return {("flip", cell) for line in lines for cell in line}


def takes_in(view: View, seat: int) -> set[tuple[str, ...]]:
    """All pairs the seat could take; of two resources the order is all one, so it is that of reading."""
    market, purse = market_in(view), purse_in(view, seat)
    found: set[tuple[str, ...]] = set()
    for one, two in (pair for line in lines_of(market) for pair in pairwise(line)):
        if market[one].word and market[two].word:
            found.add(("take", one, two))
            continue
        for pair in ((one, two), (two, one)):
            if can_take(purse, tuple(market[cell] for cell in pair)):
                found.add(("take", *pair))
    return found
