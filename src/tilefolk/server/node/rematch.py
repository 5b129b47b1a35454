"""Answers to "another match?": stored and shown on every node; with the last yes the match starts."""

from sqlalchemy import Connection

from tilefolk.server.errors import ApiError
from tilefolk.server.matches.rematch import is_agreed, is_rematch
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.queries import touch
from tilefolk.server.tables.rematch_answers import Answers, store_answer
from tilefolk.server.tables.seating_rules import check_open, check_startable
from tilefolk.server.tables.table import TableRow


async def answer_rematch(node: Node, table_id: str, person: Person, agrees: bool) -> TableRow:
    """Store whether a person wants another match. Raises ApiError where none can be asked for.

    The table is not read again: what may change meanwhile is checked once more when the match starts.
    """
    table = await node.table_now(table_id)
    if table is None:
        raise ApiError(404, "not_found")
    _check(table, agrees)

    def job(connection: Connection) -> Answers:
        touch(connection, table_id)
        answers = store_answer(connection, table_id, table.number + 1, person.id, agrees)
        node.store.changes.announce(connection, "table", table_id)
        return answers

    answers = await node.store.write(job, table_id)
    return await start_if_agreed(node, await node.patch_table(table, rematch=answers))


async def start_if_agreed(node: Node, table: TableRow) -> TableRow:
    """Start the rematch that all have agreed to. If this node dies before that, the sweep of another does."""
    return await node.start_match(table) if is_agreed(table) else table


def _check(table: TableRow, agrees: bool) -> None:
    check_open(table)
    if table.match is not None and not table.over:
        raise ApiError(409, "running")
    if not is_rematch(table):
        raise ApiError(409, "no_rematch")
    if agrees:
        check_startable(table)
