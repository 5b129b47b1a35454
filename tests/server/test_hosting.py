"""What somebody meets who hosts a site: files that are none, taken ports, missing rights."""

import asyncio
import contextlib
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch
from urllib.parse import quote

import httpx2 as httpx
import pytest
from sqlalchemy import func, select, text
from sqlalchemy.engine import make_url
from starlette.datastructures import Headers
from typer.testing import CliRunner

from tests.server.commands import all_gone, family, said, serve
from tests.server.local_app import browser, local_app
from tests.server.postgres import Postgres, postgres
from tests.server.serving import Visitor, free_port, wait_until
from tilefolk.cli.bind import listen, pages
from tilefolk.cli.main import app
from tilefolk.defaults import PORT
from tilefolk.locale import texts
from tilefolk.server.http.security import same_origin
from tilefolk.server.run.app import Config, create_app
from tilefolk.server.run.serve import run as run_node
from tilefolk.server.run.serve import send_at_once
from tilefolk.server.storage.database_errors import BadDatabase, translate_errors
from tilefolk.server.storage.engine import SERVING_LOCK, database_url, engine_for, migrate
from tilefolk.server.storage.file_lock import lock_database_file
from tilefolk.server.storage.store import Store

pytestmark = pytest.mark.usefixtures("built")
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "pl-PL,pl;q=0.9"}
COMMANDS = (("serve", "--port", "0"), ("check",), ("backup", "unwritten.backup"), ("operator",))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_file_that_is_no_database(tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / "tilefolk.sqlite"
    file.write_text("a shopping list\n" * 99)
    code, told = said(*command, "--data", str(tmp_path))
    assert code == 1 and f"{file} is not a database" in told
    file.unlink()
    file.mkdir()
    code, told = said(*command, "--data", str(tmp_path))
    assert code == 1 and f"{file} cannot be read: it is a folder" in told
    code, told = said(*command, "--data", str(tmp_path), "--database-url", f"sqlite:///{file}")
    assert code == 1 and f"{file} cannot be opened as a database" in told


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("place", ["127.0.0.1:many", "127.0.0.1:70000", "127.0.0.1/x?colour=red"])
def test_an_address_that_is_none(tmp_path: Path, command: tuple[str, ...], place: str) -> None:
    url = f"postgresql://ola@{place}"
    code, told = said(*command, "--data", str(tmp_path), "--database-url", url)
    assert code == 2 and "not the address of a database" in told


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("password", ["p@sesame", "p@se:same", "p@se/same", "p@se?same", "@sesame"])
def test_no_part_of_a_password_is_told(tmp_path: Path, command: tuple[str, ...], password: str) -> None:
    url = f"postgresql://tilefolk:{password}@127.0.0.1:1/x"
    code, told = said(*command, "--data", str(tmp_path), "--database-url", url)
    assert code == 2 and "same" not in told
    assert "p@ss is p%40ss" in told
    assert database_url(url.replace(password, quote(password, safe=""))).password == password


@pytest.mark.parametrize(
    "site", ["nonsense", "tilefolk.example", "ftp://tilefolk.example", "http://x:y/", "https://"]
)
def test_a_site_that_is_none(tmp_path: Path, site: str) -> None:
    code, told = said("operator", "--site", site, "--data", str(tmp_path))
    assert code == 2 and f"{site} is not the address of a site" in told


def made(cluster: Postgres, *statements: str) -> None:
    engine = engine_for(database_url(cluster.url)).execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def url_of(cluster: Postgres, role: str, name: str, password: str | None = None) -> str:
    url = make_url(cluster.url).set(username=role, database=name, password=password)
    return url.render_as_string(hide_password=False)


def test_a_role_that_may_not_make_tables(cluster: Postgres, tmp_path: Path) -> None:
    made(cluster, "create role reader login", "create database guarded")
    made_there = url_of(cluster, "reader", "guarded")
    for command in (COMMANDS[0], COMMANDS[3]):
        code, told = said(*command, "--data", str(tmp_path), "--database-url", made_there)
        assert code == 1 and "ALTER DATABASE guarded OWNER TO reader" in told
    made(cluster, "alter database guarded owner to reader")
    with serve(tmp_path, url=made_there) as server:
        Visitor(server)


def test_an_empty_database_has_nothing_to_check(cluster: Postgres, tmp_path: Path) -> None:
    made(cluster, "create database fresh")
    code, told = said("check", "--database-url", url_of(cluster, "postgres", "fresh"))
    assert code == 1 and "nothing to check" in told
    (tmp_path / "tilefolk.sqlite").touch()
    code, told = said("check", "--data", str(tmp_path))
    assert code == 1 and "nothing to check" in told


@pytest.mark.parametrize("encoding", ["LATIN2", "SQL_ASCII"])
def test_a_database_must_be_in_utf8(cluster: Postgres, tmp_path: Path, encoding: str) -> None:
    name = f"in_{encoding.lower()}"
    made(cluster, f"create database {name} encoding '{encoding}' template template0 locale 'C'")
    url = url_of(cluster, "postgres", name)
    code, told = said("serve", "--port", "0", "--data", str(tmp_path), "--database-url", url)
    assert code == 1 and f"is in {encoding}" in told and "--encoding UTF8 --template template0" in told


@pytest.mark.asyncio
async def test_a_password_may_be_any_text_and_an_address_may_have_settings(cluster: Postgres) -> None:
    """Also for the connection that listens to other nodes and tells `restore` that one is up."""
    made(cluster, "create role signs login", "create database signs owner signs")
    store = Store(url_of(cluster, "signs", "signs", "p%ss w@rd/'?") + "?connect_timeout=7")
    store.changes.listen(lambda hint: None)
    asked = select(func.count()).select_from(text("pg_locks")).where(text(f"objid = {SERVING_LOCK}"))
    for _ in range(1000):
        if held_now := await store.read(lambda connection: connection.execute(asked).scalar_one()):
            break
        await asyncio.sleep(0.05)
    store.close()
    assert held_now == 1


def test_who_is_not_let_in(cluster: Postgres, tmp_path: Path) -> None:
    rules = cluster.folder / "data" / "pg_hba.conf"
    before = rules.read_text()
    rules.write_text(f"host all locked all scram-sha-256\nhost all stranger all reject\n{before}")
    made(cluster, "create role locked login password 'right'", "select pg_reload_conf()")
    for role, password, words in (
        ("locked", "wrong", "does not accept the password of locked"),
        ("stranger", None, "does not let stranger into the database postgres"),
        ("nobody", None, "createuser --pwprompt nobody"),
    ):
        url = url_of(cluster, role, "postgres", password)
        code, told = said("serve", "--port", "0", "--data", str(tmp_path), "--database-url", url)
        assert code == 1 and words in told
    code, told = said("check", "--database-url", "postgresql://ola@nowhere.invalid/x")
    assert code == 1 and "No machine is known by the name in nowhere.invalid:5432" in told


@pytest.mark.parametrize(
    ("pragma", "problem"), [("max_page_count=1", "full"), ("query_only=1", "read_only")], ids=("full", "read")
)
def test_a_disk_that_takes_nothing_more(tmp_path: Path, pragma: str, problem: str) -> None:
    engine = engine_for(database_url(tmp_path / "tilefolk.sqlite"))
    with (
        pytest.raises(BadDatabase) as refused,
        translate_errors(engine.url),
        engine.execution_options(writes=True).connect() as connection,
    ):
        connection.exec_driver_sql(f"pragma {pragma}")
        connection.exec_driver_sql("create table notes (words text)")
    engine.dispose()
    assert refused.value.problem == f"cli.database.{problem}" and not refused.value.is_temporary


def test_a_file_serves_one_node(tmp_path: Path) -> None:
    backup, here = str(tmp_path / "site.backup"), ("--data", str(tmp_path))
    with serve(tmp_path) as server:
        assert server.process
        for words in (("backup", backup), ("check",), ("operator",)):
            assert CliRunner().invoke(app, [*words, *here]).exit_code == 0
        for command in (("serve", "--port", "0"), ("restore", backup)):
            code, told = said(*command, *here)
            assert code == 1 and "A file serves one node" in told
            assert f"process {server.process.pid} (127.0.0.1:{server.port})" in told
        Visitor(server).post("/api/play", game="my_city/eternal", bots=["greedy"])
        server.kill()  # its bots may end a moment later, and hold nothing
        with serve(tmp_path) as second:
            Visitor(second)


def test_a_port_that_was_asked_for_is_taken_or_nothing(tmp_path: Path) -> None:
    migrate(engine_for(database_url(tmp_path / "tilefolk.sqlite")))
    with socket.create_server(("127.0.0.1", free_port())) as other:
        taken = str(other.getsockname()[1])
        code, told = said("serve", "--port", taken, "--data", str(tmp_path))
    assert code == 2 and f"Port {taken} on 127.0.0.1 is taken" in told
    for host, words in (
        ("198.51.100.7", "does not have that address"),
        ("nowhere.invalid", "no machine has"),
    ):
        code, told = said("serve", "--host", host, "--data", str(tmp_path))
        assert code == 2 and words in told


def test_who_is_refused_leaves_nothing_behind(tmp_path: Path) -> None:
    new, backup = tmp_path / "new", tmp_path / "empty.backup"
    backup.touch()
    nobody = "postgresql://tilefolk@127.0.0.1:1/x"
    for words in (
        ("serve", "--host", "300.1.1.1"),
        ("serve", "--port", "0", "--nodes", "2"),
        ("serve", "--port", "0", "--database-url", nobody),
        ("restore", str(tmp_path)),
        ("restore", str(backup)),
        ("restore", str(tmp_path / "nothing.backup")),
        ("restore", str(backup), "--database-url", nobody),
    ):
        code, _ = said(*words, "--data", str(new))
        assert code and not new.exists(), words


def test_a_backup_needs_its_folder(tmp_path: Path) -> None:
    migrate(engine_for(database_url(tmp_path / "tilefolk.sqlite")))
    file = tmp_path / "no/such/site.backup"
    code, told = said("backup", str(file), "--data", str(tmp_path))
    assert code == 1 and f"{file} cannot be written: the folder for it does not exist" in told


@pytest.fixture
def careless() -> Iterator[None]:
    """Others may read what is made, unless it says otherwise."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in (folder, *folder.iterdir())}


@pytest.mark.usefixtures("careless")
def test_nobody_else_reads_the_data(tmp_path: Path) -> None:
    """Also what is restored, and a site whose files were open to others before."""
    site, again, backup = tmp_path / "var/site", tmp_path / "again", tmp_path / "site.backup"
    new = {"": 0o600, "-wal": 0o600, "-shm": 0o600, ".lock": 0o600}
    wanted = {f"tilefolk.sqlite{end}": mode for end, mode in new.items()}
    for _ in range(2):
        engine = engine_for(database_url(site / "tilefolk.sqlite"))
        with lock_database_file(engine.url, "test"), engine.connect():
            migrate(engine)
            assert modes(site) == {"site": 0o700, **wanted}
            for file in site.iterdir():
                file.chmod(0o644)
            with engine_for(database_url(site / "tilefolk.sqlite")).connect():
                assert modes(site) == {"site": 0o700, **wanted}
        engine.dispose()
        (site / "tilefolk.sqlite").chmod(0o644)
    for command, folder in (("backup", site), ("restore", again)):
        told = CliRunner().invoke(app, [command, str(backup), "--data", str(folder)])
        assert told.exit_code == 0, told.output
    assert backup.stat().st_mode & 0o777 == 0o600
    found = modes(again)
    assert found.pop("again") == 0o700 and set(found.values()) == {0o600} and found.keys() <= wanted.keys()


def test_the_usual_port_gives_way_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", free_port())) as other:
        taken = int(other.getsockname()[1])
        monkeypatch.setattr("tilefolk.cli.bind.PORT", taken)
        found = listen(texts("en"), "127.0.0.1", None)
    with found.socket:
        assert found.taken == taken and found.socket.getsockname()[1] > taken
    assert f"Port {PORT} is taken" in texts("en").say(
        "cli.serving.moved", taken=str(PORT), address="", folder=""
    )


def test_everywhere_is_told_as_addresses_that_open(tmp_path: Path) -> None:
    with serve(tmp_path, "--host", "0.0.0.0") as server:
        found = pages("0.0.0.0", server.port)
        assert found[-1] == f"http://localhost:{server.port}/" and "0.0.0.0" not in "".join(found)
        for page in found:
            assert httpx.get(f"{page}healthz", timeout=60).status_code == 200
    assert pages("::1", 8080) == ["http://[::1]:8080/"]


def test_the_log_of_a_node_is_plain_and_ends_with_its_last_word(tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        Visitor(server).post("/api/play", game="my_city/eternal", bots=["greedy"])
        server.stop()
        assert server.process and server.process.poll() == 0
    log = (tmp_path / "log").read_text()
    assert "started" in log and "\x1b" not in log and "leaked" not in log and "Traceback" not in log
    assert "stopped" in log.strip().split("\n")[-1]


def test_a_killed_node_says_nothing_more(tmp_path: Path) -> None:
    """What Python's tracker tidies up after it is no news for an operator."""
    with serve(tmp_path) as server:
        Visitor(server).post("/api/play", game="my_city/eternal", bots=["greedy"])
        assert server.process
        process = server.process
        wait_until(lambda: len(family(process.pid)) >= len(("node", "tracker", "bot")))
        pids = family(process.pid)
        server.kill()
        wait_until(lambda: all_gone(pids))
    last = (tmp_path / "log").read_text().strip().split("\n")[-1]
    assert "started" in last


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("https://tilefolk.example", "tilefolk.example", True),
        ("https://tilefolk.example", "tilefolk.example:443", True),
        ("https://tilefolk.example:8443", "tilefolk.example:8443", True),
        ("https://tilefolk.example:8443", "tilefolk.example", False),
        ("https://tilefolk.example", "tilefolk.example:80", False),
        ("https://elsewhere.example", "tilefolk.example", False),
        ("null", "tilefolk.example", False),
    ],
)
def test_our_own_pages_are_known_with_and_without_a_port(origin: str, host: str, same: bool) -> None:
    assert same_origin(Headers({"origin": origin, "host": host})) is same


