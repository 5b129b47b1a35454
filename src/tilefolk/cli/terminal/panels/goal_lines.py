"""Races to a number, goals that were drawn among them: how far every seat is, and who has which prize."""

from rich.text import Text

from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.text.canvas import wrapped
from tilefolk.cli.terminal.text.styles import FAINT

LEFT = "▸"


def goal_lines(scene: Scene, width: int) -> list[Text]:
    """A line for every race: its name and number, each seat's count, the prize behind who has it."""
    lines: list[Text] = []
    for rule, prizes, needed, seats in scene.view.get("races", ()):
        counts = [_count(seat, count, step, prizes) for seat, (count, step) in enumerate(seats)]
        name = scene.texts.say(f"tally.{rule}")
        lines += wrapped(Text(f"{LEFT} {name} ({needed}): {'  '.join(counts)}", FAINT), width, 2)
    return lines


def _count(seat: int, count: int, step: int | None, prizes: list[int]) -> str:
    won = "" if step is None else f" {prizes[step] if step < len(prizes) else 0:+}"
    return f"{seat + 1}: {count}{won}"
