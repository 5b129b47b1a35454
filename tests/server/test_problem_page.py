"""The page for problems: one for all, with the client's look, allowed by our policy, safe for any words."""

import re
from pathlib import Path

import pytest

from tilefolk.locale import LANGUAGES, texts
from tilefolk.server.http.html_page import PAGE, STYLE, STYLE_HASH, problem_page
from tilefolk.server.http.security import HEADERS

CLIENT = Path(__file__).parents[2] / "web" / "src"
VALUE = re.compile(r"(--[\w-]+):([^;]+);")


def values(style: str) -> dict[str, list[str]]:
    """Every name with its values: by day, then under the lamp."""
    found: dict[str, list[str]] = {}
    for name, value in VALUE.findall(style):
        found.setdefault(name, []).append(spelled_alike(value))
    return found


def spelled_alike(value: str) -> str:
    """The value without what two formatters disagree about: spaces, leading zeros, the kind of quotes."""
    return re.sub(r"\s+|(?<!\d)0(?=\.)", "", value).replace("'", '"')


def test_the_colours_and_sizes_are_those_of_the_client() -> None:
    client = values((CLIENT / "ui" / "style" / "tokens.css").read_text("utf-8"))
    ours = {name: given for name, given in values(STYLE).items() if name in client}
    assert {"--cloth", "--ink", "--action", "--serif", "--s4"} <= ours.keys()
    for name, given in ours.items():
        assert given == client[name][:2], name


@pytest.mark.parametrize("part", ["Wordmark", "Logo"])
def test_the_drawings_are_those_of_the_client(part: str) -> None:
    drawing = re.sub(r"\n\s*(?=M)", "", (CLIENT / "ui" / "figures" / f"{part}.svelte").read_text("utf-8"))
    lines = re.findall(r'\bd="(.+?)"', drawing)
    assert lines and all(f'd="{line}"' in PAGE.template for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_is_in_the_page_and_allowed(language: str) -> None:
    said = texts(language)
    page = problem_page(said, said.say("api.bad_link"))
    what, more = said.say("api.bad_link").split(". ")
    assert f'lang="{language}"' in page and f"<h1>{what}.</h1>" in page and f"<p>{more}</p>" in page
    assert f'<a class="btn" href="/">{said.say("web.missing.home")}</a>' in page
    assert f"style-src 'self' '{STYLE_HASH}';" in HEADERS["content-security-policy"]
    assert page.count("<style>") == 1 and f"<style>{STYLE}</style>" in page
    assert not re.search(r"<script|<link|\bsrc=|\bstyle=|url\(|@import|https?:", page)


def test_words_are_words() -> None:
    page = problem_page(texts("en"), "<b>$home</b>")
    assert "<h1>&lt;b&gt;$home&lt;/b&gt;</h1>" in page and "<p></p>" in page
