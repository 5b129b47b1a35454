"""Seals that bind: the seed of a table's next match, and what its people committed to."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "next_seals",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("asked", sa.Float),
    )
    op.create_table(
        "commitments",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("nonce", sa.String(32)),
    )
