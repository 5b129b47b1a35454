"""The chapters of a series as tables: medians of many, points of one, titles reached."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from tilefolk.campaign import Standing
from tilefolk.cli.messages import way_title
from tilefolk.locale import Texts


def medians(said: Texts, numbers: Mapping[str, Any]) -> Table:
    """What `sim` counted: a line per seat; for a player alone how many reached each step of the ladders."""
    table = Table(box=SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    table.add_column(said.say("cli.column.median"))
    chapters, seats = numbers["chapters"], numbers["seats"]
    columns = [(chapter["medians"], chapter["titles"]) for chapter in chapters]
    if len(chapters) > 1:
        columns.append(([seat["median"] for seat in seats], numbers["titles"]))
    for index in range(len(columns)):
        whole = index == len(columns) - 1
        label = said.say("series.total") if whole else chapter_title(said, chapters[index]["chapter"])
        table.add_column(label, justify="right")
    for seat in seats:
        points = [f"{medians[seat['seat']]:g}" for medians, _ in columns]
        table.add_row(f"{seat['seat'] + 1} {seat['bot']}", *points)
    table.add_section()
    names = dict.fromkeys(step["title"] for _, ladder in columns for step in ladder)
    for name in names:
        table.add_row(said.say(f"title.{name}"), *(_step(ladder, name) for _, ladder in columns))
    if names:
        table.caption = said.say("cli.titles")
    return table


def standing_table(said: Texts, now: Standing) -> Table:
    """Where one series stands: a line per match, then its chapters, places and titles."""
    table = Table(title=way_title(said, now.series.name))
    table.add_column("")
    for seat in range(now.seats):
        table.add_column(said.say("cli.column.of_seat", seat + 1), justify="right")
    for part in now.chapters:
        rows = zip(part.chapter.ways, part.values, strict=False)
        for way, values in rows:
            table.add_row(way_title(said, way), *map(said.number, values))
        if part.chapter.bonus and part.whole:
            table.add_row(said.say(f"bonus.{part.chapter.bonus.what}"), *map(said.number, part.bonus))
        if len(now.chapters) > 1 and part.values:
            label = named(said, chapter_title(said, part.chapter.name), part.title)
            table.add_row(label, *map(said.number, part.totals), style="bold", end_section=True)
    table.add_section()
    title = now.title or (now.chapters[0].title if len(now.chapters) == 1 else None)
    table.add_row(named(said, said.say("series.total"), title), *map(said.number, now.totals), style="bold")
    table.add_row(said.say("cli.column.place"), *map(str, now.places))
    return table


def standing_words(said: Texts, now: Standing) -> str:
    """How far the series is."""
    if now.next_way is None:
        return said.say("series.over")
    played = said.say("series.played", now.played, len(now.series.ways))
    return f"{played[:1].upper()}{played[1:]}. {said.say('series.next', way=way_title(said, now.next_way))}"


def chapter_title(said: Texts, name: str) -> str:
    """A chapter by its number; one without a number is the whole series."""
    return said.say("series.chapter", int(name)) if name.isdecimal() else said.say("series.total")


def named(said: Texts, label: str, title: Any) -> str:
    return f"{label}: {said.say(f'title.{title.name}')}" if title else label


def _step(ladder: Sequence[Mapping[str, Any]], name: str) -> str:
    """From how many points on, and how many reached it."""
    found = next((step for step in ladder if step["title"] == name), None)
    return f"{found['least']}+: {found['reached']}" if found else ""
