"""The result of a match in lines of text: places, tallies, and the check of the sealed draws."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from tilefolk.cli.terminal.panels.score_lines import signed
from tilefolk.cli.terminal.text.canvas import fitted, wrapped
from tilefolk.cli.terminal.text.styles import HEADING
from tilefolk.core.match import Match, verify
from tilefolk.locale import Texts

WIDEST_COLUMN = 16


def result_lines(
    match: Match, names: Sequence[str], ended: Sequence[str], texts: Texts, width: int
) -> list[Text]:
    """Places first, each with how the seat ended, then a row per rule and a column per seat."""
    assert match.end is not None
    end = match.end
    order = sorted(range(len(names)), key=lambda seat: end["places"][seat])
    lines = [Text(texts.say("ui.over"), HEADING), Text()]
    for seat in order:
        place, value = end["places"][seat], signed(end["values"][seat])
        why = ended[seat] if ended else ""
        lines.append(Text(f"{place:>2}. {fitted(names[seat], 20)} {value:>5}  {why}".rstrip()))
    lines += [Text(), *_tallies(end, order, [names[seat] for seat in order], texts, width), Text()]
    return [*lines, *wrapped(Text(draw_check(match, texts)), width)]


def draw_check(match: Match, texts: Texts) -> str:
    """Whether every draw follows from the sealed seed, as a sentence."""
    wrong = verify(match)
    if wrong:
        return texts.say("ui.check.wrong", len(wrong))
    return texts.say("ui.check.open" if match.header.open_seed else "ui.check.sealed")


def _tallies(
    end: Mapping[str, Any], order: Sequence[int], names: Sequence[str], texts: Texts, width: int
) -> list[Text]:
    column, label = columns(width, len(order))
    points = [dict(tally) for tally in end["tallies"]]
    rules = list(dict.fromkeys(rule for tally in points for rule in tally))
    lines = [Text(" " * label + "".join(f" {right(name, column - 1)}" for name in names), "bold")]
    for rule in rules:
        row = [points[seat].get(rule) for seat in order]
        first, *more = wrapped(Text(texts.say(f"tally.{rule}", row[0] or 0)), label - 1, 2)
        lines += [Text(fitted(first.plain, label) + "".join(number(n, column) for n in row)), *more]
    sums = "".join(number(end["values"][seat], column) for seat in order)
    return [*lines, Text(fitted(texts.say("ui.sum"), label) + sums, "bold")]


def columns(width: int, seats: int) -> tuple[int, int]:
    """The width of a seat's column, and of the label column before them."""
    column = max(8, min(WIDEST_COLUMN, (width - 26) // seats))
    return column, max(16, min(40, width - column * seats))


def number(n: int | None, column: int) -> str:
    """The points of a cell of the table; a dash where the seat has no such line."""
    return f"{'–' if n is None else signed(n):>{column}}"


def right(text: str, width: int) -> str:
    shown = fitted(text, width).rstrip()
    return " " * (width - cell_len(shown)) + shown
