"""Statements that are made once: making one takes as long as executing it."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, CursorResult, Select, bindparam


class ByIds:
    """A query of the rows with one of some ids. For one id, the most common case, the plainest statement."""

    def __init__(
        self, column: Column[Any], query: Callable[[ColumnElement[bool]], Select[*tuple[Any, ...]]]
    ) -> None:
        self._one = query(column == bindparam("id"))
        self._several = query(column.in_(bindparam("ids", expanding=True)))

    def execute(self, connection: Connection, ids: Sequence[str]) -> CursorResult[*tuple[Any, ...]]:
        if len(ids) == 1:
            return connection.execute(self._one, {"id": ids[0]})
        return connection.execute(self._several, {"ids": ids})
