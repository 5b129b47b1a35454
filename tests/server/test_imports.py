"""Series from elsewhere: verified, marked, limited, and never a failure of ours, whatever the text says."""

import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx2 as httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import Connection, select, update
from typer.testing import CliRunner

from tests.server import campaigns
from tests.server.local_app import browser, local_app
from tests.server.serving import first_choice
from tests.server.test_series import text_of
from tilefolk.campaign.record import read_series
from tilefolk.cli.main import app as program
from tilefolk.core.chance import match_key
from tilefolk.core.sealing import commitment_to
from tilefolk.server.http.limits import IMPORTS_PER_HOUR, RateLimits
from tilefolk.server.matches import live_match, records
from tilefolk.server.matches.records import MAX_LINES
from tilefolk.server.storage.schema import lines, matches

SHORT = "roll_and_build/short"


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    async with local_app(tmp_path) as app:
        yield app


@pytest.fixture(scope="module")
def text() -> str:
    return text_of(SHORT, 2, 1)


async def sent(person: httpx.AsyncClient, text: str | bytes) -> httpx.Response:
    body = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return await person.post("/api/series", content=body, headers={"content-type": "text/plain"})


def with_undone_moves(text: str, times: int) -> str:
    """The first move of the first seat made and taken back so many times."""
    rows = text.split("\n")
    at = next(number for number, row in enumerate(rows) if row.startswith("0 "))
    return "\n".join([*rows[:at], *[rows[at], "0 undo"] * times, *rows[at:]])


async def stored_lines(app: FastAPI, match: str) -> list[str]:
    query = select(lines.c.line).where(lines.c.match_id == match).order_by(lines.c.seq)
    found: list[str] = await app.state.services.node.store.read(
        lambda connection: list(connection.execute(query).scalars())
    )
    return found


async def test_what_was_taken_back_is_not_stored(app: FastAPI, text: str) -> None:
    ola = browser(app)
    plain = (await sent(ola, text)).json()
    table = (await sent(ola, with_undone_moves(text, 20))).json()
    stored = [await stored_lines(app, each["match"]["id"]) for each in (plain, table)]
    assert stored[0] == stored[1]
    exported = await ola.get(f"/api/tables/{table['id']}/series")
    assert exported.text == text


async def test_a_match_of_endless_lines_is_refused_before_it_is_folded(app: FastAPI, text: str) -> None:
    answer = await sent(browser(app), with_undone_moves(text, MAX_LINES))
    assert (answer.status_code, answer.json()["code"]) == (409, "bad_file")
    assert answer.json()["about"]["problem"] == "record.too_long"


async def test_draws_that_do_not_follow_from_the_seed_are_refused(app: FastAPI) -> None:
    with patch("tilefolk.core.play.match_key", lambda seed, nonces: b"hand-picked"):
        forged = text_of(SHORT, 2, 1)
    answer = await sent(browser(app), forged)
    assert (answer.status_code, answer.json()["about"]["problem"]) == (409, "operator.check.draw")
    row = forged.split("\n")[answer.json()["about"]["line"] - 1]
    assert row.startswith("* ") and row == answer.json()["about"]["text"]


async def test_there_is_a_nonce_for_every_seat_or_none(app: FastAPI, text: str) -> None:
    nonces = "".join(f"nonce {number} abc\n" for number in range(40))
    answer = await sent(browser(app), text.replace("open-seed", f"{nonces}open-seed", 1))
    assert (answer.status_code, answer.json()["about"]["problem"]) == (409, "record.nonces")


async def test_a_nonce_is_the_one_its_seat_committed_to(app: FastAPI, text: str) -> None:
    """The draws follow from what the record says, so only the commitment tells."""
    nonce = "ab" * 16
    with patch("tilefolk.core.match.committed_key", lambda seed, parts: match_key(seed, ())):
        answers = []
        for commitment in (commitment_to(1, nonce), commitment_to(0, nonce)):
            part = f"sealing 2\ncommit 1 {commitment}\nnonce 1 {nonce}\n"
            answers.append(await sent(browser(app), text.replace("open-seed", f"{part}open-seed", 1)))
    true, false = answers
    assert true.status_code == 200
    about = false.json()["about"]
    assert (false.status_code, about["problem"], about["text"]) == (409, "record.nonce", f"nonce 1 {nonce}")
    assert text.replace("open-seed", part + "open-seed", 1).split("\n")[about["line"] - 1] == about["text"]


