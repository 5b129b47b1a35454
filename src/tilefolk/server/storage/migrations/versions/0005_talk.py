"""Table talk: what was said, who is muted, and tables at which nobody talks."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("quiet", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "talk",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("receipt", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("what", sa.String(200), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("tick", sa.Float, nullable=False),
        sa.UniqueConstraint("table_id", "person", "receipt"),
    )
    op.create_table(
        "mutes",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    )
