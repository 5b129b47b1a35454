"""Sheets on paper: complete, legible, inside the margins, the same bytes every time."""

import os
import re
import subprocess
import sys
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream
from reportlab.pdfbase.pdfmetrics import getFont, stringWidth
from reportlab.pdfgen.canvas import Canvas
from typer.testing import CliRunner

import tilefolk
from tilefolk import printing
from tilefolk.campaign import SERIES
from tilefolk.cli.main import app
from tilefolk.core.game import Legacy
from tilefolk.games import UnknownGame
from tilefolk.games.laying.catalogue import EPISODES, ground_of
from tilefolk.games.laying.pictures.page import grouped
from tilefolk.games.laying.rules.answer import PassRow
from tilefolk.games.laying.rules.source import Dice
from tilefolk.locale import LANGUAGES, texts
from tilefolk.printing import NoSheet, page_count, pdf, sheets
from tilefolk.printing.how_to import STEPS
from tilefolk.printing.key import faces
from tilefolk.printing.outlines import Step, box, contour, ring, traced
from tilefolk.printing.paper import PAPERS
from tilefolk.printing.pen import BOLD, PLAIN, font
from tilefolk.printing.symbols import PENCIL, SYMBOLS

pytestmark = pytest.mark.slow

BARE = {"plain", "empty", "river", "camp"}  # layers without a drawing of their own
run = CliRunner()


def drawn_now(*modes: str, paper: str = "a4", language: str = "pl", per_page: int = 1) -> list[PageObject]:
    file = pdf(*modes, paper=paper, language=language, per_page=per_page)
    return list(PdfReader(BytesIO(file)).pages)


whole = cache(drawn_now)  # for tests that only read what is there


def pages(*modes: str, paper: str = "a4", language: str = "pl") -> list[PageObject]:
    """The sheets alone, without what stands before and after them."""
    return whole(*modes, paper=paper, language=language)[1 : 1 + len(modes)]


def joined(text: str) -> str:
    """Without blanks and breaks: a sentence may go over two lines."""
    return re.sub(r"\s+", "", text)


# What is on a page


def test_all_twelve_episodes_have_a_sheet_and_nothing_that_needs_cards_or_tiles() -> None:
    assert sheets() == tuple(f"roll_and_build/{number}" for number in range(1, 13))


@pytest.mark.parametrize("mode", sheets())
def test_everything_on_the_map_and_every_kind_has_a_drawing(mode: str) -> None:
    ground, dice = ground_of(mode, Legacy()), EPISODES[mode].source
    assert isinstance(dice, Dice)
    assert set(ground.layers) - {*EPISODES[mode].map.cells, *EPISODES[mode].map.limits} - BARE <= set(SYMBOLS)
    assert {laid.kind for laid in ground.printed} <= set(SYMBOLS)
    assert {*dice.kinds, *(card.partition("-")[0] for card in dice.row)} <= set(PENCIL)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_tells_its_rules_its_score_lines_and_its_row(paper: str, language: str) -> None:
    said = texts(language)
    for mode, page in zip(sheets(), pages(*sheets(), paper=paper, language=language), strict=True):
        episode, text = EPISODES[mode], joined(page.extract_text())
        told = [said.say(f"mode.{mode}"), said.say(f"print.chapter.{mode}"), said.say("print.score")]
        told += [
            said.say(f"tally.{rule.id}") if isinstance(rule, PassRow) else said.say(rule.id, *rule.numbers)
            for rule in episode.scoring
        ]
        told += [said.say(rule.id, *rule.numbers) for rule in episode.listed]
        for sentence in told:
            assert joined(sentence) in text, f"{mode} {paper} {language}: {sentence}"


def test_polish_is_read_back_with_all_its_letters() -> None:
    text = "".join(page.extract_text() for page in pages(*sheets()))
    assert set("ąćęłńóśźż") - set(text) <= {"ź"}
    for words in ("Pasy: liczy się ostatnie zamalowane kółko", "Worki pieniędzy", "Kościoły", "wyzwania"):
        assert joined(words) in joined(text)


def test_the_price_of_passing_stands_under_the_circles() -> None:
    (page,) = pages("roll_and_build/1")
    assert re.search(r"−1\s+−2\s+−3\s+−5\s+−7\s+−10", page.extract_text())


