"""Reminders: one message each time that a match begins to wait for somebody who is away."""

import asyncio

from sqlalchemy import Connection, insert
from sqlalchemy.exc import IntegrityError

from tilefolk.locale import texts
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import find_person
from tilefolk.server.reminders.delivery import Mailer, Message
from tilefolk.server.reminders.push_keys import new_private_key
from tilefolk.server.reminders.subscriptions import (
    AbsentPlayer,
    Subscriber,
    absent_subscribers,
    load_subscriber,
    mark_seen,
)
from tilefolk.server.reminders.web_push import VapidKey
from tilefolk.server.storage.schema import reminders
from tilefolk.server.storage.settings import setting
from tilefolk.server.storage.store import Store
from tilefolk.server.tables.table import TableRow, table_link

AWAY_SECONDS = 30.0  # without a connection before somebody is reminded: longer than a reload takes


async def load_vapid_key(store: Store) -> VapidKey:
    """Load the key with which the site signs pushes, made at its first start. Raises Unavailable."""
    key = await store.write(lambda connection: setting(connection, "push.key", new_private_key()))
    return VapidKey(key)


class Reminders:
    """Every node looks for people to remind; the one that stores the reminder first sends it."""

    def __init__(self, node: Node, mailer: Mailer) -> None:
        self._node, self._mailer = node, mailer
        self._checked: dict[tuple[str, str], int] = {}  # by match and person: the record's length then

    async def sweep(self) -> None:
        """Remind everybody for whom a match has begun to wait while they are away. Raises Unavailable."""
        store, now, here = self._node.store, self._node.store.clock.now(), self._node.presence.everybody()
        if here:
            await store.write(lambda connection: mark_seen(connection, here, now), "subscribers")
        found = await store.read(lambda connection: absent_subscribers(connection, now - AWAY_SECONDS))
        absent = [player for player in found if player.person not in here]
        keys = {(player.match, player.person) for player in absent}
        self._checked = {key: head for key, head in self._checked.items() if key in keys}
        for player in absent:
            if player.head > self._checked.get((player.match, player.person), 0):
                with self._node.failures.isolate("reminders", player.match):
                    await self._check(player)
                    self._checked[player.match, player.person] = player.head

    async def _check(self, player: AbsentPlayer) -> None:
        """Remind a player if the match waits for them and nobody has reminded them of this turn."""
        live = await self._node.live_match(player.match)
        table = await self._node.table(live.table) if live else None
        if live is None or table is None:
            return
        played = [seat for seat in table.held_by(player.person) if not table.seats[seat].stand_in]
        waiting_since = [live.turn_clock.start(seat).seq for seat in played if seat in live.acting()]
        if waiting_since and await self._claim(player.person, player.match, max(waiting_since)):
            self._node.background.spawn(self._send(player.person, table))

    async def _claim(self, person: str, match: str, seq: int) -> bool:
        """Store a reminder before it is sent, so that nobody gets it twice; False if another node did."""

        def store(connection: Connection) -> None:
            connection.execute(insert(reminders).values(person=person, match_id=match, seq=seq))

        try:
            await self._node.store.write(store, "reminders")
        except IntegrityError:
            return False
        return True

    async def _send(self, person: str, table: TableRow) -> None:
        subscriber = await self._node.store.read(lambda connection: load_subscriber(connection, person))
        message = await self._message(subscriber, table)
        topic = str(table.match)
        sending = [
            self._mailer.send_push(subscriber, device, topic, message) for device in subscriber.devices
        ]
        if subscriber.webhook:
            sending.append(self._mailer.send_webhook(subscriber.webhook, message))
        await asyncio.gather(*sending)

    async def _message(self, subscriber: Subscriber, table: TableRow) -> Message:
        person = await self._node.store.read(lambda connection: find_person(connection, subscriber.person))
        language = texts(person.language if person else "en")
        game = language.say(f"game.{table.game.partition('/')[0]}")
        mode = language.say(f"mode.{table.game}")
        return {
            "title": language.say("call.title"),
            "body": language.say("call.body", game=game, mode=mode),
            "link": table_link(subscriber.site, table.id),
        }
