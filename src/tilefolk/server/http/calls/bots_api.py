"""The HTTP interface of bots over the network: their owner makes them, renews and revokes their tokens."""

from typing import Annotated

from fastapi import APIRouter, Path

from tilefolk.server.errors import ApiError
from tilefolk.server.http.dependencies import PROBLEMS, Caller, Json, TheNode
from tilefolk.server.messages import NewBot
from tilefolk.server.node.people_changes import renew_token
from tilefolk.server.people.identity import Person
from tilefolk.server.people.network_bots import REVOKED, add_bot, bots_of, new_token, owners

router = APIRouter(prefix="/api/me/bots", responses=PROBLEMS)

BotId = Annotated[str, Path(max_length=32, pattern=r"^[0-9a-f]+$")]


@router.get("")
async def my_bots(person: Caller, node: TheNode) -> list[Json]:
    found = await node.store.read(lambda connection: bots_of(connection, person.id))
    return [bot._asdict() for bot in found]


@router.post("")
async def make_bot(wanted: NewBot, person: Caller, node: TheNode) -> Json:
    """The token is told this once; only its hash is stored."""
    if await node.store.read(lambda connection: owners(connection, [person.id])):
        raise ApiError(403, "bot_of_bot")
    token = new_token()
    bot = await node.store.write(lambda connection: add_bot(connection, person, wanted.name, token))
    if bot is None:
        raise ApiError(409, "too_many_bots")
    return {**bot._asdict(), "token": token}


@router.post("/{bot_id}/token")
async def another_token(bot_id: BotId, person: Caller, node: TheNode) -> Json:
    """The old token ends at once, and sockets that came by it are closed."""
    token = new_token()
    await _renew(node, person, bot_id, token)
    return {"token": token}


@router.delete("/{bot_id}")
async def revoke_bot(bot_id: BotId, person: Caller, node: TheNode) -> Json:
    """The bot is out and cannot come in any more; what it has played stays."""
    await _renew(node, person, bot_id, REVOKED)
    return {"ok": True}


async def _renew(node: TheNode, person: Person, bot: str, token: str) -> None:
    if not await renew_token(node, person, bot, token):
        raise ApiError(404, "not_found")
