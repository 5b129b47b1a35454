"""A message and the numbers it is said with."""

from collections.abc import Iterable

Use = tuple[str, tuple[int, ...]]  # a message id and the numbers it is said with


def plain(head: str, tails: Iterable[object]) -> set[Use]:
    return {(f"{head}.{tail}", ()) for tail in tails}
