"""Errors of the Python interface: one sentence that says what is wrong and what exists."""

from collections.abc import Iterable, Sequence

from tilefolk.locale import Texts, preferred_language, texts
from tilefolk.suggest import closest


class Error(ValueError):
    """Something that Tilefolk cannot do, said in a sentence."""


class IllegalMove(Error):
    """A move that the rules forbid. `rules` are the ids of those rules."""

    def __init__(self, sentence: str, rules: Sequence[str] = ()) -> None:
        super().__init__(sentence)
        self.rules = tuple(rules)

    def __reduce__(self) -> tuple[object, ...]:
        return IllegalMove, (str(self), self.rules)


def spoken() -> Texts:
    """The texts in the language of the environment."""
    return texts(preferred_language())


def error(message: str, *numbers: int, **names: str) -> Error:
    """An error with the sentence of a message id."""
    return Error(spoken().say(message, *numbers, **names))


def unknown(message: str, given: str, known: Iterable[str]) -> Error:
    """An error about a name that does not exist: what was probably meant, and everything that exists."""
    names, said = list(known), spoken()
    sentence = said.say(message, given=given, known=", ".join(names))
    near = closest(given, names)
    return Error(f"{sentence} {said.say('suggest.name', name=near)}" if near else sentence)


def illegal(move: str, rules: Sequence[str]) -> IllegalMove:
    """A move and, in words, every rule that forbids it."""
    said = spoken()
    reasons = " ".join(f"{said.say(f'why.{rule}')} [{rule}]" for rule in rules)
    return IllegalMove(said.say("python.illegal", move=move, reasons=reasons), rules)
