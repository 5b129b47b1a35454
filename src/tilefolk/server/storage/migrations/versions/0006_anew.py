"""Since when the time of a seat counts at the earliest: people who come back have it anew."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("seats", sa.Column("anew", sa.Float, nullable=False, server_default="0"))
