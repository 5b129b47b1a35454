"""`tilefolk backup`, `restore`, `check` and `operator`: what somebody does who keeps a site running."""

from pathlib import Path
from urllib.parse import urlsplit

import typer

from tilefolk.cli.places import bring_up_to_date, data_folder, opened_engine
from tilefolk.cli.speaking import complain, shortened, stop, stop_file
from tilefolk.locale import Texts
from tilefolk.server.matches.audit import Difference, audit_all
from tilefolk.server.people.identity import Signer
from tilefolk.server.storage.settings import server_key
from tilefolk.server.run.logs import configure_logs
from tilefolk.server.storage.backup import BadBackup, write_backup
from tilefolk.server.storage.engine import schema_transaction
from tilefolk.server.storage.file_lock import lock_database_file
from tilefolk.server.storage.restore import check_restorable, restore_backup
from tilefolk.server.storage.settings import server_key
from tilefolk.server.storage.site_clock import stored_seconds


def back_up(said: Texts, file: Path, data: Path | None, url: str | None) -> None:
    """Everything as it is in this moment, into one file."""
    try:
        with opened_engine(said, data, url) as engine:
            rows = write_backup(engine, file)
    except BadBackup as error:
        stop(said, error.problem, code=1, **error.names)
    except OSError as error:
        stop_file(said, "cli.cannot_write", str(file), error, code=1)
    print(said.say("operator.backed_up", rows["matches"], rows["lines"], file=str(file)))


def restore(said: Texts, file: Path, data: Path | None, url: str | None) -> None:
    """A backup into an empty database."""
    try:
        head = check_restorable(file)
        with (
            opened_engine(said, data, url, new=True) as engine,
            lock_database_file(engine.url, "tilefolk restore"),
        ):
            rows = restore_backup(engine, file, head)
    except BadBackup as error:
        stop(said, error.problem, code=1, **error.names)
    except OSError as error:
        stop_file(said, "cli.cannot_read", str(file), error, code=1)
    print(said.say("operator.restored", rows["matches"], rows["lines"]))


def check(said: Texts, data: Path | None, url: str | None) -> None:
    """Fold all that is stored; every difference in a line of its own, and exit 1."""
    with opened_engine(said, data, url) as engine:
        checked = audit_all(engine)
    for difference in checked.differences:
        complain(said, "operator.check.difference", difference.line, **_words(said, difference))
    print(said.say("operator.checked", checked.running, checked.over))
    if checked.dropped:
        print(said.say("operator.checked.dropped", checked.dropped))
    if checked.differences:
        stop(said, "operator.checked.differences", len(checked.differences), code=1)


def _words(said: Texts, difference: Difference) -> dict[str, str]:
    reason = said.reason(difference.problem, dict(difference.names), difference.rules)
    return {"match": difference.match, "text": shortened(difference.text), "reason": reason}


def operator_link(said: Texts, site: str, data: Path | None, url: str | None) -> None:
    """A link to the operator's page that holds for a day."""
    configure_logs(json_lines=False)
    if not _is_site(site):
        stop(said, "operator.site_address", given=site)
    with opened_engine(said, data, url) as engine:
        bring_up_to_date(engine)
        with schema_transaction(engine) as connection:
            now = stored_seconds(connection)
            signer = Signer(server_key(connection, data_folder(data)), lambda: now)
    print(f"{site.rstrip('/')}/operator?key={signer.operator()}")
    typer.echo(said.say("operator.link.note"), err=True)


def _is_site(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
