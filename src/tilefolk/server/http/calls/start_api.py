"""The HTTP interface of starting matches: the first or next one, and a rematch that asks the others."""

from fastapi import APIRouter, Request

from tilefolk.server.errors import ApiError
from tilefolk.server.http.dependencies import PROBLEMS, Caller, Json, TableId, TheNode, open_table
from tilefolk.server.http.table_json import table_json
from tilefolk.server.matches.rematch import is_rematch
from tilefolk.server.messages import AnswerRematch
from tilefolk.server.node.node import Node
from tilefolk.server.node.rematch import answer_rematch
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.table import TableRow

router = APIRouter(responses=PROBLEMS)


@router.post("/api/tables/{table_id}/start")
async def start(table_id: TableId, request: Request, person: Caller, node: TheNode) -> Json:
    """The first or next match. A rematch asks the others first: whoever starts it has agreed."""
    table = await _table_to_start(node, table_id, person)
    if is_rematch(table):
        table = await answer_rematch(node, table_id, person, agrees=True)
    else:
        table = await node.start_match(table)
    return await table_json(node, table, person, str(request.base_url))


@router.put("/api/tables/{table_id}/rematch")
async def rematch(
    table_id: TableId, wanted: AnswerRematch, request: Request, person: Caller, node: TheNode
) -> Json:
    """Ask for another match, agree to it, or say no. It starts when all who play have agreed."""
    await _table_to_start(node, table_id, person)
    table = await answer_rematch(node, table_id, person, wanted.agrees)
    return await table_json(node, table, person, str(request.base_url))


async def _table_to_start(node: Node, table_id: str, person: Person) -> TableRow:
    """The table, if its next match is this person's to start."""
    table = await open_table(node, table_id)
    if table.match is not None and not table.over:
        raise ApiError(409, "running")
    if table.host != person.id and not table.held_by(person.id):
        raise ApiError(403, "not_yours")
    return table
