"""A pass against bots can be taken back: the last bot of a round leaves people time."""

from pathlib import Path

import pytest

from tests.server.postgres import postgres
from tests.server.serving import Live, Visitor, first_choice, running

PAUSE_SECONDS = 2


def others_to_act(live: Live) -> list[int]:
    return [seat for seat in live.pushes[0]["view"]["to_act"] if seat != 0]


def test_a_pass_is_taken_back_before_the_bots_close_the_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEFOLK_BOT_PAUSE", str(PAUSE_SECONDS))
    with running(tmp_path) as server:
        ola = Visitor(server, "Ola")
        table = ola.post("/api/play", game="my_city/eternal", bots=["greedy", "greedy"])
        live = ola.live(table["id"])
        live.wait_for("push")
        while len(others_to_act(live)) > 1:
            live.take()
        assert live.play(0, "pass")["type"] == "ack"
        assert live.pushes[0]["may_undo"]
        assert live.play(0, "undo")["type"] == "ack"
        view = live.pushes[0]["view"]
        assert view["round"] == 1
        assert 0 in view["to_act"]

        assert live.play(0, "pass")["type"] == "ack"
        while live.pushes[0]["view"]["round"] == 1:
            live.take()
        assert live.act(0, first_choice(live.pushes[0]["view"]))["type"] == "ack"
        while live.pushes[0]["view"]["round"] == 2:
            live.take()
        assert "0 pass" in [line for message in live.traffic for line in message.get("news", ())]


def test_a_pass_is_taken_back_on_another_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pass goes to one node and the take-back to the other: no bot of either closes the round between."""
    monkeypatch.setenv("TILEFOLK_BOT_PAUSE", str(2 * PAUSE_SECONDS))
    with (
        postgres(fsync="off") as cluster,
        running(tmp_path / "one", cluster.url) as one,
        running(tmp_path / "other", cluster.url) as other,
    ):
        ola = Visitor(one, "Ola")
        table = ola.post("/api/play", game="my_city/eternal", bots=["greedy", "greedy"])
        here = ola.live(table["id"])
        here.wait_for("push")
        ola.move(other)
        there = ola.live(table["id"])
        there.wait_for("push")
        while len(others_to_act(there)) > 1:
            there.take()
        for _ in range(2):
            while 0 not in here.pushes[0]["view"]["to_act"]:
                here.take()
            assert here.play(0, "pass")["type"] == "ack"
            while not there.pushes[0]["may_undo"]:
                there.take()
            assert there.play(0, "undo")["type"] == "ack"
            view = there.pushes[0]["view"]
            assert view["round"] == 1
            assert 0 in view["to_act"]

        while 0 not in here.pushes[0]["view"]["to_act"]:
            here.take()
        assert here.play(0, "pass")["type"] == "ack"
        while there.pushes[0]["view"]["round"] == 1:
            there.take()
        record = [line for message in there.traffic for line in message.get("news", ())]
        assert record.count("0 pass") >= 1
