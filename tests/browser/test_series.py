"""Series in the browser: a chapter alone to its title, over a file and back, looking back, changing seats."""

import re
from functools import cache
from pathlib import Path

from playwright.sync_api import FilePayload, Locator, expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES
from tilefolk.campaign.playing import play_series
from tilefolk.campaign.record import SeriesRecord, read_series, write_series
from tilefolk.core.match import Match

CAMPAIGN, CHAPTER = "roll_and_build/campaign", "roll_and_build/chapter-1"


@cache
def played(name: str, seats: int) -> tuple[Match, ...]:
    return play_series(SERIES[name], [BOTS["random"]] * seats, "browser").matches


def text_of(name: str, seats: int, matches: int) -> str:
    return write_series(SeriesRecord(SERIES[name], seats, played(name, seats)[:matches]))


def take_in(person: Person, text: str) -> None:
    """A file chosen on the start page."""
    person.arrive()
    choose(person, text)


def choose(person: Person, text: str) -> None:
    file = FilePayload(name="series.txt", mimeType="text/plain", buffer=text.encode())
    person.page.get_by_label(person.say("web.series.import")).set_input_files(file)


def saved(person: Person) -> str:
    """The file that the page gives."""
    with person.page.expect_download() as coming:
        person.page.get_by_role("link", name=person.say("web.series.export")).click()
    assert coming.value.suggested_filename.endswith(".txt")
    return Path(coming.value.path()).read_text(encoding="utf-8")


def course(person: Person) -> Locator:
    """The part of the page about the series."""
    return person.page.get_by_role("region", name=person.say("game.roll_and_build"))


def lay_and_end(person: Person) -> None:
    """One building by the list of places, then the end."""
    expect(person.board).to_be_visible()
    while (card := person.page.get_by_role("dialog")).count():  # what is new in this episode
        card.get_by_role("button").last.click()
    person.page.get_by_role("button", name=person.say("web.play.list")).click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("listitem").get_by_role("button").first.click()
    person.main.click()
    expect(person.ending).to_be_enabled()
    person.ending.click()
    person.ending.click()


def test_a_chapter_alone_to_its_title(newcomer: Newcomer) -> None:
    ola = newcomer("pl")
    ola.open()
    form = ola.invites(CHAPTER)
    form.get_by_label(ola.say("web.new.mode")).select_option(label=ola.say(f"mode.{CHAPTER}"))
    form.get_by_text("1", exact=True).click()
    ola.button("web.new.make").click()
    ola.begin()
    modes = SERIES[CHAPTER].modes
    for played, mode in enumerate(modes, 1):
        lay_and_end(ola)
        expect(ola.page.get_by_text(ola.say(f"mode.{mode}")).first).to_be_visible()
        expect(course(ola)).to_contain_text(ola.say("series.played", played, len(modes)))
        ola.speaks()
        if mode != modes[-1]:
            expect(course(ola).get_by_text(ola.say("web.series.upnext"), exact=True)).to_be_visible()
            ola.page.get_by_role("button", name=ola.say("web.series.next")).click()
    step = course(ola).locator("[aria-current=step]")
    expect(step).to_have_text(re.compile(ola.say("title.tramp")))
    expect(course(ola).get_by_text(ola.pattern("web.series.missing"))).to_be_visible()
    expect(ola.button("web.series.new")).to_be_visible()
    record = read_series(saved(ola))
    assert record.standing.over and record.standing.chapters[0].title is not None
    expect(course(ola).get_by_role("row").last).to_contain_text(str(abs(record.standing.totals[0])))


def test_a_series_goes_out_as_a_file_or_on_paper_and_comes_in_again(newcomer: Newcomer) -> None:
    ola = newcomer("pl")
    text = text_of(CAMPAIGN, 1, 4)
    take_in(ola, text)
    expect(course(ola)).to_contain_text(ola.say("series.played", 4, 12))
    assert saved(ola) == text
    with ola.page.expect_download() as coming:
        ola.page.get_by_role("link", name=ola.say("web.series.print")).click()
    assert coming.value.suggested_filename == "tilefolk-roll_and_build-5-a4-pl.pdf"
    assert Path(coming.value.path()).read_bytes().startswith(b"%PDF")
    ola.arrive()
    mine = ola.page.get_by_role("listitem").filter(has_text=ola.say("series.played", 4, 12))
    mine.get_by_role("link", name=ola.say("web.series.go")).click()
    ola.page.get_by_role("button", name=ola.say("web.series.next")).click()
    expect(ola.board).to_be_visible()
    take_in(ola, text.replace("version 1", "version 9", 1))
    alert = ola.page.get_by_role("alert")
    expect(alert).to_have_text(ola.say("file.newer"), use_inner_text=True)
    choose(ola, text[text.index("tilefolk-match") :])
    expect(alert).to_have_text(ola.say("series.is_match"), use_inner_text=True)
    ola.faults.clear()  # the browser notes the refusals


