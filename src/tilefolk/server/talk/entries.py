"""What is said at a table, as it is stored: in one order, each once, only by those who may."""

import time
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, case, delete, func, insert, select, update

from tilefolk.server.storage.schema import mutes, people, tables, talk
from tilefolk.server.tables.queries import load_tables, touch
from tilefolk.server.tables.table import TableRow

MAX_STORED_ENTRIES = 500  # of a table
MAX_SENT_ENTRIES = 50  # of them, to whoever comes
MAX_TEXT_LENGTH = 200  # characters
MAX_ENTRIES, WINDOW_SECONDS = 5, 10.0  # so much by one person in so many seconds, at all tables together

TEXT, REACTION, REMOVED = "text", "reaction", "removed"

BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # would turn the lines around them


class TalkRefused(Exception):
    """Not taken, and why: a message id below `api.`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class NewEntry(NamedTuple):
    """A message or reaction as somebody gives it; under one receipt it is said once."""

    receipt: str
    kind: str
    what: str


class TalkEntry(NamedTuple):
    seq: int
    person: str
    name: str
    receipt: str
    kind: str
    what: str
    at: float


class TalkHead(NamedTuple):
    """What changes whenever the talk of a table does."""

    seq: int
    removed: int


def clean_text(text: str) -> str:
    """The text without spaces around it. Raises Unsaid for what is empty, long or not for reading."""
    text = unicodedata.normalize("NFC", text).strip()
    kinds = [unicodedata.category(sign) for sign in text]
    readable = not BIDI & set(text) and not {"Cc", "Cs", "Co", "Zl", "Zp"} & set(kinds)
    seen = any(kind[0] in "LNPS" or kind == "Cn" for kind in kinds)  # Cn: signs newer than we know
    if len(text) > MAX_TEXT_LENGTH or not readable or not seen:
        raise TalkRefused("talk_text")
    return text


def why_silenced(table: TableRow, person: str) -> str | None:
    """Those who sit at a table and its host talk there; everybody reads."""
    if table.closed:
        return "table_closed"
    if table.host != person and not table.held_by(person):
        return "talk_watching"
    if table.quiet:
        return "talk_quiet"
    return "talk_muted" if person in table.muted else None


def store_entry(connection: Connection, table_id: str, person: str, saying: NewEntry, tick: float) -> int:
    """Store it; its place in the order. The table is held meanwhile: other nodes come one after the other."""
    held = select(tables.c.id).where(tables.c.id == table_id)
    connection.execute(held.with_for_update(key_share=True))
    same = (talk.c.table_id == table_id, talk.c.person == person, talk.c.receipt == saying.receipt)
    before: int | None = connection.execute(select(talk.c.seq).where(*same)).scalar()
    if before is not None:
        return before
    if why := why_silenced(load_tables(connection, [table_id])[0], person):
        raise TalkRefused(why)
    if not _is_under_talk_limit(connection, person, tick):
        raise TalkRefused("talk_fast")
    last = select(func.max(talk.c.seq)).where(talk.c.table_id == table_id)
    seq = (connection.execute(last).scalar() or 0) + 1
    row = {"table_id": table_id, "seq": seq, "person": person, **saying._asdict()}
    connection.execute(insert(talk).values(**row, at=time.time(), tick=tick))
    connection.execute(
        delete(talk).where(talk.c.table_id == table_id, talk.c.seq <= seq - MAX_STORED_ENTRIES)
    )
    return seq


def _is_under_talk_limit(connection: Connection, person: str, tick: float) -> bool:
    """Whether somebody has not said too much lately, at no table and on no node.

    Who is heard on another node at the same moment is too fast: to wait for it could be to wait in a ring.
    """
    alone = select(people.c.id).where(people.c.id == person)
    if connection.execute(alone.with_for_update(key_share=True, skip_locked=True)).first() is None:
        return False
    lately = (talk.c.person == person) & (talk.c.tick > tick - WINDOW_SECONDS)
    return connection.execute(select(func.count()).where(lately)).scalar_one() < MAX_ENTRIES


def remove_entry(connection: Connection, table_id: str, seq: int, author: str | None = None) -> bool:
    """Take away what somebody said, or only what this author did; whether there was such a thing."""
    which = (talk.c.table_id == table_id, talk.c.seq == seq, talk.c.kind != REMOVED)
    mine = () if author is None else (talk.c.person == author,)
    gone = connection.execute(update(talk).where(*which, *mine).values(kind=REMOVED, what=""))
    return gone.rowcount > 0


def set_quiet(connection: Connection, table_id: str, quiet: bool) -> None:
    connection.execute(update(tables).where(tables.c.id == table_id).values(quiet=quiet))
    touch(connection, table_id)


def set_muted(connection: Connection, table_id: str, person: str, muted: bool) -> None:
    touch(connection, table_id)  # first, so that two nodes do not mute at once
    which = (mutes.c.table_id == table_id, mutes.c.person == person)
    connection.execute(delete(mutes).where(*which))
    if muted:
        connection.execute(insert(mutes).values(table_id=table_id, person=person))


def newest_entries(connection: Connection, table_id: str) -> tuple[TalkEntry, ...]:
    """The last entries of a table, in their order, under the names people have now."""
    columns = (talk.c.seq, talk.c.person, people.c.name, talk.c.receipt, talk.c.kind, talk.c.what, talk.c.at)
    query = select(*columns).join_from(talk, people).where(talk.c.table_id == table_id)
    rows = connection.execute(query.order_by(talk.c.seq.desc()).limit(MAX_SENT_ENTRIES)).all()
    return tuple(TalkEntry(*row) for row in reversed(rows))


def talk_heads(connection: Connection, table_ids: Sequence[str]) -> dict[str, TalkHead]:
    gone = func.sum(case((talk.c.kind == REMOVED, 1), else_=0))
    query = select(talk.c.table_id, func.max(talk.c.seq), gone).group_by(talk.c.table_id)
    rows = connection.execute(query.where(talk.c.table_id.in_(table_ids)))
    return {table_id: TalkHead(seq, removed) for table_id, seq, removed in rows}
