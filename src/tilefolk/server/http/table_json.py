"""What the interface shows of a table to one person."""

from functools import lru_cache
from typing import Any

from tilefolk.campaign import offer
from tilefolk.core.chance import outcomes_digest
from tilefolk.core.game import Pace, pace_of
from tilefolk.games import find
from tilefolk.games.guides import is_guided
from tilefolk.printing import has_sheet
from tilefolk.server.matches.branches import who_agrees
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.matches.rematch import rematch_json
from tilefolk.server.matches.series import mode_now, mode_played, next_match, series_json, starts_by_itself
from tilefolk.server.node.deadlines import known_to_act, visible_deadlines
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.lineup import may_join
from tilefolk.server.tables.seating_rules import Attendance, is_replaceable
from tilefolk.server.tables.table import Seat, TableRow, table_link

MAX_CACHED = 500  # digests of what draws stand for


async def table_json(
    node: Node,
    table: TableRow,
    person: Person,
    base: str,
    deadlines: dict[int, float] | None = None,
    known: int | None = None,
) -> dict[str, Any]:
    """A table as this person may see it; `deadlines` where the caller knows them already.

    `known` is how many chapters of a sealed campaign they may know; without it, as many as those who play. A
    table that cannot be read is shown without its game.
    """
    here = node.people_at(table)
    common, shown = _common_json(table, person, base, here), {}
    if not table.unreadable:
        with node.failures.isolate("show table", table.id):
            shown = await _playable_json(node, table, person, deadlines, known, here, common["seats"])
    return {**common, **(shown or {"unreadable": table.unreadable or "broken"})}


def _common_json(table: TableRow, person: Person, base: str, here: set[str]) -> dict[str, Any]:
    """What is known of every table, also of one that cannot be read."""
    match = table.match and {
        "id": table.match,
        "game": table.game,
        "number": table.number,
        "over": table.over,
        "your_turn": False,
        "to_act": None,
        "unreadable": None,
        "practice": bool(table.open_seed),
        "guide": False,
    }
    return {
        "id": table.id,
        "game": table.game,
        "options": table.options,
        "listed": table.listed,
        "time": table.time,
        "name": table.name,
        "closed": table.closed,
        "quiet": table.quiet,
        "host": table.host == person.id,
        "link": table_link(base, table.id),
        "seats": [_seat_json(table, number, seat, person, here) for number, seat in enumerate(table.seats)],
        "mine": table.held_by(person.id),
        "sleepers": [
            {"seat": sleeper.number, "sitter": _sitter_json(table, sleeper.seat, person, here)}
            for sleeper in table.sleepers
        ],
        "goes_on": table.goes_on,
        "match": match,
        "previous": table.previous,
        "rematch": None,
        "series": None,
        "may_join": False,
        "restart": None,
        "unattended": False,
        "correspondence": table.is_correspondence,
        "asleep": table.asleep,
        "sheet": None,
        "created": table.created,
        "people": len(here),
        "unreadable": None,
    }


async def _playable_json(
    node: Node,
    table: TableRow,
    person: Person,
    deadlines: dict[int, float] | None,
    known: int | None,
    here: set[str],
    seats: list[dict[str, Any]],
) -> dict[str, Any]:
    """What depends on the game, its series and its match."""
    own = dict(offer(table.game).fixed_bots)
    now, who = mode_now(table), Attendance(here, node.long_away(table))
    if deadlines is None:
        deadlines = await _deadlines(node, table, person)
    left = _seconds_left(node, deadlines)
    of_game = [
        {
            **seat,
            "own": number in own,
            "left": left.get(number),
            "replaceable": is_replaceable(table, number, person, who),
        }
        for number, seat in enumerate(seats)
    ]
    return {
        "seats": of_game,
        "match": await _match_json(node, table, person),
        "sealing": _sealing_json(table),
        "rematch": rematch_json(table),
        "series": series_json(table, known),
        "may_join": may_join(table),
        "restart": _restart_json(table, person),
        "unattended": starts_by_itself(table),
        "sheet": now if has_sheet(now) else None,
    }


