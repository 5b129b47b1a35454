"""My City's campaign at tables: standing, cities, choices, files, and what a newer version wrote."""

import json
from collections.abc import Iterator
from typing import Any

import httpx2 as httpx
import pytest

from tests.server.campaigns import CAMPAIGN, cells_to_choose, record_of, stick, text_of
from tests.server.serving import Live, Server, Visitor, running
from tilefolk.locale import LANGUAGES, texts


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("campaign")) as server:
        yield server


def sent(person: Visitor, text: str) -> httpx.Response:
    return person.http.post("/api/series", content=text.encode(), headers={"content-type": "text/plain"})


def take_in(person: Visitor, text: str) -> dict[str, Any]:
    table: dict[str, Any] = sent(person, text).raise_for_status().json()
    return table


def exported(person: Visitor, table: str) -> str:
    return str(person.http.get(f"/api/tables/{table}/series").raise_for_status().text)


def two_at_a_table(server: Server, text: str = "") -> tuple[Visitor, Visitor, str]:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    if text:
        table = take_in(ola, text)["id"]
    else:
        body = {"game": CAMPAIGN, "options": {}, "seats": ["me", "open"], "listed": True}
        table = ola.post("/api/tables", **body)["id"]
    jan.put(f"/api/tables/{table}/seats/1", sitter="me")
    return ola, jan, table


def at_once_to_the_choices(ola: Visitor, jan: Visitor, table: str) -> tuple[Live, Live]:
    """The next match starts and both end their part: they share the first place and choose."""
    match = ola.post(f"/api/tables/{table}/start")["match"]["id"]
    lives = ola.live(table), jan.live(table)
    for seat, live in enumerate(lives):
        while live.pushes.get(seat, {}).get("match") != match:
            live.take()
        while live.pushes[seat]["view"]["phase"] == "owed" and live.pushes[seat]["view"].get("choices"):
            assert live.play(seat, stick(live.pushes[seat]["view"]))["type"] == "ack"
    for seat, live in enumerate(lives):
        while seat not in live.pushes[seat]["view"]["to_act"]:
            live.take()
        assert live.act(seat, "end")["type"] == "ack"
    for seat, live in enumerate(lives):
        while live.pushes[seat]["view"]["phase"] != "reward":
            live.take()
    return lives


def test_a_standing_has_progress_and_never_a_sum_of_points(server: Server) -> None:
    ola = Visitor(server, "Ola")
    series = take_in(ola, text_of(2, 5))["series"]
    assert (series["played"], series["next"], series["opened"]) == (5, "my_city/6", 2)
    gained = [row for chapter in series["chapters"][:2] for row in chapter["gains"]]
    assert series["totals"] == [sum(row[seat] for row in gained) for seat in range(2)]
    assert series["totals"] == [row[0] for row in series["counts"]] and series["wins"][0] == "progress"
    for chapter in series["chapters"][:2]:
        assert chapter["totals"] == [sum(row[seat] for row in chapter["gains"]) for seat in range(2)]
        assert [len(kept) for kept in chapter["kept"]] == [2] * len(chapter["values"])
    assert series["chapters"][2:] == [
        {"chapter": name, "sealed": True} for name in ("3", "4", "5", "6", "7", "8")
    ]
    assert series["coming"] == [] and series["finale"] is None and series["animals"] == ["eagle", "bear"]
    won = [[entry for entry in row if entry[3] == "progress"] for row in series["history"]]
    assert [sum(entry[4] for entry in row) for row in won] == series["totals"]
    brought = [legacy.owed for legacy in record_of(2, 5).standing.legacy]
    assert [[(owed["mode"], owed["rule"], owed["number"]) for owed in row] for row in series["owed"]] == [
        [(owed.mode, owed.rule, owed.number) for owed in row] for row in brought
    ]
    assert (series["cities"], series["newer"]) == (["", ""], False)


def test_what_decides_is_told_as_far_as_its_chapter_is_open(server: Server) -> None:
    ola = Visitor(server, "Ola")
    for played, wins in (
        (8, ["progress", "firsts", "last"]),
        (9, ["progress", "firsts", "nuggets", "last"]),
    ):
        series, now = take_in(ola, text_of(2, played))["series"], record_of(2, played).standing
        assert series["wins"] == wins
        told = [now.series.wins.index(what) for what in wins]
        assert series["counts"] == [[row[index] for index in told] for row in now.counts]


