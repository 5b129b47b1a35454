"""What a changing call names may exist and belong to another table, match or person: then nothing changes.

Ida has a table of each kind that Ola has as well, with seats, matches and entries of the same numbers.
"""

import re
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

import httpx2 as httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from tests.server.campaigns import text_of
from tests.server.local_app import browser, local_app
from tilefolk.server.messages import Say
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import OPERATOR_COOKIE, Person

pytestmark = pytest.mark.asyncio(loop_scope="module")
Json = dict[str, Any]
BOT = {"bot": "random"}
HERS, RUNNING, MINE = "/api/tables/{campaign}", "/api/tables/{running}", "/api/tables/{mine}"

# Ida calls at Ola's tables.
AT_ANOTHER_TABLE: list[tuple[str, str, object, int, str]] = [
    ("PUT", f"{HERS}/seats/1", {"sitter": BOT}, 403, "not_yours"),
    ("PUT", f"{HERS}/seats/1", {"sitter": "open"}, 403, "not_yours"),
    ("PUT", f"{HERS}/seats/1", {"sitter": "me"}, 409, "seat_taken"),
    ("PUT", f"{RUNNING}/seats/1", {"sitter": BOT}, 403, "not_yours"),
    ("PUT", f"{RUNNING}/seats/1", {"sitter": "open"}, 403, "not_yours"),
    ("PUT", f"{RUNNING}/seats/1", {"sitter": "me"}, 403, "not_yours"),
    ("PUT", f"{HERS}/seats/0/city", {"name": "Łódź"}, 403, "not_yours"),
    ("POST", f"{HERS}/seats", {"sitter": "me"}, 403, "not_yours"),
    ("PUT", f"{HERS}/lineup/0", {"asleep": True}, 403, "not_yours"),
    ("PUT", f"{HERS}/lineup/2", {"asleep": False}, 409, "seat_taken"),
    ("PUT", f"{HERS}/lineup/2", {"asleep": False, "sitter": BOT}, 403, "not_yours"),
    ("POST", f"{HERS}/branch", {"after": 1}, 403, "not_yours"),
    ("PUT", f"{HERS}/restart", {"after": 1}, 403, "not_yours"),
    ("DELETE", f"{HERS}/restart", None, 403, "not_yours"),
    ("POST", f"{HERS}/start", None, 403, "not_yours"),
    ("PUT", f"{HERS}/rematch", {"agrees": True}, 403, "not_yours"),
    ("PUT", f"{HERS}/talk", {"quiet": True}, 403, "not_yours"),
    ("PUT", f"{HERS}/talk/seats/1", {"muted": True}, 403, "not_yours"),
    ("DELETE", f"{HERS}/talk/1", None, 404, "not_found"),
    ("POST", "/api/matches/{running_match}/hint?seat=0", None, 403, "not_your_seat"),
    ("POST", "/api/me/bots/{bot}/token", None, 404, "not_found"),
    ("DELETE", "/api/me/bots/{bot}", None, 404, "not_found"),
]

# Ida calls at her own table and names a seat, a moment or an entry that only Ola's has.
AT_THE_OWN_TABLE: list[tuple[str, str, object, int, str]] = [
    ("PUT", f"{MINE}/seats/2", {"sitter": "me"}, 404, "not_found"),
    ("PUT", f"{MINE}/seats/2/city", {"name": "Łódź"}, 404, "no_cities"),
    ("PUT", f"{MINE}/lineup/2", {"asleep": True}, 404, "no_such_seat"),
    ("PUT", f"{MINE}/lineup/2", {"asleep": False}, 409, "no_such_seat"),
    ("POST", f"{MINE}/branch", {"after": 3}, 409, "not_played"),
    ("PUT", f"{MINE}/restart", {"after": 3}, 409, "nothing_to_restart"),
    ("PUT", f"{MINE}/talk/seats/2", {"muted": True}, 404, "not_found"),
    ("DELETE", f"{MINE}/talk/2", None, 404, "not_found"),
    ("DELETE", "/api/operator/tables/{mine}/talk/2", None, 404, "not_found"),
]

# Who calls these may change what they name, be it theirs or not.
FOR_EVERYBODY = {
    "/api/chapters/{}",  # one's own envelopes of a game
    "/api/guides/{}/{}",  # a new table
    "/api/operator/people/{}",
    "/api/operator/tables/{}",
}


