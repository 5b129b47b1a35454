"""A pass against bots can be taken back: the last bot of a round leaves people time."""

from pathlib import Path

import pytest

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
