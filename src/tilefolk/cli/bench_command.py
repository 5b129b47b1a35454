"""`tilefolk bench`: the speed of the engine beside python-chess."""

import json

from tilefolk.cli.messages import stop
from tilefolk.locale import Texts
from tilefolk.sim.bench import MissingPeerError, measure


def show_speed(texts: Texts, rounds: int, as_json: bool) -> None:
    """Measure and print; stop where python-chess is not installed."""
    try:
        figures = measure(rounds)
    except MissingPeerError:
        stop(texts, "cli.bench_extra")
    if as_json:
        print(json.dumps(figures, indent=2))
        return
    for name, figure in figures.items():
        print(f"{name:36} {figure:>12,.2f}")
