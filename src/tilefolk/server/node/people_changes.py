"""Changes of people: another name, link or token, deletion. Each is stored and known on every node."""

from sqlalchemy import Connection

from tilefolk.server.matches.branches import restart_if_agreed
from tilefolk.server.node.node import Node
from tilefolk.server.people import identity, network_bots
from tilefolk.server.people.identity import Person, forget_person, lock_people
from tilefolk.server.tables.leaving import leave_tables


async def forget_names(node: Node) -> None:
    """Somebody has another name: all nodes read tables and talk again."""
    node.invalidate_all()
    await node.store.write(lambda connection: node.store.changes.announce(connection, "names", "-"))


async def delete_person(node: Node, person: Person) -> None:
    """Replace a person and their bots by nameless guests, and close their sockets, on every node.

    Bots stand in for them in running matches; the restarts that waited for them only are done.
    """

    def delete(connection: Connection) -> tuple[list[str], list[str]]:
        gone = [*network_bots.ids_of_bots(connection, person.id), person.id]
        lock_people(connection, gone)
        deserted = leave_tables(connection, gone)
        for one in gone:
            forget_person(connection, one)
            node.store.changes.announce(connection, "gone", one)
        for table_id in deserted.asked:
            restart_if_agreed(connection, table_id)
        return gone, deserted.running

    gone, running = await node.store.write(delete)
    node.disconnect(*gone)
    node.background.spawn(_wake_stand_ins(node, running))


async def _wake_stand_ins(node: Node, tables: list[str]) -> None:
    for table_id in tables:
        with node.failures.isolate("stand in", table_id):
            await node.reload_table(table_id)


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
