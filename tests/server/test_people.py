"""People come and go at the table of a campaign: joining, sleeping, waking, branches, restarts, one file."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.campaigns import CAMPAIGN, played_by_some, stick, text_of
from tests.server.serving import Server, Visitor, running, wait_until
from tests.server.test_campaign import exported, sent, take_in, two_at_a_table
from tilefolk.campaign import SERIES
from tilefolk.campaign.record import SeriesRecord, read_series, write_series
from tilefolk.campaign.standing import standing_json
from tilefolk.core.record import write_record
from tilefolk.locale import LANGUAGES, texts

BOT = {"bot": "random"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("people")) as server:
        yield server


def path_of(table: Any, rest: str = "") -> str:
    return f"/api/tables/{table if isinstance(table, str) else table['id']}{rest}"


def refused(person: Visitor, method: str, path: str, body: dict[str, Any] | None = None) -> str:
    """The code of a refusal, which is a sentence in both languages and changes nothing."""
    table = "/".join(path.split("/")[:4])
    before = person.get(table)
    for language in LANGUAGES:
        person.put("/api/me", language=language)
        answer = person.http.request(method, path, json=body)
        assert answer.status_code in (403, 404, 409), answer.text
        code = str(answer.json()["code"])
        assert answer.json()["detail"] == texts(language).say(f"api.{code}")
    assert person.get(table) == before
    return code


def episode(person: Visitor, table: str) -> dict[str, Any]:
    """The next episode: the person puts what they owe, ends their part, and puts off what they win."""
    started = person.post(path_of(table, "/start"))
    seat, match = started["mine"][0], started["match"]["id"]
    live = person.live(table)
    while not (live.table and live.table["match"]["over"]):
        push = live.pushes.get(seat)
        view = push["view"] if push and push["match"] == match else {"to_act": []}
        if seat not in view["to_act"]:
            live.take()
        else:
            line = "end" if view["phase"] == "rounds" else "later"
            line = stick(view) if view["phase"] == "owed" else line
            assert live.play(seat, line)["type"] == "ack"
    live.close()
    after: dict[str, Any] = person.get(path_of(table))
    return after


def begun(server: Server, seats: int = 2, played: int = 3) -> tuple[Visitor, dict[str, Any]]:
    """A table with a person and bots that goes on with a campaign."""
    ola = Visitor(server, "Ola")
    table = take_in(ola, text_of(seats, played))
    for seat in range(1, seats):
        table = ola.put(path_of(table, f"/seats/{seat}"), sitter=BOT)
    return ola, table


def same_as_text(person: Visitor, table: dict[str, Any]) -> None:
    """The standing at the table is that of its text, and the text goes in and out with the same bytes."""
    text = exported(person, table["id"])
    told = standing_json(read_series(text).standing)
    assert {key: table["series"][key] for key in told} == told
    assert exported(person, take_in(person, text)["id"]) == text


def test_mc_r45_r46_r48_seats_join_sleep_wake_and_change_hands(server: Server) -> None:
    ola, table = begun(server)
    path = path_of(table)
    promised = ola.get(f"{path}/lineup/2")
    assert (promised["seat"], promised["new"]) == (2, True) and table["may_join"]
    assert [(owed["mode"], owed["what"]) for owed in promised["owed"]] == [("my_city/2", ["W"])]
    assert promised["counts"]["progress"] == min(table["series"]["totals"])
    table = ola.post(f"{path}/seats", sitter=BOT)
    assert (len(table["seats"]), table["series"]["lineup"]) == (3, [0, 1, 2])
    assert ola.get(f"{path}/lineup/2") == promised
    table = episode(ola, table["id"])
    assert table["series"]["played"] == 4 and len(table["series"]["totals"]) == 3
    assert table["series"]["history"][2][0] == [
        "my_city/4",
        "my_city/3",
        "joined",
        "progress",
        promised["counts"]["progress"],
    ]
    same_as_text(ola, table)
    table = ola.put(f"{path}/lineup/1", asleep=True)
    assert (len(table["seats"]), table["series"]["lineup"]) == (2, [0, 2])
    assert table["sleepers"] == [{"seat": 1, "sitter": {"kind": "bot", "bot": "random"}}]
    table = episode(ola, table["id"])
    record = ola.record(table["match"]["id"])
    assert "\nseats 2\nlineup 0 2\n" in record
    assert table["series"]["chapters"][1]["values"][1][1] is None
    same_as_text(ola, table)
    jan = Visitor(server, "Jan")
    table = jan.put(f"{path}/lineup/1", asleep=False)
    assert (table["series"]["lineup"], table["mine"], table["sleepers"]) == ([0, 1, 2], [1], [])
    assert jan.put(f"{path}/seats/1/city", name="Łódź")["series"]["cities"] == ["", "Łódź", ""]
    jan.put(f"{path}/seats/1", sitter=BOT)
    table = episode(ola, table["id"])
    assert "lineup" not in ola.record(table["match"]["id"])
    same_as_text(ola, table)


def test_a_newcomer_who_has_not_played_can_go_again(server: Server) -> None:
    ola, table = begun(server)
    path = path_of(table)
    ola.post(f"{path}/seats", sitter="open")
    assert refused(ola, "POST", f"{path}/start") == "not_full"
    gone = ola.put(f"{path}/lineup/2", asleep=True)
    assert (len(gone["seats"]), gone["sleepers"]) == (2, [])


def test_who_did_not_play_the_last_match_looks_on_at_its_end(server: Server) -> None:
    """A newcomer between two matches, and seats whose places have moved since, are shown how it ended."""
    ola, table = begun(server, 3)
    jan, ewa, path = Visitor(server, "Jan"), Visitor(server, "Ewa"), path_of(table)
    jan.put(f"{path}/seats/2", sitter="me")
    ola.put(f"{path}/lineup/1", asleep=True)
    ola.post(f"{path}/seats", sitter="open")
    ewa.put(f"{path}/seats/2", sitter="me")
    for person, seat in ((ola, 0), (jan, 2), (ewa, None)):
        live = person.live(table["id"])
        push = live.wait_for("push")
        assert (push["seat"], push["view"]["seat"], push["view"]["phase"]) == (seat, seat, "over")
        live.close()


def test_fewer_than_two_awake_pause_the_campaign(server: Server) -> None:
    ola, table = begun(server)
    path = path_of(table)
    ola.put(f"{path}/lineup/1", asleep=True)
    assert refused(ola, "POST", f"{path}/start") == "paused"
    ola.put(f"{path}/lineup/0", asleep=True)
    assert [one["id"] for one in ola.get("/api/tables")["mine"]] == [table["id"]], "it is still hers"
    assert refused(ola, "POST", f"{path}/start") == "paused"
    ola.put(f"{path}/lineup/0", asleep=False)
    assert ola.put(f"{path}/lineup/1", asleep=False, sitter=BOT)["series"]["lineup"] == [0, 1]
    ola.post(f"{path}/start")


def test_what_is_not_possible_is_said_and_nothing_changes(server: Server) -> None:
    ola, jan, table = two_at_a_table(server, text_of(2, 2))
    path, stranger = path_of(table), Visitor(server, "Iza")
    assert refused(stranger, "POST", f"{path}/seats", {"sitter": "me"}) == "not_yours"
    assert refused(jan, "PUT", f"{path}/lineup/0", {"asleep": True}) == "not_yours"
    assert refused(stranger, "POST", f"{path}/branch", {"after": 1}) == "not_yours"
    assert refused(stranger, "PUT", f"{path}/restart", {"after": 1}) == "not_yours"
    assert refused(ola, "PUT", f"{path}/lineup/1", {"asleep": False}) == "seat_taken"
    assert refused(ola, "PUT", f"{path}/lineup/9", {"asleep": True}) == "no_such_seat"
    assert refused(ola, "PUT", f"{path}/lineup/9", {"asleep": False}) == "no_such_seat"
    assert refused(ola, "GET", f"{path}/lineup/3") == "no_such_seat"
    assert refused(ola, "POST", f"{path}/branch", {"after": 3}) == "not_played"
    assert refused(ola, "POST", f"{path}/branch", {"after": 0}) == "not_played"
    assert refused(ola, "PUT", f"{path}/restart", {"after": 2}) == "nothing_to_restart"
    jan.put(f"{path}/lineup/1", asleep=True)
    assert refused(jan, "PUT", f"{path}/lineup/1", {"asleep": True}) == "asleep_already"
    assert refused(stranger, "PUT", f"{path}/lineup/1", {"asleep": False}) == "seat_taken"
    jan.put(f"{path}/lineup/1", asleep=False)
    for _ in range(2):
        ola.post(f"{path}/seats", sitter=BOT)
    assert refused(ola, "POST", f"{path}/seats", {"sitter": BOT}) == "no_more_seats"
    assert refused(ola, "GET", f"{path}/lineup/4") == "no_more_seats"
    ola.post(f"{path}/start")
    wait_until(lambda: not {2, 3} & set(ola.get(path)["match"]["to_act"]))  # the bots have answered
    assert refused(ola, "POST", f"{path}/seats", {"sitter": "me"}) == "between_episodes"
    assert refused(jan, "PUT", f"{path}/lineup/1", {"asleep": True}) == "between_episodes"
    assert refused(jan, "PUT", f"{path}/lineup/1", {"asleep": False}) == "between_episodes"
    other = ola.post("/api/play", game="my_city/eternal", bots=[])
    assert refused(ola, "POST", path_of(other, "/seats"), {"sitter": "me"}) == "no_joining"
    assert refused(ola, "POST", path_of(other, "/branch"), {"after": 1}) == "no_series"


def test_a_branch_is_a_new_table_and_leaves_the_old_one_alone(server: Server) -> None:
    ola, jan, table = two_at_a_table(server, text_of(2, 4, ("Kraków", "Łódź")))
    before, text = ola.get(path_of(table)), exported(ola, table)
    made = jan.post(path_of(table, "/branch"), after=2)
    assert made["id"] != table and made["series"]["played"] == 2
    assert made["series"]["branch"] == {"table": table, "after": 2}
    assert [seat["sitter"] and seat["sitter"]["me"] for seat in made["seats"]] == [None, True]
    assert made["series"]["cities"] == ["Kraków", "Łódź"]
    again = jan.post(path_of(table, "/branch"), after=2)
    assert again["id"] == made["id"], "nobody has played on there yet"
    assert ola.post(path_of(table, "/branch"), after=2)["id"] != made["id"]
    branched = exported(jan, made["id"])
    assert f"\nbranched {table} 2\n" in branched
    record = read_series(branched)
    whole = read_series(text)
    assert list(map(write_record, record.matches)) == list(map(write_record, whole.matches[:2]))
    assert exported(jan, take_in(jan, branched)["id"]) == branched
    assert ola.get(path_of(table)) == before and exported(ola, table) == text
    jan.put(path_of(made, "/seats/0"), sitter=BOT)
    assert episode(jan, made["id"])["series"]["played"] == 3
    assert jan.post(path_of(table, "/branch"), after=2)["id"] not in (made["id"], table)


def test_who_branches_from_a_moment_at_which_their_seat_slept_plays_there(server: Server) -> None:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = take_in(ola, write_series(SeriesRecord(SERIES[CAMPAIGN], 3, played_by_some(3, 2, (0, 2), 3))))
    jan.put(path_of(table, "/lineup/1"), asleep=False)
    for person, lineup, mine, asleep in ((jan, [0, 1, 2], [1], []), (ola, [0, 2], [0], [1])):
        made = person.post(path_of(table, "/branch"), after=3)
        assert (made["series"]["lineup"], made["mine"]) == (lineup, mine)
        assert [sleeper["seat"] for sleeper in made["sleepers"]] == asleep


def test_a_restart_needs_everybody_and_takes_the_people_along(server: Server) -> None:
    ola, jan, table = two_at_a_table(server, text_of(2, 3))
    path = path_of(table)
    ola.post(f"{path}/start")
    asked = ola.put(f"{path}/restart", after=3)
    assert asked["restart"] == {"after": 3, "name": "Ola", "mine": True, "agreed": [0], "waiting": [1]}
    assert ola.put(f"{path}/restart", after=3) == asked, "asking twice is asking once"
    assert refused(jan, "PUT", f"{path}/restart", {"after": 2}) == "restart_asked"
    back = jan.http.delete(f"{path}/restart").raise_for_status().json()
    assert (back["restart"], back["goes_on"]) == (None, None)
    ola.put(f"{path}/restart", after=2)
    old = jan.put(f"{path}/restart", after=2)
    assert old["restart"] is None and old["goes_on"]
    new = jan.get(path_of(old["goes_on"]))
    assert [seat["sitter"]["name"] for seat in new["seats"]] == ["Ola", "Jan"] and new["mine"] == [1]
    assert (new["series"]["played"], new["series"]["branch"]) == (2, {"table": table, "after": 2})
    assert not new["host"] and ola.get(path_of(new))["host"]
    for method, rest, body in [
        ("POST", "/start", None),
        ("POST", "/seats", {"sitter": "me"}),
        ("PUT", "/restart", {"after": 1}),
        ("DELETE", "/restart", None),
    ]:
        assert refused(ola, method, path + rest, body) == "goes_on"
    assert ola.post(f"{path}/branch", after=1)["series"]["played"] == 1, "the old one can still be branched"
    ola.post(path_of(new, "/start"))


def test_a_restart_is_done_when_the_last_who_has_not_agreed_leaves(server: Server) -> None:
    ola, jan, table = two_at_a_table(server, text_of(2, 3))
    ola.put(path_of(table, "/restart"), after=1)
    left = jan.put(path_of(table, "/seats/1"), sitter=BOT)
    assert left["goes_on"] and left["restart"] is None
    alone = ola.put(path_of(left["goes_on"], "/restart"), after=0)
    assert alone["goes_on"], "whoever is alone with bots asks nobody"
    assert ola.get(path_of(alone["goes_on"]))["series"]["played"] == 0


def test_looking_back_from_any_seat(server: Server) -> None:
    ola, table = begun(server, played=2)
    match = table["series"]["ids"][0]
    seen = ola.get(f"/api/matches/{match}/view?step=3")
    seats = [ola.get(f"/api/matches/{match}/view?step=3&seat={seat}") for seat in (0, 1)]
    assert [one["view"]["seat"] for one in (seen, *seats)] == [None, 0, 1]
    assert {one["step"] for one in (seen, *seats)} == {3}
    answer = ola.http.get(f"/api/matches/{match}/view", params={"seat": 2})
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_seat")


def test_files_of_something_else_are_named(server: Server) -> None:
    ola = Visitor(server, "Ola")
    text = text_of(2, 1)
    single = text[text.index("tilefolk-match") :]
    unfinished = text[: text.index("@ reveal")]
    for wrong, problem in [(single, "series.is_match"), (unfinished, "series.running")]:
        told = sent(ola, wrong).json()
        assert (told["code"], told["about"]["problem"]) == ("other_file", problem)
    assert ola.get("/api/tables")["mine"] == []


def test_a_sleeping_table_is_not_on_the_list_of_free_seats(server: Server) -> None:
    ola = Visitor(server, "Ola")
    table = ola.post("/api/tables", game=CAMPAIGN, options={}, seats=["me", BOT, "open"], listed=True)["id"]
    wait_until(lambda: table in [one["id"] for one in Visitor(server).get("/api/tables")["open"]])
    ola.put(path_of(table, "/lineup/2"), asleep=True)
    assert table not in [one["id"] for one in Visitor(server).get("/api/tables")["open"]]
