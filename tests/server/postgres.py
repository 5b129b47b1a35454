"""A PostgreSQL of our own for tests: a fresh cluster on a free port, stopped and removed afterwards."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

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

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.url = f"postgresql://{OWNER}@127.0.0.1:{port}/postgres"

    def create(self) -> None:
        self._run("initdb", "-D", self._data, "-U", OWNER, "-A", "trust", "--no-sync", "-E", "UTF8")

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=60"
        self._run("pg_ctl", "-D", self._data, "-l", str(self.folder / "log"), "-w", "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "-D", self._data, "-w", "-m", mode, "stop")

    def kill(self) -> None:
        """As a power cut would: the postmaster and all its children at once."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in (pid, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        while Path(f"/proc/{pid}").exists():
            time.sleep(0.01)

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *words: str) -> None:
        command = [str(programs() / program), *words]
        if os.geteuid() == 0:
            command = ["runuser", "-u", OWNER, "--", *command]
        subprocess.run(command, check=True, cwd=self.folder, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="tilefolk-pg-"))
    try:
        if os.geteuid() == 0:
            owner = pwd.getpwnam(OWNER)
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        server = Postgres(folder, free_port())
        server.create()
        server.start()
        try:
            yield server
        finally:
            with contextlib.suppress(subprocess.CalledProcessError):
                server.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
