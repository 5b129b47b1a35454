"""A page for somebody who came by a link and meets a problem: what it is, and the way home."""

from html import escape

from starlette.requests import HTTPConnection

from tilefolk.locale import Texts

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tilefolk</title>
<h1>Tilefolk</h1>
<p>{detail}</p>
<p><a href="/">{home}</a></p>
</html>
"""


def wants_page(request: HTTPConnection) -> bool:
    """Whether a browser opens this as a page; whatever asks the interface gets an answer for programs."""
    asked = request.headers.get("accept", "")
    return "text/html" in asked and not request.url.path.startswith("/api/")


def problem_page(said: Texts, detail: str) -> str:
    return PAGE.format(language=said.language, detail=escape(detail), home=escape(said.say("api.page.home")))
