"""`tilefolk twin check`: the compiled twin against the engine, answer by answer."""

import json
from typing import Any

import typer

from tilefolk.campaign import SERIES
from tilefolk.cli.messages import stop
from tilefolk.cli.names import find_modes
from tilefolk.core.game import Mode
from tilefolk.games import find
from tilefolk.games.laying.game import LayingGame
from tilefolk.locale import Texts
from tilefolk.twin import Unsupported, is_available


def check_twin(
    texts: Texts, task: str, name: str, matches: int, placements: int, seed: str, as_json: bool
) -> None:
    """Check every mode of a pattern; exit status 1 when twin and engine differ somewhere."""
    if task != "check":
        stop(texts, "cli.twin.task", given=task)
    if not is_available():
        stop(texts, "cli.twin.extra")
    modes = [mode for mode in find_modes(texts, name) if mode.name not in SERIES]
    if not modes:
        stop(texts, "cli.twin.series", mode=name)
    rows = [_checked(texts, mode, (matches, placements), seed, as_json) for mode in modes]
    if as_json:
        print(json.dumps(rows, indent=2))
    if any(row["differences"] for row in rows):
        raise typer.Exit(1)


def _checked(texts: Texts, mode: Mode, least: tuple[int, int], seed: str, as_json: bool) -> dict[str, Any]:
    row: dict[str, Any] = {"mode": mode.name, "answers": 0, "placements": 0, "differences": []}
    try:
        checked = _compared(mode, least, seed)
    except Unsupported as error:
        row["unsupported"] = str(error)
        told = texts.say("cli.twin.unsupported", rule=str(error))
    else:
        row |= checked
        told = "\n".join([f"{row['answers']:>9,} {len(row['differences']):>4}", *row["differences"]])
    if not as_json:
        print(f"{mode.name:20} {told}")
    return row


def _compared(mode: Mode, least: tuple[int, int], seed: str) -> dict[str, Any]:
    matches, placements = least
    game, _ = find(mode.name)
    if isinstance(game, LayingGame):
        from tilefolk.twin.check import check

        return vars(check(game, mode, matches, seed, placements))
    from tilefolk.twin.point_city.check import check as check_market

    return check_market(mode, matches, seed)
