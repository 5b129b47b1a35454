"""Child processes that end with their parent, however it ends, and print nothing of their own."""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from multiprocessing import resource_tracker

WARNING_FILTER = "ignore::UserWarning:multiprocessing.resource_tracker"


def silence_resource_tracker() -> None:
    """Call this before the first child process is started.

    A killed process leaves the names of its locks behind. Python's resource tracker, a process too, removes
    them and would warn in the operator's terminal; only this environment variable silences it.
    """
    known = os.environ.get("PYTHONWARNINGS", "")
    if WARNING_FILTER not in known:
        os.environ["PYTHONWARNINGS"] = f"{known},{WARNING_FILTER}".lstrip(",")
    resource_tracker.ensure_running()


@contextlib.contextmanager
def block_sigint() -> Iterator[None]:
    """Processes started in this context do not get Ctrl-C from the terminal; the parent ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent() -> None:
    """Terminate this process when its parent is gone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent,), name="parent", daemon=True).start()


def _watch(parent: "multiprocessing.process.BaseProcess") -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
