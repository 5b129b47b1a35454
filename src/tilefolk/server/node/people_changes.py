"""Changes of people: another name, another link, deletion. Each is stored and known on every node."""

from sqlalchemy import Connection

from tilefolk.server.node.node import Node
from tilefolk.server.people import identity
from tilefolk.server.people.identity import Person, forget_person
from tilefolk.server.tables.table import STAND_IN


async def forget_names(node: Node) -> None:
    """Somebody has another name: all nodes read tables and talk again."""
    node.invalidate_all()
    await node.store.write(lambda connection: node.store.changes.announce(connection, "names", "-"))


async def delete_person(node: Node, person: Person) -> None:
    """Replace a person by a nameless guest and close their sockets, on every node."""

    def delete(connection: Connection) -> None:
        forget_person(connection, person, STAND_IN)
        node.store.changes.announce(connection, "gone", person.id)

    await node.store.write(delete)
    node.disconnect(person.id)


async def renew_link(node: Node, person: Person) -> Person:
    """Give a person a new link, and close the sockets that came by an older one, on every node."""

    def renew(connection: Connection) -> Person:
        node.store.changes.announce(connection, "gone", person.id)
        return identity.renew_link(connection, person)

    renewed = await node.store.write(renew)
    node.disconnect(person.id)
    return renewed
