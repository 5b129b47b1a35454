"""Texts: every message id in every language, from gettext catalogues."""

import gettext
import os
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LANGUAGES = ("en", "pl")
VARIABLES = ("TILEFOLK_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


class Texts(NamedTuple):
    """The catalogue of one language."""

    language: str
    forms: dict[str, tuple[str, ...]]
    plural: Callable[[int], int]
    formula: str

    def say(self, message: str, *numbers: int, **names: str) -> str:
        """The sentence of a message id; the first number chooses the plural."""
        forms = self.forms.get(message)
        if forms is None:
            return message
        chosen = forms[self.plural(abs(numbers[0]))] if len(forms) > 1 and numbers else forms[0]
        return chosen.format(*map(_Number, numbers), **names)

    def has(self, message: str) -> bool:
        return message in self.forms

    def reason(self, message: str, names: Mapping[str, str], rules: Iterable[str]) -> str:
        """What is wrong, and every rule that forbids it."""
        return " ".join(
            [self.say(message, **names), *(f"{self.say(f'why.{rule}')} [{rule}]" for rule in rules)]
        )

    def number(self, number: int) -> str:
        return f"{_Number(number)}"

    def decimal(self, number: float, signed: bool = False) -> str:
        """A number with one place, as the language writes it."""
        told = f"{number:+.1f}" if signed else f"{number:.1f}"
        told = told.replace("-", "\N{MINUS SIGN}")
        return told.replace(".", ",") if self.language == "pl" else told

    def all(self, messages: Iterable[str]) -> str:
        return " ".join(self.say(message) for message in messages)


class _Number(int):
    """A number that shows a real minus sign."""

    def __format__(self, spec: str) -> str:
        return int.__format__(self, spec).replace("-", "\N{MINUS SIGN}")


def preferred_language() -> str:
    """The language that the environment asks for, else English."""
    for variable in VARIABLES:
        if value := os.environ.get(variable):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


@cache
def texts(language: str) -> Texts:
    """The catalogue of a language, all its files together; KeyError for one we do not speak."""
    if language not in LANGUAGES:
        raise KeyError(language)
    forms: dict[str, tuple[str, ...]] = {}
    plural = "0"
    for path in sorted((Path(__file__).parent / language).glob("*.po")):
        catalogue = _catalogue(path, language)
        plural = catalogue.plural_expr
        for entry in catalogue:
            if entry.id:
                message = entry.id if isinstance(entry.id, str) else entry.id[0]
                forms[message] = _forms(entry.string)
    return Texts(language, forms, gettext.c2py(plural), plural)


def _catalogue(path: Path, language: str) -> "Catalog":
    from babel.messages.pofile import read_po  # slow to import, and the start of a server says nothing

    with path.open("rb") as file:
        return read_po(file, locale=language)


@cache
def sealed_messages() -> frozenset[str]:
    """The ids of everything that only chapters of campaigns say."""
    paths = (Path(__file__).parent / LANGUAGES[0]).glob("*_chapter_*.po")
    return frozenset().union(*(chapter_messages(*path.stem.split("_chapter_")) for path in paths))


@cache
def separate_messages() -> frozenset[str]:
    """The ids of everything that clients ask for only where they need it: of chapters and of guides."""
    guides = (Path(__file__).parent / LANGUAGES[0]).glob("guide_*.po")
    games = (path.stem.removeprefix("guide_") for path in guides)
    return sealed_messages().union(*map(guide_messages, games))


@cache
def chapter_messages(game: str, chapter: str) -> frozenset[str]:
    """The ids of what only this chapter of a campaign says: its file, `<game>_chapter_<chapter>.po`."""
    return _messages_in(f"{game}_chapter_{chapter}.po")


@cache
def guide_messages(game: str) -> frozenset[str]:
    """The ids of what the guides of a game say: its file, `guide_<game>.po`."""
    return _messages_in(f"guide_{game}.po")


def _messages_in(name: str) -> frozenset[str]:
    """The ids in one file of the catalogue; none where there is no such file."""
    path = Path(__file__).parent / LANGUAGES[0] / name
    if not path.exists():
        return frozenset()
    entries = [entry.id for entry in _catalogue(path, LANGUAGES[0]) if entry.id]
    return frozenset(entry if isinstance(entry, str) else entry[0] for entry in entries)


def _forms(string: object) -> tuple[str, ...]:
    return tuple(map(str, string)) if isinstance(string, tuple | list) else (str(string),)
