"""Plain HTML pages for somebody who opened a link and meets a problem or a question."""

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
    """Whether a browser opens this address as a page, rather than a program the interface."""
    asked = request.headers.get("accept", "")
    return "text/html" in asked and not request.url.path.startswith("/api/")


def problem_page(said: Texts, detail: str) -> str:
    """A page whose headline is the first sentence of the problem, with its style in the page itself."""
    what, stop, more = detail.partition(". ")
    home = f'<a class="btn" href="/">{escape(said.say("web.missing.home"))}</a>'
    return _page(said, what + stop.strip(), more, home)


def question_page(said: Texts, what: str, more: str, yes: str, no: str) -> str:
    """A page with a question: yes posts to the same address, no leads home."""
    buttons = (
        f'<form method="post"><button class="btn">{escape(yes)}</button><a href="/">{escape(no)}</a></form>'
    )
    return _page(said, what, more, buttons)


def _page(said: Texts, what: str, more: str, buttons: str) -> str:
    words = {"what": what, "more": more, "mark": said.say("web.home")}
    escaped = {name: escape(text) for name, text in words.items()}
    return PAGE.substitute(escaped, buttons=buttons, language=said.language, style=STYLE)
