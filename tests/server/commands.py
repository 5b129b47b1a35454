"""`tilefolk` as an operator calls it: `serve` as a process, everything else at once."""

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from typer.testing import CliRunner

from tests.server.serving import Server, answers, wait_until
from tilefolk.cli.main import app
from tilefolk.locale import LANGUAGES

PROGRAM = """
import sys
from pathlib import Path
from tilefolk.cli import main, serve_command
serve_command.STATIC = Path(sys.argv.pop(1))
main.run()
"""


def serve_command(data: Path, *words: str) -> list[str]:
    """For a client that is built in data/static, whether ours is or not."""
    return [sys.executable, "-c", PROGRAM, str(data / "static"), "serve", "--data", str(data), *words]


@contextlib.contextmanager
def serve(data: Path, *words: str, url: str = "") -> Iterator[Server]:
    command = serve_command(data, "--port", "0", "--database-url", url, *words)
    with (
        (data / "log").open("ab") as log,
        subprocess.Popen(command, stdout=-1, stderr=log, start_new_session=True) as process,
    ):
        try:
            assert process.stdout is not None
            found = re.search(rb"http://[^/ ]+:(\d+)/", process.stdout.readline())
            assert found, (data / "log").read_text()
            server = Server(data, int(found[1]), url)
            server.process = process
            wait_until(lambda: answers(server))
            yield server
        finally:
            process.terminate()


def family(process: int) -> list[int]:
    """A process and all that it started, they and theirs."""
    with contextlib.suppress(OSError):  # one may end while we look
        tasks = Path(f"/proc/{process}/task").glob("*/children")
        children = [int(child) for task in tasks for child in task.read_text().split()]
        return [process, *(pid for child in children for pid in family(child))]
    return []


def all_gone(pids: list[int]) -> bool:
    return not any(Path(f"/proc/{pid}/exe").exists() for pid in pids)


def said(*words: str) -> tuple[int, str]:
    """The one sentence in English; in Polish it is another one."""
    told = [CliRunner().invoke(app, [*words, "--lang", language]) for language in LANGUAGES]
    for each in told:
        assert len(each.stderr.strip().split("\n")) == 1 and not each.stdout, each.output
        assert each.exception is None or isinstance(each.exception, SystemExit)
    assert told[0].stderr != told[1].stderr and told[0].exit_code == told[1].exit_code
    return told[0].exit_code, told[0].stderr
