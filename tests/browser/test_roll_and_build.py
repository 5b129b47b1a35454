"""Roll & Build: drawing by mouse, keys and touch; what is new, the odds, the end, the sheet on paper."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import PEEK, Person, middle, touch_drag
from tests.browser.rewriting import rewritten

GAME = "roll_and_build"
PHONE = {"width": 360, "height": 740}


def reads_what_is_new(person: Person, episode: int) -> None:
    """The slip that lies on the sheet when an episode begins, and away with it."""
    slip = person.page.get_by_role("dialog", name=person.say(f"mode.{GAME}/{episode}"))
    expect(slip).to_be_visible()
    person.speaks()
    slip.get_by_role("button", name=person.say("web.rb.begin")).click()
    expect(person.page.locator("dialog")).to_have_count(0)


def drawn(person: Person, buildings: int) -> None:
    """So many stand on my sheet, printed ones included."""
    label = f"{person.say('web.rb.sheet.mine')}: {person.say('web.play.laid', buildings)},"
    expect(person.drawing).to_have_attribute("aria-label", re.compile(re.escape(label)))


def draws_by_mouse(person: Person) -> None:
    """Turned and mirrored until it fits; passes where it never does."""
    roll = person.card()
    flip = person.button("web.play.flip")
    fits = person.seeks()
    if not fits and not flip.get_attribute("aria-disabled"):
        flip.click()
        fits = person.seeks()
    if fits:
        person.click_at(*person.spot())
        expect(person.ghost).to_have_class(re.compile(r"\blegal\b"))
        person.main.click()
    else:
        person.passing.click()
    person.went(roll)


def ends(person: Person) -> None:
    person.ending.click()
    person.ending.click()


def final(person: Person) -> Locator:
    return person.page.get_by_role("region", name=person.say("web.rb.counting"))


def see_the_block(person: Person, lines: int) -> int:
    """Every line is written in and the sum agrees; how much that is."""
    block = final(person).locator(".block")
    expect(block.locator(".sum .written")).to_be_visible()
    points = [whole(text) for text in block.locator("button b.written").all_inner_texts()]
    assert len(points) == lines
    assert sum(points) == whole(block.locator(".sum b").inner_text())
    return sum(points)


def whole(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


def test_the_first_chapter_to_its_title_by_mouse(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.alone(game=f"{GAME}/chapter-1")
    total = 0
    for episode, lines in ((1, 4), (2, 5), (3, 6)):
        reads_what_is_new(ola, episode)
        drawn(ola, 0)
        draws_by_mouse(ola)
        ends(ola)
        total += see_the_block(ola, lines)
        ola.speaks()
        if episode < 3:
            ola.page.get_by_role("button", name=ola.say("web.series.next")).click()
    title = ola.page.get_by_role("heading", level=1)
    expect(title).to_have_text(ola.say("title.tramp"))  # a building an episode earns no more
    assert total < 10
    assert whole(ola.page.locator("tfoot .num").last.inner_text()) == total


def test_line_by_line_the_cells_light_up(newcomer: Newcomer) -> None:
    ola = newcomer(reduced_motion="no-preference")
    ola.alone(game=f"{GAME}/2")
    reads_what_is_new(ola, 2)
    ends(ola)
    trees = final(ola).locator("button").nth(1)
    ola.until(lambda: "lit" in (trees.get_attribute("class") or ""))  # for a second
    expect(final(ola).get_by_role("img").locator(".ring")).not_to_have_count(0)
    expect(final(ola).locator(".sum .written")).to_have_count(0)
    ola.button("web.rb.count.all").click()
    see_the_block(ola, 5)


def test_turning_and_mirroring(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.alone(lambda view: len(view["pieces"][0]["shapes"]) == 8, game=f"{GAME}/1")
    reads_what_is_new(ola, 1)
    ola.keys("ArrowUp")
    outline = ola.ghost.locator(".line")

    def looks() -> str:
        return outline.get_attribute("d") or ""

    first = looks()
    ola.keys("f")
    second = looks()
    ola.keys("r")
    third = looks()
    ola.button("web.play.flip").click()
    assert len({first, second, third, looks()}) == 4
    ola.page.mouse.move(*middle(ola.drawing))
    ola.page.mouse.wheel(0, 100)
    expect(outline).to_have_attribute("d", first)
    ola.page.wait_for_timeout(150)  # one turn of the wheel is not two
    ola.page.keyboard.down("Shift")
    ola.page.mouse.wheel(0, 100)
    ola.page.keyboard.up("Shift")
    expect(outline).to_have_attribute("d", second)
    assert sum(map(int, ola.page.locator("li b").all_inner_texts())) == 36


def test_an_episode_by_itself_shows_all_its_rules_and_a_fortress_is_built_by_keyboard(
    newcomer: Newcomer,
) -> None:
    ola = newcomer()
    ola.alone(game=f"{GAME}/10")
    shows_all_rules(ola)
    reads_what_is_new(ola, 10)
    ola.alone(lambda view: view["card"] == "fortress-I1", game=f"{GAME}/11")
    shows_all_rules(ola)
    ola.keys("Escape")
    expect(ola.page.locator("dialog")).to_have_count(0)
    fortress = ola.say("kind.fortress")
    expect(ola.log).to_contain_text(f"{ola.say('web.rb.compass')}: {fortress}.")
    expect(ola.hand.get_by_role("heading").first).to_have_text(ola.say("shape.I1"))
    ola.keys("p")
    expect(ola.why).to_contain_text(ola.say("why.no.must.fortress").split(".")[0])
    ola.keys("ArrowUp", "ArrowRight", "ArrowDown", "Enter")
    drawn(ola, 1)
    assert [line.split()[:2] for line in ola.sent] == [["place", "I1"]]
    expect(ola.log).to_contain_text(f"{ola.say('web.rb.log.place')} {fortress}, ")
    for _ in range(2):
        ola.lay_by_keys(by_list=True)
    ola.keys("7")
    expect(
        ola.page.locator("[aria-pressed=true]").filter(has_text=ola.say("tally.full_groups"))
    ).to_be_visible()
    ola.keys("e", "e")
    see_the_block(ola, 7)


def test_two_people_hidden_from_each_other(newcomer: Newcomer) -> None:
    ola, jan = newcomer().named("Ola"), newcomer().named("Jan")
    table = ola.call("POST", "/api/tables", game=f"{GAME}/7", options={}, seats=["me", "open"], listed=False)
    jan.call("PUT", f"/api/tables/{table['id']}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table['id']}/start")
    for person in (ola, jan):
        person.open(f"/t/{table['id']}")
        reads_what_is_new(person, 7)
        drawn(person, 1)  # the sawmill is printed
    theirs = jan.page.get_by_role("button", name=f"{jan.say('web.rb.sheet.of')} Ola")
    before = theirs.inner_html()
    draws_by_mouse(ola)
    expect(ola.why).to_contain_text(ola.say("web.rb.done.place"))
    expect(jan.page.get_by_text(jan.say("web.play.ready"))).to_be_visible()
    assert [len(board["laid"]) for board in jan.page.evaluate(PEEK, table["id"])["boards"]] == [1, 1]
    assert theirs.inner_html() == before
    draws_by_mouse(jan)
    for person in (ola, jan):
        drawn(person, 2)
    assert theirs.inner_html() != before
    expect(jan.log).to_contain_text("Ola")


def test_nothing_is_cut_off_and_sealed_boards_have_no_score(newcomer: Newcomer) -> None:
    """At own pace, in windows of all kinds."""
    ola, jan = newcomer("pl", viewport={"width": 1440, "height": 900}), newcomer().named("Jan")
    ola.introduce()
    jan.introduce()
    seats = ["me", "open", {"bot": "random"}, {"bot": "random"}]
    body = {"game": f"{GAME}/3", "options": {"pace": "own"}, "seats": seats, "listed": False}
    table = ola.call("POST", "/api/tables", **body)["id"]
    jan.call("PUT", f"/api/tables/{table}/seats/1", sitter="me")
    ola.call("POST", f"/api/tables/{table}/start")
    ola.open(f"/t/{table}")
    slip = ola.page.get_by_role("dialog")
    expect(slip).to_be_visible()
    note, board = slip.bounding_box(), ola.board.bounding_box()
    assert note and board and note["x"] >= board["x"] + board["width"]
    ola.keys("Escape")
    odds = ola.page.locator(".slip").filter(has_text=ola.say("web.rb.odds"))
    assert odds.evaluate("node => node.scrollHeight <= node.clientHeight")
    name, hand = ola.page.locator("header svg").first.bounding_box(), ola.hand.bounding_box()
    assert name and hand and abs(name["x"] - hand["x"]) <= 1
    expect(ola.page.locator("article .value")).to_have_text(["–"] * 3)
    for width, height in ((1024, 600), (768, 600), (360, 740)):
        ola.page.set_viewport_size({"width": width, "height": height})
        for tab in ola.page.get_by_role("tab").all():
            expect(tab).to_be_in_viewport(ratio=1)
    jans = ola.page.get_by_role("button", name=f"Jan: {ola.say('web.play.sealed')}")
    expect(jans.locator(".worth")).to_have_text("–")


def test_a_phone_in_polish(newcomer: Newcomer) -> None:
    ola = newcomer(language="pl", viewport=PHONE, has_touch=True, is_mobile=True)
    ola.alone(lambda view: not view["card"].startswith("church"), game=f"{GAME}/8")
    reads_what_is_new(ola, 8)
    ola.button("web.play.anchors").tap()
    for tool in ["web.play.turn"] * 3 + ["web.play.flip"] + ["web.play.turn"] * 3:
        if ola.anchors.count():
            break
        ola.button(tool).tap()
    x, y = ola.spot()
    touch_drag(ola, middle(ola.piece), (x, y + 60))
    expect(ola.ghost).to_have_class(re.compile(r"\blegal\b"))
    ola.main.tap()
    drawn(ola, 2)
    ola.page.get_by_role("tab", name=ola.say("web.rb.tab.odds")).tap()
    assert sum(map(int, ola.page.get_by_role("tabpanel").locator("li b").all_inner_texts())) == 36
    ola.speaks()
    ola.page.get_by_role("tab", name=ola.say("web.play.tab.rules")).tap()
    expect(ola.page.get_by_role("heading", name=ola.say("rules.group.build"))).to_be_visible()
    printing = ola.page.get_by_role("link", name=ola.say("web.rb.print"))
    pad = ola.context.request.get(ola.url + (printing.get_attribute("href") or ""))
    assert pad.ok
    assert pad.body().startswith(b"%PDF-")
    assert "a4" in pad.url
    assert "lang=pl" in pad.url
    ola.speaks()


def shows_all_rules(person: Person) -> None:
    """Whatever was played before: only in a series what is new is marked, and what is gone is told."""
    slip = person.page.get_by_role("dialog")
    expect(slip.get_by_role("heading", level=3)).to_have_text(
        [person.say(f"rules.group.{group}") for group in ("aim", "build", "points", "end", "kept")]
    )
    expect(slip).to_contain_text(person.say("largest_group", 1))
    expect(slip).not_to_contain_text(person.say("web.rb.gone"))
    expect(slip.get_by_text(person.say("web.rules.new"), exact=True)).to_have_count(0)


def test_surrounded_bandits_are_crossed_out(newcomer: Newcomer) -> None:
    ola = newcomer()
    bandits = 0

    def surround(view: dict[str, Any]) -> None:
        """All but one are surrounded, and one was brought along."""
        nonlocal bandits
        for board in view["boards"]:
            cells = int(view["grounds"][board["ground"]]["layers"]["bandit"][0], 16)
            bandits = cells.bit_count()
            for line in board["tally"]:
                if line[0] == "surrounded.bandit":
                    line[2] = f"{cells & -cells:x}"
            board["brought"]["stickers"] = [["carried", "F1"]]

    rewritten(ola, surround)
    ola.alone(game=f"{GAME}/10")
    reads_what_is_new(ola, 10)
    expect(ola.drawing.locator(".s-caught")).to_have_count(bandits - 1)
    brought = ola.drawing.locator(".s-hand")
    expect(brought).to_have_count(1)
    expect(brought.locator("path")).to_have_count(0)
