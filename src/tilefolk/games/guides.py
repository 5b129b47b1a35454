"""Guided first matches: `guide.toml` in the folder of a game, checked completely (docs/guides.md)."""

import re
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tilefolk.core.first import first_of
from tilefolk.core.game import Mode
from tilefolk.games import FOLDER, GAMES, UnknownGame, find
from tilefolk.games.toml_tables import Choice, Place, built, known_keys, read_toml, take, texts

FEWEST_STEPS, MOST_STEPS = 5, 13
GUIDE_KEYS = {"seed", "bots", "step"}
WORD = re.compile(r"[a-z][a-z0-9_-]*")
ANCHOR = re.compile(r"[\w:-]+(\.[\w:-]+)*")  # a part of the page: `hand`, `tally.visible.tree`
CELL = re.compile(r"[A-Za-z]{1,2}[0-9]{1,2}|-?[0-9]{1,2},-?[0-9]{1,2}")
SEED = re.compile(r"[\w.-]{1,80}")


@dataclass(frozen=True)
class Draft:
    """Something is planned, and it covers these cells; without cells, anything that may be done.

    Cells are meant `after` so many answers of the player: whoever has answered more has gone another way.
    """

    covers: tuple[str, ...] = ()
    after: int = 0


@dataclass(frozen=True)
class Answer:
    """The player has given so many answers in this match: with this verb, or with any."""

    verb: str = ""
    times: int = 1


@dataclass(frozen=True)
class Look:
    """The player looks at this part of the page: opens a panel, points at a line of the tally."""

    at: str


Until = Draft | Answer | Look
UNTIL = Choice("do", {"draft": Draft, "answer": Answer, "look": Look})


@dataclass(frozen=True)
class Step:
    """One thing that is said: beside which part of the page, and what of the player's ends it.

    Its texts are `guide.<mode>.<id>`, and where they are needed `.keys` (the keys for it) and `.wrong`.
    `cells` are marked on the board; those of a draft are marked anyway.
    """

    id: str
    at: str
    until: Until
    cells: tuple[str, ...] = ()


@dataclass(frozen=True)
class Guide:
    """A guided match of one mode: the public word its draws follow from, who plays along, its steps."""

    mode: str
    seed: str
    bots: tuple[str, ...]
    steps: tuple[Step, ...]


def guides_of(game: str) -> dict[str, Guide]:
    """The guides of a game by mode. Raises BadEpisode."""
    return _guides_in(FOLDER / game / "guide.toml", game)


def find_guide(mode: str) -> Guide | None:
    """The guide of a mode, if it has one."""
    game = mode.partition("/")[0]
    return guides_of(game).get(mode) if game in GAMES else None


def is_guided(mode: str, seed: str) -> bool:
    """Whether a match of this mode with this public word is the one that a guide goes with."""
    guide = find_guide(mode) if seed else None
    return guide is not None and guide.seed == seed


def guide_json(guide: Guide) -> dict[str, Any]:
    """A guide as clients get it; the condition of a step says its kind under `do`."""
    return {"mode": guide.mode, "steps": [_step_json(step) for step in guide.steps]}


def _step_json(step: Step) -> dict[str, Any]:
    do = first_of(name for name, kind in UNTIL.classes.items() if isinstance(step.until, kind))
    return {"id": step.id, "at": step.at, "cells": step.cells, "until": {"do": do, **asdict(step.until)}}


@cache
def _guides_in(file: Path, game: str) -> dict[str, Guide]:
    return read_guides(file, game) if file.exists() else {}


def read_guides(file: Path, game: str) -> dict[str, Guide]:
    """All guides in a file, by mode. Raises BadEpisode."""
    where, data = Place(file.name), read_toml(file)
    known_keys(data, {"guide"}, where)
    entries = take(data, "guide", dict, where)
    guides = [_guide(f"{game}/{name}", entry, where.at("guide").at(name)) for name, entry in entries.items()]
    return {guide.mode: guide for guide in guides}


def _guide(name: str, entry: Any, where: Place) -> Guide:
    if not isinstance(entry, dict):
        raise where.bad(f"must be a table, not {entry!r}")
    known_keys(entry, GUIDE_KEYS, where)
    try:
        _, mode = find(name)
    except UnknownGame:
        raise where.bad(f"there is no mode {name}") from None
    bots = texts(take(entry, "bots", list, where, []), where.at("bots"))
    _check_seats(mode, 1 + len(bots) + len(mode.fixed_bots), where.at("bots"))
    seed = take(entry, "seed", str, where)
    _check(SEED, seed, "a word", where.at("seed"))
    return Guide(name, seed, bots, _steps(take(entry, "step", list, where), where.at("step")))


def _check_seats(mode: Mode, seats: int, where: Place) -> None:
    if seats not in mode.seats:
        raise where.bad(f"{mode.name} is not for {seats} seats")


def _steps(entries: list[Any], where: Place) -> tuple[Step, ...]:
    if not FEWEST_STEPS <= len(entries) <= MOST_STEPS:
        raise where.bad(f"must be {FEWEST_STEPS} to {MOST_STEPS} steps, not {len(entries)}")
    steps: list[Step] = []
    for index, entry in enumerate(entries):
        step = built(Step, entry, where.at(index), choices={Until: UNTIL})
        _check_step(step, where.at(index))
        if any(step.id == other.id for other in steps):
            raise where.at(index).at("id").bad(f"{step.id!r} is the id of an earlier step")
        steps.append(step)
    return tuple(steps)


def _check_step(step: Step, where: Place) -> None:
    _check(WORD, step.id, "a word", where.at("id"))
    _check(ANCHOR, step.at, "a part of the page", where.at("at"))
    _check_cells(step.cells, where.at("cells"))
    until = where.at("until")
    match step.until:
        case Draft(covers, after):
            _check_cells(covers, until.at("covers"))
            _check_least(after, 0, until.at("after"))
        case Look(at):
            _check(ANCHOR, at, "a part of the page", until.at("at"))
        case Answer(verb, times):
            if verb:
                _check(WORD, verb, "a verb", until.at("verb"))
            _check_least(times, 1, until.at("times"))


def _check_least(number: int, least: int, where: Place) -> None:
    if number < least:
        raise where.bad(f"must be a whole number from {least} on, not {number}")


def _check_cells(cells: tuple[str, ...], where: Place) -> None:
    for index, cell in enumerate(cells):
        _check(CELL, cell, "a cell", where.at(index))


def _check(pattern: re.Pattern[str], value: str, what: str, where: Place) -> None:
    if not pattern.fullmatch(value):
        raise where.bad(f"{value!r} is not {what}")
