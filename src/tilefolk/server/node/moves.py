"""Moves: tells what answers would bring, writes a person's line, or what is answered for a late seat."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, select

from tilefolk.core.game import ForesightGame
from tilefolk.core.notation import Action, write_action
from tilefolk.core.tally import Lack, Preview
from tilefolk.server.matches.append_turns import WaitingAct
from tilefolk.server.matches.live_match import LiveMatch, Refused
from tilefolk.server.messages import Act, Foresee, Next
from tilefolk.server.node.node import Node
from tilefolk.server.node.table_changes import give_seats_back
from tilefolk.server.people.identity import Person
from tilefolk.server.storage.schema import lines, matches
from tilefolk.server.tables.table import TableRow
from tilefolk.threads import run_aside

Foreseen = dict[str, list[list[Any]]]  # `answers` and `lacks`, as `foreseen` of docs/api.md has them
NOTHING: Foreseen = {"answers": [], "lacks": []}


async def act(node: Node, table: TableRow, person: Person, act: Act) -> None:
    """Write a person's line, unless it is stored already. Raises Refused, Unavailable."""
    try:
        await _write(node, table, person, act)
    except Refused:
        if not await node.store.read(lambda connection: _is_stored(connection, table, person, act)):
            raise


def _is_stored(connection: Connection, table: TableRow, person: Person, act: Act) -> bool:
    """Whether the line stands in a match of the table under its receipt number: its receipt may be lost.

    What somebody did in a running match only those learn who hold the seat.
    """
    is_line = (lines.c.match_id == act.match) & (lines.c.who == act.seat) & (lines.c.n == act.n)
    query = select(lines.c.line, matches.c.over).select_from(
        lines.join(matches, matches.c.id == lines.c.match_id)
    )
    row = connection.execute(query.where(is_line, matches.c.table_id == table.id)).first()
    if row is None or row.line != f"{act.seat} {act.line}":
        return False
    return bool(row.over) or act.seat in table.held_by(person.id)


async def _write(node: Node, table: TableRow, person: Person, act: Act) -> None:
    """Raises Refused, Unavailable."""
    _check_actor(table, person, act)
    table = await give_seats_back(node, table, person)
    if table.seats[act.seat].stand_in:
        raise Refused(("stand_in",))
    live = await node.live_match(act.match)
    if live is not None:
        with node.live_matches.catch_unreadable(act.match):
            await live.act(act.seat, act.n, act.line, _bots_of(table) if act.hold else None)
    if why := node.live_matches.unreadable.get(act.match):
        raise Refused((f"record_{why}",))
    if live is None:
        raise Refused(("no_such_match",))
    node.match_grew(live)


def submit(node: Node, table_id: str, person: Person, act: Act, done: Callable[[bool], None]) -> bool:
    """Begin to write a person's line on the short way: everything it needs is in memory.

    False where the long way (`act`) has to look further; otherwise `done` is told whether the line is stored,
    and where it is not, the long way tells why.
    """
    table, live = node.table_cache.peek(table_id), node.live_matches.peek(act.match)
    if table is None or live is None or not _plays(table, person, act):
        return False

    def show(is_stored: bool) -> None:
        if is_stored:
            node.match_grew(live)
        done(is_stored)

    live.submit(WaitingAct(act.seat, act.n, act.line, show, _bots_of(table) if act.hold else None))
    return True


async def end_hold(node: Node, table: TableRow, person: Person, wish: Next) -> None:
    """Close a round that is held open for this person; where it is not, nothing happens."""
    live = node.live_matches.peek(wish.match)
    if live is None or table.match != wish.match or wish.seat not in table.held_by(person.id):
        return
    with node.live_matches.catch_unreadable(live.id):
        await live.close_round(wish.seat)
    node.match_grew(live)


def _bots_of(table: TableRow) -> tuple[int, ...]:
    """The seats that bots play."""
    return tuple(number for number, seat in enumerate(table.seats) if seat.played_by_bot)


def _plays(table: TableRow, person: Person, act: Act) -> bool:
    """Whether the person may act on that seat, and no bot plays on any seat of theirs."""
    try:
        _check_actor(table, person, act)
    except Refused:
        return False
    return not any(seat.stand_in for seat in table.seats if seat.person == person.id)


async def write_late_answers(
    node: Node, live: LiveMatch, clock_from: Mapping[int, float], limit_seconds: float
) -> set[int]:
    """Answer for those of these seats whose time is up; return which they were."""
    late: set[int] = set()
    with node.live_matches.catch_unreadable(live.id):
        late = await live.answer_late_seats(clock_from, limit_seconds)
    if late:
        node.match_grew(live)
    return late


def _check_actor(table: TableRow, person: Person, act: Act) -> None:
    """Raises Refused unless the person holds that seat in the table's newest match, which is open to play."""
    if table.match != act.match or not 0 <= act.seat < len(table.seats):
        raise Refused(("no_such_match",))
    if table.seats[act.seat].person != person.id:
        raise Refused(("not_your_seat",))
    if table.closed:
        raise Refused(("table_closed",))
    if table.unreadable:
        raise Refused((f"table_{table.unreadable}",))
    if table.goes_on:
        raise Refused(("goes_on",))


async def previews(node: Node, table: TableRow, person: Person, question: Foresee) -> Foreseen:
    """Every answer the seat may give with what it changes; nothing for whoever does not hold the seat."""
    if table.match != question.match or question.seat not in table.held_by(person.id):
        return NOTHING
    live = await node.live_match(question.match)
    if live is None or live.has_unstored_lines:
        return NOTHING
    return await run_aside(_previews, live, question.seat)


def _previews(live: LiveMatch, seat: int) -> Foreseen:
    """Beside the event loop: a state is a value, and there may be hundreds of answers."""
    game, state = live.match.game, live.match.state
    if not isinstance(game, ForesightGame):
        return NOTHING
    answers = [_foreseen(action, preview) for action, preview in game.previews(state, seat)]
    return {"answers": answers, "lacks": _lacks(game.lacks(state, seat))}


def _foreseen(action: Action, preview: Preview) -> list[Any]:
    """An answer with what it changes; then lit cells and what lacks something else, where there is any."""
    changes = [preview.change, preview.won, _rows(preview.lines), preview.is_open, _rows(preview.compared)]
    cells = [[rule, f"{mask:x}"] for rule, mask in preview.cells]
    if preview.lacks:
        return [write_action(action), *changes, cells, _lacks(preview.lacks)]
    return [write_action(action), *changes, *([cells] if cells else [])]


def _rows(pairs: Iterable[tuple[str, int]]) -> list[list[Any]]:
    return [list(pair) for pair in pairs]


def _lacks(lacks: Iterable[Lack]) -> list[list[Any]]:
    """What lacks something; cells as hex."""
    return [
        [lack.rule, f"{lack.thing:x}", f"{lack.free:x}", lack.number, list(lack.kinds), lack.is_possible]
        for lack in lacks
    ]