class Site(NamedTuple):
    """Two hosts, what their tables are called, and everything they are shown."""

    node: Node
    ola: httpx.AsyncClient
    ida: httpx.AsyncClient
    names: dict[str, str]

    async def shown(self) -> list[object]:
        who = {"campaign": self.ola, "running": self.ola, "mine": self.ida, "my_match": self.ida}
        tables = [(await one.get(f"/api/tables/{self.names[name]}")).json() for name, one in who.items()]
        talks = [await self.node.talk.newest(self.names[name]) for name in who]
        return [tables, talks, (await self.ola.get("/api/me/bots")).json()]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    async with local_app(tmp_path_factory.mktemp("foreign")) as app:
        node: Node = app.state.services.node
        ola, jan, ewa, ida = [await somebody(app, name) for name in ("Ola", "Jan", "Ewa", "Ida")]
        hers = await campaign(ola, 3, 3, jan, ewa)
        mine = await campaign(ida, 2, 2)
        await put(ola, f"/api/tables/{hers}/lineup/2", asleep=True)
        await put(ola, f"/api/tables/{hers}/restart", after=1)
        for table, host, entries in ((hers, ola, 2), (mine, ida, 1)):
            for at in range(entries):
                words = Say(type="say", id=f"receipt-{at}", text="Hej")
                await node.talk.say(table, Person(**(await host.get("/api/me")).json()), words)
        running, my_match = await started(ola, jan), await started(ida)
        bot = await post(ola, "/api/me/bots", name="Robot")
        names = {"campaign": hers, "running": running["id"], "running_match": running["match"]["id"]}
        yield Site(node, ola, ida, {**names, "mine": mine, "my_match": my_match["id"], "bot": bot["id"]})


async def somebody(app: FastAPI, name: str) -> httpx.AsyncClient:
    """A person, who has the operator's cookie as well: it opens no calls but the operator's."""
    person = browser(app)
    await put(person, "/api/me", name=name)
    person.cookies.set(OPERATOR_COOKIE, app.state.services.signer.operator_cookie())
    return person


async def post(person: httpx.AsyncClient, path: str, **body: Any) -> Json:
    made: Json = (await person.post(path, json=body)).raise_for_status().json()
    return made


async def put(person: httpx.AsyncClient, path: str, **body: Any) -> None:
    (await person.put(path, json=body)).raise_for_status()


async def campaign(host: httpx.AsyncClient, seats: int, played: int, *others: httpx.AsyncClient) -> str:
    """A table that goes on with a campaign."""
    text = text_of(seats, played).encode()
    table = (await host.post("/api/series", content=text, headers={"content-type": "text/plain"})).json()[
        "id"
    ]
    for seat, person in enumerate(others, start=1):
        await put(person, f"/api/tables/{table}/seats/{seat}", sitter="me")
    return str(table)


async def started(host: httpx.AsyncClient, *others: httpx.AsyncClient) -> Json:
    """A table whose match runs."""
    sitting = ["me", *("open" for _ in others)]
    table = (await post(host, "/api/tables", game="my_city/eternal", seats=sitting))["id"]
    for seat, person in enumerate(others, start=1):
        await put(person, f"/api/tables/{table}/seats/{seat}", sitter="me")
    return await post(host, f"/api/tables/{table}/start")


@pytest.mark.parametrize(("method", "path", "body", "status", "code"), AT_ANOTHER_TABLE + AT_THE_OWN_TABLE)
async def test_what_belongs_to_others_stays_as_it_is(
    site: Site, method: str, path: str, body: object, status: int, code: str
) -> None:
    before = await site.shown()
    answer = await site.ida.request(method, path.format(**site.names), json=body)
    assert (answer.status_code, answer.json().get("code")) == (status, code)
    assert await site.shown() == before


async def test_every_changing_call_that_names_something_is_tried(tmp_path: Any) -> None:
    """A new call has its row above."""
    tried = {(verb, nameless(path)) for verb, path, *_ in AT_ANOTHER_TABLE + AT_THE_OWN_TABLE}
    async with local_app(tmp_path) as app:
        known = {
            (verb.upper(), nameless(path))
            for path, verbs in app.openapi()["paths"].items()
            for verb in verbs
            if verb != "get" and "{" in path
        }
    assert {call for call in known - tried if call[1] not in FOR_EVERYBODY} == set()
    assert tried <= known


def nameless(path: str) -> str:
    """A path without what it names."""
    return re.sub(r"(?<=/)(\d+|{\w+})", "{}", path.partition("?")[0])
