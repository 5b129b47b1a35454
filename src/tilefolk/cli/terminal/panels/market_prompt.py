"""The prompt below a market: the card under the cursor, the cost of a pair, or what must be chosen now."""

from rich.text import Text

from tilefolk.cli.terminal.market.goods import (
    brings_words,
    building_word,
    card_word,
    is_market,
    payment_signs,
    payment_words,
    resource_words,
    token_signs,
    token_word,
)
from tilefolk.cli.terminal.market.pair_picker import DRAW, FLIP, PairPicker
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.text.styles import BAD, GOOD
from tilefolk.cli.terminal.text.words import answer_words
from tilefolk.core.game import Json
from tilefolk.core.notation import Action, Token
from tilefolk.locale import Texts


def prompt(scene: Scene, picker: PairPicker, pointed_at: Action) -> Text:
    """What the cursor is on, and what Enter would do."""
    view, texts = scene.view, scene.texts
    if view["task"] and pointed_at:
        return Text(_task_words(texts, view, pointed_at))
    if scene.list_open and pointed_at and pointed_at[0] in (DRAW, FLIP):
        return Text(f"{answer_label(scene, pointed_at, True)}. {texts.say('ui.choose.enter')}")
    if picker.is_complete:
        return _pair_prompt(texts, picker)
    if picker.first:
        card = _card_label(texts, picker, picker.first)
        return Text(texts.say("ui.pick.second" if picker.partners else "ui.pick.alone", card=card))
    return Text(" ".join([*card_sentences(texts, view, picker.card), *_key_hints(texts, view, picker)]))


def card_sentences(texts: Texts, view: Json, card: Json) -> list[str]:
    """A card, and which side will replace it."""
    cell, name = card["cell"], card_word(texts, card)
    if "building" in card:
        building = view["buildings"][card["building"]]
        cost, brings = resource_words(texts, building["cost"]), brings_words(texts, building)
        first = texts.say("ui.card.building", cell=cell, name=name, cost=cost, brings=brings)
    else:
        first = texts.say("ui.card.resource", cell=cell, name=name)
    return [first, texts.say(f"ui.then.{card['then']}")] if card.get("then") else [first]


def _key_hints(texts: Texts, view: Json, picker: PairPicker) -> list[str]:
    if not view["answers"]:
        return []
    flip = [texts.say("ui.card.flip")] if [FLIP, picker.cursor] in view["answers"] else []
    return [texts.say("ui.pick.first"), *flip]


def _pair_prompt(texts: Texts, picker: PairPicker) -> Text:
    pair = picker.pair
    if pair is None:
        return Text(texts.say("why.not_side_by_side"), BAD)
    one, two = (_card_label(texts, picker, cell) for cell in pair["take"])
    head = texts.say("ui.pair", one=one, two=two)
    if "lacks" in pair:
        jokers = [texts.say("ui.pair.jokers", pair["jokers"])] if pair["jokers"] else []
        lacks = texts.say("ui.pair.lacks", kinds=resource_words(texts, pair["lacks"]))
        return Text(" ".join([head, lacks, *jokers]), BAD)
    pays = [texts.say("ui.pair.pays", items=payment_signs(items)) for items in pair["pays"]]
    gain = [texts.say("ui.pair.gain", pair["gain"])] if pair["gain"] else []
    token = [texts.say("ui.pair.token")] * pair["tokens"]
    return Text(" ".join([head, *pays, *gain, *token, texts.say("ui.pair.take")]), GOOD)


def _card_label(texts: Texts, picker: PairPicker, cell: str) -> str:
    return f"{cell} {card_word(texts, picker.card_at(cell))}"


def _task_words(texts: Texts, view: Json, pointed_at: Action) -> str:
    """What must be paid or chosen, and what the highlighted answer means."""
    task = view["task"]
    if task["do"] != "pay":
        token = str(pointed_at[1])
        return texts.say("ui.task.token", _brings(view, token), token=token_word(texts, token))
    name, items = building_word(texts, task["building"]), payment_words(texts, pointed_at[1:])
    cost = resource_words(texts, view["buildings"][task["building"]]["cost"])
    return texts.say("ui.task.pay", name=name, cost=cost, items=items)


def _brings(view: Json, token: Token) -> int:
    """The points a token of the row brings this seat now."""
    return sum(entry["brings"] or 0 for entry in view["row"] if entry["token"] == token)


def _doubling(scene: Scene, answer: Action) -> str:
    """The tile and the symbol that would count twice; of equal symbols the number of the cell too."""
    _, tile, index = answer
    marks = scene.view["shapes"][tile][1]
    kind = scene.texts.say(f"kind.{marks[int(index)]}")
    number = f" {int(index) + 1}" if marks.count(marks[int(index)]) > 1 else ""
    return f"{answer_words(scene.texts, answer[:2])}, {kind}{number}"


def answer_label(scene: Scene, answer: Action, wide: bool) -> str:
    """An answer as an entry of the list; narrow lists show tokens and payments in signs."""
    view, texts, verb = scene.view, scene.texts, answer[0]
    if verb == "double":
        return _doubling(scene, answer)
    if not is_market(view):
        return answer_words(texts, answer)
    if verb == "pay":
        return payment_words(texts, answer[1:]) if wide else payment_signs(answer[1:])
    if verb == "token":
        token = str(answer[1])
        name = token_word(texts, token) if wide else token_signs(view["tokens"][token])
        return f"{_brings(view, token):>2}  {name}"
    cards = {card["cell"]: card_word(texts, card) for card in view["market"]}
    named = [f"{cell} {cards[cell]}" for cell in answer[1:] if cell in cards]
    return ": ".join(filter(None, [answer_words(texts, answer[:1]), ", ".join(named)]))
