"""Ratings with their intervals as an SVG drawing: a block of rows for every game, one scale for all."""

import math
from typing import Any
from xml.sax.saxutils import escape

from tilefolk.locale import Texts

WIDTH, LEFT, RIGHT = 760, 130, 60
ROW, HEAD, FOOT = 24, 40, 28
STEP = 200  # of the rating, between two lines
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #333 } .game { font-weight: 600; font-size: 15px }
  .line { stroke: #ddd } .range { stroke: #2f7d5b; stroke-width: 3; stroke-linecap: round }
  circle { fill: #2f7d5b } .middle { text-anchor: middle } .end { text-anchor: end }
  @media (prefers-color-scheme: dark) { text { fill: #ddd } .line { stroke: #444 } .range { stroke: #6fc29b }
  circle { fill: #6fc29b } }
"""


class Scale:
    """Where a rating lies across the drawing."""

    def __init__(self, numbers: list[dict[str, Any]]) -> None:
        bounds = [bound for of_game in numbers for entry in of_game["bots"] for bound in entry["rating_95"]]
        self.low: int = STEP * math.floor(min(bounds) / STEP)
        self.high: int = STEP * math.ceil(max(bounds) / STEP) + STEP * (min(bounds) == max(bounds))

    def x(self, rating: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (rating - self.low) / (self.high - self.low)

    @property
    def lines(self) -> range:
        return range(self.low, self.high + 1, STEP)


def chart(texts: Texts, numbers: list[dict[str, Any]]) -> str:
    """The drawing as text."""
    scale, y, parts = Scale(numbers), 0, []
    for of_game in numbers:
        parts += _block(of_game, scale, y)
        y += HEAD + ROW * len(of_game["bots"])
    parts += [f'<text class="middle" x="{scale.x(at):.0f}" y="{y + 18}">{at}</text>' for at in scale.lines]
    title = escape(texts.say("ladder.page.chart"))
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + FOOT}" role="img">'
    return "\n".join([opening, f"<title>{title}</title>", f"<style>{STYLE}</style>", *parts, "</svg>"]) + "\n"


def _block(of_game: dict[str, Any], scale: Scale, top: int) -> list[str]:
    bottom = top + HEAD + ROW * len(of_game["bots"])
    parts = [
        f'<line class="line" x1="{x:.0f}" x2="{x:.0f}" y1="{top + HEAD - 6}" y2="{bottom}"/>'
        for x in map(scale.x, scale.lines)
    ]
    parts.append(f'<text class="game" x="8" y="{top + HEAD - 14}">{escape(of_game["game"])}</text>')
    for number, entry in enumerate(of_game["bots"]):
        parts += _row(entry, scale, top + HEAD + ROW * number + ROW // 2)
    return parts


def _row(entry: dict[str, Any], scale: Scale, y: int) -> list[str]:
    low, high = (scale.x(bound) for bound in entry["rating_95"])
    return [
        f'<text class="end" x="{LEFT - 14}" y="{y + 4}">{escape(entry["bot"])}</text>',
        f'<line class="range" x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>',
        f'<circle cx="{scale.x(entry["rating"]):.1f}" cy="{y}" r="5"/>',
        f'<text x="{high + 10:.0f}" y="{y + 4}">{entry["rating"]}</text>',
    ]
