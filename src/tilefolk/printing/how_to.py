"""How to play, on a page before the sheets: the aim, the course, the first sheet's rules in pictures."""

from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.pictures.examples import examples_of
from tilefolk.games.laying.pictures.page import AIM, POINTS, grouped
from tilefolk.games.laying.rules.rule_kinds import Rule
from tilefolk.locale import Texts
from tilefolk.printing.outlines import spelled
from tilefolk.printing.pen import INK, LINE, SOFT, Pen
from tilefolk.printing.rows import caption
from tilefolk.printing.small_board import draw_picture, size_of_picture

STEPS = (
    "print.how.take",
    "print.how.roll",
    "print.how.draw",
    "print.how.pass",
    "ends.dice",
    "print.how.count",
)
GAP, LEADING = 8.0, 4.1  # between the columns; from line to line
TEXT = 9.0


def draw_how_to(pen: Pen, said: Texts, episode: Episode) -> None:
    """The page; its rules are those of an episode, every sheet says its own."""
    game = episode.name.partition("/")[0]
    pen.text(said.say(f"game.{game}"), 0, 3, 8.5, colour=SOFT)
    pen.text(said.say("print.how"), 0, 11.5, 21, bold=True, room=pen.width)
    y = _lines(pen, said.say(f"aim.{game}"), 0, 19, pen.width, 10.5, bold=True) + 2
    for number, step in enumerate(STEPS, start=1):
        pen.text(f"{number}.", 0, y, 10, bold=True)
        y = _lines(pen, said.say(step), 6, y, pen.width - 6, 10) + 0.8
    y += 1
    pen.path(spelled("M", 0, y - 3, "h", pen.width), line=LINE, width=0.25)
    y = _lines(
        pen, said.say("print.how.rules", episode=said.say(f"mode.{episode.name}")), 0, y + 1.5, pen.width, 8.5
    )
    _rules(pen, said, episode, y + 2)


def _lines(
    pen: Pen, words: str, x: float, y: float, room: float, size: float, *, bold: bool = False
) -> float:
    """A sentence in as many lines as it needs; where the next one begins."""
    for line in pen.broken(words, size, room * (0.94 if bold else 1)):
        pen.text(line, x, y, size, bold=bold)
        y += size * 0.46
    return y


def _rules(pen: Pen, said: Texts, episode: Episode, top: float) -> None:
    """Rules with their pictures in two columns, by what they are about."""
    wide = (pen.width - GAP) / 2
    x, y = 0.0, top
    for group, rules in grouped(episode.listed).items():
        shown = [rule for rule in rules if group != AIM]
        for index, rule in enumerate(shown):
            high = _height(pen, said, rule, episode, wide) + (6 if index == 0 else 0)
            if x == 0 and (y + high > pen.height or (group == POINTS and index == 0)):
                x, y = wide + GAP, top
            if index == 0:
                caption(pen, said.say(f"rules.group.{group}"), x, y + 3)
                y += 6
            y += _rule(pen, said, rule, episode, x, y, wide)


def _height(pen: Pen, said: Texts, rule: Rule, episode: Episode, wide: float) -> float:
    sizes = [size_of_picture(picture) for picture in examples_of(rule, episode)]
    room = wide - sum(width + 2 for width, _ in sizes)
    lines = len(pen.broken(said.say(rule.id, *rule.numbers), TEXT, room)) * LEADING
    return max(lines, *(height for _, height in sizes), LEADING) + 2.4


def _rule(pen: Pen, said: Texts, rule: Rule, episode: Episode, x: float, y: float, wide: float) -> float:
    """One rule: its pictures, beside them its sentence; how high that is."""
    high, right = _height(pen, said, rule, episode, wide), x + wide
    for picture in examples_of(rule, episode):
        width, tall = size_of_picture(picture)
        if width:
            draw_picture(pen, said, picture, x, y + (high - 2.4 - tall) / 2)
            x += width + 2
    lines = pen.broken(said.say(rule.id, *rule.numbers), TEXT, right - x)
    first = y + (high - 2.4) / 2 - (len(lines) - 1) * LEADING / 2 + 1.1
    for index, line in enumerate(lines):
        pen.text(line, x, first + index * LEADING, TEXT, colour=INK)
    return high
