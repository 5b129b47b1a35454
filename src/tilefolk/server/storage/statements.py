"""Parts of statements that are made once: making one takes as long as executing it."""

from typing import Any

from sqlalchemy import Column, ColumnElement, bindparam


def among_ids(column: Column[Any]) -> ColumnElement[bool]:
    """Whether a column is one of the `ids` that the statement is executed with."""
    return column.in_(bindparam("ids", expanding=True))
