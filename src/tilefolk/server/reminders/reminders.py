"""Calling people back: one message for each time a match begins to wait for somebody who is away."""

import asyncio

from sqlalchemy import Connection, insert
from sqlalchemy.exc import IntegrityError

from tilefolk.locale import texts
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import find_person
from tilefolk.server.reminders.delivery import Mailer
from tilefolk.server.reminders.subscriptions import (
    AbsentPlayer,
    Subscriber,
    absent_subscribers,
    load_subscriber,
    mark_seen,
)
from tilefolk.server.reminders.web_push import VapidKey, new_private_key
from tilefolk.server.storage.schema import reminders
from tilefolk.server.storage.settings import setting
from tilefolk.server.storage.store import Store
from tilefolk.server.tables.table import TableRow, table_link

AWAY_SECONDS = 30.0  # seconds without a connection before somebody is called; a reload is no absence


async def load_vapid_key(store: Store) -> VapidKey:
    """The site with its own keys, made at its first start."""
    return VapidKey(await store.write(lambda connection: setting(connection, "push.key", new_private_key())))


class Reminders:
    """Every node looks for people to call; who writes the call down first makes it."""

    def __init__(self, node: Node, post: Mailer) -> None:
        self._node, self._post = node, post
        self._looked: dict[tuple[str, str], int] = {}  # up to which line a match was looked at for somebody

    async def sweep(self) -> None:
        store, now, here = self._node.store, self._node.store.clock.now(), self._node.presence.everybody()
        if here:
            await store.write(lambda connection: mark_seen(connection, here, now), "subscribers")
        waiting = await store.read(lambda connection: absent_subscribers(connection, now - AWAY_SECONDS))
        absent = {(one.match, one.person): one.head for one in waiting if one.person not in here}
        self._looked = {key: head for key, head in self._looked.items() if key in absent}
        for one in waiting:
            if absent.get((one.match, one.person), 0) > self._looked.get((one.match, one.person), 0):
                await self._look(one)
                self._looked[one.match, one.person] = one.head

    async def _look(self, one: AbsentPlayer) -> None:
        live = await self._node.live_match(one.match)
        table = await self._node.table(live.table) if live else None
        if live is None or table is None:
            return
        held = [seat for seat in table.held_by(one.person) if not table.seats[seat].stand_in]
        turn_clock = [live.turn_clock.start(seat).seq for seat in held if seat in live.acting()]
        if turn_clock and await self._is_ours(one.person, one.match, max(turn_clock)):
            self._node.background.spawn(self._call(one.person, table))

    async def _is_ours(self, person: str, match: str, seq: int) -> bool:
        """Write the call down before it is made: rather none than two."""

        def note(connection: Connection) -> None:
            connection.execute(insert(reminders).values(person=person, match_id=match, seq=seq))

        try:
            await self._node.store.write(note, "reminders")
        except IntegrityError:
            return False
        return True

    async def _call(self, person: str, table: TableRow) -> None:
        who = await self._node.store.read(lambda connection: load_subscriber(connection, person))
        message = await self._message(who, table)
        topic = str(table.match)
        posts = [self._post.send_push(who, device, topic, message) for device in who.devices]
        if who.webhook:
            posts.append(self._post.send_webhook(who.webhook, message))
        await asyncio.gather(*posts)

    async def _message(self, who: Subscriber, table: TableRow) -> dict[str, str]:
        person = await self._node.store.read(lambda connection: find_person(connection, who.person))
        said = texts(person.language if person else "en")
        game, way = said.say(f"game.{table.game.partition('/')[0]}"), said.say(f"way.{table.game}")
        return {
            "title": said.say("call.title"),
            "body": said.say("call.body", game=game, way=way),
            "link": table_link(who.site, table.id),
        }
