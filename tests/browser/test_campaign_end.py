"""The end of a campaign in the browser: who wins, all cities, one that sleeps, the time-lapse."""

import struct
from datetime import datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import Locator, expect

from tests.browser.campaign_steps import (
    DESKTOP,
    LARGE,
    SMALL,
    is_well_made_in_every_look,
    take_in,
    to_the_map,
)
from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.server.campaigns import CAMPAIGN, played_by_some, text_of
from tilefolk.campaign import SERIES
from tilefolk.campaign.record import SeriesRecord, write_series

SVG = "{http://www.w3.org/2000/svg}svg"
AHEAD = timedelta(seconds=20)
SHOWN_MS = 900  # how long the time-lapse shows a board


def test_the_end_of_a_campaign_is_told_step_by_step(newcomer: Newcomer) -> None:
    ola = newcomer(**DESKTOP, accept_downloads=True)
    ola.introduce()
    table = take_in(ola, text_of(2, 24, ("Lipowo", "Riverside")))
    ola.open(f"/t/{table}")
    expect(ola.page.get_by_role("heading", name="Riverside", exact=True)).to_be_visible()
    is_well_made_in_every_look(ola, lambda: lapse(ola), SMALL, LARGE)
    runs_to_its_end(ola)
    for kind in ("SVG", "PNG"):
        with ola.page.expect_download() as saved:
            ola.page.get_by_role("button", name=kind, exact=True).click()
        (shows_24_boards if kind == "SVG" else is_a_large_picture)(Path(saved.value.path()).read_bytes())
    to_the_map(ola)
    is_well_made_in_every_look(ola, lambda: ola.button("web.series.new"), SMALL, LARGE)


def lapse(person: Person) -> Locator:
    return person.page.get_by_role("slider")


def runs_to_its_end(person: Person, game: str = "my_city") -> None:
    """From the first episode to the last by itself; then it stops."""
    lapse(person).press("Home")
    region = person.page.get_by_role("region", name=person.say(f"web.campaign.{game}.grows"))
    board = region.get_by_role("img")
    expect(board).to_have_accessible_name(person.say("web.map.episode", 1))
    person.page.clock.install()
    person.page.clock.pause_at(datetime.now() + AHEAD)  # a busy machine gets no further than it is told
    person.button("web.lapse.play").click()
    person.page.clock.run_for(3 * SHOWN_MS)
    expect(board).to_have_accessible_name(person.say("web.map.episode", 4))
    person.page.clock.run_for(20 * SHOWN_MS)
    expect(board).to_have_accessible_name(person.say("web.map.episode", 24))
    expect(person.button("web.lapse.stop")).to_be_visible()
    person.page.clock.run_for(SHOWN_MS)
    expect(person.button("web.lapse.play")).to_be_visible()
    person.page.clock.resume()


def shows_24_boards(picture: bytes) -> None:
    """It stands for itself: everything that it uses is in it."""
    root = ElementTree.fromstring(picture)
    names = {f"#{node.get('id')}" for node in root.iter()}
    used = {node.get("href") for node in root.iter() if node.get("href")}
    boards = [node for node in root.iter(SVG) if node.get("viewBox") and node.get("x")]
    assert len(boards) == 24 and used and used <= names


def is_a_large_picture(picture: bytes) -> None:
    width, height = struct.unpack(">II", picture[16:24])
    assert picture.startswith(b"\x89PNG") and width > 1500 and height > 1000 and len(picture) > 50_000


def test_a_city_that_sleeps_is_there_at_the_end(newcomer: Newcomer) -> None:
    """It counts with what it has; its board is the one it left."""
    ewa = newcomer("pl", **DESKTOP)
    ewa.introduce()
    matches = played_by_some(3, 21, (0, 2), 24)
    cities = ("Lipowo", "Riverside", "Brzeg")
    table = take_in(ewa, write_series(SeriesRecord(SERIES[CAMPAIGN], 3, matches, cities)))
    ewa.open(f"/t/{table}")
    asleep = ewa.page.get_by_role("heading", name="Riverside")
    expect(asleep.filter(has_text=ewa.say("web.lineup.asleep"))).to_be_visible()
    for city in cities:
        expect(ewa.page.get_by_role("img", name=ewa.say("web.board", name=city)).last).to_be_visible()
    compared = ewa.page.get_by_role("region", name=ewa.say("web.finale.title")).locator("[data-seat]")
    assert {compared.nth(row).get_attribute("data-seat") for row in range(3)} == {"0", "1", "2"}
    ewa.page.get_by_label(ewa.say("web.campaign.my_city.whose")).select_option("1")
    lapse(ewa).press("End")
    expect(ewa.page.get_by_role("img", name=ewa.say("web.map.episode", 21))).to_be_visible()
    is_well_made_in_every_look(ewa, lambda: lapse(ewa), SMALL, LARGE, again=True)
