"""The database tables. The state of a match is not stored: it is folded from its lines."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created", Float, nullable=False, index=True),
    Column("link_version", Integer, nullable=False, default=0),
)

# Keys to the operator's page that were used, with the site clock: each opens it once.
used_keys = Table(
    "used_keys",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("used", Float, nullable=False),
)

# `has_free_seat`: whether nobody sits on one of its seats, for the public list.
# `branched_from`: the table whose first `branched_after` matches it began with; `goes_on`: the table at which
# its series goes on since it was restarted. Tables are named by id and may be gone.
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("options", JSON, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("time", Integer),
    Column("host", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False, index=True),
    Column("name", String(40), nullable=False, default=""),
    Column("closed", Boolean, nullable=False, default=False),
    Column("quiet", Boolean, nullable=False, default=False),
    Column("has_free_seat", Boolean, nullable=False, default=False),
    Column("branched_from", String(80), index=True),
    Column("branched_after", Integer),
    Column("goes_on", String(32)),
)
# An index of some rows, on PostgreSQL too, by its migration: to name that here would import its dialect.
_is_open = tables.c.listed & ~tables.c.closed & tables.c.has_free_seat
Index("ix_tables_open", tables.c.touched, sqlite_where=_is_open)

# `clock_from`: on the site clock, when somebody took the seat or time began to run again at the table.
# `replaced`: others called the stand-in while the person was away.
# `city`: what the seat calls its city in a campaign. `asleep`: the seat does not play in it for now.
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), index=True),
    Column("bot", String(40)),
    Column("stand_in", String(40)),
    Column("late", Boolean, nullable=False, default=False),
    Column("clock_from", Float, nullable=False, default=0.0),
    Column("replaced", Boolean, nullable=False, default=False),
    Column("city", String(24), nullable=False, default=""),
    Column("asleep", Boolean, nullable=False, default=False),
)

# `next_checked`: the match is over, and no next one is due at its table as long as that does not change.
# `imported`: the match was played elsewhere, so nobody here saw its draws being sealed.
matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("header", Text, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("over", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("next_checked", Boolean, nullable=False, default=False),
    Column("imported", Boolean, nullable=False, default=False),
    UniqueConstraint("table_id", "number"),
)
_is_running, _is_unchecked = ~matches.c.over, matches.c.over & ~matches.c.next_checked
Index("ix_matches_running", matches.c.table_id, sqlite_where=_is_running)
Index("ix_matches_unchecked", matches.c.table_id, sqlite_where=_is_unchecked)

# The seed of a table's next match, fixed before any nonce is known; `asked`: when its start was asked for, on
# the site clock. From then on commitments are fixed and nonces are shown.
next_seals = Table(
    "next_seals",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("asked", Float),
)

# What browsers at a table committed to for its next match. `person` is compared with who sits there, no more.
commitments = Table(
    "commitments",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(32), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("nonce", String(32)),
)

# Who of a table's people wants another match; `number` is the number that match would have.
rematch_answers = Table(
    "rematch_answers",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("agrees", Boolean, nullable=False),
)

# (match, seq) is the order of lines, without gaps; (match, who, n) the client's receipt.
# `at` is the time of day, for people; `tick` the site clock, for deadlines.
lines = Table(
    "lines",
    metadata,
    Column("match_id", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("who", Integer, nullable=False),
    Column("n", Integer),
    Column("line", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("tick", Float, nullable=False),
    UniqueConstraint("match_id", "who", "n"),
)

# Values that all nodes of a site share, such as its keys.
settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

# The nodes of a site that are up; `seen` is the site clock at their last heartbeat.
nodes = Table(
    "nodes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("host", String(80), nullable=False),
    Column("pid", Integer, nullable=False),
    Column("version", String(40), nullable=False),
    Column("started", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("rooms", Integer, nullable=False),
    Column("sockets", Integer, nullable=False),
)

# Who is connected to which table on which node; deleted with the node.
presence = Table(
    "presence",
    metadata,
    Column("node", String(16), ForeignKey("nodes.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True, index=True),
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
)

# One row: the site clock.
clock = Table("clock", metadata, Column("seconds", Float, nullable=False))

# People who want reminders: the address at which they know the site, their webhook, and the site clock when
# they were last connected.
subscribers = Table(
    "subscribers",
    metadata,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("site", String(300), nullable=False),
    Column("webhook", String(2000)),
    Column("last_seen", Float, nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("endpoint", String(1000), primary_key=True),
    Column("person", String(32), ForeignKey("subscribers.person"), nullable=False, index=True),
    Column("key", String(100), nullable=False),
    Column("secret", String(40), nullable=False),
)

# Sent reminders: `seq` is the line since which the match waits for the person.
reminders = Table(
    "reminders",
    metadata,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("match_id", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
)

# Table talk: (table, seq) is the order, without gaps; (table, person, receipt) takes a message once.
# `at` is the time of day, for people; `tick` the site clock, for the rate limit.
talk = Table(
    "talk",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("receipt", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("what", String(200), nullable=False),
    Column("at", Float, nullable=False),
    Column("tick", Float, nullable=False),
    UniqueConstraint("table_id", "person", "receipt"),
)

# People whom the host of a table has muted there.
mutes = Table(
    "mutes",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
)

# Bots that play over the network: their owner, and the hash of their token; empty when it was revoked.
network_bots = Table(
    "network_bots",
    metadata,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("owner", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("token", String(64), nullable=False, index=True),
)

# A table whose people are asked to go back to the moment after so many matches, and who has agreed.
restarts = Table(
    "restarts",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("after", Integer, nullable=False),
    Column("person", String(32), ForeignKey("people.id"), nullable=False),
)

restart_agreements = Table(
    "restart_agreements",
    metadata,
    Column("table_id", String(32), ForeignKey("restarts.table_id"), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
)

# Games whose envelopes a person has opened before their time.
opened_anyway = Table(
    "opened_anyway",
    metadata,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("game", String(80), primary_key=True),
)

# The texts of series that a newer version wrote: kept as they came, shown, not played on.
newer_series = Table(
    "newer_series",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("text", Text, nullable=False),
)
