"""Asking which game to play, where the command line names none or several would fit."""

from collections.abc import Sequence

from tilefolk.campaign import SERIES
from tilefolk.cli.messages import way_title
from tilefolk.core.game import Mode
from tilefolk.locale import Texts


def offer_title(texts: Texts, way: str) -> str:
    """The title; of a match in a sealed chapter only its number."""
    name = way.partition("/")[2]
    sealed = any(series.sealed and way in series.ways for series in SERIES.values())
    return texts.say("series.episode", int(name)) if sealed and name.isdecimal() else way_title(texts, way)


def choose_way(texts: Texts, ways: Sequence[Mode]) -> Mode | None:
    """Print the ways by number and read one; None if the person leaves."""
    print(texts.say("cli.choose.title"))
    width = max(len(way.name) for way in ways)
    for number, way in enumerate(ways, start=1):
        game = way.name.partition("/")[0]
        print(f"{number:>3}  {way.name:{width}}  {texts.say(f'game.{game}')}: {offer_title(texts, way.name)}")
    while True:
        try:
            given = input(texts.say("cli.choose.prompt")).strip()
        except EOFError:
            return None
        if not given:
            return None
        if given.isdecimal() and 1 <= int(given) <= len(ways):
            return ways[int(given) - 1]
        found = [way for way in ways if way.name == given]
        if found:
            return found[0]
        print(texts.say("cli.choose.bad", most=str(len(ways))))
