"""`tilefolk load`: one run at a fixed rate, or a search for the highest rate that holds."""

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple, TextIO

from tilefolk.campaign import modes_of_series
from tilefolk.cli.load.campaign_text import campaign_before
from tilefolk.cli.load.crowd import Crowd, LoadFailed, LoadRun
from tilefolk.cli.load.figures import Figures, measure_run
from tilefolk.cli.load.join import FOUR_PEOPLE, TablePlan
from tilefolk.cli.load.rate_search import highest_rate
from tilefolk.cli.load.target_site import SiteRequest, site
from tilefolk.cli.messages import stop, stop_setup
from tilefolk.cli.names import find_bot, find_mode
from tilefolk.core.game import BadSetup, check_setup
from tilefolk.defaults import BOT
from tilefolk.locale import Texts
from tilefolk.server.storage.store import Store

STEP_COLUMNS = (
    "rate",
    "per_second",
    "p50_ms",
    "p99_ms",
    "lost",
    "doubled",
    "unanswered",
    "load_average",
    "holds",
)


class Load(NamedTuple):
    """Clients at their tables, and the store of their site if it can be read."""

    crowd: Crowd
    store: Store | None

    def measure(self, run: LoadRun) -> Figures:
        return measure_run(run, self.crowd.play(run), self.store)

    def sizes(self) -> dict[str, object]:
        return {"sockets": self.crowd.sockets, "tables": self.crowd.tables}


def plan_tables(
    texts: Texts, game: str, seats: int, bots: int, bot: str = BOT, episode: int = 1
) -> TablePlan:
    """What the tables play; the command stops where that cannot be played, or no client would sit."""
    mode = find_mode(texts, game)
    try:
        check_setup(mode, seats, {}, ())
    except BadSetup as error:
        stop_setup(texts, error)
    if bots >= seats:
        stop(texts, "cli.load.no_client")
    find_bot(texts, bot)
    most = len(modes_of_series(mode.name)) or 1
    if episode > most:
        stop(texts, "cli.load.episode", game=mode.name, most=str(most))
    campaign = campaign_before(mode.name, seats, episode) if episode > 1 else ""
    return TablePlan(mode.name, seats, bots, bot, campaign)


@contextlib.contextmanager
def start_load(
    texts: Texts, sockets: int, tables: int, request: SiteRequest, plan: TablePlan = FOUR_PEOPLE
) -> Iterator[Load]:
    """Open the site, seat all clients, and close both afterwards."""
    with site(texts, request) as target:
        try:
            with Crowd(target.urls, max(1, min(tables, sockets // plan.people)), plan) as crowd:
                yield Load(crowd, target.store)
        except LoadFailed as error:
            stop(texts, "cli.load.failed", code=1, reason=str(error))


def show_run(load: Load, run: LoadRun, as_json: bool) -> None:
    """Play one run and print its figures."""
    shown = {**load.sizes(), **load.measure(run)._asdict()}
    print(json.dumps(shown, indent=2) if as_json else _column(shown))


def show_search(load: Load, first: LoadRun, as_json: bool) -> None:
    """Raise the rate until a run fails the bar; print every step and the highest rate that held."""
    best, steps = search_rate(load.measure, first, sys.stderr if as_json else sys.stdout)
    result = {**load.sizes(), "highest_rate": best}
    print(json.dumps({**result, "steps": steps}, indent=2) if as_json else _column(result))


def search_rate(
    measure: Callable[[LoadRun], Figures], first: LoadRun, progress: TextIO
) -> tuple[float, list[dict[str, object]]]:
    """The highest rate that holds, and all steps. A failed rate is tried twice: once may be bad luck."""
    steps: list[dict[str, object]] = []

    def holds(rate: float) -> bool:
        found = measure(first._replace(rate=rate))
        steps.append({**found._asdict(), "holds": found.holds})
        print(*(f"{steps[-1][name]!s:>12}" for name in STEP_COLUMNS), file=progress, flush=True)
        return found.holds

    print(*(f"{name:>12}" for name in STEP_COLUMNS), file=progress, flush=True)
    return round(highest_rate(lambda rate: holds(rate) or holds(rate), first.rate), 1), steps


def _column(shown: dict[str, object]) -> str:
    return "\n".join(f"{name:16} {figure}" for name, figure in shown.items())
