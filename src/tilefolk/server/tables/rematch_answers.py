"""What people answered to "another match?", in the database."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, insert, select

from tilefolk.server.storage.schema import rematch_answers
from tilefolk.server.storage.statements import among_ids
from tilefolk.server.tables.table import TableRow

KEY = ("table_id", "person", "number")
_of_table = rematch_answers.c.table_id == bindparam("of_table_id")
_own_or_older = (rematch_answers.c.person == bindparam("of_person")) | (
    rematch_answers.c.number != bindparam("of_number")
)
FORGET_ALL = delete(rematch_answers).where(_of_table)
FORGET_OWN = delete(rematch_answers).where(_of_table & _own_or_older)
ANSWERS = select(rematch_answers).where(among_ids(rematch_answers.c.table_id))


def load_answers(connection: Connection, ids: Sequence[str]) -> dict[str, dict[int, dict[str, bool]]]:
    """The answers at these tables: by table, by the number of the match they are about, by person."""
    out: dict[str, dict[int, dict[str, bool]]] = defaultdict(lambda: defaultdict(dict))
    for table_id, person, number, agrees in connection.execute(ANSWERS, {"ids": ids}):
        out[table_id][number][person] = agrees
    return out


def store_answer(connection: Connection, table: TableRow, person: str, agrees: bool) -> None:
    """Store an answer. A no ends the offer, and whoever agrees after a no asks everybody anew."""
    answer = {"table_id": table.id, "person": person, "number": table.number + 1, "agrees": agrees}
    goes_on = agrees and False not in table.rematch.values()
    connection.execute(FORGET_OWN if goes_on else FORGET_ALL, {f"of_{name}": answer[name] for name in KEY})
    connection.execute(insert(rematch_answers), answer)
