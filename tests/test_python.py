"""The front door: `import tilefolk`."""

import doctest
import io
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import tilefolk
from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES
from tilefolk.campaign.playing import play_series
from tilefolk.campaign.record import SeriesRecord, write_series
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight
from tilefolk.games import all_modes

PAGE = Path(__file__).parent.parent / "docs" / "python.md"
HEAVY = ("textual", "rich", "fastapi", "sqlalchemy", "babel", "typer", "tilefolk.games", "tilefolk.core")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEFOLK_LANG", "en")


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_the_page_runs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    shown = re.sub(r"^```.*$", "", text, flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(shown, {}, PAGE.name, str(PAGE), 0)
    assert len(examples.examples) > 20
    told = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(examples, out=told.write).failed == 0, told.getvalue()


def test_the_page_names_every_stable_name() -> None:
    text = PAGE.read_text(encoding="utf-8")
    methods = [name for name in vars(tilefolk.Match) if not name.startswith("_")]
    for name in [*tilefolk.__all__, *methods]:
        assert name in text or name == "__version__", name


def test_importing_loads_nothing_else() -> None:
    loaded = run("import sys, tilefolk; tilefolk.__version__; print(*sys.modules)").split()
    assert not [name for name in loaded if name in HEAVY]


def test_printing_loads_no_screen() -> None:
    code = "import sys, tilefolk; tilefolk.match('my_city/eternal').print(); print('textual' in sys.modules)"
    assert run(code).splitlines()[-1] == "False"


def test_games_is_a_function_and_a_package() -> None:
    code = "import tilefolk as t; a = t.games(); import tilefolk.games as g; print(a == t.games() == g())"
    assert run(code) == "True\n"
    assert tilefolk.games() == all_modes()


def test_everything_else_is_missing_by_name() -> None:
    with pytest.raises(AttributeError, match=r"tilefolk has no play; it offers .*match"):
        tilefolk.play  # noqa: B018
    assert dir(tilefolk) == sorted(tilefolk.__all__)


@pytest.mark.parametrize("name", [mode.name for mode in all_modes()])
def test_every_game_is_played_printed_and_read(name: str) -> None:
    match = tilefolk.match(name, seed="whole")
    stream = Random(name)
    while not match.over:
        match.play(stream.choice(match.legal()))
        if stream.random() < 0.05:
            told = io.StringIO()
            match.print(file=told)
            assert len(told.getvalue().splitlines()) > 10
    again = tilefolk.read(match.record())
    assert (again.over, again.score(), again.places()) == (True, match.score(), match.places())
    assert again.record() == match.record()
    assert match.lines[-1].startswith("@ end ")


def test_a_match_between_bots_is_over_at_once() -> None:
    def first(sight: Sight, stream: Random) -> Action:
        assert sight.view["seat"] == sight.seat
        return sight.legal[0]

    match = tilefolk.match("point_city/table", seats=[first, "random", "greedy"], seed=4)
    assert match.over and match.to_act == () and len(match.score()) == 3
    assert match.record() == tilefolk.match("point_city/table", [first, "random", "greedy"], 4).record()


def test_new_draws_without_a_seed() -> None:
    one, other = (tilefolk.match("my_city/eternal", seats=["random"]).record() for _ in range(2))
    assert one != other


def test_taking_back() -> None:
    match = tilefolk.match("my_city/eternal", seats=2, seed=1)
    before = match.view(0)
    match.play(match.legal(0)[0], seat=0)
    assert match.to_act == (1,)
    match.undo()
    assert match.view(0) == before
    with pytest.raises(tilefolk.IllegalMove, match="nothing left to take back") as caught:
        match.undo(seat=1)
    assert caught.value.rules == ("nothing_to_undo",)


def test_practice_takes_back_closed_rounds() -> None:
    match = tilefolk.match("my_city/eternal", seats=[None, "random"], seed=1, practice=True)
    before = match.view()
    match.play(match.legal()[0])
    match.undo()
    assert match.view()["boards"][0] == before["boards"][0]


def test_views_hide_what_a_seat_may_not_know() -> None:
    match = tilefolk.match("my_city/eternal", seats=2, seed=1)
    unknown = match.view(1), match.view(spectator=True)
    match.play(match.legal(0)[0], seat=0)
    assert match.view(0)["commit"]
    assert match.view(1)["commit"] is None and not match.view(1)["boards"][0]["laid"]
    assert unknown[1]["seat"] is None and match.view(spectator=True)["commit"] is None


def test_a_record_is_looked_at_move_by_move_and_played_on(tmp_path: Path) -> None:
    played = tilefolk.match("my_city/eternal", seats=["random", "random"], seed=2)
    file = tmp_path / "match.log"
    file.write_text(played.record(), encoding="utf-8")
    for moves in (0, 1, 7):
        early = tilefolk.read(file, moves=moves)
        assert early.lines == played.lines[:moves]
    early.play("end", seat=early.to_act[0])
    assert not early.over


def test_a_sealed_record_is_looked_at_only() -> None:
    rows = tilefolk.match("my_city/eternal", seats=["random"], seed=3).record().split("\n")
    sealed = [row for row in rows if not row.startswith(("open-seed", "@ "))][:-8]
    match = tilefolk.read("\n".join(sealed) + "\n")
    assert match.lines == sealed[sealed.index("") + 1 :]
    assert not match.over


def test_a_match_of_a_series_is_read_by_its_number() -> None:
    series = SERIES["roll_and_build/short"]
    matches, _ = play_series(series, [BOTS["random"]], "1", {})
    text = write_series(SeriesRecord(series, 1, matches))
    assert [tilefolk.read(text, number=n).game for n in (1, 3)] == ["roll_and_build/3", "roll_and_build/12"]
    with pytest.raises(tilefolk.Error, match="It has 3"):
        tilefolk.read(text, number=4)


WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: tilefolk.match("my_city"), "Did you mean my_city/eternal?"),
    (lambda: tilefolk.match("roll and build/3"), "Did you mean roll_and_build/3?"),
    (lambda: tilefolk.match("chess"), "Known: my_city/eternal"),
    (lambda: tilefolk.match(None), "Known: my_city/eternal"),  # type: ignore[arg-type]
    (lambda: tilefolk.match("my_city/eternal", seats=9), "is for 1, 2, 3, 4 seats, not for 9"),
    (lambda: tilefolk.match("my_city/eternal", seats=0), "is for 1, 2, 3, 4 seats, not for 0"),
    (lambda: tilefolk.match("my_city/eternal", seats="greedy"), "None for you, otherwise a bot"),
    (lambda: tilefolk.match("my_city/eternal", seats=["gredy"]), "Did you mean greedy?"),
    (lambda: tilefolk.match("my_city/eternal", seats=[3]), "3 cannot sit"),  # type: ignore[list-item]
    (lambda: tilefolk.match("my_city/eternal", seats=["./none.py:bot"]), "There is no file"),
    (lambda: tilefolk.match("my_city/eternal", pace="fast"), "It has: pace: together, own"),
    (lambda: tilefolk.match("my_city/eternal", seed="two\nlines"), "is not a seed"),
    (lambda: tilefolk.match("my_city/eternal").view(5), "5 is not a seat of this match. Seats: 0."),
    (lambda: tilefolk.match("my_city/eternal", ["random", None]).play("end", 0), "belongs to a bot"),
    (lambda: tilefolk.match("my_city/eternal").play("place X"), "no_such_action"),
    (lambda: tilefolk.match("my_city/eternal").play("two  spaces"), "not written like a move"),
    (lambda: tilefolk.match("my_city/eternal").play(()), "not written like a move"),
    (lambda: tilefolk.match("my_city/eternal", ["random"]).play("end"), "the match is over"),
    (lambda: tilefolk.match("my_city/eternal", [lambda sight, stream: ("fly",)]), "0 fly is not allowed"),
    (lambda: tilefolk.read("/no/such/file"), "cannot be read"),
    (lambda: tilefolk.read("tilefolk-match 1\ngame x\n"), "The header lacks: seats, version"),
    (lambda: tilefolk.read(tilefolk.match("my_city/eternal").record(), moves=99), "There is no move 99"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_errors_say_what_exists(number: int) -> None:
    wrong, sentence = WRONG[number]
    with pytest.raises(tilefolk.Error) as caught:
        wrong()
    assert sentence in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (type(caught.value), str(caught.value))


def test_errors_speak_polish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEFOLK_LANG", "pl")
    with pytest.raises(tilefolk.Error, match=r"Może chodzi o my_city/eternal\?"):
        tilefolk.match("my_cty/eternal")
    told = io.StringIO()
    tilefolk.match("my_city/eternal").print(file=told)
    assert "tryb nieskończony" in told.getvalue()
