"""Deltas: what has changed between two JSON values, small enough to send instead of the whole.

A delta is JSON itself. One that is no table replaces the value; a table goes into it, name by name or index
by index, and an index one behind the last appends:

    {"round": 3, "boards": {"0": {"ready": true, "clear": {"^": "c00c"}}}, "left": {"-": [4]}}

A table has names with a meaning of their own:

    @   what the client knows under a name replaces the value; then the rest of the table goes into it
    -   what is removed before all else: names of a table, or indexes of a list as it was
    =   a table that replaces the value, where it would go into it otherwise
    ^   of a set of cells, a hexadecimal number: the cells that come or go
    ~   two names of the table it stands in: the cells of the first without all those in the second
"""

import re
from collections.abc import Mapping
from typing import Any

from tilefolk.core.known import NAMED, NOTHING_KNOWN, Known, whole

REMOVED, REPLACED, FLIPPED, WITHOUT = "-", "=", "^", "~"
SAME = object()  # nothing has changed

_CELLS = re.compile(r"(?:0|[1-9a-f][0-9a-f]{8,})\Z")  # shorter numbers are sent as they are


def delta(before: Any, after: Any) -> Any:
    """What turns `before` into `after`; SAME where they are equal."""
    if before is after:
        return SAME
    kind = type(after)
    if kind is not type(before):
        return _whole(after)
    if kind is Known:
        return SAME if before == after else after.change
    if kind is dict:
        return _table_delta(before, after)
    if kind is list:
        return _list_delta(before, after)
    if before == after:
        return SAME
    if kind is str and _CELLS.match(before) and _CELLS.match(after):
        return {FLIPPED: f"{int(before, 16) ^ int(after, 16):x}"}
    return after


def fold(value: Any, change: Any, known: Mapping[str, Any] = NOTHING_KNOWN) -> Any:
    """The value after a delta. `value` stays as it is, and what has not changed is shared with it."""
    if not isinstance(change, dict):
        return change
    if REPLACED in change:
        return change[REPLACED]
    if FLIPPED in change:
        return f"{int(value, 16) ^ int(change[FLIPPED], 16):x}"
    if NAMED in change:
        value = known[change[NAMED]]
    removed = set(change.get(REMOVED, ()))
    named = {name: part for name, part in change.items() if name not in (REMOVED, NAMED)}
    if isinstance(value, dict):
        table = {name: part for name, part in value.items() if name not in removed}
        for name, part in named.items():
            if isinstance(part, dict) and WITHOUT in part:
                table[name] = _without(table, *part[WITHOUT])
            else:
                table[name] = fold(table.get(name), part, known)
        return table
    out = [part for index, part in enumerate(value) if index not in removed]
    for name, part in named.items():
        index = int(name)
        out[index : index + 1] = [fold(out[index] if index < len(out) else None, part, known)]
    return out


def _without(table: dict[str, Any], cells: str, taken: str) -> str:
    left = int(table[cells], 16)
    for part in table[taken].values():
        left &= ~int(part, 16)
    return f"{left:x}"


def push_after(push: dict[str, Any] | None, message: dict[str, Any]) -> dict[str, Any] | None:
    """A seat's newest push after a message `push` or `delta` of the server's interface (docs/api.md).

    None when the delta does not fit: then the client asks for the whole view.
    """
    if message["type"] == "push":
        return _with_known(push, message)
    if push is None or push["number"] + 1 != message["number"]:
        return None
    for change in message["changes"]:
        push = fold(push, change, push.get("known", NOTHING_KNOWN))
    lines = {"seq": push["seq"], "news": [], "by_bot": []}
    told = {name: message.get(name, unsaid) for name, unsaid in lines.items()}
    return {**push, **told, "number": message["number"]}


def _with_known(push: dict[str, Any] | None, message: dict[str, Any]) -> dict[str, Any] | None:
    """A whole push; what the client knows from the one before may be left out."""
    if "known" in message or "known_id" not in message:
        return message
    if push is None or push.get("known_id") != message["known_id"]:
        return None
    return {**message, "known": push["known"]}


def _whole(value: Any) -> Any:
    """A value that comes or replaces another."""
    kind = type(value)
    if kind is Known:
        return value.change
    return {REPLACED: value} if kind is dict else whole(value)


def _table_delta(before: dict[str, Any], after: dict[str, Any]) -> Any:
    """Name by name. A table that begins with another word, or two others, is about another thing.

    It is replaced. So is one whose names are in another order afterwards.
    """
    if _is_another(before, after):
        return _whole(after)
    out: dict[str, Any] = {}
    if [*before] != (names := [*after]):
        kept = [name for name in before if name in after]
        if [*kept, *(name for name in names if name not in before)] != names:
            return _whole(after)
        if len(kept) < len(before):
            out[REMOVED] = [name for name in before if name not in after]
    for name, value in after.items():
        was = before.get(name, SAME)
        if was is SAME:
            out[name] = _whole(value)
        elif was is value or (type(was) is str and was == value):
            continue
        elif (change := delta(was, value)) is not SAME:
            out[name] = change
    return out or SAME


def _is_another(before: dict[str, Any], after: dict[str, Any]) -> bool:
    was, now = next(iter(before.values()), None), next(iter(after.values()), None)
    if was is now or was == now:
        return False
    if type(now) is list:
        return len(now) == 2 and type(now[0]) is str
    return type(now) is str and not _CELLS.match(now)


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
            if was is value or (type(was) is str and was == value):  # the common cases, decided fast
                continue
            if (change := delta(was, value)) is SAME:
                continue
        else:
            change = _whole(value)
        out[str(index)] = change
        plain += type(change) is not dict
    if not out:
        return SAME
    return whole(after) if plain * 2 > len(after) else out


def _shorter(before: list[Any], after: list[Any]) -> Any:
    """The indexes that are removed, where that is all and few of many."""
    removed, place, size = [], 0, len(after)
    for index, value in enumerate(before):
        if place < size and (value is after[place] or delta(value, after[place]) is SAME):
            place += 1
        else:
            removed.append(index)
    return {REMOVED: removed} if place == size and len(removed) * 2 < len(before) else whole(after)
