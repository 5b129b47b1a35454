"""`python -m bench.page`: the browser's page under a slow processor.

Drags a piece over the boards of a square and a hex game in Chromium, its processor throttled. Prints one JSON
object: milliseconds from a pointer event to the end of the frame that shows it; milliseconds of processor
time of the page per event, to be read without the throttle (a busy machine hardly changes that); how far
things were shifted without anybody's doing while the page was loaded and played.
"""

import argparse
import contextlib
import json
import math
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from tests.browser.conftest import BUILD, CALM, CHROMIUM, SHELL
from tests.browser.driving import Person
from tests.browser.shifts import WATCH_SHIFTS, shifted
from tests.server.serving import Server, running

GAMES = {"squares": "my_city/eternal", "hexes": "my_island/eternal"}
SCREEN = {"width": 1366, "height": 768}
LAID = 6  # pieces on the board before one is dragged
EVENT_MS = 16  # between two moves of the pointer

# Every pointer move: when it happened, and when the frame after it was ready. The channel's message comes
# after style, layout and paint of that frame.
WATCH_MOVES = """() => {
  window.waits = [];
  addEventListener('pointermove', ({timeStamp}) => requestAnimationFrame(() => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => window.waits.push(performance.now() - timeStamp);
    port2.postMessage(null);
  }), true);
}"""


@contextlib.contextmanager
def site() -> Iterator[tuple[Server, Browser]]:
    subprocess.run([sys.executable, str(BUILD)], check=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=SHELL or CHROMIUM, args=CALM)
        yield server, browser
        browser.close()


def seated(server: Server, browser: Browser, game: str) -> Person:
    """Somebody at a table with a bot, with some pieces on the board."""
    server.luck(game)
    context = browser.new_context(locale="en-GB", viewport=SCREEN)  # type: ignore[arg-type]
    context.add_init_script(f"({WATCH_SHIFTS})()")
    person = Person(context, server.url)
    person.arrive()
    table = person.call("POST", "/api/play", game=game, bots=["greedy"])
    person.open(f"/t/{table['id']}")
    for _ in range(LAID):
        person.next_thing()
        person.lay_by_mouse()
    person.next_thing()
    return person


def drag(page: Page, person: Person, moves: int) -> None:
    """The piece in loops over the board: everywhere, faster than a cell per move and slower."""
    box = person.board.bounding_box()
    hand = person.piece.bounding_box()
    assert box and hand
    page.mouse.move(hand["x"] + hand["width"] / 3, hand["y"] + hand["height"] / 2)
    page.mouse.down()
    for n in range(moves):
        turn = 2 * math.pi * n / 90
        x = box["x"] + box["width"] * (0.5 + 0.4 * math.sin(turn))
        y = box["y"] + box["height"] * (0.5 + 0.35 * math.cos(2.3 * turn))
        page.mouse.move(x, y)
        page.wait_for_timeout(EVENT_MS)
    page.mouse.up()


def waits(person: Person, throttle: float, moves: int) -> dict[str, float]:
    """Milliseconds from pointer event to frame, of one drag."""
    page = person.page
    session = person.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    page.evaluate("window.waits = []")
    before = busy(session)
    drag(page, person, moves)
    spent = busy(session) - before
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    session.detach()
    found: list[float] = page.evaluate("window.waits")
    person.keys("Escape")
    return {
        "p50": quantile(found, 50),
        "p95": quantile(found, 95),
        "cpu": round(1000 * spent / len(found), 1),
        "events": len(found),
    }


def busy(session: CDPSession) -> float:
    """Seconds of processor time that the page's own thread has taken."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


def quantile(numbers: list[float], percent: int) -> float:
    return round(statistics.quantiles(numbers, n=100)[percent - 1], 1)


def measure(throttle: float, moves: int) -> dict[str, Any]:
    figures: dict[str, Any] = {"machine": platform.machine(), "throttle": throttle, "moves": moves}
    with site() as (server, browser):
        for name, game in GAMES.items():
            person = seated(server, browser, game)
            person.page.evaluate(WATCH_MOVES)
            figures[name] = {
                "unthrottled": waits(person, 1, moves),
                "throttled": waits(person, throttle, moves),
                "shift": shifted(person.page),
            }
            person.context.close()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description="The page under a slow processor.")
    parser.add_argument("--throttle", type=float, default=4, help="how many times slower the processor is")
    parser.add_argument("--moves", type=int, default=240, help="pointer moves of a drag")
    options = parser.parse_args()
    print(json.dumps(measure(options.throttle, options.moves), indent=2))


if __name__ == "__main__":
    main()
