"""The site's settings: values that all its nodes share, such as its keys."""

import contextlib
import secrets
from pathlib import Path

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from tilefolk.server.storage.schema import settings

SIGNING_KEY = "secret.key"  # the name of the setting, and of the file that held the key before 0.2


def setting(connection: Connection, name: str, default: str) -> str:
    """Return a setting of the site; the first node that asks stores the default."""
    value = select(settings.c.value).where(settings.c.name == name)
    if connection.execute(value).first() is None:
        with contextlib.suppress(IntegrityError), connection.begin_nested():  # another node was faster
            connection.execute(insert(settings).values(name=name, value=default))
    return str(connection.execute(value).scalar_one())


def server_key(connection: Connection, folder: Path) -> str:
    """Return the key that all nodes sign with, made at the first start or taken from the old key file."""
    file = folder / SIGNING_KEY
    return setting(
        connection, SIGNING_KEY, file.read_text("ascii") if file.exists() else secrets.token_hex(32)
    )
