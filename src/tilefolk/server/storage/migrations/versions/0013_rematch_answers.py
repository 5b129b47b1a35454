"""A rematch asks: who of a table's people want to play again."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "rematch_answers",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("agrees", sa.Boolean, nullable=False),
    )
