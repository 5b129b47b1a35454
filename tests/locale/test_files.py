"""The files of texts: whole, in their language, and the same messages in all of them."""

import gettext
import re
from pathlib import Path

import pytest

from tests.locale.po_files import LOCALE, catalogue, entries, files, holes
from tilefolk.locale import LANGUAGES


def form(language: str, n: int) -> int:
    """Which form a number takes, written down a second time."""
    if n == 1:
        return 0
    if language == "en":
        return 1
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


def file_name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


@pytest.mark.parametrize("path", files(), ids=file_name)
def test_the_file_speaks_its_language(path: Path) -> None:
    language = path.parent.name
    assert language in LANGUAGES
    header = catalogue(path)
    assert str(header.locale) == language
    assert header.num_plurals == {"en": 2, "pl": 3}[language]
    plural = gettext.c2py(header.plural_expr)
    assert [plural(n) for n in range(200)] == [form(language, n) for n in range(200)]


@pytest.mark.parametrize("path", files(), ids=file_name)
def test_every_entry_is_whole(path: Path) -> None:
    plurals = catalogue(path).num_plurals
    wrong = [m for m, forms in entries(path).items() if len(forms) not in (1, plurals) or not all(forms)]
    assert not wrong, f"empty, or the wrong number of forms: {wrong}"
    ids = re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    assert not {message for message in ids if ids.count(message) > 1}, "written twice"


@pytest.mark.parametrize("name", sorted({path.name for path in files()}))
def test_all_languages_have_the_same_messages(name: str) -> None:
    ours, *others = (entries(LOCALE / language / name) for language in LANGUAGES)
    for theirs in others:
        assert set(ours) ^ set(theirs) == set(), "in one language only"
        mixed = [message for message in ours if (len(ours[message]) > 1) != (len(theirs[message]) > 1)]
        assert not mixed, f"counted in one language only: {mixed}"
        apart = [message for message in ours if holes(ours[message]) != holes(theirs[message])]
        assert not apart, f"other holes in another language: {apart}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_stands_in_two_files(language: str) -> None:
    ids = [message for path in files() if path.parent.name == language for message in entries(path)]
    assert not {message for message in ids if ids.count(message) > 1}
