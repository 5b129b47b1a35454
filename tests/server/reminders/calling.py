"""People with a webhook, and how they are called."""

from sqlalchemy import Connection

from tests.server.callboxes import Browser, CallBox
from tests.server.nodes import pass_time, settled
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.reminders.push_keys import new_private_key, to_base64url
from tilefolk.server.reminders.reminders import AWAY_SECONDS
from tilefolk.server.reminders.subscriptions import set_webhook

GAME, TURNS = "my_city/eternal", "point_city/table"
SITE = "https://tilefolk.example/"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
KEY = to_base64url(Browser(new_private_key(), SECRET).public)


async def hooked(node: Node, box: CallBox, *who: Person) -> None:
    """These people have a webhook under their names."""

    def hook(connection: Connection) -> None:
        for person in who:
            url, now = f"{box.url}/{person.name}", node.store.clock.now()
            set_webhook(connection, person.id, SITE, url, now)

    await node.store.write(hook)


async def called(node: Node, seconds: float = AWAY_SECONDS + 1) -> None:
    """Time passes, and whoever has to be called has been."""
    await pass_time(node, seconds)
    await settled(node)


def names(box: CallBox) -> list[str]:
    return sorted(call.path[1:] for call in box.calls)