def _seat_json(table: TableRow, number: int, seat: Seat, person: Person, here: set[str]) -> dict[str, Any]:
    sitter = _sitter_json(table, seat, person, here)
    shown = {"seat": number, "sitter": sitter, "stand_in": seat.stand_in, "late": seat.late}
    return {**shown, "own": False, "left": None, "replaceable": False}


def _sitter_json(table: TableRow, seat: Seat, person: Person, here: set[str]) -> dict[str, Any] | None:
    """Who sits on a seat, if anybody does."""
    if seat.person:
        return {
            "kind": "person",
            "name": table.names.get(seat.person, ""),
            "here": seat.person in here,
            "me": seat.person == person.id,
            "muted": seat.person in table.muted,
            "bot_of": table.bot_owners.get(seat.person),
        }
    return {"kind": "bot", "bot": seat.bot} if seat.bot else None


def _restart_json(table: TableRow, person: Person) -> dict[str, Any] | None:
    """The restart that is asked for: back to which moment, by whom, which seats have agreed, which not."""
    asked = table.restart
    if asked is None:
        return None
    needed = who_agrees(table)
    seats = [(number, seat.person) for number, seat in enumerate(table.seats) if seat.person in needed]
    return {
        "after": asked.after,
        "name": table.names.get(asked.person, ""),
        "mine": asked.person == person.id,
        "agreed": [number for number, sitter in seats if sitter in asked.agreed],
        "waiting": [number for number, sitter in seats if sitter not in asked.agreed],
    }


async def _deadlines(node: Node, table: TableRow, person: Person) -> dict[int, float]:
    """The deadlines that the person may know of."""
    if table.match is None or table.over or table.limit_seconds is None:
        return {}
    live = await node.live_match(table.match)
    return visible_deadlines(live, table, table.held_by(person.id)) if live else {}


def _seconds_left(node: Node, deadlines: dict[int, float]) -> dict[int, float]:
    now = node.store.clock.now()
    return {seat: round(max(0.0, deadline - now), 1) for seat, deadline in deadlines.items()}


async def _match_json(node: Node, table: TableRow, person: Person) -> dict[str, Any] | None:
    if table.match is None:
        return None
    mine = table.held_by(person.id)
    live = await node.live_match(table.match) if mine and not table.over else None
    return {
        "id": table.match,
        "game": mode_played(table),
        "number": table.number,
        "over": table.over,
        "your_turn": live is not None and any(seat in live.acting() for seat in mine),
        "to_act": _to_act(live, table, mine) if live else None,
        "unreadable": node.live_matches.unreadable.get(table.match),
        "practice": bool(table.open_seed),
        "guide": is_guided(mode_played(table), table.open_seed),
        **_fixed_of(node, table.match),
    }


def _fixed_of(node: Node, match_id: str) -> dict[str, str | None]:
    """What clients write down of a match: its seal, and what its draws stand for; None when not in memory."""
    live = node.live_matches.peek(match_id)
    if live is None:
        return {"seal": None, "outcomes": None}
    header = live.match.header
    return {"seal": header.seal, "outcomes": _outcomes(header.game, header.seats, header.version)}


@lru_cache(MAX_CACHED)
def _outcomes(mode: str, seats: int, version: int | None = None) -> str:
    game, known = find(mode)
    return outcomes_digest(game.streams(mode, seats, known.version if version is None else version))


def _sealing_json(table: TableRow) -> dict[str, Any] | None:
    """The seal of the next match and what the seats have committed to.

    `revealing`: nonces are asked for; what the draws will stand for is fixed before they come.
    """
    known = table.next_seal
    if known is None or known.number != table.number + 1:
        return None
    is_revealing = known.asked is not None
    by_seat = {
        one.seat: one.commitment
        for one in known.commitments
        if is_revealing or table.seats[one.seat].person == one.person
    }
    return {
        "number": known.number,
        "seal": known.seal,
        "commitments": [by_seat.get(seat) for seat in range(len(table.seats))],
        "revealing": is_revealing,
        "outcomes": _outcomes(next_match(table).mode, len(table.seats)) if is_revealing else None,
    }


def _to_act(live: LiveMatch, table: TableRow, held: list[int]) -> list[int] | None:
    """For whom the match waits; at own pace that would tell how far the others are."""
    return None if pace_of(table.options) is Pace.OWN else known_to_act(live, held)
