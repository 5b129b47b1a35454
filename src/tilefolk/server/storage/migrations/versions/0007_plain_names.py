"""Give columns and tables the words the code uses: presence, subscribers, reminders, clock_from."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.execute("alter table seats rename column anew to clock_from")
    op.rename_table("callees", "subscribers")
    op.execute("alter table subscribers rename column here to last_seen")
    op.rename_table("calls", "reminders")
    op.drop_table("here")  # who is connected just now: nodes write it anew
    op.create_table(
        "presence",
        sa.Column("node", sa.String(16), sa.ForeignKey("nodes.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True, index=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
    )
