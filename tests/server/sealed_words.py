"""What a sealed chapter of a campaign keeps to itself: ids, sentences, names in its views, its drawings."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tests.dialect import options_for, random_match
from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES, Series, all_offers
from tilefolk.core.match import Match
from tilefolk.core.play import play
from tilefolk.games import find
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.state import ROUNDS
from tilefolk.locale import LANGUAGES, chapter_messages, texts

SEALED = tuple(name for name, series in SERIES.items() if series.sealed)
SOURCES = Path(__file__).parents[2] / "web" / "src" / "games"
NAME = re.compile(r"[a-z][a-z_]{2,}|[A-Z]{2,5}")  # a layer, a key, a mark; no card, mask or cell
# Ordinary words of the client's code, which mean something else there, by the first chapter that has them
# in its views. In views all of them are looked for.
PLAIN_IN_CODE = {
    "my_city/campaign": {
        4: {"ask"},
        5: {"mark"},
        6: {"box", "boxes", "settled", "waits"},
        8: {"retired"},
    },
    "my_island/campaign": {3: {"lost"}, 4: {"double"}, 6: {"next"}, 8: {"dark", "earlier", "lit"}},
}
PLAIN_IN_MESSAGES = {"next", "waits"}  # around a view
MANY_WORDS, QUOTES = 3, "\"'`"
SYMBOL, STROKES = re.compile(r'\bid="([^"]+)"'), re.compile(r'\b(?:d|points)="([^"]{12,})"')


def chapters_after(series: Series, known: int) -> list[str]:
    """The chapters that somebody does not know who knows so many."""
    return [chapter.name for chapter in series.chapters[known:]]


def sentences(series: Series, known: int) -> set[str]:
    """What only chapters behind these say, in every language."""
    later, said, elsewhere = message_ids(series, known), set[str](), set[str]()
    for language in LANGUAGES:
        for message, forms in texts(language).forms.items():
            (said if message in later else elsewhere).update(forms)
    return said - elsewhere


def message_ids(series: Series, known: int) -> set[str]:
    later = chapters_after(series, known)
    return {message for chapter in later for message in chapter_messages(series.game, chapter)}


def plain_in_code() -> set[str]:
    return {word for chapters in PLAIN_IN_CODE.values() for words in chapters.values() for word in words}


def names(series: Series, known: int) -> set[str]:
    """Rule ids and names in views that no earlier chapter has, nor anything that is played openly."""
    earlier = sum(len(chapter.modes) for chapter in series.chapters[:known])
    later = {name for mode in series.modes[earlier:] for name in _names_of(mode)}
    known_modes = (*series.modes[:earlier], *_open_modes())
    return later - {name for mode in known_modes for name in _names_of(mode)}


def _open_modes() -> list[str]:
    sealed = {mode for name in SEALED for mode in SERIES[name].modes}
    return [mode.name for mode in all_offers() if mode.name not in sealed and mode.name not in SERIES]


@cache
def _names_of(mode: str) -> frozenset[str]:
    """Rule ids of a laying game, and all names that the views and the end of a match have."""
    if mode not in EPISODES:
        return frozenset()
    named = _told_in(random_match(mode, 2, "together", "names"))
    if "sites" in named:
        named |= _told_in(_match_with_a_digger(mode))
    return frozenset(named | {rule.id for rule in EPISODES[mode].listed})


def _match_with_a_digger(mode: str) -> Match:
    """Sites are dug up by somebody who wants to, and lost by somebody who does not care."""
    game, found = find(mode)
    bots = [BOTS["greedy"], BOTS["random"]]
    return play(game, found, bots, "names", options_for(mode, "together"))


def _told_in(match: Match) -> set[str]:
    told: list[Any] = [match.end_record()]
    again = Match(match.game, match.header, match.legacy)
    for number, line in enumerate(match.lines[len(match.legacy) :]):
        again.append(line)
        if number % 8 == 0 or again.state.phase != ROUNDS:
            told += [match.game.view(again.state, seat) for seat in (0, None)]
    return words_in(told)


def words_in(value: Any) -> set[str]:
    """All names in a value of JSON, as keys and as texts."""
    return {word for word in _words(value) if NAME.fullmatch(word)}


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


def drawings(series: Series, known: int) -> set[str]:
    """The names and strokes of what only chapters behind these draw."""
    later = set[str]()
    for chapter in chapters_after(series, known):
        later |= _drawn_in(SOURCES / series.game / "chapters" / chapter)
    return later


def _drawn_in(folder: Path) -> set[str]:
    found: set[str] = set()
    for file in folder.rglob("*.svg"):
        text = file.read_text(encoding="utf-8")
        found |= {*SYMBOL.findall(text), *STROKES.findall(text)}
    return found


def coded(word: str, files: str) -> bool:
    """Whether code or style sheets have this name: in quotes, as a key, property, reference or class."""
    pattern = rf"""(?<=["'`#.{{,]){re.escape(word)}(?=["'`:,;}}{{\[()\s?])"""
    return word in files and re.search(pattern, files) is not None


def said(sentence: str, text: str) -> bool:
    """Whether a text has this sentence, as it is or as JSON spells it; a word or two only by itself."""
    spelled = (sentence, json.dumps(sentence, ensure_ascii=False)[1:-1])
    if len(sentence.split()) > MANY_WORDS:
        return any(one in text for one in spelled)
    return any(f"{quote}{one}{quote}" in text for one in spelled for quote in QUOTES)
