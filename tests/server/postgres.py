"""A PostgreSQL of our own for tests: a fresh cluster on a free port, stopped and removed afterwards."""

import atexit
import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.server.serving import free_port

OWNER = "postgres"  # PostgreSQL refuses to run as root


def programs() -> Path:
    """Where initdb and pg_ctl are: on PATH, or in Debian's folder."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))


class Postgres:
    """A cluster that can be killed and started again."""

    def __init__(self, folder: Path, port: int, settings: Mapping[str, str]) -> None:
        self.folder, self.port, self.settings = folder, port, settings
        self.url = f"postgresql://{OWNER}@127.0.0.1:{port}/postgres"

    def create(self) -> None:
        """A copy of the first cluster of this process: that takes a tenth of the time."""
        command = ["cp", "-a", str(_first_cluster()), self._data]
        subprocess.run(command, check=True, cwd=self.folder, **_owner())

    def start(self) -> None:
        """A child of ours: one that is killed leaves no dead process that looks like a running one."""
        options = {"listen_addresses": "127.0.0.1", "max_connections": 60, **self.settings}
        words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        command = [programs() / "postgres", "-D", self._data, "-p", str(self.port), "-k", self.folder, *words]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                list(map(str, command)), cwd=self.folder, stdout=log, stderr=log, **_owner()
            )
        until = time.monotonic() + 60
        while not self._ready():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((self.folder / "log").read_text()[-2000:])
            time.sleep(0.02)

    def _ready(self) -> bool:
        """As the postmaster itself notes it."""
        with contextlib.suppress(FileNotFoundError):
            noted = (self.folder / "data" / "postmaster.pid").read_text().split()
            return noted[:1] == [str(self._process.pid)] and noted[-1] == "ready"
        return False

    def stop(self, mode: str = "fast") -> None:
        _run(self.folder, "pg_ctl", "-D", self._data, "-w", "-m", mode, "stop")
        self._process.wait()

    def kill(self) -> None:
        """The postmaster and all its children at once; none is born while they are counted."""
        pids = self.tell(signal.SIGSTOP)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        self._process.wait()
        while any(Path(f"/proc/{pid}/exe").exists() for pid in pids):
            time.sleep(0.01)

    def tell(self, number: signal.Signals) -> list[int]:
        """A signal to the postmaster and then to its children: with SIGSTOP the database hangs."""
        told = []
        for pid in self._pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
            told.append(pid)
        return told

    @contextlib.contextmanager
    def no_file_beyond(self, size: int) -> Iterator[None]:
        """No table can be longer than this: the system itself refuses, as on a full disk."""
        self._limit(str(size))
        try:
            yield
        finally:
            self._limit("unlimited")

    def _limit(self, size: str) -> None:
        for pid in self._pids():
            words = ("prlimit", "--pid", str(pid), f"--fsize={size}:")
            subprocess.run(words, check=False, **_owner())  # a child may have ended meanwhile

    def _pids(self) -> Iterator[int]:
        """The postmaster, and then the children it has once that has been dealt with."""
        pid = self._process.pid
        yield pid
        yield from map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())

    @property
    def _data(self) -> str:
        return str(self.folder / "data")


def _run(folder: Path, program: str, *words: str) -> None:
    command = [str(programs() / program), *words]
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL, **_owner())


def _owner() -> dict[str, Any]:
    return {"user": OWNER, "group": OWNER, "extra_groups": ()} if os.geteuid() == 0 else {}


def _new_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="tilefolk-pg-"))
    if os.geteuid() == 0:
        owner = pwd.getpwnam(OWNER)
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    return folder


@cache
def _first_cluster() -> Path:
    """The data of a cluster that was never started; removed when this process ends."""
    folder = _new_folder()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    words = ("-U", OWNER, "-A", "trust", "--no-sync", "-E", "UTF8", "--wal-segsize=1")
    _run(folder, "initdb", "-D", str(folder / "data"), *words)
    return folder / "data"


@contextlib.contextmanager
def postgres(**settings: str) -> Iterator[Postgres]:
    folder = _new_folder()
    try:
        server = Postgres(folder, free_port(), settings)
        server.create()
        server.start()
        try:
            yield server
        finally:
            with contextlib.suppress(subprocess.CalledProcessError):
                server.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
