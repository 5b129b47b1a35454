"""The keys of the screens: how they are bound, and which of them do something now."""

from rich.text import Text
from textual.binding import Binding, BindingType

from tilefolk.cli.terminal.market.pair_picker import DRAW, FLIP
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.table.desk import LATER, Desk
from tilefolk.cli.terminal.text.styles import FAINT

KEYS = (
    ("←↑↓→", "move"),
    ("r", "turn"),
    ("f", "flip"),
    ("d", "draw"),
    ("Tab", "piece"),
    ("Enter", "confirm"),
    ("Enter", "choose"),
    ("Enter", "result"),
    ("Esc", "let_go"),
    ("p", "pass"),
    ("e", "end"),
    ("w", "later"),
    ("u", "undo"),
    ("?", "why"),
    ("a", "anchors"),
    ("h", "hint"),
    ("l", "list"),
    ("g", "legend"),
    ("o", "others"),
    ("1-9", "light"),
    ("PgDn", "scroll"),
    ("F2", "language"),
    ("q", "leave"),
)
DISPENSABLE = ("light", "scroll")
NOT_IN_LIST = ("turn", "flip", "piece")  # a list has every turn and piece as an entry of its own
WHILE_LAYING = {"move", "turn", "confirm", "pass", "end", "why", "anchors", "list"}


WHILE_STICKING = {"move", "confirm", "why", "anchors", "list"}


def bindings(*pairs: tuple[str, str]) -> list[BindingType]:
    """Bind keys to actions; the key bar shows them, not Textual's footer."""
    return [Binding(key, action, show=False) for key, action in pairs]


def keys(desk: Desk, scene: Scene, brief: bool = False, legend: bool = False) -> list[Text]:
    """The keys that do something now; a brief bar leaves out the dispensable ones."""
    spared = {
        *(DISPENSABLE if brief else ()),
        *(() if legend else ("legend",)),
        *(NOT_IN_LIST if scene.list_open else ()),
    }
    useful = (_laying_keys(desk) | _market_keys(desk) | _general_keys(desk, scene)) - spared
    shown = [(key, scene.texts.say(f"ui.key.{what}")) for key, what in KEYS if what in useful]
    return [Text.assemble((key, "bold"), " ", (word, FAINT)) for key, word in shown]


def _general_keys(desk: Desk, scene: Scene) -> set[str]:
    out = {"legend", "scroll", "language", "leave"}
    out |= {"undo"} if scene.may_undo else set()
    out |= {"hint"} if desk.may_act and scene.alone else set()
    out |= {"result"} if scene.over else set()
    out |= {"confirm"} if desk.must_choose else set()
    out |= {"others"} if "boards" in desk.view else set()
    return out | ({"light"} if "grid" in desk.view else set())


def _laying_keys(desk: Desk) -> set[str]:
    """The keys for a piece to lay."""
    if not desk.draft:
        return set()
    if desk.sticking:
        later = {"later"} if LATER in desk.answers else set()
        return WHILE_STICKING | later | ({"piece"} if len(desk.draft.hand.pieces) > 1 else set())
    other_side = {"flip"} if desk.draft.other_side else set()
    return WHILE_LAYING | other_side | ({"piece"} if len(desk.draft.hand.pieces) > 1 else set())


def _market_keys(desk: Desk) -> set[str]:
    """The keys for cards to take."""
    if not desk.picker or desk.must_choose:
        return set()
    answers, first = desk.answers, desk.picker.first
    out = {"move"} | ({"list"} if answers else set())
    out |= {"draw"} if (DRAW,) in answers else set()
    out |= {"flip"} if (FLIP, desk.picker.cursor) in answers else set()
    out |= {"let_go"} if first else set()
    return out | ({"confirm" if desk.picker.is_complete else "choose"} if answers else set())
