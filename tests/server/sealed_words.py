"""What a sealed chapter of My City keeps to itself: ids, sentences, names in its views, its drawings."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tests.dialect import random_match
from tilefolk.campaign import SERIES, all_offers
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.locale import LANGUAGES, chapter_messages, texts

GAME, CAMPAIGN = "my_city", "my_city/campaign"
CHAPTERS = range(1, 9)
SOURCES = Path(__file__).parents[2] / "web" / "src" / "games" / GAME / "chapters"
NAME = re.compile(r"[a-z][a-z_]{2,}|[A-Z]{2,5}")  # a layer, a key, a mark; no card, mask or cell
SYMBOL, STROKES = re.compile(r'\bid="([^"]+)"'), re.compile(r'\b(?:d|points)="([^"]{12,})"')


def sentences(known: int) -> set[str]:
    """What only chapters behind these say, in every language."""
    later, said, elsewhere = message_ids(known), set[str](), set[str]()
    for language in LANGUAGES:
        for message, forms in texts(language).forms.items():
            (said if message in later else elsewhere).update(forms)
    return said - elsewhere


def message_ids(known: int) -> set[str]:
    return {message for chapter in CHAPTERS[known:] for message in chapter_messages(GAME, str(chapter))}


def names(known: int) -> set[str]:
    """Rule ids and names in views that no earlier chapter has, nor anything that is played openly."""
    series = SERIES[CAMPAIGN]
    earlier = sum(len(chapter.modes) for chapter in series.chapters[:known])
    later = {name for mode in series.modes[earlier:] for name in _names_of(mode)}
    return later - {name for mode in (*series.modes[:earlier], *_open_modes()) for name in _names_of(mode)}


def _open_modes() -> list[str]:
    sealed = SERIES[CAMPAIGN].modes
    return [mode.name for mode in all_offers() if mode.name not in sealed and mode.name not in SERIES]


@cache
def _names_of(mode: str) -> frozenset[str]:
    match = random_match(mode, 2, "together", "names") if mode in EPISODES else None
    rules = {rule.id for rule in EPISODES[mode].listed} if match else set[str]()
    views = [match.game.view(match.state, None), match.end_record()] if match else []
    return frozenset(rules | {word for view in views for word in _words(view) if NAME.fullmatch(word)})


def _words(value: Any) -> Iterator[str]:
    """All keys and texts in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _words(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _words(inner)


def drawings(known: int) -> set[str]:
    """The names and strokes of what only chapters behind these draw."""
    found: set[str] = set()
    for chapter in CHAPTERS[known:]:
        for file in (SOURCES / str(chapter)).rglob("*.svg"):
            text = file.read_text(encoding="utf-8")
            found |= {*SYMBOL.findall(text), *STROKES.findall(text)}
    return found


def spoken(word: str, text: str) -> bool:
    """Whether a text has this word: an id, a key or a name, and not a part of a longer one."""
    return word in text and re.search(rf"(?<![\w.:-]){re.escape(word)}(?![\w.:-])", text) is not None
