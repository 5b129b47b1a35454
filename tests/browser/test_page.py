"""The page itself: its weight, its names, its focus."""

import gzip
import re

import httpx2 as httpx
from playwright.sync_api import Response, expect

from tests.browser.campaign_steps import PHONE
from tests.browser.conftest import Newcomer
from tests.browser.driving import Person

LIGHT = 150_000
LIGHT_FONTS = 100_000  # one serif and one sans
NAMED = {
    "button", "link", "tab", "textbox", "combobox", "radio", "checkbox", "switch", "image", "img",
    "application", "dialog", "region", "columnheader", "rowheader", "heading", "meter", "slider",
}  # fmt: skip

# The focus shows on the thing itself, its label or the drawn part beside it; on the board, the ghost's ring.
RING = """() => {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  const seen = (one) => {
    const style = getComputedStyle(one);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  };
  const near = [node, node.closest('label'), node.nextElementSibling, node.parentElement].filter(Boolean);
  const ring = node.querySelector('.ghost .ring');
  const lit = ring && getComputedStyle(ring).stroke !== 'none' && getComputedStyle(ring).display !== 'none';
  const name = node.getAttribute('aria-label') ?? node.innerText ?? node.tagName;
  return [`${node.tagName} ${node.className} ${name}`, near.some(seen) || Boolean(lit)];
}"""

# Ids that stand on the page twice: a label or a description would point to the wrong one.
TWICE = """() => {
  const ids = [...document.querySelectorAll('[id]')].map((node) => node.id);
  return [...new Set(ids.filter((id, n) => ids.indexOf(id) !== n))];
}"""


WELL_KNOWN = {
    "/favicon.ico": "image/x-icon",
    "/robots.txt": "text/plain",
    "/manifest.webmanifest": "application/manifest+json",
}


def test_the_first_load_is_light(newcomer: Newcomer) -> None:
    ola = newcomer()
    loaded: list[Response] = []

    def note(answer: Response) -> None:
        loaded.append(answer)

    ola.page.on("response", note)
    ola.open()
    expect(ola.button("web.start.play")).to_be_visible()
    ola.page.wait_for_load_state("networkidle")
    fonts = [answer for answer in loaded if answer.url.endswith(".woff2")]
    weights = {
        answer.url.removeprefix(ola.url): len(gzip.compress(answer.body(), 6))
        for answer in loaded
        if answer not in fonts
    }
    print(weights)
    assert "/" in weights
    assert any(path.endswith(".js") for path in weights)
    assert any(path.endswith(".css") for path in weights)
    assert "/api/texts/en" in weights
    assert sum(weights.values()) < LIGHT
    assert [path for path in weights if not path.startswith(("/", "data:"))] == []
    assert 0 < sum(len(answer.body()) for answer in fonts) < LIGHT_FONTS
    kept = {answer.headers["cache-control"] for answer in loaded if "/assets/" in answer.url}
    assert kept == {"public, max-age=31536000, immutable"}, "files with a hash in their name"
    for path, kind in WELL_KNOWN.items():
        answer = ola.context.request.get(f"{ola.url}{path}")
        assert (answer.status, answer.headers["content-type"].partition(";")[0]) == (200, kind), path


