"""People answer by sockets beside their pages, to bring a match to where a test begins."""

from itertools import cycle

from tests.browser.driving import Person
from tests.server.serving import Live, Server, first_choice


def live_of(person: Person, server: Server, table: str) -> Live:
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in person.context.cookies())
    return Live(server, cookies, table)


def answer(live: Live, times: int, line: str | None = None) -> None:
    """So many answers of seat 0: the first that is offered, or this one."""
    while 0 not in live.pushes:
        live.take()
    while times and live.pushes[0]["view"]["phase"] != "over":
        view = live.pushes[0]["view"]
        if 0 in view["to_act"]:
            assert live.act(0, line or first_choice(view))["type"] == "ack"
            times -= 1
        live.wait_for("push")


def take_turns(server: Server, table: str, *people: Person, until: int = 100) -> None:
    """The people of the first seats, one after the other, until a round begins or the match is over."""
    lives = [live_of(person, server, table) for person in people]
    for seat, live in cycle(enumerate(lives)):
        while seat not in live.pushes:
            live.take()
        while (view := live.pushes[seat]["view"])["phase"] != "over" and seat not in view["to_act"]:
            live.wait_for("push")
        if view["phase"] == "over" or view["round"] >= until:
            break
        while seat in view["to_act"]:
            assert live.play(seat, first_choice(view))["type"] == "ack"
            view = live.pushes[seat]["view"]
    for live in lives:
        live.close()
