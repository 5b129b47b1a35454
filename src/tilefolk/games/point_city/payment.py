"""Paying for a building: permanent resources once per turn, doubles without change, ingenuity as a joker."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from tilefolk.core.notation import Action
from tilefolk.games.point_city.cards import INGENUITY, KINDS, NONE, Counts, Resource


class Purse(NamedTuple):
    """What a seat can pay with now: permanent resources not yet used this turn, and its resource cards."""

    permanent: Counts = NONE
    singles: Counts = NONE
    doubles: Counts = NONE
    ingenuity: int = 0

    def plus(self, card: Resource) -> "Purse":
        if card.kind == INGENUITY:
            return self._replace(ingenuity=self.ingenuity + 1)
        kind = KINDS.index(card.kind)
        if card.symbols == 1:
            return self._replace(singles=add(self.singles, kind, 1))
        return self._replace(doubles=add(self.doubles, kind, 1))

    @property
    def symbols(self) -> Counts:
        """What covers each kind without ingenuity."""
        held = zip(self.permanent, self.singles, self.doubles, strict=True)
        return tuple([permanent + single + 2 * double for permanent, single, double in held])


class Spent(NamedTuple):
    """What pays for one kind of a cost."""

    permanent: int
    singles: int
    doubles: int
    ingenuity: int

    @property
    def symbols(self) -> int:
        return self.permanent + self.singles + 2 * self.doubles + self.ingenuity


NOTHING = Spent(0, 0, 0, 0)
Payment = tuple[Spent, ...]  # one per kind


def add(of: Counts, kind: int, n: int) -> Counts:
    return (*of[:kind], of[kind] + n, *of[kind + 1 :])


def lacking(purse: Purse, cost: Counts) -> Counts:
    """The symbols of each kind that only ingenuity could pay for."""
    return tuple([n - has if n > has else 0 for n, has in zip(cost, purse.symbols, strict=True)])


def payable(purse: Purse, cost: Counts) -> bool:
    return sum(lacking(purse, cost)) <= purse.ingenuity


@lru_cache(maxsize=1 << 11)
def payments(purse: Purse, cost: Counts) -> tuple[Payment, ...]:
    """All minimal payments, the default first: no single item of them could be left out."""
    by_kind = [tuple(_for_kind(purse, kind, n)) for kind, n in enumerate(cost)]
    found = (way for way in product(*by_kind) if sum(spent.ingenuity for spent in way) <= purse.ingenuity)
    return tuple(sorted(found, key=lambda way: (_preference(way, cost), way)))


def _for_kind(purse: Purse, kind: int, cost: int) -> Iterator[Spent]:
    """Minimal: exact, or nothing but doubles with one symbol over."""
    if not cost:
        yield NOTHING
        return
    permanents, singles, doubles = purse.permanent[kind], purse.singles[kind], purse.doubles[kind]
    for double in range(min(doubles, (cost + 1) // 2) + 1):
        rest = cost - 2 * double
        if rest < 0:
            yield Spent(0, 0, double, 0)
            continue
        for permanent in range(min(permanents, rest) + 1):
            for single in range(min(singles, rest - permanent) + 1):
                if (joker := rest - permanent - single) <= purse.ingenuity:
                    yield Spent(permanent, single, double, joker)


def _preference(payment: Payment, cost: Counts) -> tuple[int, ...]:
    """The default spends permanent resources first, wastes least, keeps ingenuity, then keeps most cards."""
    waste = sum(spent.symbols for spent in payment) - sum(cost)
    permanent = sum(spent.permanent for spent in payment)
    ingenuity = sum(spent.ingenuity for spent in payment)
    return -permanent, waste, ingenuity, sum(spent.singles + spent.doubles for spent in payment)


def paid(purse: Purse, payment: Payment) -> Purse:
    """What is left of a purse."""
    permanent, singles, doubles = purse.permanent, purse.singles, purse.doubles
    for kind, spent in enumerate(payment):
        if spent is NOTHING:
            continue
        permanent = add(permanent, kind, -spent.permanent)
        singles = add(singles, kind, -spent.singles)
        doubles = add(doubles, kind, -spent.doubles)
    return Purse(permanent, singles, doubles, purse.ingenuity - sum(spent.ingenuity for spent in payment))


@lru_cache(maxsize=1 << 10)
def spelled(payment: Payment) -> Action:
    """A payment as it stands in a line: `pay permanent-energy energy-2 ingenuity-ecology`."""
    items: list[str] = []
    for kind, spent in zip(KINDS, payment, strict=True):
        items += [f"permanent-{kind}"] * spent.permanent + [f"{kind}-1"] * spent.singles
        items += [f"{kind}-2"] * spent.doubles + [f"{INGENUITY}-{kind}"] * spent.ingenuity
    return ("pay", *items)


@lru_cache(maxsize=1 << 10)
def offered(purse: Purse, cost: Counts, then: tuple[Counts | Resource, ...]) -> tuple[Payment, ...]:
    """The payments after which everything else of the turn can still be taken."""
    return tuple(way for way in payments(purse, cost) if can_take(paid(purse, way), then))


def sparing(ways: Sequence[Payment]) -> list[Payment]:
    """The payments as they are proposed to people: those that keep most ingenuity first, else as before."""
    return sorted(ways, key=lambda way: sum([spent.ingenuity for spent in way]))


@lru_cache(maxsize=1 << 11)
def _can_take(purse: Purse, cards: tuple[Counts | Resource, ...]) -> bool:
    first, *rest = cards
    if isinstance(first, Resource):
        return can_take(purse.plus(first), rest)
    if not rest:
        return payable(purse, first)
    if not _within_reach(purse, cards):
        return False
    return any(can_take(paid(purse, way), rest) for way in payments(purse, first))


def _within_reach(purse: Purse, cards: tuple[Counts | Resource, ...]) -> bool:
    """Whether the symbols suffice for costs as one sum; doubles give no change, so that may not be enough."""
    costs = [card for card in cards if not isinstance(card, Resource)]
    return len(costs) < len(cards) or payable(purse, tuple(map(sum, zip(*costs, strict=True))))


def can_take(purse: Purse, cards: Sequence[Counts | Resource]) -> bool:
    """Whether resources and costs can be taken one after the other."""
    if cards and isinstance(cards[-1], Resource):  # nothing is paid for after it
        return can_take(purse, cards[:-1])
    return not cards or _can_take(purse, tuple(cards))
