"""Pages for somebody who came by a link and meets a problem or a question: what it is, and the ways on."""

from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template

from starlette.requests import HTTPConnection

from tilefolk.locale import Texts

PAGE = Template(Path(__file__).with_name("html_page.html").read_text("utf-8"))
STYLE = Path(__file__).with_name("html_page.css").read_text("utf-8")
STYLE_HASH = f"sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}"  # as a policy names it


def wants_page(request: HTTPConnection) -> bool:
    """Whether a browser opens this as a page; whatever asks the interface gets an answer for programs."""
    asked = request.headers.get("accept", "")
    return "text/html" in asked and not request.url.path.startswith("/api/")


def problem_page(said: Texts, detail: str) -> str:
    """The first sentence says what is so, the others what that means and what to do. All in one answer:
    the next one may fail as well."""
    what, stop, more = detail.partition(". ")
    home = f'<a class="btn" href="/">{escape(said.say("web.missing.home"))}</a>'
    return _page(said, what + stop.strip(), more, home)


def question_page(said: Texts, what: str, more: str, yes: str, no: str) -> str:
    """Yes comes back to the same address as a POST, no leads home."""
    ways = (
        f'<form method="post"><button class="btn">{escape(yes)}</button><a href="/">{escape(no)}</a></form>'
    )
    return _page(said, what, more, ways)


def _page(said: Texts, what: str, more: str, ways: str) -> str:
    words = {"what": what, "more": more, "mark": said.say("web.home")}
    escaped = {name: escape(text) for name, text in words.items()}
    return PAGE.substitute(escaped, ways=ways, language=said.language, style=STYLE)
