"""The lines that are always there: the title, the reason, the keys."""

from rich.text import Text

from tilefolk.cli.terminal.canvas import wrapped
from tilefolk.cli.terminal.desk import Desk
from tilefolk.cli.terminal.scene import Scene
from tilefolk.cli.terminal.signs import FAINT
from tilefolk.cli.terminal.words import reason_words, way_words, why_no_pass

GOOD, BAD = "#9fd6a0", "#ff9d8a"
KEYS = (
    ("←↑↓→", "move"),
    ("r", "turn"),
    ("f", "flip"),
    ("Tab", "piece"),
    ("Enter", "confirm"),
    ("Enter", "result"),
    ("p", "pass"),
    ("e", "end"),
    ("u", "undo"),
    ("?", "why"),
    ("a", "anchors"),
    ("l", "list"),
    ("g", "legend"),
    ("o", "others"),
    ("1-9", "light"),
    ("PgDn", "scroll"),
    ("F2", "language"),
    ("q", "leave"),
)
SPARED = ("light", "scroll")
NEWS_LINES = 2
UNLISTED = ("turn", "flip", "piece")  # a list has every turn and piece as an entry of its own
LAYING = ("move", "turn", "piece", "confirm", "pass", "end", "why", "anchors", "list")


def title(desk: Desk, scene: Scene) -> Text:
    """Which match, whose board, whose turn."""
    parts = [way_words(scene.texts, str(desk.view["game"])), scene.name(scene.looking)]
    parts += [scene.texts.say("ui.title.practice")] if scene.practice else []
    parts += [scene.texts.say("ui.turn.yours")] if desk.acts and desk.looking == desk.seat else []
    return Text(" · ".join(parts), "bold")


def reason(desk: Desk, scene: Scene) -> Text:
    """What may be done now, or why not: always in the same place."""
    if desk.said:
        return Text(" ".join(desk.said), BAD)
    if desk.asked:
        return Text(scene.texts.say(f"ui.ask.{desk.asked}"), "bold #f5b94a")
    if desk.looking != desk.seat:
        return Text(scene.texts.say("ui.looking", name=scene.name(desk.looking)))
    if desk.lying:
        return _place(desk, scene)
    if desk.chooses:
        return Text(scene.texts.say("ui.choose"))
    return Text(_waiting(desk, scene))


def why(desk: Desk, scene: Scene) -> list[Text]:
    """All reasons for the draft's place, and why passing is not offered."""
    texts = scene.texts
    if not desk.lying:
        return [reason(desk, scene)]
    reasons = reason_words(texts, desk.lying.reasons) or [texts.say("ui.why.none")]
    no_pass = why_no_pass(texts, desk.view) or [texts.say("ui.why.pass.offered")]
    heads = texts.say("ui.why.place", cell=desk.lying.cell), texts.say("ui.why.pass")
    lines = [Text(heads[0], "bold #f5b94a"), *map(Text, reasons), Text(), Text(heads[1], "bold #f5b94a")]
    return [*lines, *map(Text, no_pass), Text(), Text(texts.say("ui.why.back"), FAINT)]


def news(scene: Scene, width: int) -> list[Text]:
    """What has happened, after what the person must know; two rows at most."""
    lines = [line for notice in scene.notices for line in wrapped(Text(notice, BAD), width)]
    lines += wrapped(Text(scene.news, FAINT), width) if scene.news else []
    return lines[:NEWS_LINES]


def keys(desk: Desk, scene: Scene, brief: bool = False, legend: bool = False) -> list[Text]:
    """The keys that do something now; in brief without those one can do without."""
    spared = {*(SPARED if brief else ()), *(() if legend else ("legend",))}
    offered = [(key, what) for key, what in KEYS if what not in spared]
    shown = [(key, what) for key, what in offered if _useful(desk, scene, what)]
    said = [(key, scene.texts.say(f"ui.key.{what}")) for key, what in shown]
    return [Text.assemble((key, "bold"), " ", (word, FAINT)) for key, word in said]


def _useful(desk: Desk, scene: Scene, what: str) -> bool:
    if scene.listing and what in UNLISTED:
        return False
    if what in ("undo", "result"):
        return scene.may_undo if what == "undo" else scene.over
    if what == "piece":
        return desk.lying is not None and len(desk.lying.hand.pieces) > 1
    if what == "flip":
        return desk.lying is not None and bool(desk.lying.other_side)
    if what in LAYING:
        return desk.lying is not None or (what == "confirm" and desk.chooses)
    return what not in ("others", "light") or "boards" in desk.view


def _place(desk: Desk, scene: Scene) -> Text:
    assert desk.lying is not None
    if desk.lying.legal:
        return Text(scene.texts.say("ui.place.legal", cell=desk.lying.cell), GOOD)
    reasons = reason_words(scene.texts, desk.lying.reasons)
    return Text(f"{desk.lying.cell}: {' '.join(reasons)}", BAD)


def _waiting(desk: Desk, scene: Scene) -> str:
    texts = scene.texts
    ended = desk.view["boards"][desk.seat]["ended"] if "boards" in desk.view else ""
    if not desk.view.get("to_act"):
        return texts.say("ui.over" if scene.over else "ui.drawing")
    others = ", ".join(scene.name(seat) for seat in desk.view["to_act"])
    waiting = texts.say("ui.waiting", names=others)
    if ended:
        return f"{texts.say(f'ended.{ended}')}. {waiting}"
    return f"{texts.say('ui.confirmed')} {waiting}" if scene.may_undo else waiting
