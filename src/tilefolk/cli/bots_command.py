"""`tilefolk bots`: which bots can be named, and where they come from."""

import json

from tilefolk.bots import BOTS, CHARACTERS, installed_bots
from tilefolk.games import fixed_bot_names
from tilefolk.locale import Texts
from tilefolk.twin.core import form


def list_bots(texts: Texts, as_json: bool) -> None:
    """Print every bot that `--bots` takes by name, and how to name one in a file."""
    others = sorted({*BOTS, *installed_bots()} - CHARACTERS.keys())
    rows = [(name, _origin(texts, name)) for name in [*CHARACTERS, *others]]
    if as_json:
        told = [_entry(name) for name, _ in rows]
        print(json.dumps(told, indent=2))
        return
    width = max(len(name) for name, _ in rows)
    for name, origin in rows:
        print(f"{name:{width}}  {origin}")
    print(texts.say("cli.bots.file"))
    print(texts.say(f"kernels.{form().name}", why=form().why))


def _entry(name: str) -> dict[str, object]:
    character = CHARACTERS.get(name)
    return {
        "bot": name,
        "package": _package(name),
        "fixed": name in fixed_bot_names(),
        "level": character.level if character else None,
    }


def _package(name: str) -> str:
    point = installed_bots().get(name)
    return point.dist.name if point and point.dist else "tilefolk"


def _origin(texts: Texts, name: str) -> str:
    if name in fixed_bot_names():
        return texts.say("cli.bots.fixed")
    about = f"bot.{name}.about"
    if name in CHARACTERS:
        return texts.say("cli.bots.character", level=str(CHARACTERS[name].level), about=texts.say(about))
    if name in BOTS:
        return texts.say(about)
    return texts.say("cli.bots.installed", package=_package(name), value=installed_bots()[name].value)
