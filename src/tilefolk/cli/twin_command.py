"""`tilefolk twin check`: the compiled twin against the engine, answer by answer."""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple

import typer

from tilefolk.campaign import SERIES
from tilefolk.cli.messages import INTERRUPTED, stop
from tilefolk.cli.names import find_modes
from tilefolk.games import find
from tilefolk.games.laying.game import LayingGame
from tilefolk.locale import Texts
from tilefolk.sim.workers import Workers
from tilefolk.twin import Unsupported
from tilefolk.twin.core import form


class CheckRequest(NamedTuple):
    """The options of `tilefolk twin check`; `name` may be a pattern for several game modes."""

    name: str
    matches: int
    placements: int
    seed: str
    jobs: int
    as_json: bool


def check_twin(texts: Texts, task: str, request: CheckRequest) -> None:
    """Check every mode of a pattern; exit status 1 when twin and engine differ somewhere."""
    if task != "check":
        stop(texts, "cli.twin.task", given=task)
    modes = [mode.name for mode in find_modes(texts, request.name) if mode.name not in SERIES]
    if not form().is_compiled:
        stop(texts, "cli.twin.plain", why=form().why)
    if not modes:
        stop(texts, "cli.twin.series", mode=request.name)
    rows = []
    try:
        for row in _checked(modes, request):
            rows.append(row)
            if not request.as_json:
                print(f"{row['mode']:20} {_told(texts, row)}", flush=True)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenProcessPool:
        stop(texts, "cli.worker_gone", code=1)
    if request.as_json:
        print(json.dumps(rows, indent=2))
    if any(row["differences"] for row in rows):
        raise typer.Exit(1)


def _told(texts: Texts, row: dict[str, Any]) -> str:
    if "unsupported" in row:
        return texts.say("cli.twin.unsupported", rule=row["unsupported"])
    return "\n".join([f"{row['answers']:>9,} {len(row['differences']):>4}", *row["differences"]])


def _checked(modes: Sequence[str], request: CheckRequest) -> Iterator[dict[str, Any]]:
    """What the checks of some modes came to, in the order of the modes, each as soon as it can be told."""
    calls = [(mode, request.matches, request.placements, request.seed) for mode in modes]
    done: dict[str, dict[str, Any]] = {}
    with Workers(min(request.jobs, len(modes))) as workers:
        for (mode, *_), row in workers.run(check_mode, calls):
            done[mode] = row
            while modes and modes[0] in done:
                yield done[modes[0]]
                modes = modes[1:]


def check_mode(name: str, matches: int, placements: int, seed: str) -> dict[str, Any]:
    """Check one mode; a rule that the twin does not have is named."""
    row: dict[str, Any] = {"mode": name, "answers": 0, "placements": 0, "differences": []}
    try:
        return row | _compared(name, matches, placements, seed)
    except Unsupported as error:
        return row | {"unsupported": str(error)}


def _compared(name: str, matches: int, placements: int, seed: str) -> dict[str, Any]:
    game, mode = find(name)
    if isinstance(game, LayingGame):
        from tilefolk.twin.check import check

        return vars(check(game, mode, matches, seed, placements))
    from tilefolk.twin.point_city.check import check as check_market

    return check_market(mode, matches, seed)
