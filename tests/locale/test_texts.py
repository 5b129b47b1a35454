"""Everything the program can say about rules exists in both languages and can be built."""

import re
from collections.abc import Iterator

import pytest

from tests.locale.po_files import LOCALE, entries, files, holes
from tests.locale.uses.everything import uses
from tilefolk.games.point_city.facts import LEVELS, TOKENS
from tilefolk.locale import LANGUAGES, texts

RULE_FILES = (
    "rules.po",
    "roll_and_build.po",
    "point_city*.po",
    "my_city_chapter_*.po",
    "my_island_chapter_*.po",
)
YOU = re.compile(r"\b(ty|cię|ciebie|ci|tobie|tobą|twój|twoj\w+|twoi\w*)\b")  # not so to the reader
COUNTS = (0, 1, 2, 3, 5, 12, 22, 25)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_said(language: str) -> None:
    missing = sorted({message for message, _ in uses() if not texts(language).has(message)})
    assert not missing, f"{language} has no text for {missing}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_can_be_built(language: str) -> None:
    wrong = [
        f"{message} {numbers}: {said}"
        for message, numbers in sorted(uses())
        for said in spoken(language, message, numbers)
        if not sound(message, said)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_unused(language: str) -> None:
    ours = [path for name in RULE_FILES for path in (LOCALE / language).glob(name)]
    unused = {message for path in ours for message in entries(path)} - {message for message, _ in uses()}
    assert len(ours) >= len(RULE_FILES) and not unused, f"nobody says {sorted(unused)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_counted_text_has_a_count(language: str) -> None:
    """Plural forms without a number to choose by would always show the first."""
    counted = {message for message, forms in texts(language).forms.items() if len(forms) > 1}
    assert not [message for message, numbers in uses() if message in counted and not numbers]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_tells_its_number(language: str) -> None:
    forms = texts(language).forms
    assert not [message for message, numbers in uses() if numbers and "0" not in holes(forms[message])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tokens_and_automata_tell_what_they_are_worth(language: str) -> None:
    worth = {f"token.{name}": [token.worth, token.times] for name, token in TOKENS.items()}
    for name, level in LEVELS.items():
        worth[f"point_city.automaton.{name}"] = [level.token, level.ingenuity, *level.symbols]
    said = texts(language).say
    wrong = [
        message for message, numbers in worth.items() for n in numbers if n and str(n) not in said(message)
    ]
    assert not wrong


def spoken(language: str, message: str, numbers: tuple[int, ...]) -> Iterator[str]:
    """The text with its real numbers, and a counted one with every count that could take another form."""
    spoken_in = texts(language)
    counts = COUNTS if len(spoken_in.forms.get(message, ())) > 1 and numbers else ()
    for changed in (numbers, *((n, *numbers[1:]) for n in counts)):
        try:
            yield spoken_in.say(message, *changed)
        except (IndexError, KeyError, ValueError) as error:
            yield f"{{{error!r}}}"


def sound(message: str, said: str) -> bool:
    """A text, no id, no hole left, a real minus, calm."""
    if not said.strip() or said != " ".join(said.split()) or said == message:
        return False
    return not re.search(r"[{}!]|(?<!\d)-\d", said)


def test_a_number_shows_a_real_minus() -> None:
    assert texts("en").say("visible.rock", -1) == "Rock that is not built over: −1"
    assert texts("pl").say("visible.tree", 1) == "Niezabudowane drzewo: +1"


def test_polish_addresses_the_reader_with_a_capital() -> None:
    small = [
        f"{path.name} {message}: {said}"
        for path in files()
        if path.parent.name == "pl"
        for message, forms in entries(path).items()
        for said in forms
        if YOU.search(re.sub("`.*?`", "", said))  # commands are no words
    ]
    assert not small, "\n".join(small)
    assert YOU.search("gra za ciebie") and not YOU.search("gra za Ciebie na cichej ulicy")


def test_polish_counts() -> None:
    said = [texts("pl").say("answer.melt", n) for n in (1, 3, 5, 12, 22)]
    assert said == [
        "Przetapiam 1 samorodek",
        "Przetapiam 3 samorodki",
        "Przetapiam 5 samorodków",
        "Przetapiam 12 samorodków",
        "Przetapiam 22 samorodki",
    ]


def test_unsound_texts_are_found() -> None:
    for said in ("", "a.b", "{0} trees", "Stop!", "Rock: -1", "Two  spaces"):
        assert not sound("a.b", said)
    assert sound("a.b", "Rock: −1, row 1-2")
