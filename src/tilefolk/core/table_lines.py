"""Lines that the table writes (`@ ...`): what a seat brings along, late answers, holds, seed, end record.

Everybody who writes or reads such a line does it here.
"""

import json
from typing import Any, NamedTuple

from tilefolk.core.legacy import Asleep, Gain, Legacy, Owed
from tilefolk.core.notation import TABLE, Action, Line, write

ENTER, ASLEEP, LATE, REVEAL, END = "enter", "asleep", "late", "reveal", "end"
HOLD, CLOSE = "hold", "close"
END_PREFIX = write(Line(TABLE, (END, "")))
HOLD_LINE = Line(TABLE, (HOLD,))  # the round stays open behind its last answer
CLOSE_LINE = Line(TABLE, (CLOSE,))  # a round that was held open is closed


class LateAnswer(NamedTuple):
    """What the table answered for a seat. Without an answer it was a bot that failed: the default is done."""

    seat: int
    answer: Action


def late_line(seat: int, answer: Action = ()) -> Line:
    """`@ late SEAT ANSWER`: answered for a seat whose time is up, or for a bot that failed."""
    return Line(TABLE, (LATE, seat, *answer))


def read_late(line: Line) -> LateAnswer | None:
    """The late answer of a line, if it is one."""
    if line.who != TABLE or line.action[0] != LATE or not line.action[1:]:
        return None
    seat, *answer = line.action[1:]
    return LateAnswer(seat, tuple(answer)) if isinstance(seat, int) and seat >= 0 else None


def late_prefix(seat: int) -> str:
    """The beginning of every late line of a seat that names its answer."""
    return write(late_line(seat)) + " "


def seat_of(line: Line) -> int:
    """The seat, or chance, whose act a line is; a late seat's is written by the table."""
    late = read_late(line)
    return late.seat if late else line.who


def enter_line(seat: int, legacy: Legacy) -> Line:
    """`@ enter SEAT LEGACY`: what a seat brings along."""
    return Line(TABLE, (ENTER, seat, compact(legacy_json(legacy))))


def is_enter(line: Line) -> bool:
    return line.who == TABLE and line.action[0] == ENTER


def read_enter(line: Line, seat: int) -> Legacy:
    """What the seat brings along; ValueError when the line is not its."""
    if not is_enter(line) or line.action[1:2] != (seat,) or len(line.action) != 3:
        raise ValueError("seats enter in their order")
    return legacy_of(json.loads(str(line.action[2])))


def asleep_line(asleep: Asleep) -> Line:
    """`@ asleep SEAT LEGACY`: what a seat of the campaign has that does not play."""
    return Line(TABLE, (ASLEEP, asleep.seat, compact(legacy_json(asleep.legacy))))


def is_asleep(line: Line) -> bool:
    return line.who == TABLE and line.action[0] == ASLEEP


def read_asleep(line: Line) -> Asleep:
    """What a seat has that does not play; ValueError when the line does not say so."""
    if not is_asleep(line) or len(line.action) != 3 or not isinstance(line.action[1], int):
        raise ValueError("no seat that sleeps")
    return Asleep(line.action[1], legacy_of(json.loads(str(line.action[2]))))


def reveal_line(seed: bytes) -> Line:
    """`@ reveal SEED`: the seed behind the seal."""
    return Line(TABLE, (REVEAL, seed.hex()))


def end_line(end: dict[str, Any]) -> Line:
    """`@ end RECORD`: tallies, places and what the seats take along."""
    return Line(TABLE, (END, compact(end)))


def read_end(text: str) -> dict[str, Any]:
    """The end record of the text of an end line."""
    out: dict[str, Any] = json.loads(text.removeprefix(END_PREFIX))
    return out


def legacy_json(legacy: Legacy) -> dict[str, Any]:
    """A legacy as JSON; what is owed and what waits is left out when there is nothing."""
    still = {"owed": legacy.owed, "waits": legacy.waits}
    open_ = {name: [_open_json(gift) for gift in gifts] for name, gifts in still.items() if gifts}
    return {"stickers": [list(pair) for pair in legacy.stickers], "counts": dict(legacy.counts), **open_}


def _open_json(gift: Owed) -> list[Any]:
    """`[MODE, VERSION, RULE, NUMBER, [CELL, ...]]`; without cells, without the last entry."""
    *named, cells = gift
    return [*named, list(cells)] if cells else named


def legacy_of(table: Any) -> Legacy:
    """A legacy from its JSON; ValueError when it is none."""
    try:
        stickers = tuple((str(what), str(where)) for what, where in table["stickers"])
        counts = tuple(sorted((str(what), int(n)) for what, n in table["counts"].items()))
        owed, waits = (tuple(map(_open_of, table.get(name, ()))) for name in ("owed", "waits"))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no legacy: {table}") from error
    return Legacy(stickers, counts, owed, waits)


def _open_of(entry: Any) -> Owed:
    mode, version, rule, number, *cells = entry
    named = tuple(map(str, cells[0])) if cells else ()
    return Owed(str(mode), int(version), str(rule), int(number), named)


def gain_json(gain: Gain) -> list[str | int]:
    """`["award.first","R","F5"]`; what was taken away has a fourth entry."""
    rule, what, value, gone = gain
    return [rule, what, value, *(["gone"] if gone else [])]


def gain_of(entry: Any) -> Gain:
    """What was kept, from its JSON; ValueError when it is none."""
    try:
        rule, what, value, *gone = entry
    except (TypeError, ValueError) as error:
        raise ValueError(f"nothing that is kept: {entry}") from error
    return Gain(str(rule), str(what), value if isinstance(value, int) else str(value), bool(gone))


def compact(value: object) -> str:
    """JSON in one word: no spaces, keys in order."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True)