@pytest.mark.asyncio
async def test_a_link_that_opens_nothing_is_told_on_a_page(tmp_path: Path) -> None:
    async with local_app(tmp_path) as site, browser(site) as visitor:
        page = await visitor.get("/me/abc", headers=BROWSER)
        assert page.status_code == 404 and page.headers["content-type"].startswith("text/html")
        assert "Ten osobisty link" in page.text and 'lang="pl"' in page.text
        for path, accept in (
            ("/me/abc", "application/json"),
            ("/me/abc", "*/*"),
            ("/api/x", BROWSER["accept"]),
        ):
            told = await visitor.get(path, headers={"accept": accept})
            assert told.status_code == 404 and told.headers["content-type"] == "application/problem+json"


@pytest.mark.asyncio
async def test_a_failure_of_ours_is_told_as_well(tmp_path: Path) -> None:
    app = create_app(Config(tmp_path, static=tmp_path))

    @app.get("/metrics/broken")
    async def broken() -> None:
        raise RuntimeError

    app.router.routes.insert(0, app.router.routes.pop())
    door = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=door, base_url="http://test") as browser:
        page = await browser.get("/metrics/broken", headers=BROWSER)
        assert page.status_code == 500 and "coś poszło nie tak" in page.text
        assert page.headers["x-frame-options"] == "DENY"
        assert (await browser.get("/metrics/broken")).json()["code"] == "failed"


def test_the_documented_proxies_log_no_personal_link_and_keep_to_https() -> None:
    text = (Path(__file__).parents[2] / "docs/hosting.md").read_text("utf-8")
    caddy, nginx = (
        text[text.index(begin) :].partition("```\n\n")[0] for begin in ("tilefolk.example {", "map $http")
    )
    assert "log_skip /me/*" in caddy
    assert re.search(r"location /me/ \{\s+access_log off;\s+error_log /dev/null;", nginx)
    for proxy in (caddy, nginx):
        assert "Strict-Transport-Security" in proxy and "?key=" not in proxy


def test_no_answer_waits_for_an_acknowledgement() -> None:
    """An accepted connection sends at once; else a body waits 40 ms after its head."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        send_at_once(listening)
        with socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            with accepted:
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_node_serves_on_a_socket_that_sends_at_once(tmp_path: Path) -> None:
    serve = "tilefolk.server.run.serve"
    names = ("create_app", "open_site", "Server", "collect_young_only", "gc", "signal")
    with contextlib.ExitStack() as replaced, socket.create_server(("127.0.0.1", 0)) as listening:
        for name in names:
            replaced.enter_context(patch(f"{serve}.{name}"))
        run_node(Config(tmp_path), listening)
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