def test_owners_name_their_cities_and_the_text_keeps_the_names(server: Server) -> None:
    ola, jan, table = two_at_a_table(server, text_of(2, 1, ("Kraków", "")))
    assert ola.get(f"/api/tables/{table}")["series"]["cities"] == ["Kraków", ""]
    path = f"/api/tables/{table}/seats"
    assert jan.put(f"{path}/1/city", name="  Nowa Huta ")["series"]["cities"] == ["Kraków", "Nowa Huta"]
    assert jan.put(f"{path}/1/city", name="Łódź")["series"]["cities"] == ["Kraków", "Łódź"]
    text = exported(ola, table)
    assert "\ncity 0 Kraków\ncity 1 Łódź\n" in text
    assert exported(ola, take_in(ola, text)["id"]) == text
    assert jan.http.put(f"{path}/0/city", json={"name": "Gdynia"}).json()["code"] == "not_yours"
    assert jan.http.put(f"{path}/7/city", json={"name": "Gdynia"}).json()["code"] == "no_cities"
    alone = ola.post("/api/play", game="my_city/eternal", bots=[])["id"]
    assert ola.http.put(f"/api/tables/{alone}/seats/0/city", json={"name": "X"}).json()["code"] == "no_cities"


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\nb", "a\x00", "a\x7f", "a\u202eb", "\u3164"])
def test_a_bad_name_of_a_city_is_refused_with_a_sentence(server: Server, name: str) -> None:
    ola, _, table = two_at_a_table(server)
    for language in LANGUAGES:
        ola.put("/api/me", language=language)
        answer = ola.http.put(f"/api/tables/{table}/seats/0/city", json={"name": name})
        assert answer.status_code in (409, 422)
        assert answer.json()["code"] == "bad_city" and answer.json()["detail"] == texts(language).say(
            "api.bad_city"
        )
    assert ola.get(f"/api/tables/{table}")["series"]["cities"] == ["", ""]


def test_choices_are_made_taken_back_and_put_off_at_the_table(server: Server) -> None:
    ola, jan, table = two_at_a_table(server)
    hers, his = at_once_to_the_choices(ola, jan, table)
    first, second = cells_to_choose(hers.pushes[0]["view"])[:2]
    assert hers.play(0, f"stick R {first}")["type"] == "ack"
    assert hers.pushes[0]["may_undo"] and hers.play(0, "undo")["type"] == "ack"
    assert hers.act(0, "stick R A99")["type"] == "refused"
    assert hers.act(0, "stick W C5")["rules"] == ["not_this_sticker"]
    assert hers.play(0, f"stick R {second}")["type"] == "ack"
    assert his.pushes[1]["overdue"] == "later"
    assert his.act(1, "later")["type"] == "ack"
    hers.wait_for("table")
    series = ola.get(f"/api/tables/{table}")["series"]
    assert ["my_city/1", "my_city/1", "award.first", "R", second] in series["history"][0]
    assert series["owed"] == [[], [{"mode": "my_city/1", "rule": "award.first", "number": 1}]]
    hers, his = at_once_to_the_choices(ola, jan, table)
    brought = [message for message in his.traffic if message["type"] == "push" and message["seat"] == 1]
    assert brought[0]["view"]["phase"] == "owed" and brought[0]["view"]["choices"][0]["from"] == "my_city/1"


def test_nobody_chooses_for_another(server: Server) -> None:
    ola, jan, table = two_at_a_table(server)
    _, his = at_once_to_the_choices(ola, jan, table)
    push = his.pushes[1]
    his.send(type="act", match=push["match"], seat=0, n=1, line=stick(push["view"]))
    assert his.wait_for("refused")["rules"] == ["not_your_seat"]


def broken(text: str, old: str, new: str) -> str:
    assert old in text
    return new.join(text.rsplit(old, 1))


