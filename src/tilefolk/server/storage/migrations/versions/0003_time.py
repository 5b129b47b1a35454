"""The house clock, time at tables, and how people are called back."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    clock = op.create_table("clock", sa.Column("seconds", sa.Float, nullable=False))
    op.bulk_insert(clock, [{"seconds": 0.0}])
    op.add_column("lines", sa.Column("tick", sa.Float, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("time", sa.Integer))
    op.add_column("seats", sa.Column("late", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "callees",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("site", sa.String(300), nullable=False),
        sa.Column("webhook", sa.String(2000)),
        sa.Column("here", sa.Float, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("endpoint", sa.String(1000), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("callees.person"), nullable=False, index=True),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("secret", sa.String(40), nullable=False),
    )
    op.create_table(
        "calls",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
    )
