"""From TOML tables to typed values, with errors that name file, key and reason."""

import tomllib
import types
from collections.abc import Hashable, Mapping
from dataclasses import MISSING, Field, fields
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

from tilefolk.core.first import first_of

T = TypeVar("T")
Table = Mapping[str, Any]


class Choice(NamedTuple):
    """Several classes of which a table names one by a key of its own, as in `rule = "deck"`."""

    key: str
    classes: Mapping[str, type]


Choices = Mapping[Any, Choice]  # by the type under which a field asks for one of them
NO_CHOICES: Choices = {}
SHARED_FILES = 16  # that are remembered


class BadEpisode(ValueError):
    """An episode file that cannot be used: which file, which key, and why."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}")
        self.file, self.key, self.reason = file, key, reason


class Place:
    """Where in a file we are; `at` goes one key deeper, `bad` makes the error."""

    def __init__(self, file: str, key: str = "") -> None:
        self.file, self.key = file, key

    def at(self, key: str | int) -> "Place":
        inner = f"{self.key}[{key}]" if isinstance(key, int) else f"{self.key}.{key}".lstrip(".")
        return Place(self.file, inner)

    def bad(self, reason: str) -> BadEpisode:
        return BadEpisode(self.file, self.key or "(file)", reason)


def read_toml(path: Path) -> Table:
    """The whole file; raises BadEpisode."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadEpisode(path.name, "(file)", f"cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadEpisode(path.name, "(file)", f"is no TOML: {error}") from error


def read_shared_toml(path: Path) -> Table:
    """A file that many others lean on, such as `game.toml`: read again only when it has changed."""
    try:
        found = path.stat()
    except OSError:
        return read_toml(path)  # says why
    return _read_once(path, found.st_mtime_ns, found.st_size)


@lru_cache(SHARED_FILES)
def _read_once(path: Path, changed_ns: int, size: int) -> Table:
    return read_toml(path)


def take(table: Table, key: str, kind: type[T], where: Place, default: T | None = None) -> T:
    """A required (or defaulted) key of a plain type."""
    if key not in table:
        if default is None:
            raise where.at(key).bad("is missing")
        return default
    value = table[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise where.at(key).bad(f"must be {_words(kind)}, not {value!r}")
    return value


def texts(value: Any, where: Place) -> tuple[str, ...]:
    """A list of words."""
    return tuple(_typed(tuple[str, ...], value, where))


def known_keys(table: Table, keys: set[str], where: Place) -> None:
    """Raises BadEpisode for the first key that is not among these."""
    for key in table:
        if key not in keys:
            raise where.at(key).bad(f"is not known here; known are {', '.join(sorted(keys))}")


def built(kind: type[T], table: Any, where: Place, *, named_by: str = "", choices: Choices = NO_CHOICES) -> T:
    """A frozen dataclass from a table; the key `named_by`, if there is one, has named the class already."""
    if not isinstance(table, dict):
        raise where.bad(f"must be a table, not {table!r}")
    hints = _hints_of(cast(Hashable, kind))
    wanted: dict[str, Field[Any]] = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    known_keys(table, {*wanted} | ({named_by} if named_by else set()), where)
    values = {}
    for name, field in wanted.items():
        if name in table:
            values[name] = _typed(hints[name], table[name], where.at(name), choices)
        elif field.default is MISSING:
            raise where.at(name).bad("is missing")
    return kind(**values)


@cache
def _hints_of(kind: Hashable) -> Mapping[str, Any]:
    return get_type_hints(kind)


def name_in(choice: Choice, table: Any, where: Place) -> str:
    """Which of the classes a table names."""
    if not isinstance(table, dict):
        raise where.bad(f"must be a table, not {table!r}")
    name = take(table, choice.key, str, where)
    if name not in choice.classes:
        known = ", ".join(sorted(choice.classes))
        raise where.at(choice.key).bad(f"{name!r} is no {choice.key}; known are {known}")
    return name


def _typed(hint: Any, value: Any, where: Place, choices: Choices = NO_CHOICES) -> Any:
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise where.bad(f"must be a list, not {value!r}")
        inner = get_args(hint)[0]
        return tuple(_typed(inner, item, where.at(index), choices) for index, item in enumerate(value))
    if choice := choices.get(hint):
        return built(choice.classes[name_in(choice, value, where)], value, where, named_by=choice.key)
    if get_origin(hint) is types.UnionType:
        hint = first_of(kind for kind in get_args(hint) if kind is not types.NoneType)
    hint = getattr(hint, "__supertype__", hint)
    if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
        raise where.bad(f"must be {_words(hint)}, not {value!r}")
    return value


def _words(kind: type) -> str:
    names = {int: "a whole number", str: "a text", bool: "true or false", list: "a list", dict: "a table"}
    return names.get(kind, kind.__name__)
