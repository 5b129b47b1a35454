"""Calling people back: one message for each time a match begins to wait for somebody who is away."""

import asyncio

from sqlalchemy import Connection, insert
from sqlalchemy.exc import IntegrityError

from tilefolk.locale import texts
from tilefolk.server.http.table_json import link
from tilefolk.server.node.node import House
from tilefolk.server.people.identity import find_person, setting
from tilefolk.server.reminders.delivery import Post
from tilefolk.server.reminders.subscriptions import Callee, Waiting, away, callee, seen_here
from tilefolk.server.reminders.web_push import Sender, new_key
from tilefolk.server.storage.schema import calls
from tilefolk.server.storage.store import Store
from tilefolk.server.tables.table import TableRow

AWAY = 30.0  # seconds without a connection before somebody is called; a reload is no absence


async def site_sender(store: Store) -> Sender:
    """The site with its own keys, made at its first start."""
    return Sender(await store.write(lambda connection: setting(connection, "push.key", new_key())))


class Calls:
    """Every node looks for people to call; who writes the call down first makes it."""

    def __init__(self, house: House, post: Post) -> None:
        self._house, self._post = house, post
        self._looked: dict[tuple[str, str], int] = {}  # up to which line a match was looked at for somebody

    async def sweep(self) -> None:
        store, now, here = self._house.store, self._house.store.clock.now(), self._house.guests.everybody()
        if here:
            await store.write(lambda connection: seen_here(connection, here, now), "callees")
        waiting = await store.read(lambda connection: away(connection, now - AWAY))
        absent = {(one.match, one.person): one.head for one in waiting if one.person not in here}
        self._looked = {key: head for key, head in self._looked.items() if key in absent}
        for one in waiting:
            if absent.get((one.match, one.person), 0) > self._looked.get((one.match, one.person), 0):
                await self._look(one)
                self._looked[one.match, one.person] = one.head

    async def _look(self, one: Waiting) -> None:
        room = await self._house.room(one.match)
        table = await self._house.table(room.table) if room else None
        if room is None or table is None:
            return
        held = [seat for seat in table.held_by(one.person) if not table.seats[seat].stand_in]
        waits = [room.waits.since(seat).seq for seat in held if seat in room.acting()]
        if waits and await self._is_ours(one.person, one.match, max(waits)):
            self._house.run(self._call(one.person, table))

    async def _is_ours(self, person: str, match: str, seq: int) -> bool:
        """Write the call down before it is made: rather none than two."""

        def note(connection: Connection) -> None:
            connection.execute(insert(calls).values(person=person, match_id=match, seq=seq))

        try:
            await self._house.store.write(note, "calls")
        except IntegrityError:
            return False
        return True

    async def _call(self, person: str, table: TableRow) -> None:
        who = await self._house.store.read(lambda connection: callee(connection, person))
        message = await self._message(who, table)
        topic = str(table.match)
        posts = [self._post.push(who, device, topic, message) for device in who.devices]
        if who.webhook:
            posts.append(self._post.hook(who.webhook, message))
        await asyncio.gather(*posts)

    async def _message(self, who: Callee, table: TableRow) -> dict[str, str]:
        person = await self._house.store.read(lambda connection: find_person(connection, who.person))
        said = texts(person.language if person else "en")
        game, way = said.say(f"game.{table.game.partition('/')[0]}"), said.say(f"way.{table.game}")
        return {
            "title": said.say("call.title"),
            "body": said.say("call.body", game=game, way=way),
            "link": link(who.site, table.id),
        }
