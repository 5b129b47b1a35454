"""The terminal client draws boards in characters."""

import re

import pytest

from tests.cli.terminal.matches import ISLAND, LATER, MODE, plain, view_after
from tests.dialect import random_match
from tilefolk.cli.terminal.laying.board_drawing import board_sheet, draw
from tilefolk.cli.terminal.laying.cell_signs import printed_signs
from tilefolk.cli.terminal.plain_text import drawn
from tilefolk.core.grid import bits_of
from tilefolk.locale import texts

pytestmark = pytest.mark.slow


def test_the_eternal_board_before_anything_is_built() -> None:
    assert plain(draw(view_after(MODE, 1), 0, False)) == [
        "    A  B  C  D  E  F  G  H  I  J  K",
        " 1   · ♣♣  ·  ·║ ·  ·  ·  ·  ·  · ·♦",
        " 2   ·  · ·#  ·║ ·  ·  ·  ·  ·  ·  ·",
        "               ~~~~",
        " 3  oo  ·  ·  ·  ·║ ·  · ·#  · ♣♣  ·",
        " 4  ▲▲ ▲▲ oo  ·  ·║ · ♣♣  ·  ·  · ▒▒",
        " 5  ▲▲ ▲▲ ▲▲  ·  ·║ ·  ·  ·  · ▒▒ ▒▒",
        " 6  ▲▲ ▲▲ ▲▲  ·  ·║ ·  ·  ·  · ▒▒ ▒▒",
        "               ~~~~",
        " 7  ▲▲ ▲▲ oo  ·║ ·  ·  ·  · ♣♣  · ▒▒",
        "            ~~~~",
        " 8  ·♦  ·  ·║ ·  ·  · oo  ·  ·  · ▒▒",
        " 9   ·  ·  ·║ ·  ·  · ·#  ·  · ▒▒ ▒▒",
        "            ~~~~",
        "10   · ♣♣  ·  ·║ · ♣♣  ·  · ▒▒ ▒▒ ▒▒",
        "11   ·  ·  ·  ·║ ·  ·  · ▒▒ ▒▒ ▒▒ ▒▒",
    ]


def test_the_island_before_anything_is_built() -> None:
    assert plain(draw(view_after(ISLAND, 1), 0, False)) == [
        ' 0   :   "   "   ♠   ♠  %%  %%  %%  %%  %%  %%   ♠   ♠   "   "   :',
        ' 1     :   :   "   ♠  to  %%  %%  %%  %%  %%  to   ♠   "   :   :',
        ' 2       :   "   "   ♠   ♠  %%  %%  %%  %%   ♠   ♠   "   "   :',
        ' 3         :   :   "   ♠   ♠  to   ♠  to   ♠   ♠   "   :   :',
        ' 4           :   "   "   ♠   ♠   ♠   ♠   ♠   ♠   "   "   :',
        ' 5             :   "   "   "   "   "   "   "   "   "   :',
        ' 6               :   :   "   :   "   "   :   "   :   :',
        " 7                 :   :   :   :   :   :   :   :   :",
    ]


@pytest.mark.parametrize("roomy", [True, False])
@pytest.mark.parametrize("mode", [MODE, ISLAND, *LATER])
def test_every_building_is_told_apart_without_colour(mode: str, roomy: bool) -> None:
    view = view_after(mode, 40)
    sheet, lines = board_sheet(view, 0, roomy), draw(view, 0, roomy)
    shown: dict[int, set[str]] = {}
    for position, owner in sheet.owners.items():
        line, column = sheet.layout.at(position)
        shown.setdefault(owner, set()).add(lines[line].plain[column + 1])
    assert all(len(letters) == 1 for letters in shown.values())
    assert len(set.union(*shown.values())) == len(shown)
    assert len(lines) <= sheet.layout.height and max(map(len, plain(lines))) <= sheet.layout.width


@pytest.mark.parametrize(("language", "said"), [("en", "printed on the map"), ("pl", "nadrukowane na mapie")])
def test_signs_printed_on_the_map_stand_beside_bare_ground(language: str, said: str) -> None:
    """Beside open and closed ground; gone where a totem stands, an idol lies or a tile was put."""
    first, later = plain(draw(view_after("my_island/1", 1), 0, False)), view_after("my_island/11", 12)
    assert first[2].split()[1:5] == ["A:", '"', '"', "x♠♠"] and "1%%" in first[1] and "L:" in first[7]
    board = "\n".join(plain(draw(later, 0, False)))
    assert "T%" in board and "&" in board and not re.search(r"\bi%|[1-4]%", board)
    legend = [line for line in drawn(later, texts(language), 0).splitlines() if said in line]
    assert [line.split(said)[0].split() for line in legend] == [["A", "L", "M", "T", "x"]]
    covered = {bit for laid in later["boards"][0]["laid"] for bit in bits_of(int(laid[3], 16))}
    assert covered and not covered & set(printed_signs(later, later["boards"][0]))


def test_rows_of_hexes_are_indented_half_a_cell() -> None:
    sheet = board_sheet(view_after("my_island/11", 1), 0, True)
    (_, first), (_, second) = sheet.layout.at((0, 0)), sheet.layout.at((1, 0))
    assert 2 * (second - first) == sheet.layout.pitch
    assert sheet.layout.at((1, 0))[0] - sheet.layout.at((0, 0))[0] == 2


def test_a_building_has_one_outline() -> None:
    match = random_match(MODE, 1, "together", "x", stop=2, quits=0.0)
    lines = plain(draw(match.game.view(match.state, 0), 0, True))
    drawn = "".join(sign for line in lines for sign in line if sign in "┌┐└┘")
    assert drawn, "corners of the outline"
