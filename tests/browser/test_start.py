"""The start page: a box per game, its ways, and one click to each of them."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.browser.looking import GAME
from tests.browser.test_axe import violations
from tilefolk.campaign import SERIES
from tilefolk.games import GAMES, all_modes, find, modes_of

SOLO = next(mode for mode in all_modes() if mode.fixed_bots)
EPISODES = SERIES["my_city/campaign"].modes
TABLE = next(mode for mode in modes_of(find(SOLO.name)[0]) if not mode.fixed_bots)


def choose(person: Person, place: Locator, mode: str) -> None:
    place.get_by_label(person.say("web.new.mode")).select_option(label=person.say(f"mode.{mode}"))


def sits_at(person: Person, mode: str, bots: int) -> None:
    """At a table where the match runs, with so many bots."""
    person.page.wait_for_url(re.compile("/t/"))
    table = person.call("GET", "/api/tables/" + person.page.url.rpartition("/")[2])
    kinds = [seat["sitter"]["kind"] for seat in table["seats"]]
    assert (table["game"], kinds.count("bot")) == (mode, bots)
    assert table["match"]


def test_every_game_has_a_box_and_every_mode_one_click(newcomer: Newcomer) -> None:
    ola = newcomer("pl")
    ola.open()
    expect(ola.page.get_by_role("article")).to_have_count(len(GAMES))
    ola.speaks()
    for mode, bots in ((GAME, 3), (TABLE.name, 3), (SOLO.name, 1)):
        if mode != GAME:
            ola.open()
        box = ola.box(mode)
        if mode != GAME:
            choose(ola, box, mode)
        alone = mode == SOLO.name
        expect(box.get_by_role("button", name=ola.say("web.new.open"), exact=True)).to_have_count(1 - alone)
        box.get_by_role(
            "button", name=ola.say("web.box.alone" if alone else "web.box.bots"), exact=True
        ).click()
        sits_at(ola, mode, bots)


def test_a_bot_is_chosen_by_face_level_and_manner(newcomer: Newcomer) -> None:
    ola = newcomer(viewport={"width": 360, "height": 740})
    ola.introduce()
    seats = ["me", {"bot": "beaver"}, {"bot": "beaver"}, {"bot": "greedy"}]
    table = ola.call("POST", "/api/tables", game=GAME, options={}, seats=seats, listed=False)
    ola.open(f"/t/{table['id']}")
    beaver = ola.say("bot.beaver")
    seated = ola.page.get_by_role("region", name=ola.say("game.my_city")).get_by_role("list")
    expect(seated.get_by_text(ola.say("bot.greedy"), exact=True)).to_be_visible()
    expect(seated.get_by_text(f"{beaver} 2", exact=True)).to_be_visible()
    change = ola.page.get_by_role("button", name=ola.say("web.bot.change.at", name=f"{beaver} 2"))
    with ola.page.expect_request("**/api/bots/prepare") as prepares:
        change.click()
    assert prepares.value.post_data_json == {"game": GAME}
    mole = ola.page.get_by_role("dialog").get_by_role("button", name=ola.say("bot.mole"))
    expect(mole).to_contain_text(ola.say("bot.mole.manner"))
    expect(mole.get_by_role("img", name=ola.say("web.bot.level", 1))).to_be_visible()
    assert violations(ola) == []
    mole.click()
    expect(seated.get_by_text(f"{beaver} 2", exact=True)).to_have_count(0)
    expect(seated.locator("[href='#bot-mole']")).to_have_count(1)
    assert ola.page.evaluate("document.documentElement.scrollWidth") <= 360
    ola.speaks()


def test_the_form_shows_whose_seat_is_whose(newcomer: Newcomer) -> None:
    ola = newcomer(viewport={"width": 360, "height": 740})
    ola.open()
    form = ola.invites(TABLE.name)
    expect(form.get_by_label(ola.say("web.new.seat", 2))).to_be_visible()
    choose(ola, form, SOLO.name)
    ((seat, bot),) = SOLO.fixed_bots
    expect(form.get_by_label(ola.say("web.new.seat", seat + 1))).to_have_count(0)
    expect(form.get_by_text(ola.say(f"bot.{bot}"), exact=True)).to_be_visible()
    assert ola.page.evaluate("document.documentElement.scrollWidth") <= 360
    ola.button("web.new.make").click()
    own = ola.page.get_by_role("listitem").filter(has_text=ola.say("web.seat.own"))
    expect(own).to_contain_text(ola.say(f"bot.{bot}"))
    expect(own.get_by_role("button")).to_have_count(0)
    expect(ola.page.get_by_role("button", name=ola.say("web.gather.fill"))).to_have_count(0)
    ola.speaks()


def test_a_game_loads_no_screen_of_another(newcomer: Newcomer) -> None:
    ola = newcomer()
    table = ola.call("POST", "/api/play", game=SOLO.name, bots=[])
    loaded: list[str] = []
    ola.page.on("request", lambda request: loaded.append(request.url))
    ola.open(f"/t/{table['id']}")
    expect(ola.page.locator(".play")).to_be_visible()
    assert any("point_city" in url for url in loaded)
    assert not [url for url in loaded if "laying" in url or "my_city" in url]


def test_my_tables_come_first_while_one_goes_on(newcomer: Newcomer) -> None:
    """With whose turn it is and how long the table waits."""
    ola, jan = newcomer(), newcomer()
    ola.introduce()
    jan.introduce()
    body = {"game": GAME, "options": {}, "seats": ["me", "open"], "time": 2 * 86_400}
    table = ola.call("POST", "/api/tables", **body)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    ola.open()
    mine = ola.page.get_by_role("region", name=ola.say("web.tables.mine"))
    turn = mine.get_by_role("link", name=ola.say("web.turn"))
    for width, height in ((360, 740), (1366, 768)):
        ola.page.set_viewport_size({"width": width, "height": height})
        expect(turn).to_be_in_viewport()
        expect(mine.get_by_text(ola.say("time.left.days", 2))).to_be_visible()
        top, play = mine.bounding_box(), ola.button("web.start.play").bounding_box()
        assert top
        assert play
        assert top["y"] < play["y"]


def test_my_tables_say_for_whom_they_wait_and_how_long(newcomer: Newcomer) -> None:
    """At own pace nobody learns how far the others are; how long the match has everybody knows."""
    ola, jan = newcomer("pl"), newcomer().named("Jan")
    ola.introduce()
    jan.introduce()
    for pace in ("together", "own"):
        body = {"game": GAME, "options": {"pace": pace}, "seats": ["me", "open"], "time": 2 * 86_400}
        table = ola.call("POST", "/api/tables", **body)["id"]
        jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
        ola.call("POST", f"/api/tables/{table}/start")
        ola.open(f"/t/{table}")
        ola.ending.click()
        ola.ending.click()
        expect(ola.turn).to_have_count(0)
    ola.open()
    mine = ola.page.get_by_role("region", name=ola.say("web.tables.mine")).get_by_role("listitem")
    left = ola.say("time.left.days", 2)
    for whom in (f"{ola.say('web.play.waiting')} Jan", ola.say("web.tables.waits")):
        expect(mine.get_by_text(f"{whom} · {left}")).to_be_visible()


def test_a_single_episode_is_offered_by_number_and_brings_its_drawings(newcomer: Newcomer) -> None:
    ola = newcomer(viewport={"width": 360, "height": 740})
    ola.open()
    box = ola.box(GAME)
    box.get_by_label(ola.say("web.new.mode")).select_option(label=ola.say("web.new.episode"))
    sentence, room = box.get_by_text(ola.say("series.spoils")).bounding_box(), box.bounding_box()
    assert sentence and room and sentence["width"] < room["width"]
    numbers = box.get_by_role("combobox").last
    assert numbers.inner_text().split() == [str(number) for number in range(1, 1 + len(EPISODES))]
    assert ola.page.evaluate("document.documentElement.scrollWidth") <= 360
    numbers.select_option("8")
    expect(ola.page.locator("symbol#p-sawmill")).to_have_count(0)
    box.get_by_role("button", name=ola.say("web.box.bots"), exact=True).click()
    sits_at(ola, "my_city/8", 3)
    expect(ola.page.locator("symbol#p-sawmill")).to_have_count(1)
    expect(ola.page.locator("use[href='#p-sawmill']").first).to_be_attached()
    ola.open()
    row = ola.page.get_by_role("listitem").filter(has_text=ola.say("series.episode", 8))
    expect(row).to_be_visible()


def test_whoever_is_invited_is_asked_for_a_name_and_sits_down(newcomer: Newcomer) -> None:
    """The page says who invites and to what; one button does the rest, on a phone without scrolling."""
    ola, jan = newcomer(), newcomer("pl", viewport={"width": 390, "height": 844})
    ola.arrive()
    ola.named("Ola")
    link = ola.new_table("me", "open")
    expect(ola.page.get_by_text(ola.say("web.link.local"))).to_be_visible()
    jan.open(link)
    title = jan.page.get_by_role("heading", level=1)
    expect(title).to_contain_text(jan.say("web.welcome.invites", name="Ola"))
    expect(title).to_contain_text(jan.say("game.my_city"))
    sit = jan.button("web.welcome.sit")
    expect(sit).to_be_in_viewport(ratio=1)
    assert violations(jan) == []
    jan.page.get_by_label(jan.say("web.welcome.name")).fill("Jan")
    jan.speaks()
    sit.click()
    expect(sit).to_have_count(0)
    expect(jan.page.get_by_text("Jan", exact=True).first).to_be_visible()
    expect(ola.page.get_by_text("Jan", exact=True).first).to_be_visible()
