"""Polish sentences that readers corrected, one of them for what it echoes, do not come back."""

from pathlib import Path

import pytest

import tilefolk

POLISH = Path(tilefolk.__file__).parent / "locale" / "pl"
CORRECTED = [
    "Swój do swego",  # the slogan of a boycott against neighbours
    *("dorysowani ołówkiem", "Otwarty teren", "W całości na otwartym terenie", "Największa grupa rodzaju"),
    *("Pierwsza zabudowa całego", "Zabudowa całego złota", "cały rodzaj razem", "pasów, łącznie"),
    *("Ani jednego pasa", "Wyścig przez las", "Wyścig na płaskowyże", "Wyścig do złota"),
    *("Następny ruch, Automat", "Jeszcze następny ruch", "Potem leży tu zasób", "Lukę zapełnia"),
    *("zapełni się luka", "bez reszty", "reszty nie ma", "innowacja w jego miejsce", "Teraz nic obok niej"),
    *(
        "Biorę, i żeton",
        "zakryta do dobrania",
        "za rodzaj obecny",
        "Gdyby teraz koniec",
        "Miasto rośnie samo",
    ),
    *("Gospodarz wyłącza", "Gospodarz wycisza", "Rewanż w tym składzie", "Miasto rośnie samo"),
    *('msgstr "Rachunek"', 'msgstr "Spasowania"', 'msgstr "Zwalniam"', 'msgstr "Gra skończona"'),
    *("Gra wieczna", "klocek", "wrzosowisk", "Ćwiczenie", "{0} zapas"),  # the rulebooks have other words
    *("swoją grę", "kończysz grę", "Twoja gra", "Twoją część"),  # one ends one's "udział", not the game
    *('msgstr "Pasujesz', 'msgstr "pasuje."'),  # "pasuje" is said of a piece that fits
    *(f'msgstr "{person}"' for person in ("Fryzjer", "Krawiec", "Szewc")),
]


@pytest.fixture(scope="module")
def spoken() -> str:
    return "\n".join(file.read_text("utf-8") for file in POLISH.glob("*.po"))


@pytest.mark.parametrize("words", CORRECTED)
def test_what_readers_corrected_stays_away(spoken: str, words: str) -> None:
    assert words not in spoken


def test_a_square_is_no_market(spoken: str) -> None:
    assert spoken.count('msgstr "Rynek"') == 1, "the market of Point City"