def test_looking_back_and_changing_seats_between_episodes(newcomer: Newcomer) -> None:
    ola = newcomer(viewport={"width": 360, "height": 740})
    take_in(ola, text_of(CAMPAIGN, 2, 9))
    expect(course(ola)).to_contain_text(ola.say("bonus.bags"))
    onward = ola.page.get_by_role("button", name=ola.say("web.series.next"))
    expect(onward).to_have_attribute("aria-disabled", "true")
    course(ola).get_by_role("button", name=ola.say("mode.roll_and_build/7")).click()
    slider = ola.page.get_by_role("slider")
    expect(slider).to_be_visible()
    last = int(slider.get_attribute("max") or 0)
    ola.button("web.look.back").click()
    expect(ola.page.get_by_role("heading", level=1)).to_have_text(ola.say("web.look.step", last - 1, last))
    slider.fill("0")
    expect(ola.button("web.look.back")).to_be_disabled()
    expect(ola.results.first.get_by_role("rowheader").first).to_be_visible()
    assert ola.page.evaluate("document.documentElement.scrollWidth") <= 360
    slider.fill(str(last - 1))
    ola.page.get_by_role("combobox", name=ola.say("web.look.speed")).select_option("fast")
    ola.button("web.look.play").press("Enter")
    expect(slider).to_have_value(str(last))
    expect(ola.button("web.look.play")).to_be_visible()
    ola.speaks()
    ola.button("web.seat.put").click()
    expect(onward).to_have_attribute("aria-disabled", "false")
    onward.click()
    expect(ola.board).to_be_visible()
    ola.speaks()


def test_people_who_never_meet_see_how_it_ended_before_they_play_on(newcomer: Newcomer) -> None:
    """The next episode begins by itself; whoever comes back, or sits there, sees the last one first."""
    ola, jan = newcomer("pl"), newcomer()
    ola.introduce()
    jan.introduce()
    body = {"game": CHAPTER, "options": {"pace": "own"}, "seats": ["me", "open"], "time": 7 * 86_400}
    table = ola.call("POST", "/api/tables", **body)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    first, second = SERIES[CHAPTER].modes[:2]
    for person in (ola, jan):
        person.open(f"/t/{table}")
        lay_and_end(person)
        expect(person.turn).to_have_count(0)
        if person is ola:
            ola.open("/")  # ola goes away before jan is done
    ola.open(f"/t/{table}")
    for person in (ola, jan):
        on = person.page.get_by_role("button", name=person.say("web.series.go"))
        expect(on).to_contain_text(person.say(f"mode.{second}"))
        expect(person.page.locator("main").get_by_text(person.say(f"mode.{first}")).first).to_be_visible()
        expect(course(person)).to_contain_text(person.say("series.played", 1, 3))
        expect(course(person).get_by_text(person.say("web.series.now"), exact=True)).to_be_visible()
        expect(course(person).get_by_text(person.say("web.series.upnext"), exact=True)).to_have_count(0)
        person.speaks()
        on.click()
        expect(person.board).to_be_visible()
    ola.open(f"/t/{table}")
    expect(ola.board).to_be_visible()


def test_the_end_of_a_series_is_headed_by_who_wins_it(newcomer: Newcomer) -> None:
    """How the last episode ended comes second; on a phone no total lies on another."""
    ola = newcomer("pl", viewport={"width": 360, "height": 740})
    take_in(ola, text_of(CHAPTER, 6, 3))
    ola.page.wait_for_url("**/t/*")
    series = ola.call("GET", "/api/tables/" + ola.page.url.rpartition("/")[2])["series"]
    best = series["totals"][series["places"].index(1)]
    head = ola.page.get_by_role("heading", level=1)
    expect(head).to_contain_text(str(best).replace("-", "\N{MINUS SIGN}"))
    expect(ola.page.locator(".won").get_by_text(ola.say(f"mode.{SERIES[CHAPTER].modes[-1]}"))).to_be_visible()
    assert ola.page.evaluate("document.documentElement.scrollWidth") <= 360
    totals = course(ola).locator("tfoot td").all()
    assert len(totals) == 6
    assert all(one.evaluate("node => node.scrollWidth <= node.clientWidth + 1") for one in totals)


def test_alone_with_series_and_points_in_sight(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.arrive()
    box = ola.box(CHAPTER)
    box.get_by_role("combobox").select_option(label=ola.say(f"mode.{CHAPTER}"))
    box.get_by_role("button", name=ola.say("web.box.solo"), exact=True).click()
    expect(ola.board).to_be_visible()
    table = ola.call("GET", "/api/tables/" + ola.page.url.rpartition("/")[2])
    assert [seat["sitter"]["kind"] for seat in table["seats"]] == ["person"]
    banner = ola.page.get_by_role("banner")
    for width in (360, 1440):
        ola.page.set_viewport_size({"width": width, "height": 780})
        expect(banner.get_by_text(ola.say("web.series.match_of", 1, 3, points="0"))).to_be_visible()
        assert ola.page.evaluate("document.documentElement.scrollWidth") <= width
    ola.open("/")
    expect(box).to_be_visible()
