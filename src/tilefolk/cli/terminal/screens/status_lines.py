"""The lines that are always shown: title, prompt and news."""

from rich.text import Text

from tilefolk.cli.terminal.panels.market_prompt import prompt
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.table.desk import Desk
from tilefolk.cli.terminal.text.canvas import wrapped
from tilefolk.cli.terminal.text.styles import BAD, FAINT, GOOD, HEADING
from tilefolk.cli.terminal.text.words import mode_words, reason_words, why_no_pass

NEWS_LINES = 2


def title(desk: Desk, scene: Scene) -> Text:
    """The match, the shown board, and whether it is the person's turn."""
    parts = [mode_words(scene.texts, str(desk.view["game"])), scene.name(scene.shown_seat)]
    parts += [scene.texts.say("ui.title.practice")] if scene.practice else []
    parts += [scene.texts.say("ui.turn.yours")] if desk.may_act and desk.shown_seat == desk.seat else []
    return Text(" · ".join(parts), "bold")


def reason(desk: Desk, scene: Scene) -> Text:
    """What may be done now, or why something may not be done."""
    if desk.messages:
        return Text(" ".join(desk.messages), BAD)
    if desk.question:
        return Text(scene.texts.say(f"ui.ask.{desk.question}"), HEADING)
    if desk.shown_seat != desk.seat:
        return Text(scene.texts.say("ui.looking", name=scene.name(desk.shown_seat)))
    if desk.draft:
        return _place(desk, scene)
    if desk.picker and desk.may_act:
        return prompt(scene, desk.picker, desk.pointed_at)
    if desk.must_choose:
        return Text(scene.texts.say("ui.choose"))
    return Text(_waiting(desk, scene))


def why(desk: Desk, scene: Scene) -> list[Text]:
    """All reasons against the place of the draft, and why passing is not offered."""
    texts = scene.texts
    if not desk.draft:
        return [reason(desk, scene)]
    reasons = reason_words(texts, desk.draft.reasons) or [texts.say("ui.why.none")]
    if desk.sticking:
        head = Text(texts.say("ui.why.place", cell=desk.draft.cell), HEADING)
        return [head, *map(Text, reasons), Text(), Text(texts.say("ui.why.back"), FAINT)]
    no_pass = why_no_pass(texts, desk.view) or [texts.say("ui.why.pass.offered")]
    heads = texts.say("ui.why.place", cell=desk.draft.cell), texts.say("ui.why.pass")
    lines = [Text(heads[0], HEADING), *map(Text, reasons), Text(), Text(heads[1], HEADING)]
    return [*lines, *map(Text, no_pass), Text(), Text(texts.say("ui.why.back"), FAINT)]


def news(scene: Scene, width: int) -> list[Text]:
    """Warnings first, then the news; two lines at most."""
    lines = [line for notice in scene.notices for line in wrapped(Text(notice, BAD), width)]
    lines += wrapped(Text(scene.news, FAINT), width) if scene.news else []
    return lines[:NEWS_LINES]


def _place(desk: Desk, scene: Scene) -> Text:
    assert desk.draft is not None
    if desk.draft.legal:
        legal = "ui.stick.legal" if desk.sticking else "ui.place.legal"
        return Text(scene.texts.say(legal, cell=desk.draft.cell), GOOD)
    reasons = reason_words(scene.texts, desk.draft.reasons)
    return Text(f"{desk.draft.cell}: {' '.join(reasons)}", BAD)


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
