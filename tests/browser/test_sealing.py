"""People take part in the draws of their match, and their browsers check it by themselves at the end."""

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect
from typer.testing import CliRunner

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.browser.looking import GAME
from tests.server.serving import Server
from tilefolk.cli.main import app


@pytest.fixture
def real_draws(server: Server, newcomer: Newcomer) -> Iterator[Newcomer]:
    """People at a server that draws from the nonces of browsers, as every other server does."""
    luck = server.data / "luck"
    name = luck.read_text()
    luck.unlink()
    yield newcomer
    luck.write_text(name)


# Whether the browser keeps a seal.
NOTED = """() => Object.entries(localStorage)
  .some(([key, value]) => key.includes('seals.') && JSON.parse(value).notes.length > 0)"""


def gather(ola: Person, jan: Person) -> str:
    """Both at a table that has not begun; both have committed to a number and noted the seal."""
    table = ola.call("POST", "/api/tables", game=GAME, options={}, seats=["me", "open"], listed=False)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    for person in (ola, jan):
        person.open(f"/t/{table}")
    wait_for_commitments(ola, 2)
    for person in (ola, jan):
        person.until(partial(person.page.evaluate, NOTED))
    return f"/t/{table}"


def end(*people: Person) -> None:
    """Everybody ends their part as soon as they may, by a socket of their own; then the results are there."""
    for person in people:
        expect(person.board).to_be_visible()
    people[0].until(lambda: "over" in [person.page.evaluate(ANSWER, table_of(person)) for person in people])
    for person in people:
        expect(person.results).to_be_visible()


# Answers with what the view allows first, the end if it is among that; says what became of it.
ANSWER = """(table) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live`);
  socket.onmessage = ({data}) => {
    const message = JSON.parse(data);
    if (message.type === 'ack' || message.type === 'refused') { socket.close(); done(message.type); }
    if (message.type !== 'push' || message.seat === null) return;
    const {match, seat, n, view} = message;
    if (!view.to_act.includes(seat)) { socket.close(); return done(view.phase); }
    const answers = view.answers.map((words) => words.join(' '));
    const line = answers.includes('end') ? 'end' : firstPlace(view) ?? answers[0];
    socket.send(JSON.stringify({type: 'act', match, seat, n, line}));
  };
  function firstPlace({grid, pieces}) {
    for (const {name, shapes} of pieces ?? []) for (const {legal, orientation} of shapes) {
      const bit = [...BigInt('0x' + legal).toString(2)].reverse().indexOf('1');
      if (bit < 0) continue;
      const [row, column] = [Math.floor(bit / grid.width) + grid.top, bit % grid.width + grid.left];
      return `place ${name} ${orientation} ${String.fromCharCode(65 + column)}${row + 1}`;
    }
    return null;
  }
})"""


def table_of(person: Person) -> str:
    return person.page.url.rsplit("/", 1)[-1]


def verified(person: Person, tmp_path: Path) -> tuple[int, str]:
    """What `tilefolk verify` says of the files that the page saves."""
    person.page.get_by_text(person.say("web.check.how")).click()
    paths = []
    for label in ("web.check.save", "web.result.record"):
        with person.page.expect_download() as saved:
            person.page.get_by_role("link", name=person.say(label), exact=True).click()
        paths.append(tmp_path / saved.value.suggested_filename)
        saved.value.save_as(paths[-1])
    notes, record = paths
    assert json.loads(notes.read_text())["format"] == "tilefolk-seen 1"
    words = ["verify", str(record), "--seen", str(notes), "--lang", "en"]
    result = CliRunner().invoke(app, words)
    return result.exit_code, result.output


def told(person: Person) -> str:
    person.button("web.check").click()
    answer = person.page.get_by_role("status").filter(has_text=re.compile(person.say("web.check.how")))
    expect(answer).to_be_visible()
    person.speaks()
    return answer.inner_text()


def commitments(person: Person, table: str) -> list[str | None]:
    sealing = person.call("GET", f"/api/tables/{table}")["sealing"]
    return list(sealing["commitments"]) if sealing else []


def wait_for_commitments(person: Person, count: int) -> None:
    """Until so many seats of the person's table have committed to something."""
    table = table_of(person)
    person.until(lambda: sum(map(bool, commitments(person, table))) == count)


def test_two_people_take_part_and_check_it_in_their_browsers(real_draws: Newcomer, tmp_path: Path) -> None:
    ola, jan = real_draws().named("Ola"), real_draws("pl")
    jan.introduce()
    gather(ola, jan.named("Jan"))
    ola.begin()
    expect(jan.board).to_be_visible()
    end(ola, jan)
    for person in (ola, jan):
        words = told(person)
        assert person.say("web.check.here") in words
        assert person.say("web.check.parts", names="Ola, Jan") in words
        assert person.pattern("web.check.right").search(words)
    code, said = verified(ola, tmp_path)
    assert code == 0, said
    assert "took part with a number of their own: 1, 2." in said
    assert "before the first draw, by its own notes" in said


def test_whoever_is_away_at_the_start_is_left_out(real_draws: Newcomer) -> None:
    ola, jan = real_draws().named("Ola"), real_draws().named("Jan")
    link = gather(ola, jan)
    jan.open("/")
    wait_for_commitments(ola, 1)
    ola.begin()
    expect(ola.board).to_be_visible()
    jan.open(link)
    end(ola, jan)
    words = told(ola)
    assert ola.say("web.check.here") in words
    assert ola.say("web.check.parts", names="Ola") in words
    assert jan.say("web.check.here") in told(jan)  # he saw the seal before he left


NO_REVEAL = """const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) { if (!text.includes('"reveal"')) send.call(this, text); };"""


def test_a_part_that_is_not_shown_is_named(real_draws: Newcomer) -> None:
    """Jan's browser forgets its nonce: nobody waits for it longer than a few seconds."""
    ola, jan = real_draws().named("Ola"), real_draws().named("Jan")
    jan.page.add_init_script(NO_REVEAL)
    gather(ola, jan)
    ola.begin()
    expect(jan.board).to_be_visible()
    end(ola, jan)
    words = told(ola)
    assert ola.say("web.check.parts", names="Ola") in words
    assert ola.say("web.check.left_out", names="Jan") in words
    assert jan.say("web.check.no.own_part") in told(jan)