def test_bad_files_say_line_and_reason_and_nothing_is_stored(server: Server) -> None:
    ola, text = Visitor(server, "Ola"), text_of(2, 3)
    first = text.index("\n\ntilefolk-match", text.index("tilefolk-match"))
    rest = text[text.index("\n\ntilefolk-match", first + 2) :]
    sticker = next(row for row in text.split("\n") if " stick " in row)
    cases = [
        ("series.mode", text[:first] + rest),
        ("record.illegal", text.replace(sticker, sticker.rsplit(" ", 1)[0] + " A99", 1)),
        ("series.city", text.replace("seats 2\n", f"seats 2\ncity 0 {'x' * 25}\n", 1)),
        ("record.illegal", broken(text, '@ enter 0 {"counts":{', '@ enter 0 {"counts":{"nuggets":3,')),
        ("record.illegal", broken(text, '"kept":[[["', '"kept":[[["x')),
    ]
    for problem, wrong in cases:
        for language in LANGUAGES:
            ola.put("/api/me", language=language)
            told = sent(ola, wrong).json()
            assert (told["code"], told["about"]["problem"]) == ("bad_file", problem)
            assert str(told["about"]["line"]) in told["detail"]
    assert ola.get("/api/tables")["mine"] == []


def test_what_a_newer_version_wrote_is_kept_and_shown_and_not_played_on(server: Server) -> None:
    ola, text = Visitor(server, "Ola"), text_of(2, 4, ("Kraków", "Łódź"))
    last = text.rindex("game my_city/4\nversion 1")
    newer = {
        "a version of an episode": (text[:last] + text[last:].replace("version 1", "version 9", 1), 3),
        "a chapter": (text[:last] + text[last:].replace("game my_city/4", "game my_city/25", 1), 3),
        "a version of the series": (text.replace("version 1", "version 2", 1), 4),
    }
    for what, (wrote, shown) in newer.items():
        table = take_in(ola, wrote)
        assert (table["series"]["newer"], table["series"]["played"]) == (True, shown), what
        assert table["series"]["cities"] == ["Kraków", "Łódź"]
        assert exported(ola, table["id"]) == wrote
        ola.put(f"/api/tables/{table['id']}/seats/1", sitter={"bot": "random"})
        for call in (("POST", "start"), ("PUT", "seats/0/city")):
            answer = ola.http.request(call[0], f"/api/tables/{table['id']}/{call[1]}", json={"name": "Ełk"})
            assert (answer.status_code, answer.json()["code"]) == (409, "record_newer")
        seen = ola.get(f"/api/matches/{table['series']['ids'][0]}/view")
        assert seen["view"]["phase"] == "over"
    assert sent(ola, text.replace("version 1", "version 0", 1)).json()["code"] == "bad_file"


def test_a_whole_campaign_says_who_has_won(server: Server) -> None:
    ola = Visitor(server, "Ola")
    table = take_in(ola, text_of(2, 24))
    series = table["series"]
    assert series["over"] and series["opened"] == 8
    winners = [seat for seat, place in enumerate(series["places"]) if place == 1]
    assert series["finale"]["winners"] == winners and series["finale"]["steps"][0][0] == "progress"
    assert exported(ola, table["id"]) == text_of(2, 24)
    assert len(json.dumps(series)) < 64_000


def test_the_next_episode_is_shown_before_it_begins(server: Server) -> None:
    ola, _, table = two_at_a_table(server, text_of(2, 3))
    view = ola.get(f"/api/tables/{table}/next")["view"]
    brought = [list(map(list, legacy.stickers)) for legacy in record_of(2, 3).standing.legacy]
    assert (view["game"], view["draw"], view["seat"]) == ("my_city/4", [], None)
    assert [board["brought"]["stickers"] for board in view["boards"]] == brought
    assert ["must.C", []] in view["new"]


def test_the_next_episode_is_told_to_nobody_too_early(server: Server) -> None:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = take_in(ola, text_of(2, 6))["id"]
    refused = jan.http.get(f"/api/tables/{table}/next")
    assert (refused.status_code, refused.json()["code"]) == (404, "sealed")
    assert ola.http.get(f"/api/tables/{table}/next").status_code == 200
    done = take_in(ola, text_of(2, 24))["id"]
    assert ola.get(f"/api/tables/{done}/next")["view"]["game"] == "my_city/1", "it begins anew"
    single = ola.post("/api/tables", game="my_city/eternal", options={}, seats=["me"], listed=False)["id"]
    assert ola.http.get(f"/api/tables/{single}/next").json()["code"] == "no_series"
