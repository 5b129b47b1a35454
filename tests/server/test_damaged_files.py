"""Databases and backups that cannot be used: damaged, or of a newer version. One sentence says so."""

import gzip
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, text
from typer.testing import CliRunner, Result

from tests.effort import LONG
from tilefolk.cli.main import app
from tilefolk.server.storage.engine import database_url, engine_for

FILE = "tilefolk.sqlite"
BYTES_CHANGED = 60
DAMAGED_FILES = 200 if LONG else 12
BACKUP = Path(__file__).parents[1] / "data" / "v0.2.0" / "site.backup"


def call(command: str, data: Path, *words: object) -> Result:
    return CliRunner().invoke(app, [command, *map(str, words), "--data", str(data), "--lang", "en"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    restored = call("restore", folder, BACKUP)
    assert restored.exit_code == 0, restored.output
    return folder


@pytest.fixture
def copy(site: Path, tmp_path: Path) -> Path:
    shutil.copy(site / FILE, tmp_path / FILE)
    return tmp_path


@contextmanager
def changing(folder: Path) -> Iterator[Connection]:
    engine = engine_for(database_url(folder / FILE))
    with engine.execution_options(writes=True).begin() as connection:
        yield connection
    engine.dispose()


def told(result: Result) -> str:
    """What a command says that could not do its work: one line and no traceback."""
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit), result.exception
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
    return result.stderr


@pytest.mark.parametrize("command", ["check", "backup", "operator"])
def test_a_database_of_a_newer_version_is_left_alone(copy: Path, command: str) -> None:
    with changing(copy) as connection:
        connection.execute(text("update alembic_version set version_num = '0099'"))
    words = [copy / "site.backup"] if command == "backup" else []
    assert "newer version of Tilefolk has used this database (schema 0099)" in told(
        call(command, copy, *words)
    )
    assert not (copy / "site.backup").exists()


def test_a_backup_of_a_newer_schema_is_named_by_it(copy: Path) -> None:
    """The version beside it may be ours: of a developer's site, or made by `backup` of 0.2.0 and before."""
    file = copy / "site.backup"
    assert call("backup", copy, file).exit_code == 0
    header, *rows, end = gzip.decompress(file.read_bytes()).splitlines()
    newer = json.dumps({**json.loads(header), "schema": "0099"}).encode()
    assert json.loads(end)["sha256"]
    file.write_bytes(gzip.compress(b"\n".join([newer, *rows, _end([newer, *rows], end)]) + b"\n"))
    (copy / "new").mkdir()
    assert "schema 0099" in told(call("restore", copy / "new", file))


def _end(rows: list[bytes], end: bytes) -> bytes:
    whole = {**json.loads(end), "sha256": sha256(b"".join(row + b"\n" for row in rows)).hexdigest()}
    return json.dumps(whole).encode()


@pytest.mark.parametrize("command", ["check", "backup"])
def test_a_damaged_file_gets_a_sentence_whatever_is_damaged(site: Path, tmp_path: Path, command: str) -> None:
    """Bytes change in the head of the file, where SQLite keeps the texts of its schema, and anywhere."""
    whole = (site / FILE).read_bytes()
    for seed in range(DAMAGED_FILES):
        random, content = Random(seed), bytearray(whole)
        reach = (200, 4096, len(content))[seed % 3]
        for _ in range(BYTES_CHANGED):
            content[random.randrange(16, reach)] ^= random.randrange(1, 256)
        for rest in tmp_path.iterdir():
            rest.unlink()
        (tmp_path / FILE).write_bytes(content)
        done = call(command, tmp_path, *([tmp_path / "site.backup"] if command == "backup" else []))
        assert done.exception is None or isinstance(done.exception, SystemExit), (seed, done.exception)
        assert done.exit_code in (0, 1) and "Traceback" not in done.output, seed
