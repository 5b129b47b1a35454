"""The page of strengths in Markdown: how it was made, a chart, and the tables of every game."""

from typing import Any

from tilefolk.cli.ladder.tables import Numbers, against_the_one_below, headings, percent, rows
from tilefolk.locale import Texts
from tilefolk.sim.ladder.evidence import HALF


def page(texts: Texts, numbers: list[dict[str, Any]], command: str, picture: str) -> str:
    """The whole page; `command` gives the same numbers again, `picture` is the file with the chart."""
    parts = [
        f"# {texts.say('ladder.page.title')}",
        texts.say("ladder.page.made"),
        f"```sh\n{command}\n```",
        _method(texts, numbers[0]),
        f"![{texts.say('ladder.page.chart')}]({picture})",
    ]
    for of_game in numbers:
        parts += [f"## {of_game['game']}", _table(headings(texts, of_game), rows(of_game))]
        if apart := _apart(texts, of_game):
            parts.append(apart)
    return "\n\n".join(parts) + "\n"


def _method(texts: Texts, numbers: Numbers) -> str:
    """Who met whom, when they stopped, and what the columns say."""
    who = "neighbours" if numbers["neighbours"] else "everybody"
    stops_at: float | None = numbers["stops_at"]
    when = {None: "all", HALF: "stronger"}.get(stops_at, "share")
    return " ".join(
        [
            texts.say(f"ladder.page.{who}"),
            texts.say(f"ladder.page.{when}", round(100 * (stops_at or HALF))),
            texts.say("ladder.page.how"),
        ]
    )


def _table(heading: list[str], body: list[list[str]]) -> str:
    line = "|---|" + "---:|" * (len(heading) - 1)
    return "\n".join([_row(heading), line, *map(_row, body)])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _apart(texts: Texts, numbers: Numbers) -> str:
    """How each character does against the one below it."""
    bound = round(100 * (numbers["stops_at"] or HALF))
    columns = ("bot", "below", "share", "share_95", "matches", "stopped", "verdict")
    heading = [texts.say(f"ladder.column.{column}", bound) for column in columns]
    body = []
    for higher, lower, met, forward in against_the_one_below(numbers):
        low, high = met["share_95"] if forward else (1 - met["share_95"][1], 1 - met["share_95"][0])
        share = met["share"] if forward else 1 - met["share"]
        numbers_of = [percent(share), f"{percent(low)}–{percent(high)}", str(met["matches"])]
        body.append([higher, lower, *numbers_of, *_ending(texts, met, forward)])
    return _table(heading, body) if body else ""


def _ending(texts: Texts, met: Numbers, forward: bool) -> list[str]:
    """Whether a pairing was stopped early, and whether the first one gets more than was asked about."""
    more = met["more"][0 if forward else 1]
    words = {True: "ladder.yes", False: "ladder.no", None: "ladder.open"}
    return [texts.say(words[met["stopped"]]), texts.say(words[more])]