def test_an_episode_without_passing_says_so() -> None:
    (page,) = pages("roll_and_build/6")
    assert texts("pl").say("print.no_passing") in page.extract_text()


def test_bandits_left_over_are_drawn_in_on_the_next_sheets() -> None:
    told = joined(texts("pl").say("print.brought.bandit"))
    shown = [told in joined(page.extract_text()) for page in pages(*sheets())]
    assert [number for number, found in enumerate(shown, start=1) if found] == [11, 12]


def test_the_numbers_of_ordinary_dice() -> None:
    dice = EPISODES["roll_and_build/1"].source
    assert isinstance(dice, Dice)
    assert [face.numbers for face in faces(dice.first)] == ["1", "2–3", "4", "5–6"]
    assert [face.numbers for face in faces(dice.second)] == ["1–2", "3", "4", "5", "6"]
    assert [face.numbers for face in faces(("a", "b", "a"))] == ["1, 3", "2"]


# How to play, and the table of points


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", ["roll_and_build/1", "roll_and_build/8", "roll_and_build/12"])
def test_how_to_play_stands_before_the_sheets(mode: str, language: str) -> None:
    said, episode = texts(language), EPISODES[mode]
    text = joined(whole(mode, language=language)[0].extract_text())
    told = [said.say("aim.roll_and_build"), *map(said.say, STEPS)]
    told += [
        said.say(rule.id, *rule.numbers)
        for group, rules in grouped(episode.listed).items()
        for rule in rules
        if group != "aim"
    ]
    for sentence in told:
        assert joined(sentence) in text, f"{mode} {language}: {sentence}"


def test_a_series_ends_with_the_table_of_its_points() -> None:
    said, pad = texts("pl"), whole(*sheets())
    text = joined(pad[-1].extract_text())
    told = [said.say(f"mode.{mode}") for mode in sheets()]
    told += [said.say(message) for message in ("print.campaign", "print.part_total", "print.all.bags")]
    told += [said.say(f"title.{title.name}") for title in SERIES["roll_and_build/campaign"].titles]
    told += [said.say("print.bonus.bags", 20, 10, alone="7: 20, 6: 10")]
    for sentence in told:
        assert joined(sentence) in text, sentence
    chapter = whole("roll_and_build/1", "roll_and_build/2", "roll_and_build/3", language="en")
    assert len(chapter) == 5 and "Campaign total" not in chapter[-1].extract_text()
    assert len(whole("roll_and_build/1", "roll_and_build/5")) == 3


@pytest.mark.parametrize("per_page", [1, 2])
@pytest.mark.parametrize("count", [1, 3, 12])
def test_the_number_of_pages_is_told_right(count: int, per_page: int) -> None:
    modes = sheets()[:count]
    assert len(whole(*modes, per_page=per_page)) == page_count(modes, per_page)


def test_two_sheets_share_a_page_that_lies_on_its_side() -> None:
    first, *_ = whole("roll_and_build/1", "roll_and_build/2", language="en", per_page=2)
    assert first.mediabox.width > first.mediabox.height
    text = first.extract_text()
    assert texts("en").say("print.how") in text and texts("en").say("mode.roll_and_build/1") in text


# The paper


