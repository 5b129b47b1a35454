"""The known name that somebody probably meant: for "did you mean" in errors."""

from collections.abc import Iterable
from difflib import get_close_matches

CLOSE_ENOUGH = 0.6


def closest(given: str, known: Iterable[str]) -> str | None:
    """The known name nearest to the given one, or None if nothing is near.

    A name that begins like the given one is near, and so is one whose part before the slash is.
    """
    names = list(known)
    plain = {_plain(name): name for name in reversed(names)}
    wanted = _plain(given)
    if not wanted:
        return None
    heads = {_plain(name.partition("/")[0]): name for name in reversed(names)}
    near = get_close_matches(_plain(given.partition("/")[0]), heads, 1, CLOSE_ENOUGH)
    if near and "/" not in given and "/" in heads[near[0]] and near[0] != wanted:
        return heads[near[0]]
    found = get_close_matches(wanted, plain, 1, CLOSE_ENOUGH)
    begun = [name for name in names if _plain(name).startswith(wanted)]
    if begun and not (found and _plain(plain[found[0]]) == wanted):
        return begun[0]
    if found:
        return plain[found[0]]
    return heads[near[0]] if near else None


def _plain(name: str) -> str:
    return name.casefold().replace(" ", "_").replace("-", "_").lstrip("_")
