"""The numbers of the game as one array, and where everything stands in it and in the array of a state."""

from functools import cache

from tilefolk.games.point_city.cards import BUILDINGS, INGENUITY, KINDS, Building
from tilefolk.games.point_city.facts import COLUMNS, LEVELS, ROWS, SETUPS, TOKENS, TURNS, Token
from tilefolk.games.point_city.market import BESIDE
from tilefolk.twin.point_city.arrays import Ints, ints

N_KINDS = 5
JOKER = N_KINDS  # the kind of an ingenuity card
N_CELLS = 16
N_PAIRS = 24
UP, DOWN = 0, 1
NONE = -1

# The table: what is fixed.
SEATS, ALL_TURNS, SIZE, SINGLES_END, SOLO = 0, 1, 2, 3, 4
LEVEL_TOKEN, LEVEL_JOKER, LEVEL_LENGTH, LEVEL_SYMBOLS = 5, 6, 7, 8  # symbols: up to 8 numbers
PAIRS = 16  # two cells each
TOKEN_TABLE, TOKEN_WIDTH = 64, 4  # what it counts, its worth, its kinds as bits, how often
BUILDING_TABLE, BUILDING_WIDTH = 160, 8
KIND1, COST1, KIND2, COST2, POINTS, PERMANENT, CIVIC = range(7)
FLAT, TOGETHER, OFTEN, MISSING, JOKERS = range(5)
COUNTS = ("flat", "together", "often", "missing", "ingenuity")

# A state.
TURN, DECK, FLIPPED, FIRST, ROW_LENGTH, TASKS = 0, 1, 2, 3, 4, 5
TASK = 6  # two: TOKEN_TASK, a building, or RESOURCE_TASK and a position
GAPS, GAP = 8, 9  # how many; two, a cell and a side each
FREE = 13
ROW = 18  # up to 14 tokens
POSITION, SIDE = 32, 48
CITIES, CITY = 64, 18
SINGLES, DOUBLES, PERMANENTS, JOKERS_HELD, BUILT, TOKENS_HELD = 0, 5, 10, 15, 16, 17  # in a city
STATE_SIZE = CITIES + 4 * CITY
TOKEN_TASK, RESOURCE_TASK = -1, 500

# Answers.
DRAW, FLIP, TAKE, CHOOSE, PAY = 1, 100, 1000, 2000, 1 << 40

KIND_NUMBER = {**{kind: number for number, kind in enumerate(KINDS)}, INGENUITY: JOKER}
BUILDING_NUMBER = {building.id: number for number, building in enumerate(BUILDINGS)}
BUILDING_BY_NUMBER = BUILDINGS
TOKEN_NUMBER = {name: number for number, name in enumerate(TOKENS)}
TOKEN_NAMES = tuple(TOKENS)


@cache
def table_of(seats: int, level: str) -> Ints:
    """The table of a match of so many seats, against the automaton of a level or without one."""
    if COLUMNS * ROWS != N_CELLS or len(KINDS) != N_KINDS or len(BESIDE) != N_PAIRS:
        raise ValueError("the twin knows five kinds and a market of four by four")
    setup = SETUPS[seats]
    out = [0] * (BUILDING_TABLE + BUILDING_WIDTH * len(BUILDINGS))
    out[: SOLO + 1] = [seats, TURNS * seats, sum(setup.tiers), setup.tiers[0], int(bool(level))]
    if level:
        of = LEVELS[level]
        out[LEVEL_TOKEN : LEVEL_SYMBOLS + len(of.symbols)] = [
            of.token,
            of.ingenuity,
            len(of.symbols),
            *of.symbols,
        ]
    out[PAIRS : PAIRS + 2 * N_PAIRS] = [cell for pair in BESIDE for cell in pair]
    for number, token in enumerate(TOKENS.values()):
        start = TOKEN_TABLE + TOKEN_WIDTH * number
        out[start : start + TOKEN_WIDTH] = _token(token)
    for number, building in enumerate(BUILDINGS):
        start = BUILDING_TABLE + BUILDING_WIDTH * number
        out[start : start + BUILDING_WIDTH] = _building(building)
    return ints(out)


def _token(token: Token) -> list[int]:
    kinds = sum(1 << KIND_NUMBER[kind] for kind in token.kinds)
    return [COUNTS.index(token.counts), token.worth, kinds, token.times]


def _building(building: Building) -> list[int]:
    costs = [(kind, n) for kind, n in enumerate(building.cost) if n]
    if len(costs) > 2 or any(n > 7 for _, n in costs):
        raise ValueError(f"the twin knows costs of two kinds, up to seven each: {building.id}")
    (kind1, cost1), (kind2, cost2) = [*costs, (NONE, 0), (NONE, 0)][:2]
    permanent = KIND_NUMBER[building.permanent] if building.permanent else NONE
    return [kind1, cost1, kind2, cost2, building.points, permanent, int(building.civic), 0]