@pytest.mark.parametrize(("paper", "language"), list(zip(PAPERS, LANGUAGES, strict=True)))
def test_nothing_is_drawn_in_the_margin(paper: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words: list[tuple[float, float, float, float]] = []
    write = Canvas.drawString

    def noted(canvas: Canvas, x: float, y: float, text: str) -> None:
        font, size = canvas._fontname, canvas._fontsize  # type: ignore[attr-defined]
        words.append((x, y - size / 4, x + stringWidth(text, font, size), y + size * 0.72))
        write(canvas, x, y, text)

    monkeypatch.setattr(Canvas, "drawString", noted)
    drawn = drawn_now(*sheets(), paper=paper, language=language)
    width, height, margin = (value * 72 / 25.4 for value in PAPERS[paper])
    strokes = [extent for page in drawn for extent in extents(page)]
    assert len(strokes) > 3000 and len(words) > 500
    for left, bottom, right, top in (*words, *strokes):
        assert margin - 0.01 <= left and right <= width - margin + 0.01
        assert margin - 0.01 <= bottom and top <= height - margin + 0.01


def extents(page: PageObject) -> list[tuple[float, float, float, float]]:
    """What every line and area of a page covers, half the width of the line included."""
    out, wide, points = [], 0.0, []
    stream = page.get_contents()
    assert isinstance(stream, ContentStream)
    for operands, operator in stream.operations:
        if operator == b"w":
            wide = float(operands[0]) / 2
        elif operator in (b"m", b"l", b"c"):
            numbers = [float(number) for number in operands]
            points += list(zip(numbers[::2], numbers[1::2], strict=True))
        elif operator in (b"S", b"f", b"f*", b"B", b"B*", b"n") and points:
            half = 0 if operator in (b"f", b"f*", b"n") else wide
            xs, ys = [x for x, _ in points], [y for _, y in points]
            out.append((min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half))
            points = []
        else:
            assert operator not in (b"re", b"v", b"y"), "drawn in a way this test does not see"
    return out


def test_pages_have_the_size_of_the_paper_and_fonts_are_embedded() -> None:
    for paper, (width, height, _) in PAPERS.items():
        (page,) = pages("roll_and_build/3", paper=paper)
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(
            (width * 72 / 25.4, height * 72 / 25.4), abs=0.01
        )
        fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]  # type: ignore[index]
        named = [font for font in fonts if "Figtree" in font["/BaseFont"]]
        assert len(named) >= 2
        assert all("/FontFile2" in font["/FontDescriptor"].get_object() for font in named)


def test_the_same_call_gives_the_same_bytes_here_and_in_another_process() -> None:
    wanted = pdf("roll_and_build/7", "roll_and_build/12", paper="letter", language="pl")
    assert pdf("roll_and_build/7", "roll_and_build/12", paper="letter", language="pl") == wanted
    code = (
        "import sys; from tilefolk.printing import pdf; pdf('roll_and_build/1', paper='a4', language='en');"
        "sys.stdout.buffer.write(pdf('roll_and_build/7', 'roll_and_build/12', paper='letter', language='pl'))"
    )
    other = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": "7"},
    )
    assert other.stdout == wanted


# What cannot be printed


def test_what_has_no_sheet_is_refused() -> None:
    with pytest.raises(UnknownGame):
        pdf("chess/1", paper="a4", language="en")
    with pytest.raises(NoSheet):
        pdf("my_city/eternal", paper="a4", language="en")
    with pytest.raises(KeyError):
        pdf("roll_and_build/1", paper="a0", language="en")


# The command


def printed(*arguments: str, lang: str = "en") -> tuple[int, str]:
    done = run.invoke(app, ["print", *arguments, "--lang", lang])
    return done.exit_code, done.output


def test_the_command_writes_the_pages_in_order(tmp_path: Path) -> None:
    file = tmp_path / "pad.pdf"
    done = printed("roll_and_build", "--episodes", "3, 6,11-12", "--paper", "letter", str(file))
    assert done == (0, f"5 pages: {file}\n")
    wanted = [f"roll_and_build/{number}" for number in (3, 6, 11, 12)]
    assert file.read_bytes() == pdf(*wanted, paper="letter", language="en")


