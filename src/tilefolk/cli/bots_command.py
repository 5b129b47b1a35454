"""`tilefolk bots`: which bots can be named, and where they come from."""

import json

from tilefolk.bots import BOTS, installed_bots
from tilefolk.games import fixed_bot_names
from tilefolk.locale import Texts


def list_bots(texts: Texts, as_json: bool) -> None:
    """Print every bot that `--bots` takes by name, and how to name one in a file."""
    rows = [(name, _origin(texts, name)) for name in sorted([*BOTS, *installed_bots()])]
    if as_json:
        told = [
            {"bot": name, "package": _package(name), "fixed": name in fixed_bot_names()} for name, _ in rows
        ]
        print(json.dumps(told, indent=2))
        return
    width = max(len(name) for name, _ in rows)
    for name, origin in rows:
        print(f"{name:{width}}  {origin}")
    print(texts.say("cli.bots.file"))


def _package(name: str) -> str:
    point = installed_bots().get(name)
    return point.dist.name if point and point.dist else "tilefolk"


def _origin(texts: Texts, name: str) -> str:
    if name in fixed_bot_names():
        return texts.say("cli.bots.fixed")
    if name in BOTS:
        return texts.say(f"bot.{name}.about")
    return texts.say("cli.bots.installed", package=_package(name), value=installed_bots()[name].value)
