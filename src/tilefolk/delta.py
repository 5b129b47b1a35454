"""Deltas: what has changed between two JSON values, small enough to send instead of the whole.

A delta is JSON itself. One that is no table replaces the value; a table goes into it, name by name or index
by index, and an index one behind the last appends:

    {"round": 3, "boards": {"0": {"ready": true, "clear": {"^": "c00c"}}}, "left": {"-": [4]}}

A table has three names with a meaning of their own:

    -   what is removed before all else: names of a table, or indexes of a list as it was
    =   a table that replaces the value, where it would go into it otherwise
    ^   of a set of cells, a hexadecimal number: the cells that come or go
"""

import re
from typing import Any

REMOVED, REPLACED, FLIPPED = "-", "=", "^"
SAME = object()  # nothing has changed

_CELLS = re.compile(r"(?:0|[1-9a-f][0-9a-f]{8,})\Z")  # shorter numbers are sent as they are


def delta(before: Any, after: Any) -> Any:
    """What turns `before` into `after`; SAME where they are equal."""
    if before is after:
        return SAME
    kind = type(after)
    if kind is not type(before):
        return _whole(after)
    if kind is dict:
        return _table_delta(before, after)
    if kind is list:
        return _list_delta(before, after)
    if before == after:
        return SAME
    if kind is str and _CELLS.match(before) and _CELLS.match(after):
        return {FLIPPED: f"{int(before, 16) ^ int(after, 16):x}"}
    return after


def fold(value: Any, change: Any) -> Any:
    """The value after a delta. `value` stays as it is, and what has not changed is shared with it."""
    if not isinstance(change, dict):
        return change
    if REPLACED in change:
        return change[REPLACED]
    if FLIPPED in change:
        return f"{int(value, 16) ^ int(change[FLIPPED], 16):x}"
    removed = set(change.get(REMOVED, ()))
    named = {name: part for name, part in change.items() if name != REMOVED}
    if isinstance(value, dict):
        table = {name: part for name, part in value.items() if name not in removed}
        return table | {name: fold(table.get(name), part) for name, part in named.items()}
    out = [part for index, part in enumerate(value) if index not in removed]
    for name, part in named.items():
        index = int(name)
        out[index : index + 1] = [fold(out[index] if index < len(out) else None, part)]
    return out


def push_after(push: dict[str, Any] | None, message: dict[str, Any]) -> dict[str, Any] | None:
    """A seat's newest push after a message `push` or `delta` of the server's interface (docs/api.md).

    None when the delta does not fit: then the client asks for the whole view.
    """
    if message["type"] == "push":
        return message
    if push is None or push["number"] + 1 != message["number"]:
        return None
    for change in message["changes"]:
        push = fold(push, change)
    lines = {"seq": push["seq"], "news": [], "by_bot": []}
    told = {name: message.get(name, unsaid) for name, unsaid in lines.items()}
    return {**push, **told, "number": message["number"]}


def _whole(value: Any) -> Any:
    return {REPLACED: value} if type(value) is dict else value


def _table_delta(before: dict[str, Any], after: dict[str, Any]) -> Any:
    """Name by name. A table that begins with another word is about another thing: it is replaced.

    So is one whose names are in another order afterwards.
    """
    if _is_another(before, after):
        return _whole(after)
    out: dict[str, Any] = {}
    if before.keys() != after.keys():
        kept = [name for name in before if name in after]
        if [*kept, *(name for name in after if name not in before)] != [*after]:
            return _whole(after)
        if len(kept) < len(before):
            out[REMOVED] = [name for name in before if name not in after]
    for name, value in after.items():
        was = before.get(name, SAME)
        if was is SAME:
            out[name] = _whole(value)
        elif was is not value and (change := delta(was, value)) is not SAME:
            out[name] = change
    return out or SAME


def _is_another(before: dict[str, Any], after: dict[str, Any]) -> bool:
    was, now = next(iter(before.values()), None), next(iter(after.values()), None)
    return was is not now and type(now) is str and not _CELLS.match(now) and was != now


def _list_delta(before: list[Any], after: list[Any]) -> Any:
    """Index by index; a list that gets shorter, or of which most has changed, is replaced."""
    size = len(before)
    if len(after) < size:
        return _shorter(before, after)
    out: dict[str, Any] = {}
    plain = 0
    for index, value in enumerate(after):
        if index < size:
            was = before[index]
            if was is value or (change := delta(was, value)) is SAME:
                continue
        else:
            change = _whole(value)
        out[str(index)] = change
        plain += type(change) is not dict
    if not out:
        return SAME
    return after if plain * 2 > len(after) else out


def _shorter(before: list[Any], after: list[Any]) -> Any:
    """The indexes that are removed, where that is all and few of many."""
    removed, place, size = [], 0, len(after)
    for index, value in enumerate(before):
        if place < size and (value is after[place] or delta(value, after[place]) is SAME):
            place += 1
        else:
            removed.append(index)
    return {REMOVED: removed} if place == size and len(removed) * 2 < len(before) else after
