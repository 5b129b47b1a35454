"""`tilefolk export`, `backup`, `restore`, `check` and `operator`: the work of a site's operator."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import typer

from tilefolk.cli.data_location import data_folder, migrate_if_old, open_engine, open_store
from tilefolk.cli.messages import print_error, shortened, stop, stop_file
from tilefolk.locale import Texts
from tilefolk.server.matches.audit import Difference, audit_all
from tilefolk.server.matches.records import Unreadable
from tilefolk.server.matches.registry import load_live_match
from tilefolk.server.matches.series import newest_series_text
from tilefolk.server.people.identity import Signer
from tilefolk.server.run.logs import configure_logs
from tilefolk.server.storage.backup import BadBackup, write_backup
from tilefolk.server.storage.engine import schema_transaction
from tilefolk.server.storage.file_lock import lock_database_file
from tilefolk.server.storage.restore import check_restorable, restore_backup
from tilefolk.server.storage.settings import server_key
from tilefolk.server.storage.site_clock import stored_seconds


def export_match(texts: Texts, name: str, data: Path | None, url: str | None) -> None:
    """Print the record of a finished match, or of the series at a table."""
    with open_store(texts, data, url) as store:
        try:
            room = asyncio.run(load_live_match(store, name))
        except Unreadable as error:
            stop(texts, f"why.record_{error.code}", code=1)
        text = (
            room.record() if room else store.read_now(lambda connection: newest_series_text(connection, name))
        )
    if text is None:
        stop(texts, "cli.no_match", code=1, match=name)
    if room and not room.over:
        stop(texts, "cli.still_running", code=1, match=name)
    print(text, end="")


def back_up(texts: Texts, file: Path, data: Path | None, url: str | None) -> None:
    """Write everything the site stores into one file; a running server is not disturbed."""
    try:
        with open_engine(texts, data, url) as engine:
            rows = write_backup(engine, file)
    except BadBackup as error:
        stop(texts, error.problem, code=1, **error.names)
    except OSError as error:
        stop_file(texts, "cli.cannot_write", str(file), error, code=1)
    print(texts.say("operator.backed_up", rows["matches"], rows["lines"], file=str(file)))


def restore(texts: Texts, file: Path, data: Path | None, url: str | None) -> None:
    """Load a backup into an empty database."""
    try:
        head = check_restorable(file)
        with (
            open_engine(texts, data, url, new=True) as engine,
            lock_database_file(engine.url, "tilefolk restore"),
        ):
            rows = restore_backup(engine, file, head)
    except BadBackup as error:
        stop(texts, error.problem, code=1, **error.names)
    except OSError as error:
        stop_file(texts, "cli.cannot_read", str(file), error, code=1)
    print(texts.say("operator.restored", rows["matches"], rows["lines"]))


def check_matches(texts: Texts, data: Path | None, url: str | None) -> None:
    """Replay every stored match; print each difference on a line and exit 1 if there is one."""
    with open_engine(texts, data, url) as engine:
        checked = audit_all(engine)
    for difference in (*checked.differences, *checked.imported_differences):
        print_error(
            texts, "operator.check.difference", difference.line, **_difference_words(texts, difference)
        )
    print(texts.say("operator.checked", checked.running, checked.over))
    if checked.dropped:
        print(texts.say("operator.checked.dropped", checked.dropped))
    if checked.imported:
        wrong = len({difference.match for difference in checked.imported_differences})
        print(texts.say("operator.checked.imported", checked.imported, wrong))
    if checked.differences:
        stop(texts, "operator.checked.differences", len(checked.differences), code=1)


def _difference_words(texts: Texts, difference: Difference) -> dict[str, str]:
    reason = texts.reason(difference.problem, dict(difference.names), difference.rules)
    return {"match": difference.match, "text": shortened(difference.text), "reason": reason}


def print_operator_link(texts: Texts, site: str, data: Path | None, url: str | None) -> None:
    """Print a link to the operator's page, for one use within a day.

    The key stands behind a #: browsers send that part to nobody, so no proxy logs it.
    """
    configure_logs(json_lines=False)
    if not _is_web_address(site):
        stop(texts, "operator.site_address", given=site)
    with open_engine(texts, data, url) as engine:
        migrate_if_old(engine)
        with schema_transaction(engine) as connection:
            now = stored_seconds(connection)
            signer = Signer(server_key(connection, data_folder(data)), lambda: now)
    print(f"{site.rstrip('/')}/operator#key={signer.operator_key()}")
    typer.echo(texts.say("operator.link.note"), err=True)


def _is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
