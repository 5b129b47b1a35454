"""Campaigns: the names of cities, envelopes that people open anyway, series that a newer version wrote."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("seats", sa.Column("city", sa.String(24), nullable=False, server_default=""))
    op.create_table(
        "opened_anyway",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("game", sa.String(80), primary_key=True),
    )
    op.create_table(
        "newer_series",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
