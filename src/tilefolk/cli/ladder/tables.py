"""The ratings of one game as a table in the terminal, and how its numbers are written."""

from itertools import pairwise
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from tilefolk.locale import Texts

Numbers = dict[str, Any]
COLUMNS = ("bot", "rating", "rating_95", "mean", "matches")


def ladder_table(texts: Texts, numbers: Numbers) -> Table:
    """The ratings of a game, the strongest first, with everybody's share against the others."""
    table = Table(title=numbers["game"], box=SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    for heading in headings(texts, numbers):
        table.add_column(heading, justify="right" if table.columns else "left", no_wrap=True)
    for row in rows(numbers):
        table.add_row(*row)
    table.caption = texts.say("ladder.caption")
    return table


def headings(texts: Texts, numbers: Numbers) -> list[str]:
    return [*(texts.say(f"ladder.column.{column}") for column in COLUMNS), *_names(numbers)]


def rows(numbers: Numbers) -> list[list[str]]:
    """A row for each bot; its share in percent against every bot it has met."""
    shares = _shares(numbers)
    return [
        [
            entry["bot"],
            str(entry["rating"]),
            f"±{(entry['rating_95'][1] - entry['rating_95'][0]) / 2:.0f}",
            f"{entry['mean']:.1f}",
            str(entry["matches"]),
            *(percent(shares.get((entry["bot"], other))) for other in _names(numbers)),
        ]
        for entry in numbers["bots"]
    ]


def percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f}"


def _names(numbers: Numbers) -> list[str]:
    return [entry["bot"] for entry in numbers["bots"]]


def _shares(numbers: Numbers) -> dict[tuple[str, str], float]:
    """The share of the first of two who have met, both ways round."""
    shares = {(met["one"], met["two"]): met["share"] for met in numbers["meetings"]}
    return shares | {(two, one): 1 - share for (one, two), share in shares.items()}


def against_the_one_below(numbers: Numbers) -> list[tuple[str, str, Numbers, bool]]:
    """For two characters of neighbouring levels who have met: both names, their meeting, whether it begins
    with the stronger one."""
    level = {entry["bot"]: entry["level"] for entry in numbers["bots"] if entry["level"]}
    ranked = sorted(level, key=level.__getitem__)
    out = []
    for lower, higher in pairwise(ranked):
        for met in numbers["meetings"]:
            if {met["one"], met["two"]} == {lower, higher}:
                out.append((higher, lower, met, met["one"] == higher))
    return out
