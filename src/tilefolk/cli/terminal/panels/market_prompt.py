"""The line below a market: the card under the cursor, what a pair costs, what has to be chosen now."""

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
from tilefolk.cli.terminal.market.pair_picker import DRAW, FLIP, Picking
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.text.styles import BAD, GOOD
from tilefolk.cli.terminal.text.words import answer_words
from tilefolk.core.game import Json
from tilefolk.core.notation import Action, Token
from tilefolk.locale import Texts


def told(scene: Scene, picking: Picking, pointed: Action) -> Text:
    """What the person looks at, and what Enter would do."""
    view, texts = scene.view, scene.texts
    if view["task"] and pointed:
        return Text(_task(texts, view, pointed))
    if scene.listing and pointed and pointed[0] in (DRAW, FLIP):
        return Text(f"{option_words(scene, pointed, True)}. {texts.say('ui.choose.enter')}")
    if picking.whole:
        return _pair(texts, picking)
    if picking.first:
        card = _named(texts, picking, picking.first)
        return Text(texts.say("ui.pick.second" if picking.partners else "ui.pick.alone", card=card))
    return Text(" ".join([*card_sentences(texts, view, picking.card), *_keys(texts, view, picking)]))


def card_sentences(texts: Texts, view: Json, card: Json) -> list[str]:
    """A card, and what comes after it."""
    cell, name = card["cell"], card_word(texts, card)
    if "building" in card:
        building = view["buildings"][card["building"]]
        cost, brings = resource_words(texts, building["cost"]), brings_words(texts, building)
        first = texts.say("ui.card.building", cell=cell, name=name, cost=cost, brings=brings)
    else:
        first = texts.say("ui.card.resource", cell=cell, name=name)
    return [first, texts.say(f"ui.then.{card['then']}")] if card.get("then") else [first]


def _keys(texts: Texts, view: Json, picking: Picking) -> list[str]:
    if not view["answers"]:
        return []
    flip = [texts.say("ui.card.flip")] if [FLIP, picking.cursor] in view["answers"] else []
    return [texts.say("ui.pick.first"), *flip]


def _pair(texts: Texts, picking: Picking) -> Text:
    pair = picking.pair
    if pair is None:
        return Text(texts.say("why.not_side_by_side"), BAD)
    one, two = (_named(texts, picking, cell) for cell in pair["take"])
    head = texts.say("ui.pair", one=one, two=two)
    if "lacks" in pair:
        jokers = [texts.say("ui.pair.jokers", pair["jokers"])] if pair["jokers"] else []
        lacks = texts.say("ui.pair.lacks", kinds=resource_words(texts, pair["lacks"]))
        return Text(" ".join([head, lacks, *jokers]), BAD)
    pays = [texts.say("ui.pair.pays", items=payment_signs(items)) for items in pair["pays"]]
    gain = [texts.say("ui.pair.gain", pair["gain"])] if pair["gain"] else []
    token = [texts.say("ui.pair.token")] * pair["tokens"]
    return Text(" ".join([head, *pays, *gain, *token, texts.say("ui.pair.take")]), GOOD)


def _named(texts: Texts, picking: Picking, cell: str) -> str:
    return f"{cell} {card_word(texts, picking.at(cell))}"


def _task(texts: Texts, view: Json, pointed: Action) -> str:
    """What has to be paid or chosen, and what the entry of the list would mean."""
    task = view["task"]
    if task["do"] != "pay":
        token = str(pointed[1])
        return texts.say("ui.task.token", _brings(view, token), token=token_word(texts, token))
    name, items = building_word(texts, task["building"]), payment_words(texts, pointed[1:])
    cost = resource_words(texts, view["buildings"][task["building"]]["cost"])
    return texts.say("ui.task.pay", name=name, cost=cost, items=items)


def _brings(view: Json, token: Token) -> int:
    """What a token of the row is worth to this seat now."""
    return sum(entry["brings"] or 0 for entry in view["row"] if entry["token"] == token)


def option_words(scene: Scene, answer: Action, wide: bool) -> str:
    """An answer of a list. Where it is narrow, tokens and payments are written in signs."""
    view, texts, verb = scene.view, scene.texts, answer[0]
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
