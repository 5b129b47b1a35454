"""What a client draws. Everything in it lies open on the table, or is computed from that."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from tilefolk.core.game import Json
from tilefolk.core.notation import CHANCE
from tilefolk.core.sharing import joined, sharing
from tilefolk.core.tally import Tally, places, tie_breaks
from tilefolk.games.point_city import automaton
from tilefolk.games.point_city.answers import legal, to_act, why_no_flip
from tilefolk.games.point_city.cards import BUILDING, INGENUITY, KINDS, UP
from tilefolk.games.point_city.facts import TOKENS, TURNS
from tilefolk.games.point_city.hints import draw_changes, payment_gain, purse_of
from tilefolk.games.point_city.market import NAMES
from tilefolk.games.point_city.offers import pairs_part
from tilefolk.games.point_city.payment import sparing, spelled
from tilefolk.games.point_city.rules_page import building_json, grouped
from tilefolk.games.point_city.scoring import score
from tilefolk.games.point_city.state import VERSION, City, Place, State, other_side, tier_of
from tilefolk.games.point_city.tokens import worth
from tilefolk.games.point_city.turn import TOKEN, is_stuck, payments_now

NO_ANSWERS: Json = {"answers": []}


def view(state: State, seat: int | None) -> Json:
    """Everything the seat may see and do. Parts of it are shared with other views: nobody changes them."""
    return joined(view_parts(state, seat))


def view_parts(state: State, seat: int | None) -> tuple[Json, ...]:
    """The view in parts: whose it is, the table, what cards and tokens bring the seat, pairs, answers."""
    shown = state.setting.shown
    if shown.state is not state:
        shown.state, shown.table, shown.deck = state, _table_json(state, shown.table), _deck(state)
    return _seat(seat), shown.table, _brings(state, seat), pairs_part(state, seat), _answers(state, seat)


def known(state: State, seat: int | None) -> Json:
    """Nothing: no card is worth a name of its own."""
    return {}


@cache
def _seat(seat: int | None) -> Json:
    return {"seat": seat}


def _brings(state: State, seat: int | None) -> Json:
    """The deck and the row of tokens, and what they would bring the seat."""
    deck = {**state.setting.shown.deck, "changes": _deck_changes(state, seat)}
    return {"deck": deck, "row": [_row_token(state, name, seat) for name in state.row if name]}


def _answers(state: State, seat: int | None) -> Json:
    answers = () if seat is None else legal(state, seat)
    return {"answers": [list(action) for action in answers]} if answers else NO_ANSWERS


def _table_json(state: State, before: Json) -> Json:
    """Parts that are equal to those shown before are the same objects, and names stay in their order."""
    table = _new_table_json(state)
    for name in ("buildings", "tokens"):
        table[name] = _in_order_of(before.get(name, {}), table[name])
    shared: Json = sharing(before, table)
    return shared


def _in_order_of(before: Json, after: Json) -> Json:
    """Names that were there before come first, so that new ones are added at the end."""
    return {name: after[name] for name in (*before, *after) if name in after}


def _new_table_json(state: State) -> dict[str, Any]:
    acting, tallies = to_act(state), score(state)
    return {
        "game": state.setting.mode,
        "version": VERSION,
        "phase": "play" if acting else "over",
        "to_act": [who for who in acting if who != CHANCE],
        "round": min(state.turn // len(state.cities) + 1, TURNS),
        "rounds": TURNS,
        "turn_of": state.seat if acting and state.first >= 0 else None,
        "first": state.first if state.first >= 0 else None,
        "market": [_cell(state, cell) for cell in range(len(state.market))],
        "buildings": {name: _building(name) for name in _open_buildings(state)},
        "tokens": {name: _token(name) for name in _open_tokens(state)},
        "boards": [_board(state, seat, tally, bool(acting)) for seat, tally in enumerate(tallies)],
        "places": list(places(tallies)),
        "ties": _ties(state, tallies),
        "task": _task(state),
        "automaton": _automaton(state),
        "rules": [[f"point_city.{rule}", []] for rule in _rules(state)],
        "stuck": is_stuck(state),
    }


def _ties(state: State, tallies: Sequence[Tally]) -> list[list[Any]]:
    """What decides between cities of the same value: who is ahead of whom, by which rule, the cards left."""
    return [
        [tie.ahead, tie.behind, "point_city.automaton", []]
        if automaton.is_automaton(state, tie.behind)
        else [tie.ahead, tie.behind, "point_city.tie", [tie.more, tie.less]]
        for tie in tie_breaks(tallies)
    ]


def _cell(state: State, cell: int) -> dict[str, Any]:
    place, name = state.market[cell], NAMES[cell]
    if place is None:
        return {"cell": name, "then": dict(state.gaps).get(cell, "")}
    shown = _side(state, place)
    return {
        "cell": name,
        **shown,
        "then": other_side(place.side),
        "no_flip": list(why_no_flip(state, name)),
    }


def _side(state: State, place: Place) -> dict[str, Any]:
    tier, face = state.tier(place.position), state.face(place)
    if not face:
        return {"tier": tier, "side": place.side}
    if place.side == UP:
        resource = state.resource(place.position)
        return {"tier": tier, "side": UP, "resource": resource.kind, "symbols": resource.symbols}
    return {"tier": tier, "side": place.side, "building": face}


def _deck(state: State) -> dict[str, Any]:
    tiers = state.setting.setup.tiers
    left = [0 for _ in tiers]
    for position in range(state.deck, sum(tiers)):
        left[tier_of(tiers, position)[0] - 1] += 1
    return {"left": state.left, "tiers": left, "top": _top(state)}


def _top(state: State) -> dict[str, Any] | None:
    return _side(state, Place(state.deck, UP)) if state.left else None


def _deck_changes(state: State, seat: int | None) -> list[tuple[str, int]]:
    """What the top card would change in the tally of the seat."""
    top = _top(state)
    return draw_changes(state, seat) if seat is not None and top and "resource" in top else []


def _row_token(state: State, name: str, seat: int | None) -> dict[str, Any]:
    return {"token": name, "brings": None if seat is None else worth(name, state.cities[seat])}


@cache
def _building(name: str) -> Json:
    return building_json(BUILDING[name])


@cache
def _token(name: str) -> Json:
    token = TOKENS[name]
    return {"counts": token.counts, "worth": token.worth, "kinds": token.kinds, "times": token.times}


def _open_buildings(state: State) -> list[str]:
    market = [state.face(place) for place in state.market if place]
    built = [name for city in state.cities for name in city.buildings]
    return sorted({name for name in (*market, *built, *state.tasks) if name in BUILDING})


def _open_tokens(state: State) -> list[str]:
    taken = [name for city in state.cities for name in city.tokens]
    return sorted(name for name in (*state.row, *taken) if name)


def _board(state: State, seat: int, tally: Tally, is_played: bool) -> dict[str, Any]:
    city = state.cities[seat]
    permanent = dict(zip(KINDS, city.permanent, strict=True))
    free = dict(zip(KINDS, purse_of(state, seat).permanent, strict=True))
    return {
        "seat": seat,
        "value": tally.value,
        "tally": [[entry.rule, entry.points, ""] for entry in tally.entries],
        "ended": "" if is_played else "over",
        "printed": city.points,
        "buildings": list(city.buildings),
        "permanent": permanent,
        "free": free,
        "cards": _cards(city),
        "tokens": [[name, worth(name, city)] for name in city.tokens],
        "automaton": automaton.is_automaton(state, seat),
    }


def _cards(city: City) -> list[tuple[str, int, int]]:
    """Resource cards as kind, symbols, how many."""
    singles = [(kind, 1, n) for kind, n in zip(KINDS, city.singles, strict=True)]
    doubles = [(kind, 2, n) for kind, n in zip(KINDS, city.doubles, strict=True)]
    return [card for card in (*singles, *doubles, (INGENUITY, 1, city.ingenuity)) if card[2]]


def _task(state: State) -> dict[str, Any] | None:
    """What the seat in turn has to choose before its turn goes on."""
    if not state.tasks:
        return None
    if state.tasks[0] == TOKEN:
        return {"do": TOKEN}
    ways = sparing(payments_now(state))
    return {
        "do": "pay",
        "building": state.tasks[0],
        "payments": [list(spelled(payment)[1:]) for payment in ways],
        "gains": [payment_gain(state, payment) for payment in ways],
    }


def _automaton(state: State) -> dict[str, Any] | None:
    """Where the automaton goes next, and after that."""
    if not state.setting.level:
        return None
    turn = state.turn // 2
    column, row = automaton.markers(turn)
    following = [
        [NAMES[cell] for cell in automaton.cells(later)] for later in range(turn, min(turn + 2, TURNS))
    ]
    return {"level": state.setting.level, "column": column, "row": row, "takes": following}


def _rules(state: State) -> list[str]:
    return [rule for rules in grouped(state.setting.level).values() for rule in rules]
