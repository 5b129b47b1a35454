"""Processes that do not outlive the one that started them, however it ends."""

import multiprocessing
import os
import signal
import threading


def end_with_parent() -> None:
    """Ask this process to stop when its parent is gone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent,), name="parent", daemon=True).start()


def _watch(parent: "multiprocessing.process.BaseProcess") -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
