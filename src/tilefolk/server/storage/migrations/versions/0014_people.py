"""People come and go: seats that sleep, tables that were branched off, restarts that wait for agreement."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("seats", sa.Column("asleep", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("branched_from", sa.String(80)))
    op.add_column("tables", sa.Column("branched_after", sa.Integer))
    op.add_column("tables", sa.Column("goes_on", sa.String(32)))
    op.create_index("ix_tables_branched_from", "tables", ["branched_from"])
    op.create_table(
        "restarts",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
    )
    op.create_table(
        "restart_agreements",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("restarts.table_id"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    )
