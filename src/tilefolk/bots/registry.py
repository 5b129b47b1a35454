"""Bots by name: the ones of this package, installed ones, and functions in a file.

An installed package offers bots as entry points of the group `tilefolk.bots`. A file is named as
`./my_bots.py:clever`; only somebody who may run code on this machine may name one. `owl/8` is owl with an
eighth of its budget.
"""

import importlib.util
import re
import sys
from collections.abc import Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from zlib import crc32

from tilefolk.bots.characters import CHARACTERS
from tilefolk.bots.greedy import greedy
from tilefolk.bots.random import random
from tilefolk.core.play import Bot, forced
from tilefolk.games import fixed_bot_names

GROUP = "tilefolk.bots"
SUFFIX = ".py"
DIVIDED = re.compile(r"(\w+)/([1-9]\d{0,3})")
SHORT_NAME = re.compile(r"[\w-]{1,40}")  # what the store and messages hold

BOTS: dict[str, Bot] = {
    **CHARACTERS,
    "greedy": greedy,
    "random": random,
    **dict.fromkeys(sorted(fixed_bot_names()), forced),
}


class UnknownBot(LookupError):
    """No bot has this name."""


class BadBot(ValueError):
    """A bot that cannot be loaded: a message id and the words for its holes."""

    def __init__(self, problem: str, **names: str) -> None:
        super().__init__(f"{problem} {names}")
        self.problem, self.names = problem, names

    def __reduce__(self) -> tuple[object, ...]:
        return _bad_bot, (self.problem, self.names)


def _bad_bot(problem: str, names: dict[str, str]) -> BadBot:
    return BadBot(problem, **names)


@cache
def installed_bots() -> dict[str, EntryPoint]:
    """The bots that installed packages offer. A name that is ours stays ours."""
    found = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    return {point.name: point for point in reversed(found) if point.name not in BOTS}


def bot_names() -> list[str]:
    """All names that `find_bot` knows, files left out."""
    return sorted([*BOTS, *installed_bots()])


def in_file(name: str) -> bool:
    """Whether a name means a function in a file."""
    path = name.rpartition(":")[0] or name
    return path.endswith(SUFFIX)


def find_bot(name: str) -> Bot:
    """The bot of this name; raises UnknownBot or BadBot."""
    if name in BOTS:
        return BOTS[name]
    if name in installed_bots():
        return _installed(installed_bots()[name])
    if in_file(name):
        return _from_file(name)
    if divided := DIVIDED.fullmatch(name):
        return _divided(divided[1], int(divided[2]))
    raise UnknownBot(name)


def admit_bots(names: Sequence[str]) -> dict[str, str]:
    """Make installed bots and functions in files bots like ours; returns their names and what they stand for.

    A function in a file goes by its own name. Raises UnknownBot or BadBot.
    """
    admitted = {short_name(name): name for name in names}
    for short, name in admitted.items():
        if BOTS.get(short, find_bot(name)) is not find_bot(name):
            raise BadBot("bots.name_taken", bot=short)
        if not SHORT_NAME.fullmatch(short):
            raise BadBot("bots.bad_name", bot=short)
        BOTS[short] = find_bot(name)
    return admitted


def resolved_name(name: str) -> str:
    """The same bot for a process in any folder: a file by its whole path."""
    if not in_file(name):
        return name
    path, colon, function = name.rpartition(":") if not name.endswith(SUFFIX) else (name, "", "")
    return f"{Path(path).resolve()}{colon}{function}"


def short_name(name: str) -> str:
    """The name of a bot at tables."""
    return name.rpartition(":")[2] if in_file(name) else name


def _divided(name: str, by: int) -> Bot:
    if name not in CHARACTERS:
        raise UnknownBot(name)
    if not CHARACTERS[name].has_budget:
        raise BadBot("bots.no_budget", bot=name)
    return CHARACTERS[name].divided(by)


def _installed(point: EntryPoint) -> Bot:
    try:
        bot: Bot = point.load()
    except Exception as error:
        raise BadBot("bots.not_importable", bot=point.name, file=point.value, reason=_told(error)) from error
    if not callable(bot):
        raise BadBot("bots.not_callable", bot=point.name, file=point.value)
    return bot


def _from_file(name: str) -> Bot:
    path, _, function = name.rpartition(":") if not name.endswith(SUFFIX) else (name, "", "")
    module = _module(Path(path).resolve())
    bot: Bot | None = getattr(module, function, None) if function else None
    if callable(bot):
        return bot
    known = [key for key, value in vars(module).items() if _is_own_function(module, key, value)]
    problem = "bots.no_function" if function else "bots.which_function"
    raise BadBot(problem, file=path, function=function, known=", ".join(known) or "-")


def _is_own_function(module: ModuleType, name: str, value: object) -> bool:
    here = getattr(value, "__module__", None) == module.__name__
    return callable(value) and here and not name.startswith("_") and not isinstance(value, type)


@cache
def _module(path: Path) -> ModuleType:
    """The module in a file. It may import what lies beside it, as a script may."""
    if not path.is_file():
        raise BadBot("bots.no_file", file=str(path))
    name = f"tilefolk_bot_{path.stem}_{crc32(str(path).encode()):x}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise BadBot("bots.not_importable", bot=path.stem, file=str(path), reason=_told(error)) from error
    return module


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")
