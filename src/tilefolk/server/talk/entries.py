"""Table talk in the database: messages and reactions in one order, and who may send them."""

import time
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, case, delete, func, insert, select, update

from tilefolk.server.storage.schema import mutes, people, tables, talk
from tilefolk.server.tables.loading import load_table
from tilefolk.server.tables.queries import touch
from tilefolk.server.tables.table import TableRow

MAX_STORED_ENTRIES = 500  # of a table
MAX_SENT_ENTRIES = 50  # the newest of them, to whoever connects
MAX_TEXT_LENGTH = 200  # characters
MAX_ENTRIES, WINDOW_SECONDS = 5, 10.0  # a person's rate limit, over all tables together

TEXT, REACTION, REMOVED = "text", "reaction", "removed"

BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # would turn other lines
UNREADABLE_CATEGORIES = {"Cc", "Cs", "Co", "Zl", "Zp"}


class TalkRefused(Exception):
    """A message is not taken; `code` is a message id below `api.`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class NewEntry(NamedTuple):
    """A message or reaction that somebody sends; a repeated receipt is stored once."""

    receipt: str
    kind: str
    what: str


class TalkEntry(NamedTuple):
    """A stored message or reaction, with the name its person has now."""

    seq: int
    person: str
    name: str
    receipt: str
    kind: str
    what: str
    at: float


class TalkHead(NamedTuple):
    """Two numbers of which one changes whenever the talk of a table does."""

    seq: int
    removed: int


def clean_text(text: str) -> str:
    """Normalise a text and strip it. Raises TalkRefused if it is empty, too long or not readable."""
    text = unicodedata.normalize("NFC", text).strip()
    categories = [unicodedata.category(sign) for sign in text]
    is_readable = not BIDI_CONTROLS & set(text) and not UNREADABLE_CATEGORIES & set(categories)
    # Cn: signs that are newer than our Unicode tables.
    is_visible = any(category[0] in "LNPS" or category == "Cn" for category in categories)
    if len(text) > MAX_TEXT_LENGTH or not is_readable or not is_visible:
        raise TalkRefused("talk_text")
    return text


def why_silenced(table: TableRow, person: str) -> str | None:
    """Say why a person may not talk at a table: only its host and those who sit there may."""
    if table.closed:
        return "table_closed"
    if table.host != person and not table.held_by(person):
        return "talk_watching"
    if table.quiet:
        return "talk_quiet"
    return "talk_muted" if person in table.muted else None


def store_entry(connection: Connection, table_id: str, person: str, entry: NewEntry, tick: float) -> int:
    """Store a message and return its number. Raises TalkRefused.

    The row of the table stays locked until the commit, so that nodes number entries one by one.
    """
    this_table = select(tables.c.id).where(tables.c.id == table_id)
    connection.execute(this_table.with_for_update(key_share=True))
    same = (talk.c.table_id == table_id, talk.c.person == person, talk.c.receipt == entry.receipt)
    stored: int | None = connection.execute(select(talk.c.seq).where(*same)).scalar()
    if stored is not None:
        return stored
    if reason := why_silenced(load_table(connection, table_id), person):
        raise TalkRefused(reason)
    if not _is_under_talk_limit(connection, person, tick):
        raise TalkRefused("talk_fast")
    last = select(func.max(talk.c.seq)).where(talk.c.table_id == table_id)
    seq = (connection.execute(last).scalar() or 0) + 1
    row = {"table_id": table_id, "seq": seq, "person": person, **entry._asdict()}
    connection.execute(insert(talk).values(**row, at=time.time(), tick=tick))
    connection.execute(
        delete(talk).where(talk.c.table_id == table_id, talk.c.seq <= seq - MAX_STORED_ENTRIES)
    )
    return seq


def _is_under_talk_limit(connection: Connection, person: str, tick: float) -> bool:
    """Whether a person has not talked too much lately, at any table and on any node.

    Somebody who talks on another node in the same moment is refused: waiting for that node could deadlock.
    """
    this_person = select(people.c.id).where(people.c.id == person)
    if connection.execute(this_person.with_for_update(key_share=True, skip_locked=True)).first() is None:
        return False
    recent = (talk.c.person == person) & (talk.c.tick > tick - WINDOW_SECONDS)
    return connection.execute(select(func.count()).where(recent)).scalar_one() < MAX_ENTRIES


def remove_entry(connection: Connection, table_id: str, seq: int, author: str | None = None) -> bool:
    """Blank an entry, with `author` only one of theirs; return whether there was such an entry."""
    which = (talk.c.table_id == table_id, talk.c.seq == seq, talk.c.kind != REMOVED)
    of_author = () if author is None else (talk.c.person == author,)
    removed = connection.execute(update(talk).where(*which, *of_author).values(kind=REMOVED, what=""))
    return removed.rowcount > 0


def set_quiet(connection: Connection, table_id: str, quiet: bool) -> None:
    """Turn the talk of a table off or on."""
    connection.execute(update(tables).where(tables.c.id == table_id).values(quiet=quiet))
    touch(connection, table_id)


def set_muted(connection: Connection, table_id: str, person: str, muted: bool) -> None:
    """Mute a person at a table, or let them talk again."""
    touch(connection, table_id)  # locks the row, so that two nodes do not mute at once
    which = (mutes.c.table_id == table_id, mutes.c.person == person)
    connection.execute(delete(mutes).where(*which))
    if muted:
        connection.execute(insert(mutes).values(table_id=table_id, person=person))


def newest_entries(connection: Connection, table_id: str) -> tuple[TalkEntry, ...]:
    """Read the last entries of a table, in their order."""
    columns = (talk.c.seq, talk.c.person, people.c.name, talk.c.receipt, talk.c.kind, talk.c.what, talk.c.at)
    query = select(*columns).join_from(talk, people).where(talk.c.table_id == table_id)
    rows = connection.execute(query.order_by(talk.c.seq.desc()).limit(MAX_SENT_ENTRIES)).all()
    return tuple(TalkEntry(*row) for row in reversed(rows))


def talk_heads(connection: Connection, table_ids: Sequence[str]) -> dict[str, TalkHead]:
    """Read how far the talk of each table has come; tables without talk are left out."""
    removed = func.sum(case((talk.c.kind == REMOVED, 1), else_=0))
    query = select(talk.c.table_id, func.max(talk.c.seq), removed).group_by(talk.c.table_id)
    rows = connection.execute(query.where(talk.c.table_id.in_(table_ids)))
    return {table_id: TalkHead(seq, count) for table_id, seq, count in rows}
