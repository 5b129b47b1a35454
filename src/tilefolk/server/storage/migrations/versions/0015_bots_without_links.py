"""End the personal links and cookies that bots were given: a bot comes in by its token alone."""

from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.execute(
        "update people set link_version = link_version + 1 where id in (select person from network_bots)"
    )