@pytest.mark.parametrize(
    "row",
    [
        '@ enter 0 {"counts":{"a":Infinity},"stickers":[]}',
        '@ enter 0 {"counts":{"a":1e999},"stickers":[]}',
        '@ enter 0 {"counts":{"a":' + "9" * 4500 + '},"stickers":[]}',
        "@ enter 0 " + "[" * 5000,
        '@ enter 0 {"counts":{},"stickers":[[1,2,3]]}',
        "@ end " + "[" * 5000,
        "@ end Infinity",
        "@ late " + "9" * 4500,
        "9" * 4500 + " pass",
        "0 place a 0 " + "9" * 4500,
        "0 place a 0 \x00",
        "* \ud800 1",
        "0 place \u202e",
    ],
)
async def test_odd_lines_are_told_as_bad_lines(app: FastAPI, text: str, row: str) -> None:
    head, _, rest = text.partition("\n\ntilefolk-match 1\n")
    header, _, _ = rest.partition("\n\n")
    for odd in (f"{head}\n\ntilefolk-match 1\n{header}\n\n{row}\n", f"{text}{row}\n"):
        answer = await sent(browser(app), odd)
        assert answer.status_code in (400, 409, 422), answer.text


@pytest.mark.parametrize("body", [b"\xff\xfe", b"\x00", b"tilefolk-series 1\n\x00", b"", b"\xed\xa0\x80"])
async def test_bytes_that_are_no_text_are_refused(app: FastAPI, body: bytes) -> None:
    assert (await sent(browser(app), body)).status_code in (400, 409, 422)


async def test_a_header_holds_no_sign_that_a_database_refuses(app: FastAPI, text: str) -> None:
    answer = await sent(browser(app), text.replace("open-seed ", "open-seed \x00", 1))
    assert (answer.status_code, answer.json()["about"]["problem"]) == (409, "record.header")


async def test_a_city_that_nobody_sees_is_refused_and_a_text_that_names_it_can_be_read(app: FastAPI) -> None:
    """Version 0.2.0 let such names in, and what they wrote down replays."""
    named = campaigns.text_of(2, 0, ("Łódź", "\u3164"))
    assert read_series(named).cities == ("Łódź", "\u3164")
    answer = await sent(browser(app), named)
    about = answer.json()["about"]
    assert (answer.status_code, about["problem"], about["line"]) == (409, "series.city", 6)


async def test_imports_are_few(app: FastAPI, text: str) -> None:
    ola = browser(app)
    await ola.get("/api/me")
    app.state.services = app.state.services._replace(rates=RateLimits())
    for _ in range(IMPORTS_PER_HOUR):
        assert (await sent(ola, "no series")).status_code == 409
    answer = await sent(ola, text)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_imports")


async def test_the_audit_tells_imported_matches_apart(app: FastAPI, text: str, tmp_path: Path) -> None:
    """Anybody may import: what is wrong there must not fail the operator's gate before an upgrade."""
    match = (await sent(browser(app), text)).json()["match"]["id"]

    def forge(connection: Connection) -> None:
        assert connection.execute(select(matches.c.imported).where(matches.c.id == match)).scalar() is True
        connection.execute(update(matches).where(matches.c.id == match).values(seed=b"another"))

    await app.state.services.node.store.write(forge)
    told = CliRunner().invoke(program, ["check", "--data", str(tmp_path), "--lang", "en"])
    assert told.exit_code == 0, told.output
    assert "imported" in told.stdout and match in told.stderr


async def test_records_are_folded_beside_the_event_loop(
    app: FastAPI, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ola = browser(app)
    match = (await sent(ola, text)).json()["match"]["id"]
    seen: list[bool] = []

    fold_rows = records.fold_rows

    def fold(*given: Any) -> Any:
        seen.append(threading.current_thread() is threading.main_thread())
        return fold_rows(*given)

    monkeypatch.setattr(records, "fold_rows", fold)
    assert (await ola.get(f"/api/matches/{match}/view")).status_code == 200
    assert seen == [False]


async def test_a_match_of_many_lines_takes_nothing_back_and_goes_on(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = (
        await browser(app).post("/api/play", json={"game": "my_city/eternal", "bots": ["random"]})
    ).json()
    live = await app.state.services.node.live_match(table["match"]["id"])
    line = first_choice(live.feed(0).view)
    await live.act(0, 0, line)
    monkeypatch.setattr(live_match, "MAX_LINES_FOR_UNDO", 1)
    with pytest.raises(live_match.Refused) as refused:
        await live.act(0, 1, "undo")
    assert refused.value.rules == ("too_many_lines",)
    monkeypatch.undo()
    await live.act(0, 1, "undo")
    monkeypatch.setattr(live_match, "MAX_LINES_FOR_UNDO", 1)
    await live.act(0, 2, line)
