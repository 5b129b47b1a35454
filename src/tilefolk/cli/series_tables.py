"""Tables for series: statistics of many simulated ones, and the standing of a single one."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from tilefolk.campaign import Standing
from tilefolk.cli.messages import mode_title
from tilefolk.locale import Texts

EPISODE_COLUMNS = ("mean", "p5", "p50", "p95", "locked", "low")
SHARES = ("locked", "low")


def series_statistics(texts: Texts, numbers: Mapping[str, Any]) -> Table:
    """Medians per chapter for each seat; in solo series also how many runs reached each title."""
    table = Table(box=SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    table.add_column(texts.say("cli.column.median"))
    chapters, seats = numbers["chapters"], numbers["seats"]
    columns = [(chapter["medians"], chapter["titles"]) for chapter in chapters]
    if len(chapters) > 1:
        columns.append(([seat["median"] for seat in seats], numbers["titles"]))
    for index in range(len(columns)):
        whole = index == len(columns) - 1
        label = texts.say("series.total") if whole else chapter_title(texts, chapters[index]["chapter"])
        table.add_column(label, justify="right")
    for seat in seats:
        points = [f"{medians[seat['seat']]:g}" for medians, _ in columns]
        table.add_row(f"{seat['seat'] + 1} {seat['bot']}", *points)
    table.add_section()
    names = dict.fromkeys(step["title"] for _, ladder in columns for step in ladder)
    for name in names:
        table.add_row(texts.say(f"title.{name}"), *(_title_cell(ladder, name) for _, ladder in columns))
    if names:
        table.caption = texts.say("cli.titles")
    return table


def standing_table(texts: Texts, now: Standing) -> Table:
    """The standing of one series: a row per match, then chapters, places and titles."""
    table = Table(title=mode_title(texts, now.series.name))
    table.add_column("")
    for seat in range(now.seats):
        table.add_column(texts.say("cli.column.of_seat", seat + 1), justify="right")
    for part in now.chapters:
        for mode, values in zip(part.chapter.modes, part.counted, strict=False):
            table.add_row(mode_title(texts, mode), *(number_or_dash(texts, value) for value in values))
        if part.chapter.bonus and part.whole:
            table.add_row(texts.say(f"bonus.{part.chapter.bonus.what}"), *map(texts.number, part.bonus))
        if len(now.chapters) > 1 and part.values:
            label = with_title(texts, chapter_title(texts, part.chapter.name), part.title)
            table.add_row(label, *map(texts.number, part.totals), style="bold", end_section=True)
    table.add_section()
    title = now.title or (now.chapters[0].title if len(now.chapters) == 1 else None)
    for label, numbers in total_rows(texts, now):
        cells = (number_or_dash(texts, number) for number in numbers)
        table.add_row(with_title(texts, label, title), *cells, style="bold")
    table.add_row(texts.say("cli.column.place"), *map(str, now.places))
    return table


def number_or_dash(texts: Texts, number: int | None) -> str:
    """A number of a seat; a dash for one that did not play."""
    return "–" if number is None else texts.number(number)


def total_rows(texts: Texts, now: Standing) -> list[tuple[str, Sequence[int | None]]]:
    """What decides a series: its points, or what a campaign counts, in order, as far as it may be known."""
    if not now.series.wins:
        return [(texts.say("series.total"), now.totals)]
    return [
        (texts.say(f"series.wins.{now.series.wins[index]}"), [row[index] for row in now.counts])
        for index in now.series.wins_known(now.series.opened(now.played))
    ]


def episode_statistics(texts: Texts, numbers: Mapping[str, Any]) -> Table:
    """A row per episode of a campaign: the values of all seats, and the progress of each seat."""
    table = Table(box=SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    table.add_column(texts.say("cli.column.game"))
    for column in EPISODE_COLUMNS:
        table.add_column(texts.say(f"cli.column.{column}"), justify="right")
    for seat in numbers["seats"]:
        table.add_column(texts.say("cli.column.progress_of", seat["seat"] + 1), justify="right")
    for episode in numbers["episodes"]:
        every = episode["all"]
        shown = [f"{every[key]:.1%}" if key in SHARES else f"{every[key]:g}" for key in EPISODE_COLUMNS]
        table.add_row(episode["mode"], *shown, *(f"{seat['progress']:g}" for seat in episode["seats"]))
    return table


def finale_words(texts: Texts, now: Standing, names: Sequence[str]) -> list[str]:
    """Who has won a campaign, then each thing that was compared on the way there."""
    if now.finale is None:
        return []
    winners = ", ".join(names[seat] for seat in now.finale.winners)
    out = [texts.say("series.shared" if len(now.finale.winners) > 1 else "series.won", names=winners)]
    for number, step in enumerate(now.finale.steps, start=1):
        pairs = zip(step.compared, step.counts, strict=True)
        told = ", ".join(f"{names[seat]} {'–' if n is None else texts.number(n)}" for seat, n in pairs)
        out.append(f"{number}. {texts.say(f'series.wins.{step.what}')}: {told}")
    return out


def standing_words(texts: Texts, now: Standing) -> str:
    """One sentence: how many matches are played and which one is next."""
    if now.next_mode is None:
        return texts.say("series.for_now" if now.series.coming else "series.over")
    played = texts.say("series.played", now.played, len(now.series.modes))
    return (
        f"{played[:1].upper()}{played[1:]}. {texts.say('series.next', mode=mode_title(texts, now.next_mode))}"
    )


def chapter_title(texts: Texts, name: str) -> str:
    """The name of a chapter by its number; a chapter without a number is the whole series."""
    return texts.say("series.chapter", int(name)) if name.isdecimal() else texts.say("series.total")


def with_title(texts: Texts, label: str, title: Any) -> str:
    """A label with the title that was reached, if there is one."""
    return f"{label}: {texts.say(f'title.{title.name}')}" if title else label


def _title_cell(ladder: Sequence[Mapping[str, Any]], name: str) -> str:
    """The points a title needs, and how many runs reached it."""
    found = next((step for step in ladder if step["title"] == name), None)
    return f"{found['least']}+: {found['reached']}" if found else ""