def test_the_licences_of_what_the_page_is_made_of_are_one_click_away(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.open("/me")
    ola.page.get_by_role("link", name=ola.say("web.notices")).click()
    notices = ola.page.locator("body")
    for package in ("svelte", "clsx", "@fontsource-variable/lora"):
        expect(notices).to_contain_text(f"## {package} - ")
    expect(notices).to_contain_text("Permission is hereby granted, free of charge")


def nameless(person: Person) -> list[str]:
    """What the browser would read out without a name."""
    session = person.context.new_cdp_session(person.page)
    tree = session.send("Accessibility.getFullAXTree")
    session.detach()
    found = []
    for node in tree["nodes"]:
        role = node.get("role", {}).get("value", "")
        if not node["ignored"] and role in NAMED and not node.get("name", {}).get("value", "").strip():
            found.append(f"{role} {node.get('properties')}")
    return found


def test_everything_has_a_name_and_the_focus_shows(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.open()
    expect(ola.invites()).to_be_visible()
    inspect(ola)
    ola.open("/me")
    ola.button("web.me.reveal").click()
    expect(ola.page.get_by_label(ola.say("web.me.personal"))).to_be_visible()
    inspect(ola)
    ola.new_table("me", "open", "greedy")
    inspect(ola)


def test_the_play_screen_has_names_and_the_focus_shows(newcomer: Newcomer) -> None:
    ola = newcomer()
    ola.play_now()
    ola.lay_by_mouse()
    ola.laid(1)
    expect(ola.turn).to_be_visible()
    ola.keys("ArrowUp")
    inspect(ola)
    ola.keys("l")
    expect(ola.page.get_by_role("dialog")).to_be_visible()
    assert nameless(ola) == []
    ola.keys("Escape")
    ola.alone()
    ola.ending.click()
    ola.ending.click()
    expect(ola.results).to_be_visible()
    inspect(ola)


def test_a_phone_has_names(newcomer: Newcomer) -> None:
    ola = newcomer(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    ola.play_now()
    assert nameless(ola) == []
    for name in ("deck", "others", "tally", "rules"):
        ola.page.get_by_role("tab", name=ola.say(f"web.play.tab.{name}")).tap()
        assert nameless(ola) == [], name


def inspect(person: Person) -> None:
    person.speaks()
    assert nameless(person) == []
    assert person.page.evaluate(TWICE) == []
    seen, rounds = 0, 0
    while rounds < 2:  # Tab goes on from where it is, leaves the page and comes back from the top
        person.keys("Tab")
        found = person.page.evaluate(RING)
        if found is None:
            rounds += 1
            continue
        name, shows = found
        assert shows, f"no focus to see on {name}"
        seen += 1
        assert seen < 150, f"Tab never leaves the page: {name}"
    assert seen >= 5


def test_a_bot_gets_a_token_another_one_and_none(newcomer: Newcomer) -> None:
    ola = newcomer("pl")
    ola.introduce()
    ola.open("/me")
    ola.button("web.bots.make").click()
    expect(ola.page.get_by_text(ola.say("api.bad_name"))).to_be_visible()
    ola.page.get_by_label(ola.say("web.bots.name")).fill("Bystry")
    ola.button("web.bots.make").click()
    shown = ola.page.get_by_label(ola.say("web.bots.token", name="Bystry"))
    tokens = []
    for _ in range(2):
        expect(shown).to_have_value(re.compile("^tfbot_"))
        tokens.append(shown.input_value())
        answers = [who_is(ola, token) for token in tokens]
        assert answers == [401] * (len(tokens) - 1) + [200]
        ola.button("web.bots.renew", name="Bystry").click()
        expect(shown).not_to_have_value(tokens[-1])
    tokens.append(shown.input_value())
    ola.button("web.bots.revoke", name="Bystry").click()
    expect(ola.page.get_by_text(ola.say("web.bots.revoked", name="Bystry"))).to_be_visible()
    expect(shown).to_have_count(0)
    expect(ola.button("web.bots.revoke", name="Bystry")).to_have_count(0)
    assert who_is(ola, tokens[-1]) == 401
    ola.speaks()


def test_people_delete_themselves_when_they_have_said_so_twice(newcomer: Newcomer) -> None:
    ola = newcomer("pl", **PHONE)
    ola.introduce()
    ola.open("/me")
    name, asked = ola.call("GET", "/api/me")["name"], ola.button("web.delete.title")
    for answer in ("web.delete.keep", "web.delete.sure"):
        expect(ola.page.get_by_text(ola.say("web.delete.stays"))).to_have_count(0)
        asked.click()
        for told in ("ends", "tables", "stays"):
            expect(ola.page.get_by_text(ola.say(f"web.delete.{told}"))).to_be_visible()
        assert ola.call("GET", "/api/me")["name"] == name
        assert ola.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        ola.speaks()
        ola.button(answer).click()
    expect(ola.page.get_by_role("alert")).to_contain_text(ola.say("web.unknown"))
    assert ola.page.evaluate("Object.keys(localStorage).length") == 0
    ola.button("web.unknown.go").click()
    expect(ola.page.get_by_label(ola.say("web.me.name"))).not_to_have_value(name)


def who_is(person: Person, token: str) -> int:
    """What the server answers to whoever comes with this token."""
    answer = httpx.get(f"{person.url}/api/me", headers={"authorization": f"Bearer {token}"}, timeout=60)
    return answer.status_code
