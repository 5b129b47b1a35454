"""The table of a series on paper: a box for every match and player, bags, sums, and titles for one alone."""

from tilefolk.campaign import Series
from tilefolk.campaign.series import Bonus, Chapter, Title
from tilefolk.locale import Texts
from tilefolk.printing.outlines import box, spelled
from tilefolk.printing.pen import ART, INK, LINE, SOFT, WHITE, Pen
from tilefolk.printing.rows import caption

PLAYERS, BOX, HIGH = 6, 17.0, 8.0  # columns, their width, the most height of a row
TOP, CAPTION, LADDER = 18.0, 7.0, 60.0  # the heights of the heading, of a chapter's name, of the titles
SIGN = 4.2  # a box to tick


def draw_points(pen: Pen, said: Texts, series: Series) -> None:
    game = series.name.partition("/")[0]
    pen.text(said.say(f"game.{game}"), 0, 3, 8.5, colour=SOFT)
    pen.text(said.say("print.points"), 0, 11.5, 21, bold=True, room=pen.width)
    rows = 2 + sum(len(one.modes) + 1 + 2 * bool(one.bonus) for one in series.chapters)
    high = min(HIGH, (pen.height - TOP - CAPTION * (len(series.chapters) + 1) - LADDER) / rows)
    y = _row(pen, said.say("print.who"), TOP, high, bold=False)
    for chapter in series.chapters:
        y = _chapter(pen, said, chapter, y + 2, high)
    if len(series.chapters) > 1:
        y = _row(pen, said.say("print.campaign"), y + 2, high, bold=True)
    ladders = [(f"print.chapter.{one.modes[0]}", one.titles) for one in series.chapters if one.titles]
    ladders += [("print.campaign", series.titles)] if series.titles else []
    _ladders(pen, said, ladders, y + 5)


def _chapter(pen: Pen, said: Texts, chapter: Chapter, y: float, high: float) -> float:
    name = f"print.chapter.{chapter.modes[0]}"
    caption(pen, said.say(name) if said.has(name) else said.say("print.score"), 0, y + 3.4)
    y += 5
    for mode in chapter.modes:
        y = _row(pen, said.say(f"mode.{mode}"), y, high, bold=False)
    if chapter.bonus:
        y = _row(pen, said.say(f"print.all.{chapter.bonus.what}"), y, high, bold=False)
        y = _row(pen, _bonus(said, chapter.bonus), y, high, bold=False)
    return _row(pen, said.say("print.part_total"), y, high, bold=True)


def _bonus(said: Texts, bonus: Bonus) -> str:
    """Who gets how much for what was collected."""
    alone = ", ".join(f"{count}: {points}" for count, points in bonus.alone.items())
    first, second = bonus.ranks
    return said.say(f"print.bonus.{bonus.what}", first, second, alone=alone)


def _row(pen: Pen, words: str, y: float, high: float, *, bold: bool) -> float:
    """Words and a box for every player; where the next row begins."""
    left = pen.width - PLAYERS * BOX
    lines = pen.broken(words, 8.5, left - 2)
    for index, line in enumerate(lines):
        at = y + high / 2 + 1.1 + (index - (len(lines) - 1) / 2) * 3.2
        pen.text(line, 0, at, 8.5 if len(lines) == 1 else 7.3, bold=bold, room=left - 2)
    for player in range(PLAYERS):
        inner = box(left + player * BOX + 0.6, y + 0.5, BOX - 1.2, high - 1, 0.8)
        pen.path(inner, line=INK if bold else ART, fill=WHITE, width=0.5 if bold else 0.3)
    return y + high


def _ladders(pen: Pen, said: Texts, ladders: list[tuple[str, tuple[Title, ...]]], y: float) -> None:
    """For one alone: from how many points on which title, chapter by chapter, each with a box to tick."""
    if not ladders:
        return
    caption(pen, said.say("print.alone"), 0, y + 3)
    pen.path(spelled("M", 0, y + 5, "h", pen.width), line=LINE, width=0.25)
    wide = pen.width / len(ladders)
    for column, (words, titles) in enumerate(ladders):
        x, line = column * wide, y + 9
        pen.text(said.say(words), x, line, 7.5, colour=SOFT, room=wide - 2)
        for title in reversed(titles):
            line += 5
            pen.path(box(x, line - 3.2, SIGN, SIGN, 0.6), line=ART, fill=WHITE, width=0.25)
            pen.text(f"{title.least}+", x + 12.5, line, 8, bold=True, align=1)
            pen.text(said.say(f"title.{title.name}"), x + 14, line, 8, room=wide - 15)
