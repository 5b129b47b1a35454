"""Whatever work beside the event loop raises reaches who waits for it, StopIteration too."""

import ast
import asyncio
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from tilefolk.server.storage.store import Store
from tilefolk.threads import run_aside, run_in_pool

SOURCE = Path(__file__).parents[1] / "src/tilefolk"
THREADS = {"to_thread", "run_in_executor", "run_in_threadpool"}
MOST_SECONDS = 120  # where it would hang it would hang for ever


def stop() -> None:
    raise StopIteration


async def test_a_thread_hands_over_results_and_errors() -> None:
    assert await run_aside(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await run_aside(divmod, 7, 0)
    async with asyncio.timeout(MOST_SECONDS):
        with pytest.raises(RuntimeError, match="StopIteration"):
            await run_aside(stop)


@pytest.fixture(params=("threads", "processes"))
def pool(request: pytest.FixtureRequest) -> Iterator[ThreadPoolExecutor | ProcessPoolExecutor]:
    is_threads = request.param == "threads"
    with ThreadPoolExecutor(1) if is_threads else ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield pool


async def test_a_pool_hands_over_results_and_errors(pool: ThreadPoolExecutor | ProcessPoolExecutor) -> None:
    assert await run_in_pool(pool, divmod, 7, 2) == (3, 1)
    async with asyncio.timeout(MOST_SECONDS):
        with pytest.raises(RuntimeError, match="StopIteration"):
            await run_in_pool(pool, stop)


@pytest.mark.parametrize("how", ["read", "write"])
async def test_a_job_of_the_store_hands_over_errors(tmp_path: Path, how: str) -> None:
    store = Store(tmp_path / "tilefolk.sqlite")
    try:
        ask = store.read if how == "read" else store.write
        async with asyncio.timeout(MOST_SECONDS):
            with pytest.raises(RuntimeError, match="StopIteration"):
                await ask(lambda connection: stop())
            assert await ask(lambda connection: 1) == 1
    finally:
        store.close()


def test_nothing_else_starts_threads_for_the_event_loop() -> None:
    found = set()
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute | ast.Name):
                name = node.attr if isinstance(node, ast.Attribute) else node.id
                found |= {file.relative_to(SOURCE).as_posix()} if name in THREADS else set()
    assert found == {"threads.py"}
