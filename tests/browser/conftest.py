"""One server per worker, one browser, and people who fail the test when their page has an error."""

import fcntl
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.driving import Person
from tests.browser.eagerness import look_often
from tests.server.serving import Server, running

BUILD = Path(__file__).parents[2] / "web" / "build.py"
CHROMIUM = shutil.which("chromium")
SHELL = shutil.which("chromium-headless-shell")  # the same without windows: much less to do
CALM = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--force-gpu-mem-available-mb=1",  # room for hardly a pixel: painting costs much
    "--no-first-run",
]
LONGEST = 60_000  # milliseconds: bots may have to start first on a busy machine; only a failure takes so long
FAILED = pytest.StashKey[bool]()

Newcomer = Callable[..., Person]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def built() -> None:
    """The client as it is now; one worker builds, the others wait."""
    with BUILD.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run([sys.executable, str(BUILD)], check=True)


@pytest.fixture(scope="session")
def server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TILEFOLK_NEAR_CALLS", "1")
        patched.setenv("TILEFOLK_STAND_IN_GRACE", "2")
        patched.setenv("TILEFOLK_STEADY_SWEEP", "0.5")
        with running(tmp_path_factory.mktemp("data")) as server:
            yield server


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Not for the session: while it lives, no test with an event loop of its own can run."""
    with sync_playwright() as playwright, pytest.MonkeyPatch.context() as patched:
        look_often(patched, LONGEST)
        expect.set_options(timeout=LONGEST)
        browser = playwright.chromium.launch(executable_path=SHELL or CHROMIUM, args=CALM)
        yield browser
        browser.close()


@pytest.fixture
def whole_browser(browser: Browser) -> Iterator[Browser]:
    """With what the shell lacks: notifications. Ask for it before `newcomer`."""
    whole = browser.browser_type.launch(executable_path=CHROMIUM, args=CALM)
    yield whole
    whole.close()


@pytest.fixture
def newcomer(
    server: Server, browser: Browser, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Newcomer]:
    """Makes people: `newcomer(language="pl", viewport=...)`; none of them may meet an error or a bare id."""
    people: list[Person] = []
    server.luck(request.node.nodeid)

    def come(language: str = "en", within: Browser = browser, **options: Any) -> Person:
        options = {"viewport": {"width": 1366, "height": 860}, "reduced_motion": "reduce"} | options
        context = within.new_context(locale={"en": "en-GB", "pl": "pl-PL"}[language], **options)
        context.set_default_timeout(LONGEST)
        people.append(Person(context, server.url, language))
        return people[-1]

    yield come
    try:
        if request.node.stash.get(FAILED, False):
            for n, person in enumerate(people):
                for m, page in enumerate(person.context.pages):
                    page.screenshot(path=tmp_path / f"person-{n}-tab-{m}.png")
            print("screenshots in", tmp_path)
        else:
            for person in people:
                person.speaks()
        assert [person.faults for person in people if person.faults] == []
    finally:
        for person in people:
            person.context.close()
