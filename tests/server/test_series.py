"""Series over the network: match after match, taken over, taken up again, out as one text and in again."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx
import pytest
from typer.testing import CliRunner

from tests.server.serving import OPENED, Live, Server, Visitor, first_choice, running
from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES
from tilefolk.campaign.playing import play_series
from tilefolk.campaign.record import SeriesRecord, read_series, write_series
from tilefolk.cli.load.random_answer import random_answer
from tilefolk.cli.main import app
from tilefolk.core.match import verify
from tilefolk.locale import LANGUAGES, texts
from tilefolk.printing import MissingExtra
from tilefolk.server.errors import ApiError
from tilefolk.server.http.calls import series_api
from tilefolk.server.people.identity import Person

CAMPAIGN, SHORT, LAST = "roll_and_build/campaign", "roll_and_build/short", "roll_and_build/chapter-4"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("series")) as server:
        yield server


def text_of(name: str, seats: int, matches: int | None = None, seed: str = "server") -> str:
    """The text of a series between bots, or of its first matches."""
    series = SERIES[name]
    played = play_series(series, [BOTS["random"]] * seats, seed).matches
    return write_series(SeriesRecord(series, seats, played[:matches]))


def take_in(person: Visitor, text: str) -> dict[str, Any]:
    table: dict[str, Any] = sent(person, text).raise_for_status().json()
    return table


def sent(person: Visitor, text: str) -> httpx.Response:
    return person.http.post("/api/series", content=text.encode(), headers={"content-type": "text/plain"})


def exported(person: Visitor, table: str, **query: int) -> str:
    return str(person.http.get(f"/api/tables/{table}/series", params=query).raise_for_status().text)


def ready(live: Live, seat: int, match: str) -> Live:
    while seat not in live.pushes or live.pushes[seat]["match"] != match:
        live.take()
    return live


def end(person: Visitor, table: str, *seats: int) -> dict[str, Any]:
    """These seats end their part of the running match; the table after it is over."""
    match = person.get(f"/api/tables/{table}")["match"]["id"]
    live = person.live(table)
    for seat in seats:
        ready(live, seat, match)
        while seat not in live.pushes[seat]["view"]["to_act"]:
            live.take()
        assert live.act(seat, "end")["type"] == "ack"
    while not (live.table and live.table["match"]["over"]):
        live.take()
    after: dict[str, Any] = person.get(f"/api/tables/{table}")
    return after


def test_matches_follow_each_other_and_a_new_series_begins_after_the_last(server: Server) -> None:
    ola = Visitor(server, "Ola")
    table = ola.post("/api/play", game=SHORT, bots=[])
    path = f"/api/tables/{table['id']}"
    values = []
    for played, mode in enumerate(SERIES[SHORT].modes):
        assert (table["match"]["game"], table["match"]["number"]) == (mode, played + 1)
        assert (table["series"]["played"], table["series"]["next"], table["sheet"]) == (played, mode, mode)
        assert ola.http.post(f"{path}/start").json()["code"] == "running"
        table = end(ola, table["id"], 0)
        values += [ola.get(f"/api/matches/{table['match']['id']}/view")["view"]["boards"][0]["value"]]
        assert table["series"]["chapters"][0]["values"] == [[value] for value in values]
        if played < 2:
            table = ola.post(f"{path}/start")
    assert table["series"]["over"] and table["series"]["next"] is None
    assert table["series"]["totals"] == [sum(values)] and table["series"]["run"] == 1
    first = exported(ola, table["id"])
    assert read_series(first).standing.over
    again = ola.post(f"{path}/start")
    assert (again["match"]["game"], again["match"]["number"]) == (SERIES[SHORT].modes[0], 4)
    assert (again["series"]["run"], again["series"]["played"], again["series"]["ids"]) == (2, 0, [])
    assert exported(ola, table["id"], run=1) == first
    assert read_series(exported(ola, table["id"])).matches == ()
    assert ola.http.get(f"{path}/series", params={"run": 3}).status_code == 404


def test_what_the_seats_bring_along_is_in_the_match_and_survives_a_kill(tmp_path: Path) -> None:
    """Killed between two matches and in the middle of one: bandits stay where they are."""
    with running(tmp_path) as server:
        ola = Visitor(server, "Ola")
        options = {"pace": "own"}
        table = ola.post("/api/tables", game=LAST, options=options, seats=["me", "me"], listed=False)
        ola.post(f"/api/tables/{table['id']}/start")
        after = end(ola, table["id"], 0, 1)
        _kill(server)
        assert ola.get(f"/api/tables/{table['id']}")["series"] == after["series"]
        second = ola.post(f"/api/tables/{table['id']}/start")["match"]["id"]
        live = ready(ready(ola.live(table["id"]), 0, second), 1, second)
        assert live.act(0, random_answer(live.pushes[0]["view"], Random(1)))["type"] == "ack"
        while live.pushes[0]["n"] == 0:
            live.take()
        before = [live.pushes[seat]["view"] for seat in (0, 1)]
        _kill(server)
        live = ready(ready(ola.live(table["id"]), 0, second), 1, second)
        assert [live.pushes[seat]["view"] for seat in (0, 1)] == before
        end(ola, table["id"], 0, 1)
        ola.post(f"/api/tables/{table['id']}/start")
        done = end(ola, table["id"], 0, 1)
        record = read_series(exported(ola, table["id"]))
    assert done["series"]["over"]
    assert dict(record.matches[0].header.options) == {"award": "yes", "pace": "own"}
    for match in record.matches[1:]:
        assert all(legacy.stickers for legacy in match.legacy), "who ends at once surrounds no bandit"
    assert all(verify(match) == [] for match in record.matches)


def _kill(server: Server) -> None:
    server.kill()
    while OPENED and isinstance(OPENED[-1], Live):
        OPENED.pop()
    server.start()


def test_seats_are_taken_over_between_matches(server: Server) -> None:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = ola.post("/api/play", game=SHORT, bots=["random"])
    path = f"/api/tables/{table['id']}"
    assert jan.http.put(f"{path}/seats/1", json={"sitter": "me"}).json()["code"] == "running"
    end(ola, table["id"], 0)
    jan.put(f"{path}/seats/1", sitter="me")
    ola.put(f"{path}/seats/0", sitter={"bot": "random"})
    taken = jan.post(f"{path}/start")
    assert [seat["sitter"].get("name", seat["sitter"].get("bot")) for seat in taken["seats"]] == [
        "random",
        "Jan",
    ]
    after = end(jan, table["id"], 1)
    assert after["series"]["played"] == 2
    jan.put(f"{path}/seats/1", sitter="open")
    assert jan.http.post(f"{path}/start").json()["code"] in ("not_full", "not_yours")


def test_my_tables_show_where_each_series_stands(server: Server) -> None:
    ola = Visitor(server, "Ola")
    ids = [take_in(ola, text_of(CAMPAIGN, 1, played))["id"] for played in (2, 5)]
    ola.post("/api/play", game="my_city/eternal", bots=[])
    mine = {table["id"]: table["series"] for table in ola.get("/api/tables")["mine"]}
    assert [mine[name]["played"] for name in ids] == [2, 5]
    assert [mine[name]["next"] for name in ids] == ["roll_and_build/3", "roll_and_build/6"]
    assert [series for series in mine.values() if series is None] == [None]


@pytest.mark.parametrize(("name", "seats", "matches"), [(CAMPAIGN, 3, 12), (CAMPAIGN, 2, 7), (LAST, 1, 0)])
def test_in_and_out_gives_the_same_bytes(server: Server, name: str, seats: int, matches: int) -> None:
    ola = Visitor(server, "Ola")
    text = text_of(name, seats, matches)
    table = take_in(ola, text)
    assert exported(ola, table["id"]).encode() == text.encode()
    stands = read_series(text).standing
    assert table["series"]["totals"] == list(stands.totals) and table["series"]["played"] == matches
    assert [bool(seat["sitter"]) for seat in table["seats"]] == [True, *[False] * (seats - 1)]
    for match_id, match in zip(table["series"]["ids"], read_series(text).matches, strict=True):
        record = ola.record(match_id)
        assert record in text and record.startswith(f"tilefolk-match 1\ngame {match.header.game}\n")
        assert ola.get(f"/api/matches/{match_id}/check")["wrong"] == 0
    answer = ola.http.get(f"/api/tables/{table['id']}/series")
    assert name.replace("/", "-") in answer.headers["content-disposition"]


def test_an_imported_series_goes_on(server: Server) -> None:
    ola = Visitor(server, "Ola")
    text = text_of(LAST, 2, 1)
    table = take_in(ola, text)
    ola.put(f"/api/tables/{table['id']}/seats/1", sitter={"bot": "random"})
    begun = ola.post(f"/api/tables/{table['id']}/start")
    assert begun["match"]["game"] == "roll_and_build/11" and begun["match"]["number"] == 2
    end(ola, table["id"], 0)
    record = read_series(exported(ola, table["id"]))
    assert exported(ola, table["id"]).startswith(text)
    assert record.matches[1].legacy == read_series(text).standing.legacy


def broken(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def test_bad_files_say_what_is_wrong_in_both_languages(server: Server) -> None:
    ola, text = Visitor(server, "Ola"), text_of(SHORT, 1)
    cases = {
        "series.mode": broken(text, "series roll_and_build/short", "series roll_and_build/chapter-1"),
        "record.illegal": broken(text, "\n0 place", "\n0 plaice"),
        "series.spelling": broken(text, "version 1\nseats 1", "seats 1\nversion 1"),
    }
    for problem, wrong in cases.items():
        for language in LANGUAGES:
            ola.put("/api/me", language=language)
            answer = sent(ola, wrong)
            told = answer.json()
            assert (answer.status_code, told["code"], told["about"]["problem"]) == (409, "bad_file", problem)
            said = texts(language)
            assert said.say(problem, **told["about"]["names"]) in told["detail"]
            assert str(told["about"]["line"]) in told["detail"]


def test_files_of_something_else_say_what_they_are(server: Server) -> None:
    """In a sentence of their own, without a line that nobody asked for."""
    ola, text = Visitor(server, "Ola"), text_of(SHORT, 1)
    cases = [
        ("file.other", "hello"),
        ("file.newer", broken(text, "version 1", "version 2")),
        ("file.newer", broken(text, "series 1", "series 2")),
        ("file.game", broken(text, "series roll_and_build/short", "series chess/short")),
        ("series.is_match", text[text.index("tilefolk-match") :]),
        ("series.running", text[: text.rindex("@ reveal")]),
    ]
    for problem, other in cases:
        for language in LANGUAGES:
            ola.put("/api/me", language=language)
            answer = sent(ola, other)
            told = answer.json()
            assert (answer.status_code, told["code"]) == (409, "other_file")
            assert told["about"]["problem"] == problem
            assert told["detail"] == texts(language).say(problem, **told["about"]["names"])


def test_a_blank_line_at_the_end_of_a_file_does_not_matter(server: Server) -> None:
    ola, text = Visitor(server, "Ola"), text_of(SHORT, 1)
    assert exported(ola, take_in(ola, text + "\n\n")["id"]) == text


def test_too_large_or_no_text_is_refused(server: Server) -> None:
    ola = Visitor(server, "Ola")
    assert sent(ola, "x" * 1_000_001).status_code == 413
    assert ola.http.post("/api/series", content=b"\xff\xfe").status_code == 422
    assert ola.http.post("/api/series").status_code == 422
    assert (
        ola.http.post("/api/series", content=b"", headers={"origin": "http://evil.example"}).status_code
        == 403
    )


def test_a_running_match_is_in_no_text(server: Server) -> None:
    ola = Visitor(server, "Ola")
    table = ola.post("/api/play", game=SHORT, bots=["random"])
    end(ola, table["id"], 0)
    over = exported(ola, table["id"])
    ola.post(f"/api/tables/{table['id']}/start")
    assert exported(ola, table["id"]) == over
    alone = ola.post("/api/play", game="my_city/eternal", bots=[])
    assert ola.http.get(f"/api/tables/{alone['id']}/series").json()["code"] == "no_series"
    assert ola.http.get(f"/api/matches/{alone['match']['id']}/view").status_code == 403


def test_a_finished_match_is_looked_at_step_by_step(server: Server) -> None:
    ola = Visitor(server, "Ola")
    table = take_in(ola, text_of(CAMPAIGN, 2, 7))
    match = table["series"]["ids"][6]
    last = ola.get(f"/api/matches/{match}/view")
    assert last["step"] == last["steps"] and last["view"]["phase"] == "over"
    assert [board["value"] for board in last["view"]["boards"]] == table["series"]["chapters"][2]["values"][0]
    laid = []
    for step in range(last["steps"] + 1):
        seen = ola.get(f"/api/matches/{match}/view?step={step}")
        assert seen["step"] == step
        laid.append(sum(len(board["laid"]) for board in seen["view"]["boards"]))
    assert laid == sorted(laid) and laid[-1] > laid[0]
    assert ola.get(f"/api/matches/{match}/view?step=9999") == last


def test_a_seat_sees_nothing_of_the_others_running_round_in_episode_7(server: Server) -> None:
    """The same series up to episode 7; whatever the other seat answers, this one gets the same bytes."""
    traffic = [_quiet_traffic(server, salt) for salt in ("one", "another")]
    for messages in traffic:
        assert messages, "that the other one is ready is told"
        for push in messages:
            board = push["view"]["boards"][1]
            printed = [name for name, *_ in board["laid"]]
            assert (push["news"], printed, board["ready"]) == ([], ["sawmill"], True)
    assert json.dumps([_common(push) for push in traffic[0]]) == json.dumps(
        [_common(push) for push in traffic[1]]
    )


def _quiet_traffic(server: Server, salt: str) -> list[dict[str, Any]]:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = take_in(ola, text_of(CAMPAIGN, 2, 6))
    jan.put(f"/api/tables/{table['id']}/seats/1", sitter="me")
    match = ola.post(f"/api/tables/{table['id']}/start")["match"]["id"]
    quiet, busy = ready(ola.live(table["id"]), 0, match), ready(jan.live(table["id"]), 1, match)
    before = len(quiet.traffic)
    assert busy.act(1, random_answer(busy.pushes[1]["view"], Random(salt)))["type"] == "ack"
    traffic = quiet.rest()[before:]
    for watcher in (ola, Visitor(server)):
        answer = watcher.http.get(f"/api/matches/{match}/view")
        assert answer.status_code == 403
    return [message for message in traffic if message["type"] == "push"]


def _common(push: dict[str, Any]) -> Any:
    """What does not hang on the roll, which differs from table to table."""
    return push["seq"], push["n"], push["view"]["boards"][1]


def test_sheets_on_paper(server: Server) -> None:
    ola = Visitor(server, "Ola")
    answer = ola.http.get("/api/print/roll_and_build/7?paper=letter&lang=pl").raise_for_status()
    assert answer.content.startswith(b"%PDF") and answer.headers["content-type"] == "application/pdf"
    assert 'filename="tilefolk-roll_and_build-7-letter-pl.pdf"' in answer.headers["content-disposition"]
    again = ola.http.get("/api/print/roll_and_build/7?paper=letter&lang=pl")
    assert again.content == answer.content
    pad = ola.http.get(f"/api/print/{SHORT}").raise_for_status()
    assert len(pad.content) > len(answer.content)
    for path, status in (
        ("my_city/eternal", 404),
        ("roll_and_build/13", 404),
        ("roll_and_build/7?paper=a5", 422),
    ):
        problem = ola.http.get(f"/api/print/{path}")
        assert problem.status_code == status and problem.headers["content-type"] == "application/problem+json"


async def test_without_the_extra_paper_is_a_clear_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*given: str) -> bytes:
        raise MissingExtra

    monkeypatch.setattr(series_api, "sheets", missing)
    with pytest.raises(ApiError) as caught:
        await series_api.print_sheets("roll_and_build", "7", Person("id", "Ola", "pl"))
    assert (caught.value.status, caught.value.code) == (501, "no_print")
    for language in LANGUAGES:
        assert "tilefolk[print]" in texts(language).say("api.no_print")


def test_the_keeper_gets_a_series_from_the_store(server: Server) -> None:
    ola = Visitor(server, "Ola")
    table = take_in(ola, text_of(LAST, 2, 2))
    told = CliRunner().invoke(app, ["export", "--data", str(server.data), "--", table["id"]])
    assert told.stdout == exported(ola, table["id"])


def test_a_person_may_play_on_by_the_view_alone(server: Server) -> None:
    """Episode 10 carries to 11: the boards of the next match show what was brought."""
    ola = Visitor(server, "Ola")
    table = take_in(ola, text_of(LAST, 1, 1))
    match = ola.post(f"/api/tables/{table['id']}/start")["match"]["id"]
    live = ready(ola.live(table["id"]), 0, match)
    assert live.pushes[0]["view"]["boards"][0]["brought"]
    assert live.act(0, first_choice(live.pushes[0]["view"]))["type"] == "ack"
