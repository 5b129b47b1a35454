"""Let no request and no sweep grow with finished matches; remember who called a stand-in."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

LISTED, CLOSED, FREE = (sa.column(name, sa.Boolean) for name in ("listed", "closed", "has_free_seat"))
OVER, CHECKED = (sa.column(name, sa.Boolean) for name in ("over", "next_checked"))
OPEN, RUNNING, UNCHECKED = LISTED & ~CLOSED & FREE, ~OVER, OVER & ~CHECKED


def upgrade() -> None:
    op.add_column("seats", sa.Column("replaced", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("has_free_seat", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("next_checked", sa.Boolean, nullable=False, server_default=sa.false()))
    free = "select table_id from seats where person is null and bot is null"
    op.execute(f"update tables set has_free_seat = true where id in ({free})")
    newest = "select max(number) from matches as newer where newer.table_id = matches.table_id"
    op.execute(f'update matches set next_checked = true where "over" and number < ({newest})')
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("ix_people_created", "people", ["created"])
    op.create_index("ix_tables_open", "tables", ["touched"], sqlite_where=OPEN, postgresql_where=OPEN)
    op.create_index(
        "ix_matches_running", "matches", ["table_id"], sqlite_where=RUNNING, postgresql_where=RUNNING
    )
    op.create_index(
        "ix_matches_unchecked", "matches", ["table_id"], sqlite_where=UNCHECKED, postgresql_where=UNCHECKED
    )
