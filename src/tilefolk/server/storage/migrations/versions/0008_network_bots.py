"""Bots that play over the network, each with its owner and the hash of its token."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "network_bots",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("owner", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("token", sa.String(64), nullable=False, index=True),
    )
