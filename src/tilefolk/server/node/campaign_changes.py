"""Changes of a campaign between two matches: who plays, branches, restarts. Each is shown on every node."""

from sqlalchemy import Connection

from tilefolk.server.matches import branches
from tilefolk.server.messages import Sitter
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.tables import lineup
from tilefolk.server.tables.loading import load_table
from tilefolk.server.tables.table import TableRow


async def join(node: Node, table: TableRow, sitter: Sitter, person: Person) -> TableRow:
    """Add a seat to a campaign. Raises ApiError."""
    now = node.store.clock.now()
    return await node.change_table(
        table.id, lambda connection: lineup.join(connection, table.id, sitter, person, now)
    )


async def sleep(node: Node, table: TableRow, number: int, person: Person) -> TableRow:
    """Let a seat of a campaign sleep. Raises ApiError."""
    return await node.change_table(
        table.id, lambda connection: lineup.sleep(connection, table.id, number, person)
    )


async def wake(node: Node, table: TableRow, number: int, sitter: Sitter, person: Person) -> TableRow:
    """Wake a seat of a campaign. Raises ApiError."""
    now = node.store.clock.now()
    return await node.change_table(
        table.id, lambda connection: lineup.wake(connection, table.id, number, sitter, person, now)
    )


async def branch(node: Node, table: TableRow, after: int, person: Person) -> TableRow:
    """The table that goes on from the moment after so many matches. Raises ApiError."""

    def job(connection: Connection) -> TableRow:
        return load_table(connection, branches.branch(connection, table.id, after, person))

    return await node.store.write(job, table.id)


async def ask_restart(node: Node, table: TableRow, after: int, person: Person) -> TableRow:
    """Ask for a restart or agree to one. Raises ApiError."""
    return await node.change_table(
        table.id, lambda connection: branches.ask_restart(connection, table.id, after, person)
    )


async def take_restart_back(node: Node, table: TableRow, person: Person) -> TableRow:
    """Take a restart back or refuse it. Raises ApiError."""
    return await node.change_table(
        table.id, lambda connection: branches.take_restart_back(connection, table.id, person)
    )
