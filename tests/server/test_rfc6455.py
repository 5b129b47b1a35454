"""Every case of RFC 6455 and RFC 7692 that we know of, over raw sockets: answered or closed as they say.

A share runs always, every case with TEST_LONG, in one piece and byte by byte.
"""

import json
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.effort import LONG
from tests.server.rfc.frame_cases import FRAME_CASES, MESSAGE, Case
from tests.server.rfc.handshake_cases import ANSWERED, EARLY, HANDSHAKES, TAKEN, Handshake, request
from tests.server.rfc.packed_cases import OFFER, OFFERS, PACKED_CASES
from tests.server.rfc.raw_socket import ACCEPT, CLOSE, PING, PONG, TEXT, RawSocket, frame
from tests.server.serving import Server, Visitor, running
from tilefolk.server.http.socket_limits import MAX_SOCKETS_PER_PERSON

STRIDE, BYTEWISE_STRIDE = (1, 1) if LONG else (3, 12)  # every so-manieth case
NEVER = 1_000  # replies
SLOW = 2_000  # more bytes are not sent one by one


class Site:
    """A server, and a client with a table there."""

    def __init__(self, server: Server) -> None:
        self.server, self._used = server, MAX_SOCKETS_PER_PERSON

    def request(self, text: str) -> bytes:
        """The request as this client sends it."""
        if self._used == MAX_SOCKETS_PER_PERSON:  # those before may not be counted as closed yet
            visitor, self._used = Visitor(self.server), 0
            self._cookie = visitor.cookie()
            self._table = visitor.post("/api/tables", game="my_city/eternal", options={}, seats=["me"])["id"]
        self._used += 1
        host, path = f"127.0.0.1:{self.server.port}", f"/api/tables/{self._table}/live"
        for hole, value in {"{host}": host, "{cookie}": self._cookie, "{path}": path}.items():
            text = text.replace(hole, value)
        return text.encode()

    def opened(self, extensions: str | None) -> RawSocket:
        raw = RawSocket(self.server.port)
        raw.send(self.request(request(Sec_WebSocket_Extensions=extensions)))
        answer = raw.answer()
        assert answer.status == 101 and answer.headers["sec-websocket-accept"] == ACCEPT.lower()
        return raw


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("rfc")) as server:
        yield Site(server)
        assert "Traceback" not in server.log.read_text(), "none of this is a failure of ours"


def words(raw: RawSocket, replies: int) -> Iterator[str]:
    """What the server says, until so many replies came or it closes."""
    for opcode, payload in raw.frames():
        if opcode == PONG:
            yield f"pong({payload.decode('latin-1')})"
        elif opcode == CLOSE:
            yield f"close({int.from_bytes(payload[:2], 'big') or ''})"
            raw.send(frame(CLOSE, payload))  # where the server waits for that
        elif opcode == TEXT and (kind := json.loads(payload)["type"]) in ("pong", "problem"):
            yield "reply" if kind == "pong" else "problem"
            replies -= kind == "pong"
            if not replies:
                return
        else:
            assert opcode in (TEXT, PING)


def outcome(site: Site, case: Case, extensions: str | None, bytewise: bool) -> str:
    """What comes back for a case, in the words of the cases."""
    sent = case.sent + frame(TEXT, MESSAGE)
    pieces = [sent[at : at + 1] for at in range(len(sent))] if bytewise else [sent]
    replies = [one.split().count("reply") + 1 for one in case.outcome.split("|") if "close" not in one]
    with site.opened(extensions) as raw:
        raw.send(*pieces)
        try:
            said = [*words(raw, max(replies, default=NEVER))]
        except TimeoutError:
            return "hangs"
    return " ".join(said[:-1] if said and said[-1] == "reply" else said)


def check(site: Site, cases: list[Case], extensions: str | None, bytewise: bool) -> None:
    found = {
        case.name: (case.outcome, got)
        for case in cases
        if not (bytewise and len(case.sent) > SLOW)
        and (got := outcome(site, case, extensions, bytewise)) not in case.outcome.split("|")
    }
    assert not found


@pytest.mark.parametrize("bytewise", [False, True], ids=["whole", "byte by byte"])
@pytest.mark.parametrize("group", range(4))
def test_frames(site: Site, group: int, bytewise: bool) -> None:
    check(site, FRAME_CASES[group::4][:: BYTEWISE_STRIDE if bytewise else STRIDE], None, bytewise)


@pytest.mark.parametrize("bytewise", [False, True], ids=["whole", "byte by byte"])
def test_packed_messages(site: Site, bytewise: bool) -> None:
    check(site, PACKED_CASES[:: BYTEWISE_STRIDE if bytewise else STRIDE], OFFER, bytewise)


def test_offers_of_packing(site: Site) -> None:
    """Every answer fits its offer, and what the server sends can be read by it."""
    offers = [*OFFERS.items()][::STRIDE]
    found = {offer: got for offer, agreed in offers if (got := _fault_of_offer(site, offer, agreed))}
    assert not found


def _fault_of_offer(site: Site, offer: str, agreed: str | None) -> str:
    with RawSocket(site.server.port) as raw:
        raw.send(site.request(request(Sec_WebSocket_Extensions=offer)))
        answer = raw.answer()
        given = answer.headers.get("sec-websocket-extensions")
        is_right = given is None if agreed is None else given is not None and agreed in given
        if answer.status != 101 or not is_right:
            return f"answered {answer.status}, {given}"
        raw.send(frame(TEXT, MESSAGE))
        said = [*words(raw, 1)]
        return "" if said == ["reply"] else f"says {said}"


@pytest.mark.parametrize("pieces", [1, 2])
def test_handshakes(site: Site, pieces: int) -> None:
    cases = HANDSHAKES[::STRIDE]
    found = {case.name: got for case in cases if (got := _fault_of_handshake(site, case, pieces))}
    assert not found


def _fault_of_handshake(site: Site, case: Handshake, pieces: int) -> str:
    sent = site.request(case.request)
    cuts = [len(sent) * at // pieces for at in range(pieces + 1)]
    with RawSocket(site.server.port) as raw:
        for begin, end in pairwise(cuts):
            raw.send(sent[begin:end])
            time.sleep(0.002 * (pieces > 1))  # the server reads them one by one
        try:
            status, headers = raw.answer()
        except TimeoutError:
            return "not answered"
    if status == 101 or case.outcome == TAKEN:
        return "" if status == 101 and case.outcome in (TAKEN, ANSWERED) else f"answered {status}"
    if case.name.startswith("version") and headers.get("sec-websocket-version") != "13":
        return f"answered {status} without the version that is known"
    return "" if status in (0, 505) or 400 <= status < 500 else f"answered {status}"


@pytest.mark.parametrize("pieces", [1, 2])
def test_what_comes_before_the_answer_waits_for_it(site: Site, pieces: int) -> None:
    found = {}
    for name, (early, outcome) in EARLY.items():
        asked = site.request(request())
        with RawSocket(site.server.port) as raw:
            raw.send(*([asked + early] if pieces == 1 else [asked, early]))
            assert raw.answer().status == 101
            if not outcome:
                raw.send((frame(TEXT, MESSAGE) + frame(TEXT, MESSAGE))[len(early) :])
                outcome = "reply"
            said = " ".join(words(raw, outcome.count("reply") or NEVER))
            if said != outcome:
                found[name] = outcome, said
    assert not found
