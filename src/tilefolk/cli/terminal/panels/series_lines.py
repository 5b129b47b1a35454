"""The standing of a series in lines of text: matches, chapters, and titles in solo series."""

from collections.abc import Sequence

from rich.text import Text

from tilefolk.campaign import Standing
from tilefolk.campaign.series import Title
from tilefolk.campaign.standing import ChapterStanding
from tilefolk.cli.messages import mode_title
from tilefolk.cli.series_tables import chapter_title, finale_words, standing_words, total_rows, with_title
from tilefolk.cli.terminal.panels.result_lines import columns, number, right
from tilefolk.cli.terminal.text.canvas import fitted, wrapped
from tilefolk.cli.terminal.text.styles import HEADING
from tilefolk.locale import Texts


def standing_lines(now: Standing, names: Sequence[str], texts: Texts, width: int) -> list[Text]:
    """A column per seat; chapters that have not begun are left out."""
    column, label = columns(width, now.seats)

    def row(text: str, numbers: Sequence[int | None], style: str = "") -> list[Text]:
        first, *more = wrapped(Text(text), label - 1, 2)
        cells = "".join(number(n, column) for n in numbers)
        return [Text(fitted(first.plain, label) + cells, style), *more]

    lines = [Text(mode_title(texts, now.series.name), HEADING), Text()]
    lines.append(Text(" " * label + "".join(f" {right(name, column - 1)}" for name in names), "bold"))
    for part in now.chapters:
        for mode, values in zip(part.chapter.modes, part.counted, strict=False):
            lines += row(mode_title(texts, mode), values)
        if part.chapter.bonus and part.whole:
            lines += row(texts.say(f"bonus.{part.chapter.bonus.what}"), part.bonus)
        if len(now.chapters) > 1 and part.values:
            lines += row(chapter_title(texts, part.chapter.name), part.totals, "bold")
    for label_text, numbers in total_rows(texts, now):
        lines += row(label_text, numbers, "bold")
    lines += [Text(told) for part in now.chapters for told in _title(part, texts, len(now.chapters) > 1)]
    lines += [
        Text(_ladder(texts, texts.say("series.total"), now.title, now.series.titles, now.totals[0]))
    ] * bool(now.title)
    finale = [line for told in finale_words(texts, now, names) for line in wrapped(Text(told), width, 3)]
    return [*lines, Text(), *finale, *wrapped(Text(standing_words(texts, now)), width)]


def _title(part: ChapterStanding, texts: Texts, several: bool) -> list[str]:
    label = chapter_title(texts, part.chapter.name) if several else texts.say("series.total")
    return [_ladder(texts, label, part.title, part.chapter.titles, part.totals[0])] if part.title else []


def _ladder(texts: Texts, label: str, title: Title | None, titles: Sequence[Title], points: int) -> str:
    """A title, and the points missing for the next one."""
    told = with_title(texts, label, title)
    above = next((one for one in titles if one.least > points), None)
    if above is None:
        return told
    return (
        f"{told}. {texts.say('series.above', above.least - points, title=texts.say(f'title.{above.name}'))}"
    )
