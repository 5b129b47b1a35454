"""What the interface shows of a table to one person."""

from typing import Any

from tilefolk.campaign import offer
from tilefolk.core.game import Pace, pace_of
from tilefolk.printing import has_sheet
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.matches.series import series_json, starts_by_itself, way_now, way_played
from tilefolk.server.node.deadlines import known_to_act, visible_deadlines
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.seating_rules import is_replaceable
from tilefolk.server.tables.table import Seat, TableRow, table_link


async def table_json(
    node: Node,
    table: TableRow,
    person: Person,
    base: str,
    deadlines: dict[int, float] | None = None,
    known: int | None = None,
) -> dict[str, Any]:
    """A table as this person may see it; `deadlines` where the caller knows them already.

    `known` is how many chapters of a sealed campaign they may know; without it, as many as those who play.
    """
    here = node.people_at(table)
    if deadlines is None:
        deadlines = await _deadlines(node, table, person)
    left = _seconds_left(node, deadlines)
    own = dict(offer(table.game).fixed_bots)
    now = way_now(table)
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
        "seats": [
            {
                **_seat_json(table, number, seat, person, here),
                "own": number in own,
                "left": left.get(number),
                "replaceable": is_replaceable(table, number, person, here),
            }
            for number, seat in enumerate(table.seats)
        ],
        "mine": table.held_by(person.id),
        "match": await _match_json(node, table, person),
        "series": series_json(table, known),
        "unattended": starts_by_itself(table),
        "correspondence": table.is_correspondence,
        "asleep": table.asleep,
        "sheet": now if has_sheet(now) else None,
        "created": table.created,
        "people": len(here),
    }


def _seat_json(table: TableRow, number: int, seat: Seat, person: Person, here: set[str]) -> dict[str, Any]:
    sitter: dict[str, Any] | None = None
    if seat.person:
        sitter = {
            "kind": "person",
            "name": table.names.get(seat.person, ""),
            "here": seat.person in here,
            "me": seat.person == person.id,
            "muted": seat.person in table.muted,
            "bot_of": table.bot_owners.get(seat.person),
        }
    elif seat.bot:
        sitter = {"kind": "bot", "bot": seat.bot}
    return {"seat": number, "sitter": sitter, "stand_in": seat.stand_in, "late": seat.late}


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
        "game": way_played(table),
        "number": table.number,
        "over": table.over,
        "your_turn": live is not None and any(seat in live.acting() for seat in mine),
        "to_act": _to_act(live, table, mine) if live else None,
        "unreadable": node.live_matches.unreadable.get(table.match),
    }


def _to_act(live: LiveMatch, table: TableRow, held: list[int]) -> list[int] | None:
    """For whom the match waits; at own pace that would tell how far the others are."""
    return None if pace_of(table.options) is Pace.OWN else known_to_act(live, held)
