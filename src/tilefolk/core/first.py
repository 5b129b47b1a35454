"""The first of what was found, for where there always is one."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def first_of(found: Iterable[T]) -> T:
    """The first value. Raises LookupError where there is none: the StopIteration of `next` would get lost."""
    for one in found:
        return one
    raise LookupError("nothing was found")
