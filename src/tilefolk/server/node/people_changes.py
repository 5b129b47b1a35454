"""Changes of people: another name, link or token, deletion. Each is stored and known on every node."""

from sqlalchemy import Connection

from tilefolk.server.node.node import Node
from tilefolk.server.people import identity, network_bots
from tilefolk.server.people.identity import Person, forget_person
from tilefolk.server.tables.table import STAND_IN


async def forget_names(node: Node) -> None:
    """Somebody has another name: all nodes read tables and talk again."""
    node.invalidate_all()
    await node.store.write(lambda connection: node.store.changes.announce(connection, "names", "-"))


async def delete_person(node: Node, person: Person) -> None:
    """Replace a person by a nameless guest and close their sockets and their bots', on every node."""

    def delete(connection: Connection) -> list[str]:
        gone = [person.id, *(bot.id for bot in network_bots.bots_of(connection, person.id))]
        forget_person(connection, person, STAND_IN)
        for one in gone:
            node.store.changes.announce(connection, "gone", one)
        return gone

    for one in await node.store.write(delete):
        node.disconnect(one)


async def renew_link(node: Node, person: Person) -> Person:
    """Give a person a new link, and close the sockets that came by an older one, on every node."""

    def renew(connection: Connection) -> Person:
        node.store.changes.announce(connection, "gone", person.id)
        return identity.renew_link(connection, person)

    renewed = await node.store.write(renew)
    node.disconnect(person.id)
    return renewed


async def renew_token(node: Node, owner: Person, bot: str, token: str) -> bool:
    """Give a bot another token, or none, and close its sockets; False if this person has no such bot."""

    def renew(connection: Connection) -> bool:
        is_theirs = network_bots.renew_token(connection, owner.id, bot, token)
        if is_theirs:
            node.store.changes.announce(connection, "gone", bot)
        return is_theirs

    is_theirs = await node.store.write(renew)
    if is_theirs:
        node.disconnect(bot)
    return is_theirs
