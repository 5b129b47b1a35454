"""Parts of JSON values that are equal become the same object: who compares the values then skips them."""

from collections.abc import Iterable, Mapping
from typing import Any

from tilefolk.core.known import whole


def joined(parts: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """One table of all parts, with everything in it written out."""
    return {name: whole(value) for part in parts for name, value in part.items()}


def sharing_fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """`after`, with every field that is equal in `before` taken from there; nothing inside a field is shared.

    For tables of which most fields change as a whole, or whose fields share their own rows.
    """
    return {name: was if (was := before.get(name)) == value else value for name, value in after.items()}


def sharing(before: Any, after: Any) -> Any:
    """`after`, with every part that is equal in `before` taken from there; both stay as they are.

    Both come from the same code, so equal parts have the same types and their names the same order.
    """
    if before == after:
        return before
    kind = type(after)
    if kind is not type(before):
        return after
    if kind is dict:
        return {
            name: was if (was := before.get(name)) == value else sharing(was, value)
            for name, value in after.items()
        }
    if kind is list:
        both = zip(before, after, strict=False)
        shared = [was if was == value else sharing(was, value) for was, value in both]
        return shared + after[len(before) :]
    return after
