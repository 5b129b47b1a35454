"""Asking which game to play, where the command line names none or several would fit."""

from collections.abc import Sequence

from tilefolk.campaign import SERIES
from tilefolk.cli.messages import mode_title
from tilefolk.core.game import Mode
from tilefolk.locale import Texts


def offer_title(texts: Texts, mode: str) -> str:
    """The title; of a match in a sealed chapter only its number."""
    name = mode.partition("/")[2]
    by_number = is_sealed(mode) and name.isdecimal()
    return texts.say("series.episode", int(name)) if by_number else mode_title(texts, mode)


def is_sealed(mode: str) -> bool:
    """Whether this is a match of a campaign whose chapters are sealed."""
    return any(series.sealed and mode in series.modes for series in SERIES.values())


def choose_mode(texts: Texts, modes: Sequence[Mode]) -> Mode | None:
    """Print the ways by number and read one; None if the person leaves."""
    print(texts.say("cli.choose.title"))
    width = max(len(mode.name) for mode in modes)
    for number, mode in enumerate(modes, start=1):
        game = mode.name.partition("/")[0]
        print(
            f"{number:>3}  {mode.name:{width}}  {texts.say(f'game.{game}')}: {offer_title(texts, mode.name)}"
        )
    if any(is_sealed(mode.name) for mode in modes):
        print(texts.say("series.spoils"))
    while True:
        try:
            given = input(texts.say("cli.choose.prompt")).strip()
        except EOFError:
            return None
        if not given:
            return None
        if given.isdecimal() and 1 <= int(given) <= len(modes):
            return modes[int(given) - 1]
        found = [mode for mode in modes if mode.name == given]
        if found:
            return found[0]
        print(texts.say("cli.choose.bad", most=str(len(modes))))
