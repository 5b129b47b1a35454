"""What others do is seen one after the other, or at once; scoring and the end can be skipped."""

from playwright.sync_api import Request, expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.browser.looking import GAME

# Writes down whose board is marked as moving, and how many pieces lie on all boards of others then.
WATCH = """() => {
  window.seen = [];
  const look = () => {
    const now = document.querySelector('article.moving h2 span')?.textContent ?? '';
    const laid = document.querySelectorAll('.others article .piece').length;
    if (now !== window.seen.at(-1)?.[0]) window.seen.push([now, laid]);
  };
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def against_bots(person: Person, bots: int = 3, game: str = GAME) -> None:
    person.introduce()
    table = person.call("POST", "/api/play", game=game, bots=["greedy"] * bots)
    person.open(f"/t/{table['id']}")
    expect(person.turn).to_be_visible()


def seen(person: Person) -> list[tuple[str, int]]:
    return [(name, laid) for name, laid in person.page.evaluate("() => window.seen") if name]


def test_others_build_one_after_the_other_and_at_once_if_one_wants(newcomer: Newcomer) -> None:
    ola = newcomer(reduced_motion="no-preference")
    against_bots(ola)
    names = ola.page.locator(".others article h2").all_inner_texts()
    ola.page.evaluate(WATCH)
    ola.lay_by_mouse()
    expect(ola.turn).to_be_visible()  # my next card is there while the others are still shown
    ola.until(lambda: len(seen(ola)) == 3)
    assert seen(ola) == [(name, at + 1) for at, name in enumerate(names)]
    expect(ola.page.locator("article.moving")).to_have_count(0)

    ola.page.evaluate("() => { window.seen = [] }")
    ola.lay_by_mouse()
    expect(ola.page.locator("article.moving").first).to_be_visible()
    ola.keys("Escape")
    expect(ola.page.locator("article.moving")).to_have_count(0)
    expect(ola.page.locator(".others article .piece")).to_have_count(6)

    ola.button("web.menu").click()
    ola.page.get_by_text(ola.say("web.set.speed.none"), exact=True).click()
    ola.keys("Escape")
    ola.page.evaluate("() => { window.seen = [] }")
    ola.lay_by_mouse()
    expect(ola.page.locator(".others article .piece")).to_have_count(9)
    assert seen(ola) == []


def test_the_last_building_is_seen_then_everything_is_counted(newcomer: Newcomer) -> None:
    ola = newcomer(reduced_motion="no-preference")
    against_bots(ola, bots=1)
    ola.lay_by_mouse()
    ola.keys("e", "e")
    last, counting = (
        ola.page.get_by_text(ola.say("web.play.last")),
        ola.page.get_by_text(ola.say("web.result.counting")),
    )
    expect(last).to_be_visible()
    expect(ola.results).to_have_count(0)
    ola.keys("Escape")
    expect(counting).to_be_visible()
    rows, sums = ola.results.locator("tbody tr"), ola.results.locator("tfoot td")
    told = rows.locator("td span:not(.untold)")
    ola.until(lambda: told.count() >= 4)
    assert told.count() < 2 * rows.count()
    expect(ola.results.locator("tr.lit")).to_have_count(1)
    expect(ola.results.locator(".win")).to_have_count(0)
    ola.keys(" ")
    expect(counting).to_have_count(0)
    expect(told).to_have_count(2 * rows.count())
    expect(ola.results.locator(".jumps")).to_have_count(1)
    first, second = (int(text.replace("\N{MINUS SIGN}", "-")) for text in sums.all_inner_texts())
    assert first > second
    ola.speaks()

    # Looked at again it stands there; nothing moves for whoever wants less of it.
    ola.page.reload()
    expect(ola.results).to_be_visible()
    expect(ola.results.locator(".untold")).to_have_count(0)
    expect(ola.results.locator(".jumps")).to_have_count(0)


def test_the_end_is_still_under_reduced_motion(newcomer: Newcomer) -> None:
    ola = newcomer()
    against_bots(ola, bots=1)
    ola.page.evaluate(
        """() => {
          window.moved = 0;
          document.addEventListener('animationstart', () => window.moved++, true);
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...how) { window.moved++; return animate.apply(this, how); };
        }"""
    )
    ola.lay_by_mouse()
    ola.keys("e", "e")
    expect(ola.results.locator(".win").first).to_be_visible()
    expect(ola.results.locator(".untold")).to_have_count(0)
    expect(ola.page.get_by_text(ola.say("web.result.counting"))).to_have_count(0)
    assert ola.page.evaluate("() => window.moved") == 0


def test_sounds_are_off_until_they_are_switched_on(newcomer: Newcomer) -> None:
    ola = newcomer()
    heard: list[str] = []

    def note(request: Request) -> None:
        if "synth" in request.url:
            heard.append(request.url)

    ola.page.on("request", note)
    against_bots(ola, bots=1)
    ola.lay_by_mouse()
    assert heard == []
    ola.button("web.menu").click()
    volume = ola.page.get_by_role("slider", name=ola.say("web.set.volume"))
    expect(volume).to_have_count(0)
    ola.page.get_by_text(ola.say("web.set.sound"), exact=True).click()
    expect(volume).to_be_visible()
    ola.until(lambda: heard)