def test_without_episodes_it_is_the_whole_pad(tmp_path: Path) -> None:
    file = tmp_path / "pad.pdf"
    assert printed("roll_and_build", str(file), lang="pl") == (0, f"14 stron: {file}\n")
    assert file.read_bytes() == pdf(*sheets(), paper="a4", language="pl")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("arguments", "message", "names"),
    [
        (["chess"], "print.no_sheets", {"given": "chess", "known": "roll_and_build"}),
        (["my_city"], "print.no_sheets", {"given": "my_city", "known": "roll_and_build"}),
        (["roll_and_build", "--episodes", "11-13"], "print.no_episode", {"given": "13"}),
        (["roll_and_build", "--episodes", "0"], "print.no_episode", {"given": "0"}),
        (["roll_and_build", "--episodes", "1-999999999"], "print.no_episode", {"given": "999999999"}),
        (["roll_and_build", "--episodes", "5-3"], "print.episodes", {"given": "5-3"}),
        (["roll_and_build", "--episodes", "1,,2"], "print.episodes", {"given": "1,,2"}),
        (["roll_and_build", "--episodes", "first-3"], "print.episodes", {"given": "first-3"}),
        (["roll_and_build", "--paper", "a3"], "print.paper", {"given": "a3", "known": "a4, letter"}),
        (["roll_and_build", "--per-page", "3"], "print.per_page", {"given": "3"}),
    ],
)
def test_bad_input_is_told_and_nothing_is_written(
    arguments: list[str], message: str, names: dict[str, str], lang: str, tmp_path: Path
) -> None:
    names = {"game": "roll_and_build", "known": ", ".join(map(str, range(1, 13)))} | names
    told = texts(lang).say(message, **names)
    assert printed(*arguments, str(tmp_path / "pad.pdf"), lang=lang) == (2, f"{told}\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_file_that_cannot_be_written_is_told(lang: str, tmp_path: Path) -> None:
    for file, reason in ((tmp_path / "no" / "pad.pdf", "cli.os.no_home"), (tmp_path, "cli.os.folder")):
        code, output = printed("roll_and_build", "--episodes", "1", str(file), lang=lang)
        told = texts(lang).say("cli.cannot_write", file=str(file), reason=texts(lang).say(reason))
        assert (code, output) == (2, f"{told}\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_the_extra_one_sentence_says_what_to_install(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "EXTRA", ("reportlab", "a_module_nobody_has"))
    told = texts(lang).say("print.extra")
    assert printed("roll_and_build", str(tmp_path / "pad.pdf"), lang=lang) == (2, f"{told}\n")
    assert "tilefolk[print]" in told and not list(tmp_path.iterdir())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_built_client_one_sentence_says_what_to_run(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "FONTS", tmp_path / "nowhere")
    told = texts(lang).say("print.font")
    assert printed("roll_and_build", str(tmp_path / "pad.pdf"), lang=lang) == (2, f"{told}\n")
    assert "make play" in told and not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", [PLAIN, BOLD])
def test_the_font_has_every_sign_of_the_sheets(name: str) -> None:
    sheet = "".join(
        page.extract_text() for language in LANGUAGES for page in whole(*sheets(), language=language)
    )
    names = "".join(text for language in LANGUAGES for text in printed_forms(language))
    known = getFont(font(name)).face.charToGlyph  # type: ignore[attr-defined]
    assert not {sign for sign in sheet + names if sign > " " and ord(sign) not in known}


def printed_forms(language: str) -> list[str]:
    """All texts that may stand on a sheet, with the signs around their holes."""
    said = texts(language)
    return [form for name, forms in said.forms.items() if name.startswith("print.") for form in forms]


def test_only_the_pen_needs_the_extra() -> None:
    """Everybody who imports the command line or the server's modules must be able to do so without it."""
    code = "import sys, tilefolk.cli.main, tilefolk.cli.print_command; print('reportlab' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "False\n"


def test_every_text_of_the_sheets_is_said_somewhere() -> None:
    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(tilefolk.__file__).parent.rglob("*.py")
    )
    open_ended = (
        "print.chapter.",
        "print.row.",
        "print.kept.",
        "print.brought.",
        "print.all.",
        "print.bonus.",
    )
    messages = [message for message in texts("en").forms if message.startswith("print.")]
    assert not [m for m in messages if f'"{m}"' not in source and not m.startswith(open_ended)]
    assert {m.removeprefix("print.chapter.") for m in messages if "chapter" in m} <= set(sheets())


# Outlines


def test_outlines_are_read_as_svg_reads_them() -> None:
    assert traced("M1 2h3v-1l.5-.5z") == (
        Step("M", ((1, 2),)),
        Step("L", ((4, 2),)),
        Step("L", ((4, 1),)),
        Step("L", ((4.5, 0.5),)),
        Step("Z", ()),
    )
    assert traced("M0 0q3 0 3 3")[1] == Step("C", ((2, 0), (3, 1), (3, 3)))
    assert traced("M0 0L1 1 2 2") == traced("M0 0L1 1L2 2")
    for wrong in ("M1", "M0 0S1 1 2 2", "M0 0z1"):
        with pytest.raises((KeyError, ValueError)):
            traced(wrong)


def test_rings_and_boxes_close_where_they_begin() -> None:
    for outline in (ring(5, 6, 2), ring(5, 6, 2, 0.4), box(1, 2, 30, 20, 3), box(1, 2, 3, 4)):
        steps = traced(outline)
        assert steps[-1] == Step("Z", ())
        assert steps[-2].points[-1] == pytest.approx(steps[0].points[0], abs=0.01)


def test_two_cells_side_by_side_have_one_contour_of_six_sides() -> None:
    assert contour([(0, 0), (0, 1)], 10).count("M") == 6
