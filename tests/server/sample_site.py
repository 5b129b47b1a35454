"""`python -m tests.server.sample_site FOLDER`: a site of this version, for the upgrade tests of later ones.

People who do not exist fill a server over its interface: matches of all games, campaigns, a bot over the
network, talk, questions nobody has answered yet. The folder gets a backup and what people were shown last.
"""

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx2 as httpx
from typer.testing import CliRunner

from tests.server.campaigns import choose
from tests.server.serving import Live, Server, Visitor, first_choice, running
from tilefolk.cli.main import app

NAMES = ("Guest 201", "Guest 202", "Gość 203")
SHOWN = (
    "round",
    "phase",
    "card",
    "row",
    "turn_of",
    "to_act",
    "score",
    "boards",
    "places",
    "choices",
    "gifts",
)
IN_MEMORY = ("seal", "outcomes")  # of a match: told only while it is in memory
RANDOM = {"bot": "random"}
WEEK_SECONDS = 604_800
PAUSE_SECONDS = 0.2  # between two looks: a socket takes 20 messages a second
RUNNING: dict[str, tuple[str, dict[str, Any]]] = {  # a match of each game, by names of ours
    "my_city": ("my_city/eternal", {"time": WEEK_SECONDS}),
    "my_island": ("my_island/eternal", {"options": {"pace": "own"}}),
    "point_city": ("point_city/table", {}),
    "roll_and_build": ("roll_and_build/4", {}),
}


