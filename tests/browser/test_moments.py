"""What others do is seen one after the other, or at once; scoring and the end can be skipped."""

from playwright.sync_api import expect

from tests.browser.conftest import Newcomer
from tests.browser.driving import GAME, Person

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
    person.arrive()
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
