"""The history of a campaign, from what every match says its seats kept: where each sticker comes from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from tilefolk.core.legacy import LATER, OWED, Gain
from tilefolk.core.table_lines import gain_of

End = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sticker:
    """A sticker on a board: the match and rule that gave it, the match that put it there or took it away."""

    what: str
    cell: str
    way: str
    rule: str
    put: str
    gone: str | None = None


def sticker_history(ways: Sequence[str], ends: Sequence[End], seat: int) -> tuple[Sticker, ...]:
    """All stickers a seat has ever had, in the order in which they were put."""
    stickers: list[Sticker] = []
    owed: list[tuple[str, str]] = []
    for way, end in zip(ways, ends, strict=False):
        for gain in _kept(end, seat):
            source = owed.pop(0) if gain.rule == OWED else (way, gain.rule)
            if gain.what == LATER:
                owed.append(source)
            elif isinstance(gain.value, str) and gain.gone:
                _take_away(stickers, gain, way)
            elif isinstance(gain.value, str) and gain.value:
                stickers.append(Sticker(gain.what, gain.value, *source, put=way))
    return tuple(stickers)


def _kept(end: End, seat: int) -> Iterable[Gain]:
    return map(gain_of, end["kept"][seat]) if end.get("kept") else ()


def _take_away(stickers: list[Sticker], gain: Gain, way: str) -> None:
    for at, sticker in enumerate(stickers):
        if (sticker.what, sticker.cell, sticker.gone) == (gain.what, gain.value, None):
            stickers[at] = replace(sticker, gone=way)
            return


def history_json(
    ways: Sequence[str], ends: Sequence[End], seats: int, known: Iterable[str]
) -> dict[str, Any]:
    """The stickers of all seats, and the choices they owe, as far as they come from known matches."""
    told = set(known)
    stickers = [sticker_history(ways, ends, seat) for seat in range(seats)]
    owed = [entry.get("owed", ()) for entry in ends[-1]["legacy"]] if ends else [()] * seats
    return {
        "stickers": [[asdict(one) for one in row if one.put in told] for row in stickers],
        "owed": [
            [{"way": way, "rule": rule, "number": number} for way, _, rule, number in row if way in told]
            for row in owed
        ],
    }
