"""Scores in lines of text: the standing of every seat, and the tally of the shown seat."""

from rich.text import Text

from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.text.canvas import fitted, spread, wrapped
from tilefolk.cli.terminal.text.styles import FAINT, HEADING
from tilefolk.core.game import Json

MINUS = "\N{MINUS SIGN}"
NOBODY_KNOWS = "\N{EN DASH}"


def standing(scene: Scene, width: int) -> list[Text]:
    """A line per seat: its marker, its total if the match ended now, and what the seat is doing."""
    say, marked = scene.texts.say, bool(marker(scene, 0))
    name = max(6, min(24, width - (20 if marked else 16)))
    head = f"{say('ui.marker'):>{name + 4}} " if marked else " " * name
    lines = [Text(f"{head}{say('ui.sum'):>5}", FAINT)]
    for seat in range(len(scene.names)):
        at = f"{marker(scene, seat):>4} " if marked else ""
        total = NOBODY_KNOWS if _is_shut(scene, seat) else signed(scene.values[seat])
        row = fitted(scene.name(seat), name) + f"{at}{total:>5} "
        lines.append(
            Text(row + say(f"ui.state.{state(scene, seat)}"), "bold" if seat == scene.shown_seat else "")
        )
    return lines + extras(scene)


def marker(scene: Scene, seat: int) -> str:
    """The position of a seat's marker, if the game has one."""
    board = _board(scene, seat)
    if not scene.view.get("track"):
        return ""
    return NOBODY_KNOWS if _is_shut(scene, seat) else "≥" * board["at_least"] + str(board["marker"])


def _is_shut(scene: Scene, seat: int) -> bool:
    """Whether nobody but the seat itself knows its board."""
    return bool(scene.view.get("sealed")) and seat != scene.view["seat"]


def state(scene: Scene, seat: int) -> str:
    board = _board(scene, seat)
    if scene.may_act(seat):
        return "thinking"
    if board.get("ended") or scene.over:
        return "ended"
    return "ready" if board.get("ready") else "waiting"


def extras(scene: Scene) -> list[Text]:
    """Other counters of the shown seat, such as passes."""
    board = _board(scene, scene.shown_seat)
    sentences = [
        scene.texts.say(f"ui.{what}", board[what]) for what in ("passes", "provisions") if board.get(what)
    ]
    return [Text("  ".join(sentences), FAINT)] if sentences else []


def _board(scene: Scene, seat: int) -> Json:
    return scene.view["boards"][seat] if "boards" in scene.view else {}


def tally(scene: Scene, width: int) -> list[Text]:
    """The tally of the shown seat, as if the match ended now."""
    board = scene.view["boards"][scene.shown_seat]
    lines = wrapped(Text(scene.texts.say("ui.tally"), HEADING), width)
    for number, (rule, points, _) in enumerate(board["tally"]):
        name = scene.texts.say(f"tally.{rule}", points)
        style = "reverse" if number == scene.lit_line else ""
        lines += amount(f"{number + 1:>2} {name}{_lead(scene, rule)}", points, width, style)
    return lines + amount(f"   {scene.texts.say('ui.sum')}", board["value"], width, "bold")


def close_tally(scene: Scene, width: int) -> list[Text]:
    """The tally of the shown seat in running text, the total first."""
    board, say = scene.view["boards"][scene.shown_seat], scene.texts.say
    head = Text(f"{say('ui.tally')}: {signed(board['value'])}", HEADING)
    items = [
        Text(
            f"{number + 1} {say(f'tally.{rule}', points)}{_lead(scene, rule)} {signed(points)}",
            "reverse" * (number == scene.lit_line),
        )
        for number, (rule, points, _) in enumerate(board["tally"])
    ]
    return [*wrapped(head, width), *spread(items, width)]


def _lead(scene: Scene, rule: str) -> str:
    """Behind a line that is only compared at the end: how far the shown seat is ahead of the others."""
    if scene.view.get("stands", {}).get(rule) != "compared":
        return ""
    lead = dict(scene.view["boards"][scene.shown_seat]["leads"])[rule]
    how = "sealed" if lead is None else "level" if not lead else "ahead" if lead > 0 else "behind"
    return f" ({scene.texts.say(f'ui.lead.{how}', *([abs(lead)] if lead else []))})"


def amount(name: str, points: int, width: int, style: str = "") -> list[Text]:
    """A name with its points at the right end of its first line."""
    first, *more = wrapped(Text(name), width - 5, 3)
    row = fitted(first.plain, width - 5) + f"{signed(points):>5}"
    return [Text(row, style), *(Text(line.plain, style) for line in more)]


def signed(points: int) -> str:
    return str(points).replace("-", MINUS)
