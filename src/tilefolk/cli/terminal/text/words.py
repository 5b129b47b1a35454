"""Words and sentences made from the messages of `locale`: cards, answers, rules, reasons."""

from collections.abc import Iterable, Sequence

from tilefolk.core.game import Json
from tilefolk.core.notation import Action, Token
from tilefolk.locale import Texts


def card_words(texts: Texts, card: str) -> str:
    """A card by its own name, else `K-SHAPE` as kind and shape."""
    if texts.has(f"card.{card}"):
        return texts.say(f"card.{card}")
    kind, _, shape = card.partition("-")
    words = kind_word(texts, kind), shape_word(texts, shape) if shape else ""
    return words[1] if words[1].startswith(words[0]) else ", ".join(filter(None, words))


def kind_word(texts: Texts, kind: str) -> str:
    return say_or(texts, f"kind.{kind}", kind)


def shape_word(texts: Texts, shape: str) -> str:
    return say_or(texts, f"shape.{shape}", shape)


def layer_word(texts: Texts, layer: str) -> str:
    """The name of a terrain or symbol; a numbered one is its name and number."""
    stem = layer.rstrip("0123456789")
    if not texts.has(f"layer.{layer}") and texts.has(f"layer.{stem}"):
        return f"{texts.say(f'layer.{stem}')} {layer.removeprefix(stem)}"
    return say_or(texts, f"layer.{layer}", layer.replace("_", " "))


def reason_words(texts: Texts, rules: Iterable[str]) -> list[str]:
    """One sentence for each rule that forbids something."""
    return [texts.say(f"why.{rule}") for rule in rules]


def mode_words(texts: Texts, mode: str) -> str:
    """The name of the game and its mode."""
    game = mode.partition("/")[0]
    if not texts.has(f"mode.{mode}"):
        return mode
    return f"{say_or(texts, f'game.{game}', game)}, {lowered(texts.say(f'mode.{mode}'))}"


def bot_word(texts: Texts, name: str) -> str:
    return say_or(texts, f"bot.{name}", name)


def answer_words(texts: Texts, answer: Action) -> str:
    """An answer in words; one without a message as it is written in the record."""
    verb, *rest = answer
    if verb == "place":
        return _place_words(texts, answer)
    if verb == "mark":  # the sentence names the mark already
        rest = rest[1:]
    if not texts.has(f"answer.{verb}"):
        return " ".join(map(str, answer))
    numbers = [token for token in rest if isinstance(token, int)]
    told = any("{0" in form for form in texts.forms[f"answer.{verb}"])
    named = [_token_word(texts, verb, token) for token in rest if not (told and isinstance(token, int))]
    return texts.say(f"answer.{verb}", *numbers) + (f": {', '.join(named)}" if named else "")


def draw_words(texts: Texts, draw: Action) -> str:
    """What chance brought, by its name where it has one; the rest as it is written."""
    stream, index, *what = draw
    return " ".join([f"{stream} {index}", *(_drawn_word(texts, str(token)) for token in what)])


def _drawn_word(texts: Texts, token: str) -> str:
    named = (f"{group}.{token}" for group in ("resource", "building", "token", "side", "card"))
    found = next((texts.say(message) for message in named if texts.has(message)), None)
    kind, _, shape = token.partition("-")
    is_card = texts.has(f"kind.{kind}") and texts.has(f"shape.{shape}")
    return found or (card_words(texts, token) if is_card else token)


def rule_words(texts: Texts, rules: Iterable[Sequence[object]]) -> list[str]:
    """The sentences of the rules in force, each once."""
    sentences = [texts.say(str(rule), *_numbers(numbers)) for rule, numbers in rules]
    return list(dict.fromkeys(sentences))


def why_no_pass(texts: Texts, view: Json) -> list[str]:
    """Why passing is not offered; empty if it is."""
    if ["pass"] in [list(answer) for answer in view["answers"]]:
        return []
    return reason_words(texts, view.get("denied", {}).get("pass", ())) or [texts.say("ui.pass.no")]


def plain_entries(view: Json) -> list[str]:
    """The entries of a view that no panel shows, for games without panels of their own."""
    own = ("game", "version", "seat", "to_act", "answers", "phase", "round", "rounds", "rules", "grid")
    lines = []
    for key, value in view.items():
        if key not in own:
            lines += [f"{key}:", *(f"  {line}" for line in _entry(value))]
    return lines


def _entry(value: object) -> list[str]:
    if isinstance(value, dict):
        return [f"{key}: {' '.join(_entry(part))}" for key, part in value.items()]
    if isinstance(value, list | tuple):
        return [" ".join(_entry(part)) for part in value]
    return [str(value)]


def _place_words(texts: Texts, answer: Action) -> str:
    _, name, orientation, cell = answer
    turn = texts.say("ui.turn", int(orientation))
    return f"{cell!s:<5} {turn}  {shape_word(texts, str(name))}"


def _token_word(texts: Texts, verb: Token, token: Token) -> str:
    if verb == "mark":
        return card_words(texts, str(token))
    groups = {"box": ("shaft",), "pay": ("item",), "token": ("token",)}.get(
        str(verb), ("sticker", "layer", "shape")
    )
    known = (f"{group}.{token}" for group in groups)
    return next((texts.say(message) for message in known if texts.has(message)), str(token))


def _numbers(tokens: object) -> list[int]:
    return [token for token in tokens if isinstance(token, int)] if isinstance(tokens, list | tuple) else []


def lowered(word: str) -> str:
    """A name with a small first letter, for the middle of a sentence."""
    return word[:1].lower() + word[1:]


def say_or(texts: Texts, message: str, otherwise: Token) -> str:
    """The message, or `otherwise` if there is none."""
    return texts.say(message) if texts.has(message) else str(otherwise)
