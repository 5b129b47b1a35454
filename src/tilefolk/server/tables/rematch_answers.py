"""What people answered to "another match?", in the database."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, bindparam, delete, insert, select

from tilefolk.server.storage.schema import rematch_answers
from tilefolk.server.storage.statements import ByIds

Answers = dict[str, bool]  # whether people agree, by person

_of_table = rematch_answers.c.table_id == bindparam("of_table")
FORGET = delete(rematch_answers).where(_of_table & (rematch_answers.c.number <= bindparam("of_number")))
ANSWERS = ByIds(rematch_answers.c.table_id, lambda among: select(rematch_answers).where(among))


def load_answers(connection: Connection, ids: Sequence[str]) -> dict[str, dict[int, Answers]]:
    """The answers at these tables: by table, by the number of the match they are about, by person."""
    out: dict[str, dict[int, Answers]] = defaultdict(lambda: defaultdict(dict))
    for table_id, person, number, agrees in ANSWERS.execute(connection, ids):
        out[table_id][number][person] = agrees
    return out


def answers_after(answers: Mapping[str, bool], person: str, agrees: bool) -> Answers:
    """The answers with one more. A no ends the offer, and whoever agrees after a no asks everybody anew."""
    goes_on = agrees and False not in answers.values()
    return {**(answers if goes_on else {}), person: agrees}


def store_answer(connection: Connection, table_id: str, number: int, person: str, agrees: bool) -> Answers:
    """Store an answer about the match of a number; all answers about it now. Earlier ones are settled."""
    before = load_answers(connection, [table_id])[table_id][number]
    after = answers_after(before, person, agrees)
    about = {"table_id": table_id, "number": number}
    connection.execute(FORGET, {"of_table": table_id, "of_number": number})
    connection.execute(
        insert(rematch_answers), [{**about, "person": who, "agrees": after[who]} for who in after]
    )
    return after
