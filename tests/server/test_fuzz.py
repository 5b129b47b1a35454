"""A small share of `make fuzz`."""

from pathlib import Path

from tests.server.fuzz import run_fuzz


def test_odd_messages_and_requests_break_nothing(tmp_path: Path) -> None:
    counts = run_fuzz(tmp_path, messages=2_000, requests=400, seed=2)
    assert counts["ack"] > 10, "matches went on meanwhile"
    assert counts["problem"] > 250 and counts["refused"] > 25, "and much was refused"
