"""Commits keep a distance where many matches write, so that lines share a sync; one table never waits."""

from tilefolk.server.storage.commit_pace import (
    BUSY_MATCHES,
    DISTANCE_SECONDS,
    RECENT_SECONDS,
    CommitPace,
)

MATCHES = [f"match {number}" for number in range(BUSY_MATCHES)]


def test_a_few_matches_never_wait() -> None:
    pace = CommitPace()
    for step in range(100):
        now = step / 1000
        assert pace.delay(now) == 0
        pace.began(now, MATCHES[: step % BUSY_MATCHES])


def test_among_many_a_commit_waits_for_company_but_not_longer_than_the_distance() -> None:
    pace = CommitPace()
    pace.began(7.0, MATCHES)
    assert abs(pace.delay(7.0) - DISTANCE_SECONDS) < 1e-9
    assert abs(pace.delay(7.0 + DISTANCE_SECONDS / 4) - DISTANCE_SECONDS * 3 / 4) < 1e-9
    assert pace.delay(7.0 + DISTANCE_SECONDS) == 0


def test_matches_that_wrote_long_ago_are_no_company() -> None:
    pace = CommitPace()
    pace.began(7.0, MATCHES)
    pace.began(later := 7.0 + 2 * RECENT_SECONDS, MATCHES[:1])
    assert pace.delay(later) == 0
    assert len(pace._wrote) == 1, "they are forgotten"
