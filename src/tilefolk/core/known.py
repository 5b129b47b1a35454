"""Values of a view of which most is known before the match begins: deltas name them and say the rest.

A client is told once what is known (`PartedGame.known`). A `Known` value stands in the parts of a view where
the view itself has a table; it is written out for whoever wants the whole view.
"""

from collections.abc import Callable, Mapping
from typing import Any

NOTHING_KNOWN: Mapping[str, Any] = {}
NAMED = "@"  # in a delta: what is known under this name replaces the value; then the rest goes into it


class Known:
    """A table that follows from what is known under a name and from what has changed in it."""

    __slots__ = ("_whole", "change")

    def __init__(self, name: str, change: Mapping[str, Any], whole: Callable[[], dict[str, Any]]) -> None:
        self.change = {NAMED: name, **change}
        self._whole = whole

    def whole(self) -> dict[str, Any]:
        return self._whole()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and self.change == other.change

    __hash__ = None  # type: ignore[assignment]


def whole(value: Any) -> Any:
    """A field of a view with what is known in it written out: it is an entry of a list."""
    if type(value) is list and any(type(part) is Known for part in value):
        return [part.whole() if type(part) is Known else part for part in value]
    return value