class Sample:
    """A site that is being filled: its people, its tables by names of ours, its open pages."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.people = [Visitor(server, name) for name in NAMES]
        self.people[2].put("/api/me", language="pl")
        self.tables: dict[str, str] = {}
        self.pages: list[dict[str, Any]] = []

    def seat(self, name: str, game: str, *others: Visitor | dict[str, str] | str, **more: Any) -> str:
        """A table of the first person with these others."""
        seats = ["me", *("open" if isinstance(other, Visitor) else other for other in others)]
        body = {"options": {}, "listed": False, **more}
        table = str(self.people[0].post("/api/tables", game=game, seats=seats, **body)["id"])
        for number, other in enumerate(others, start=1):
            if isinstance(other, Visitor):
                other.put(f"/api/tables/{table}/seats/{number}", sitter="me")
        self.tables[name] = table
        return table

    def start(self, table: str) -> None:
        self.people[0].post(f"/api/tables/{table}/start")

    def begin(self, table: str, *players: Visitor) -> None:
        """A match that goes on: each of these answers once and leaves the page open."""
        self.start(table)
        lives = [player.live(table) for player in players]
        stored: dict[Live, dict[str, Any]] = {}
        while len(stored) < len(lives):
            for live in lives:
                if act := answer_if_asked(live):
                    stored[live] = act
        while self.waits_for_bots(table, read_pushes(lives[0])[0]["view"]["to_act"]):
            pass
        for player, live in zip(players, lives, strict=True):
            self.pages.append(keep_page(table, player, live, stored[live]))

    def waits_for_bots(self, table: str, to_act: list[int]) -> bool:
        seats = self.people[0].get(f"/api/tables/{table}")["seats"]
        return all(seats[seat]["sitter"]["kind"] == "bot" for seat in to_act)

    def end(self, table: str, *players: Visitor) -> None:
        """A whole match: everybody puts what they owe, ends their part and puts off what they win."""
        self.start(table)
        lives = [player.live(table) for player in players]
        while any(push["view"]["phase"] != "over" for live in lives for push in read_pushes(live)):
            for live in lives:
                for push in read_pushes(live):
                    if push["seat"] in push["view"]["to_act"]:
                        assert live.play(push["seat"], choose_ending(push["view"]))["type"] == "ack"
        for live in lives:
            live.close()


def read_pushes(live: Live) -> list[dict[str, Any]]:
    """The newest pushes of the running match."""
    time.sleep(PAUSE_SECONDS)
    live.rest()
    while not any(push["match"] == live.table["match"]["id"] for push in live.pushes.values()):
        live.take()
    return [*live.pushes.values()]


def choose_ending(view: dict[str, Any]) -> str:
    if view["phase"] == "owed":
        return choose(view)
    return "end" if view["phase"] == "rounds" else "later"


def answer_if_asked(live: Live) -> dict[str, Any] | None:
    """The line that was acknowledged, as the page sent it; None where the match does not wait for it."""
    for push in read_pushes(live):
        if push["seat"] in push["view"]["to_act"]:
            act = {**copy_receipt(push), "line": choose_line(push["view"])}
            assert live.play(act["seat"], act["line"])["type"] == "ack"
            return act
    return None


def copy_receipt(push: dict[str, Any]) -> dict[str, Any]:
    return {name: push[name] for name in ("match", "seat", "n")}


def choose_line(view: dict[str, Any]) -> str:
    return choose(view) if view["phase"] == "owed" else first_choice(view)


def keep_page(table: str, player: Visitor, live: Live, stored: dict[str, Any]) -> dict[str, Any]:
    """What an open page holds: what it shows, its last line, and what it will send next."""
    (push,) = read_pushes(live)
    view = push["view"]
    return {
        "table": table,
        "person": player.me["name"],
        "known": push.get("known_id", ""),
        "shown": {name: view[name] for name in SHOWN if name in view},
        "stored": stored,
        "next": {**copy_receipt(push), "line": choose_line(view)} if push["seat"] in view["to_act"] else None,
    }


def add_bot(site: Sample) -> dict[str, Any]:
    """A bot that plays, and all ways in that this version gives it."""
    owner, server = site.people[0], site.server
    bot: dict[str, Any] = owner.post("/api/me/bots", name="Robo")
    headers = {"authorization": f"Bearer {bot['token']}", "origin": server.url}
    table = site.seat("bot", "my_city/eternal", "open")
    with httpx.Client(base_url=server.url, headers=headers) as http:
        http.put(f"/api/tables/{table}/seats/1", json={"sitter": "me"}).raise_for_status()
        link = http.get("/api/me/link")
    if link.is_success:
        thief = Visitor(server)
        path = link.json()["url"].removeprefix(server.url)
        thief.http.post(path)
        bot |= {"link": path, "cookies": dict(thief.http.cookies)}
    site.begin(table, owner)
    return bot


def fill(server: Server) -> tuple[Sample, dict[str, Any]]:
    site = Sample(server)
    ola, jan, ewa = site.people
    for name, (game, more) in RUNNING.items():
        site.begin(site.seat(name, game, jan, RANDOM, **more), ola, jan)
    site.seat("gathering", "my_city/eternal", "open", RANDOM, listed=True)
    site.end(site.seat("again", "my_city/eternal", jan), ola, jan)
    site.start(site.tables["again"])  # asks for a rematch
    campaign = site.seat("campaign", "my_city/campaign", jan, ewa)
    site.end(campaign, ola, jan, ewa)
    ewa.put(f"/api/tables/{campaign}/seats/2/city", name="Łódź")
    site.end(campaign, ola, jan, ewa)
    site.begin(campaign, ola, ewa)
    island = site.seat("island", "my_island/campaign", jan, ewa)
    site.end(island, ola, jan, ewa)
    ewa.put(f"/api/tables/{island}/lineup/2", asleep=True)
    jan.put(f"/api/tables/{island}/restart", after=0)
    live = ola.live(campaign)
    live.rest()
    live.send(type="say", id="sample-say-1", text="Good luck to all.")
    live.wait_for("said")
    return site, add_bot(site)


def read_table(person: Visitor, table: str) -> dict[str, Any]:
    told: dict[str, Any] = person.get(f"/api/tables/{table}")
    if told["match"]:
        told["match"] = {name: what for name, what in told["match"].items() if name not in IN_MEMORY}
    return {name: what for name, what in told.items() if name not in ("link", "created", "people")}


def make(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        data = Path(temporary)
        with running(data) as server:
            site, bot = fill(server)
            people, first = site.people, site.people[0]
            known: dict[str, Any] = {
                "shown_to": first.me["name"],
                "people": {person.me["name"]: person.me["id"] for person in people},
                "cookies": {person.me["name"]: dict(person.http.cookies) for person in people},
                "tables": {name: read_table(first, table) for name, table in site.tables.items()},
                "pages": site.pages,
                "bot": bot,
            }
            for name in ("campaign", "island"):
                series = first.http.get(f"/api/tables/{site.tables[name]}/series").raise_for_status()
                (folder / f"{name}.series").write_text(series.text, "utf-8")
            record = first.record(known["tables"]["again"]["match"]["id"])
            (folder / "again.match").write_text(record, "utf-8")
        known["checked"] = call(data, "check").strip()
        call(data, "backup", str(folder / "site.backup"))
    text = json.dumps(known, ensure_ascii=False, sort_keys=True)
    (folder / "site.json").write_text(text + "\n", "utf-8")


def call(data: Path, *words: str) -> str:
    done = CliRunner().invoke(app, [*words, "--data", str(data), "--lang", "en"])
    assert done.exit_code == 0, done.output
    return done.output


if __name__ == "__main__":
    make(Path(sys.argv[1]))
