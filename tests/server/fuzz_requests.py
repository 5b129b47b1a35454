"""Odd requests: every operation of the interface with real ids, and values that are none."""

import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx2 as httpx

from tests.server.mutations import ODD_VALUES, mutate
from tests.server.test_series import text_of

OPERATIONS = json.loads((Path(__file__).parents[2] / "docs" / "openapi.json").read_text("utf-8"))["paths"]
LEFT_OUT = ("/api/me/calls",)  # asks a name server: this stays on loopback
BODIES: dict[str, dict[str, Any]] = {
    "/api/me": {"name": "Ola", "language": "pl"},
    "/api/tables": {"game": "my_city/eternal", "options": {}, "seats": ["me", "open"], "listed": True},
    "/api/play": {"game": "my_city/eternal", "bots": ["random"]},
    "/api/tables/{table_id}/seats/{seat}": {"sitter": "me"},
    "/api/tables/{table_id}/talk": {"quiet": False},
    "/api/tables/{table_id}/talk/seats/{seat}": {"muted": True},
    "/api/operator/enter": {"key": "abc"},
    "/api/operator/tables/{table_id}": {"closed": True},
}
ODD_SEGMENTS = (
    "",
    "..",
    "%00",
    "%2e%2e",
    "x" * 300,
    "-1",
    "99999999999999999999",
    "é",
    "\u202e",
    "a b",
    "%ff",
)
METHODS = ("get", "post", "put", "delete", "head", "patch")
KNOWN_METHOD_SHARE = 0.85
ODD_HEADERS: tuple[dict[str, str], ...] = (
    {"x-odd": ""},
    {"accept": "text/html"},
    {"origin": "https://elsewhere.example"},
    {"cookie": "tilefolk=abc"},
    {"cookie": "tilefolk=" + "x" * 3000},
    {"accept-language": "pl;q=x"},
    {"content-type": "text/plain"},
    {"content-encoding": "gzip"},
    {"range": "bytes=9-1"},
    {"if-none-match": "*"},
)


class KnownIds(NamedTuple):
    """Real ids of a site, and the text of a series."""

    values: dict[str, list[str]]
    series: str

    @classmethod
    async def gather(cls, http: httpx.AsyncClient) -> "KnownIds":
        """Make somebody with a few tables, one of them with a finished match."""
        text = text_of("roll_and_build/short", 2, 1)
        done = await http.post("/api/series", content=text, headers={"content-type": "text/plain"})
        played = await http.post("/api/play", json={"game": "my_city/eternal", "bots": ["random"]})
        tables = [each.raise_for_status().json() for each in (done, played)]
        me = (await http.get("/api/me")).json()["id"]
        values = {
            "table_id": [table["id"] for table in tables],
            "match_id": [table["match"]["id"] for table in tables],
            "person_id": [me],
            "seat": ["0", "1", "15"],
            "seq": ["1", "2"],
            "language": ["en", "pl"],
            "game": ["my_city"],
            "mode": ["eternal"],
        }
        return cls(values, text)


def odd_request(ids: KnownIds, random: Random) -> tuple[str, str, dict[str, Any]]:
    """One request: its method, its path and what else there is to send."""
    template = random.choice([path for path in OPERATIONS if not path.startswith(LEFT_OUT)])
    known = [*OPERATIONS[template]]
    method = random.choice(known if random.random() < KNOWN_METHOD_SHARE else METHODS).upper()
    path = "/".join(_segment(part, ids, random) for part in template.split("/"))
    if random.random() < 0.3:
        name, value = random.choice(("step", "run", "q", "paper", "x")), str(random.choice(ODD_VALUES))
        path += f"?{name}={quote(value, errors='replace')}"
    options: dict[str, Any] = {"headers": random.choice(ODD_HEADERS)}
    if method in ("POST", "PUT", "PATCH"):
        options["content"] = _body(template, ids, random)
        if "content-type" not in options["headers"]:
            options["headers"] = {**options["headers"], "content-type": "application/json"}
    return method, path, options


def _segment(part: str, ids: KnownIds, random: Random) -> str:
    if not part.startswith("{"):
        return part if random.random() < 0.99 else random.choice(ODD_SEGMENTS)
    if random.random() < 0.15:
        return random.choice(ODD_SEGMENTS)
    return random.choice(ids.values.get(part.strip("{}"), ["x"]))


def _body(template: str, ids: KnownIds, random: Random) -> bytes:
    if template == "/api/series":
        return _odd_text(ids.series, random).encode("utf-8", "surrogatepass")
    valid = BODIES.get(template, {"x": 1})
    made = json.dumps(valid) if random.random() < 0.2 else mutate(valid, random)
    return made if isinstance(made, bytes) else made.encode("utf-8", "surrogatepass")


def _odd_text(text: str, random: Random) -> str:
    """A series with a few letters or lines changed."""
    rows = text.split("\n")
    at = random.randrange(len(rows))
    other = random.choice(rows)
    rows[at : at + random.randint(0, 2)] = random.choice(
        ([], [other], [rows[at], rows[at]], [rows[at][::-1]])
    )
    return "\n".join(rows)
