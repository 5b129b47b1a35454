"""A memo: values made lately from parts that never change, so that they are made once and shared."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


class Memo:
    """Remembers the last `size` values by their key.

    `alive` are the objects whose ids are in the key: ids stay theirs as long as the value is remembered.
    Comparing such parts by identity is fast, and equal parts that are not the same only cost time.
    """

    __slots__ = ("_made", "_size")

    def __init__(self, size: int) -> None:
        self._size = size
        self._made: dict[Hashable, tuple[Any, object]] = {}

    def get(self, key: Hashable, alive: Iterable[object], make: Callable[[], T]) -> T:
        """The value under the key, made if it is not remembered."""
        found = self._made.get(key)
        if found is None:
            found = make(), tuple(alive)
            while len(self._made) >= self._size:
                self._made.pop(next(iter(self._made)), None)
            self._made[key] = found
        value: T = found[0]
        return value
