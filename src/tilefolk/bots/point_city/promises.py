"""What a city promises: its points now, and what its symbols, cards and tokens may still bring."""

from functools import cache, lru_cache

from tilefolk.games.point_city.cards import BUILDING, INGENUITY, UP, Counts, symbols_on
from tilefolk.games.point_city.facts import TOKENS, TURNS
from tilefolk.games.point_city.market import BESIDE
from tilefolk.games.point_city.state import City, Position, State, tier_of
from tilefolk.games.point_city.tokens import worth_of

GROWTH = 0.1  # permanent resources of one kind that a turn brings
PERMANENT = 0.42  # a permanent resource, for each turn to come
SAME = 0.8  # how much of that the next one of its kind is worth
SYMBOL = 1.2  # a symbol in hand, the next one of its kind again less
JOKER = 1.2  # an ingenuity card in hand
LAST = 3  # turns to the end in which a hand loses its worth
REACH = 0.06  # the best token in the row, for each turn to come
WISH = 0.8  # the best pair of the market
PRICE = 0.5  # a symbol that has to be paid with cards
FAR = 0.5  # how much of a building is left for each symbol missing


def promise(state: State, seat: int) -> float:
    """What the city of a seat promises, in points, once the seat has ended its turn."""
    return _promise(state.cities[seat], turns_left(state, seat), state.row)


@lru_cache(maxsize=1 << 12)
def _promise(city: City, left: int, row: tuple[str, ...]) -> float:
    points = city.points + sum(prospect(name, city, left) for name in city.tokens)
    if not left:
        return points
    engine = PERMANENT * left * sum(map(_dwindling, city.permanent))
    symbols = (single + 2 * double for single, double in zip(city.singles, city.doubles, strict=True))
    hand = SYMBOL * sum(map(_dwindling, symbols)) + JOKER * city.ingenuity
    return points + engine + hand * min(1, left / LAST) + REACH * left * _best_token(city, left, row)


def _dwindling(n: int) -> float:
    return (1 - SAME**n) / (1 - SAME)


def wishes(state: State, seat: int) -> float:
    """What the best pair of the market is worth to a seat; less for buildings it cannot pay yet."""
    city, left = state.cities[seat], turns_left(state, seat)
    if not left:
        return 0.0
    buildings = _wished(city, left, _best_token(city, left, state.row))
    up, down, tiers, worths = state.up, state.down, state.setting.setup.tiers, []
    for place in state.market:
        if place is None:
            worths.append(0.0)
            continue
        position, side = place
        if side == UP:
            worths.append(_wished_resource(up[position], position, tiers))
        else:
            worths.append(buildings[down[position]])
    return WISH * max([worths[one] + worths[two] for one, two in BESIDE])


@cache
def _wished_resource(kind: str, position: Position, tiers: tuple[int, ...]) -> float:
    return JOKER if kind == INGENUITY else SYMBOL * symbols_on(tier_of(tiers, position)[0], kind)


class Wished(dict[str, float]):
    """What buildings are worth to one city, each worked out when first asked for."""

    def __init__(self, city: City, left: int, token: float) -> None:
        self._left, self._token, self._jokers = left, token, city.ingenuity
        self._permanent, self._symbols = city.permanent, city.purse(city.permanent).symbols

    def __missing__(self, name: str) -> float:
        building = BUILDING[name]
        permanent = PERMANENT * self._left * bool(building.permanent)
        gain = self._token if building.civic else building.points + permanent
        gain -= PRICE * _short(building.cost, self._permanent)
        lacking = max(0, _short(building.cost, self._symbols) - self._jokers)
        worth = self[name] = max(0.0, gain) * FAR**lacking
        return worth


_wished = lru_cache(maxsize=1 << 10)(Wished)


def _short(cost: Counts, symbols: Counts) -> int:
    return sum(n - has for n, has in zip(cost, symbols, strict=True) if n > has)


def turns_left(state: State, seat: int) -> int:
    """How many turns the seat still has."""
    seats = len(state.cities)
    first = (seat - state.first) % seats
    return TURNS - (state.turn - first + seats - 1) // seats


@lru_cache(maxsize=1 << 12)
def _best_token(city: City, left: int, row: tuple[str, ...]) -> float:
    return max((prospect(name, city, left) for name in row), default=0.0)


def prospect(name: str, city: City, left: int) -> float:
    """What a token brings in the end, if the city grows at the usual speed."""
    late = [n + GROWTH * left for n in city.permanent]
    return worth_of(TOKENS[name], late, float(city.ingenuity))
