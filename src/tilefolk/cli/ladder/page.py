"""The page of strengths in Markdown: how it was made, a chart, and the tables of every game."""

from typing import Any

from tilefolk.cli.ladder.tables import Numbers, against_the_one_below, headings, percent, rows
from tilefolk.locale import Texts


def page(texts: Texts, numbers: list[dict[str, Any]], command: str, picture: str) -> str:
    """The whole page; `command` gives the same numbers again, `picture` is the file with the chart."""
    parts = [
        f"# {texts.say('ladder.page.title')}",
        texts.say("ladder.page.made"),
        f"```sh\n{command}\n```",
        texts.say("ladder.page.how"),
        f"![{texts.say('ladder.page.chart')}]({picture})",
    ]
    for of_game in numbers:
        parts += [f"## {of_game['game']}", _table(headings(texts, of_game), rows(of_game))]
        if apart := _apart(texts, of_game):
            parts.append(apart)
    return "\n\n".join(parts) + "\n"


def _table(heading: list[str], body: list[list[str]]) -> str:
    line = "|---|" + "---:|" * (len(heading) - 1)
    return "\n".join([_row(heading), line, *map(_row, body)])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _apart(texts: Texts, numbers: Numbers) -> str:
    """How each character does against the one below it."""
    heading = [
        texts.say(f"ladder.column.{column}") for column in ("bot", "below", "share", "share_95", "matches")
    ]
    body = []
    for higher, lower, met, forward in against_the_one_below(numbers):
        low, high = met["share_95"] if forward else (1 - met["share_95"][1], 1 - met["share_95"][0])
        share = met["share"] if forward else 1 - met["share"]
        body.append([higher, lower, percent(share), f"{percent(low)}–{percent(high)}", str(met["matches"])])
    return _table(heading, body) if body else ""
