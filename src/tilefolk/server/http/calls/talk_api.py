"""What the host of a table does about its talk; talking itself goes over the live connection."""

from typing import Annotated

from fastapi import APIRouter, Path, Request

from tilefolk.server.errors import ApiError
from tilefolk.server.http.dependencies import PROBLEMS, Caller, Json, TableId, TheNode, table_of
from tilefolk.server.http.table_json import table_json
from tilefolk.server.messages import Muted, Quiet
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.table import TableRow
from tilefolk.server.talk.entries import set_muted, set_quiet

router = APIRouter(prefix="/api/tables/{table_id}/talk", responses=PROBLEMS)
EntrySeq = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.put("")
async def hush(table_id: TableId, wanted: Quiet, request: Request, person: Caller, node: TheNode) -> Json:
    table = await _hosted_table(node, table_id, person)
    table = await node.change_table(
        table.id, lambda connection: set_quiet(connection, table.id, wanted.quiet)
    )
    return await table_json(node, table, person, str(request.base_url))


@router.put("/seats/{seat}")
async def mute(
    table_id: TableId,
    seat: Annotated[int, Path(ge=0, le=15)],
    wanted: Muted,
    request: Request,
    person: Caller,
    node: TheNode,
) -> Json:
    """A person, not a seat: muted they stay wherever they sit down at this table."""
    table = await _hosted_table(node, table_id, person)
    whom = table.seats[seat].person if seat < len(table.seats) else None
    if whom is None:
        raise ApiError(404, "not_found")
    if whom == table.host:
        raise ApiError(409, "talk_host")
    table = await node.change_table(
        table.id, lambda connection: set_muted(connection, table.id, whom, wanted.muted)
    )
    return await table_json(node, table, person, str(request.base_url))


@router.delete("/{seq}")
async def remove(table_id: TableId, seq: EntrySeq, person: Caller, node: TheNode) -> Json:
    """By the host, or by whoever said it."""
    if not await node.talk.remove(await table_of(node, table_id), seq, person):
        raise ApiError(404, "not_found")
    return {"ok": True}


async def _hosted_table(node: Node, table_id: str, person: Person) -> TableRow:
    table = await table_of(node, table_id)
    if table.host != person.id:
        raise ApiError(403, "not_yours")
    return table
