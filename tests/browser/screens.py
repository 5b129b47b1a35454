"""Every kind of screen that people meet, each brought up in one call."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.beside import answer, live_of
from tests.browser.campaign_steps import take_in, to_the_map
from tests.browser.driving import Person
from tests.browser.learning import Learner
from tests.guided import GUIDES
from tests.server.campaigns import text_of
from tests.server.serving import Live, Server

ANSWERS = 5  # before the middle of a match is looked at

Arrive = Callable[[Person, Server], object]


def start(person: Person, server: Server) -> None:
    person.arrive()


def gathering(person: Person, server: Server) -> None:
    person.introduce()
    seats = ["me", "open", {"bot": "greedy"}]
    table = person.call("POST", "/api/tables", game="my_city/eternal", options={}, seats=seats, listed=False)
    person.open(f"/t/{table['id']}")
    expect(person.page.get_by_role("heading", name=person.say("web.gather.title"))).to_be_visible()


def in_play(game: str, bots: int = 3) -> Arrive:
    """The middle of a match."""

    def arrive(person: Person, server: Server) -> Live:
        person.introduce()
        table = person.call("POST", "/api/play", game=game, bots=["greedy"] * bots)
        live = live_of(person, server, table["id"])
        answer(live, ANSWERS)
        person.open(f"/t/{table['id']}")
        expect(person.page.locator(".play")).to_be_visible()
        return live

    return arrive


def results(game: str, line: str | None = None) -> Arrive:
    """After a match: the own part is ended at once, or played to its end."""

    def arrive(person: Person, server: Server) -> None:
        live: Live = in_play(game)(person, server)  # type: ignore[assignment]
        answer(live, 1000, line)
        live.close()
        expect(person.button("web.look.open")).to_be_visible()

    return arrive


def rules(mode: str) -> Arrive:
    def arrive(person: Person, server: Server) -> None:
        person.introduce()
        person.open(f"/rules/{mode}")
        expect(person.page.get_by_role("heading", level=1)).to_be_visible()

    return arrive


def guided(mode: str) -> Arrive:
    def arrive(person: Person, server: Server) -> None:
        Learner(person, GUIDES[mode], "mouse").begins()

    return arrive


def watching(game: str) -> Arrive:
    """Somebody else's match, from beside the table."""

    def arrive(person: Person, server: Server) -> None:
        assert person.context.browser
        host = Person(person.context.browser.new_context(), person.url)
        in_play(game)(host, server)
        person.introduce()
        person.open(host.page.url.removeprefix(person.url))
        expect(person.page.get_by_role("heading", name=person.say("web.watch.title"))).to_be_visible()

    return arrive


def stepping(game: str) -> Arrive:
    """The middle of a match that is over."""

    def arrive(person: Person, server: Server) -> None:
        results(game, "end")(person, server)
        person.button("web.look.open").click()
        person.page.get_by_role("slider").fill("4")
        expect(person.page.get_by_role("heading", level=1)).to_contain_text("4")

    return arrive


def campaign(person: Person, server: Server) -> None:
    """After an episode of a campaign."""
    person.introduce()
    person.open(f"/t/{take_in(person, text_of(2, 3))}")
    expect(person.results).to_be_visible()


def campaign_map(person: Person, server: Server) -> None:
    campaign(person, server)
    to_the_map(person)


def finale(seats: int) -> Arrive:
    """The end of a whole campaign."""

    def arrive(person: Person, server: Server) -> None:
        person.introduce()
        names = ("Lipowo", "Riverside", "Brzeg")[:seats]
        person.open(f"/t/{take_in(person, text_of(seats, 24, names))}")
        expect(person.page.get_by_role("slider")).to_be_visible()

    return arrive


def settings(person: Person, server: Server) -> None:
    person.introduce()
    person.open("/me")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


def menu(person: Person, server: Server) -> None:
    gathering(person, server)
    person.button("web.menu").click()
    expect(person.page.get_by_text(person.say("web.set.left"), exact=True)).to_be_visible()


SCREENS: dict[str, Arrive] = {
    "start": start,
    "gathering": gathering,
    "my_city": in_play("my_city/eternal"),
    "my_island": in_play("my_island/eternal"),
    "roll_and_build": in_play("roll_and_build/10"),
    "point_city": in_play("point_city/table"),
    "results": results("my_city/eternal", "end"),
    "rules": rules("my_city/eternal"),
    "guide": guided("my_city/eternal"),
    "campaign": campaign,
    "settings": settings,
    "menu": menu,
    "results-my_island": results("my_island/eternal", "end"),
    "results-roll_and_build": results("roll_and_build/10", "end"),
    "results-point_city": results("point_city/table"),
    "rules-point_city": rules("point_city/table"),
    "guide-my_island": guided("my_island/eternal"),
    "guide-roll_and_build": guided("roll_and_build/1"),
    "guide-point_city": guided("point_city/table"),
    "watching": watching("my_city/eternal"),
    "watching-my_island": watching("my_island/eternal"),
    "watching-roll_and_build": watching("roll_and_build/10"),
    "watching-point_city": watching("point_city/table"),
    "stepping": stepping("my_city/eternal"),
    "map": campaign_map,
    "finale": finale(3),
    "in-campaign": in_play("my_city/1", bots=1),
}
COMMON = 12  # of them are looked at in every run
