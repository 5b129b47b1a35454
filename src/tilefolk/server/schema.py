"""What is stored. State is not: it is folded from the lines."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
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
    Column("created", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("options", JSON, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host", String(32), ForeignKey("people.id"), nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False, index=True),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), index=True),
    Column("bot", String(40)),
    Column("stand_in", String(40)),
)

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
    UniqueConstraint("table_id", "number"),
)

# (match, seq) is the one order, without gaps; (match, who, n) the client's receipt.
lines = Table(
    "lines",
    metadata,
    Column("match_id", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("who", Integer, nullable=False),
    Column("n", Integer),
    Column("line", Text, nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("match_id", "who", "n"),
)

# What all nodes of a site share: its keys.
settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
