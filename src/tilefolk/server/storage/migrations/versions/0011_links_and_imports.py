"""Links that can be renewed, keys of the operator that were used, and matches that came from elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

# Imported matches were stored without the site clock and without receipts.
MARK_OLD_IMPORTS = """
    update matches set imported = true where over and not exists (
        select 1 from lines where lines.match_id = matches.id and (lines.n is not null or lines.tick <> 0)
    )
"""


def upgrade() -> None:
    op.add_column("people", sa.Column("link_version", sa.Integer, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("imported", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(MARK_OLD_IMPORTS)
    op.create_table(
        "used_keys",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("used", sa.Float, nullable=False),
    )
