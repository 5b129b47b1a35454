"""Processes that end with the one that started them, however it ends, and without a word of their own."""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from multiprocessing import resource_tracker

WARNING_FILTER = "ignore::UserWarning:multiprocessing.resource_tracker"


def silence_resource_tracker() -> None:
    """Before the first process is started: whoever is killed leaves the names of its locks in the system.

    Python's tracker, a process of its own, takes them away when all are gone. It would complain about them at
    the operator's terminal, and only this variable tells it not to.
    """
    known = os.environ.get("PYTHONWARNINGS", "")
    if WARNING_FILTER not in known:
        os.environ["PYTHONWARNINGS"] = f"{known},{WARNING_FILTER}".lstrip(",")
    resource_tracker.ensure_running()


@contextlib.contextmanager
def block_sigint() -> Iterator[None]:
    """Processes that are started here do not hear Ctrl-C, which all get at once: we end them ourselves."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent() -> None:
    """Ask this process to stop when its parent is gone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent,), name="parent", daemon=True).start()


def _watch(parent: "multiprocessing.process.BaseProcess") -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
