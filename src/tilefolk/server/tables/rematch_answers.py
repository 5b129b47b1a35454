"""What people answered to "another match?", in the database."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from tilefolk.server.storage.schema import rematch_answers
from tilefolk.server.storage.statements import among_ids
from tilefolk.server.tables.table import TableRow

ANSWERS = select(rematch_answers).where(among_ids(rematch_answers.c.table_id))


def load_answers(connection: Connection, ids: Sequence[str]) -> dict[str, dict[int, dict[str, bool]]]:
    """The answers at these tables: by table, by the number of the match they are about, by person."""
    out: dict[str, dict[int, dict[str, bool]]] = defaultdict(lambda: defaultdict(dict))
    for table_id, person, number, agrees in connection.execute(ANSWERS, {"ids": ids}):
        out[table_id][number][person] = agrees
    return out


def store_answer(connection: Connection, table: TableRow, person: str, agrees: bool) -> None:
    """Store an answer. A no ends the offer, and whoever agrees after a no asks everybody anew."""
    number, of_table = table.number + 1, rematch_answers.c.table_id == table.id
    if agrees and False not in table.rematch.values():
        of_table &= (rematch_answers.c.person == person) | (rematch_answers.c.number != number)
    connection.execute(delete(rematch_answers).where(of_table))
    values = {"table_id": table.id, "person": person, "number": number, "agrees": agrees}
    connection.execute(insert(rematch_answers).values(**values))
