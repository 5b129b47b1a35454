"""The ladder: pairs with seats exchanged, ratings, early stop, and what is written."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from tilefolk.cli.main import app
from tilefolk.core.game import Mode
from tilefolk.games import find
from tilefolk.sim.ladder.evidence import ENOUGH, evidence, is_decided, verdict
from tilefolk.sim.ladder.meetings import Ladder, meetings_of, play_ladder
from tilefolk.sim.ladder.rating import Met, inverse, ratings
from tilefolk.sim.workers import Workers

QUICK = ("--game", "roll_and_build/1", "--bots", "mole,random", "--seeds", "30", "--lang", "en")


def ladder(*words: str) -> Result:
    return CliRunner().invoke(app, ["ladder", *words])


def test_the_inverse_is_one() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, 0.0, 0.0], [3.0, 1.0, 4.0]]
    product = [
        [sum(row[at] * other[column] for at, other in enumerate(inverse(matrix))) for column in range(3)]
        for row in matrix
    ]
    assert [[round(value, 9) for value in row] for row in product] == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_ratings_give_back_the_shares_they_come_from() -> None:
    """One wins 3 of 4 against the next: 191 points of Elo, so two steps apart 382."""
    met = {("a", "b"): Met(30_000, 40_000), ("b", "c"): Met(30_000, 40_000)}
    rated = ratings(["a", "b", "c"], met)
    assert [round(rated[name].value) for name in "abc"] == [1191, 1000, 809]
    assert all(0 < rated[name].half < 5 for name in "abc")


def test_whoever_always_wins_has_a_rating_and_more_matches_make_it_surer() -> None:
    few, many = (ratings(["a", "b"], {("a", "b"): Met(n, n)}) for n in (10, 100))
    assert 1000 < few["a"].value < many["a"].value
    even = [ratings(["a", "b"], {("a", "b"): Met(n / 2, n)})["a"] for n in (10, 100)]
    assert even[0].value == pytest.approx(1000) and even[0].half > 2 * even[1].half > 0


def test_evidence_grows_for_the_stronger_and_never_for_equals() -> None:
    assert evidence([]) == (0.5, 0.5)
    assert is_decided([1.0] * 15) and is_decided([0.0] * 15) and not is_decided([1.0] * 5)
    assert not any(is_decided([1.0, 0.0] * n) for n in range(60))
    assert evidence([0.5] * 50) == pytest.approx((0.5, 0.5))


def test_evidence_is_a_fair_game_between_equals() -> None:
    """Over everything that can happen in five seeds the mean fortune is 1: so much is rarely reached."""
    ends = [[float(number >> seed & 1) for seed in range(5)] for number in range(32)]
    assert sum(sum(evidence(end)) for end in ends) / len(ends) == pytest.approx(1.0)
    assert ENOUGH == 100


def test_evidence_about_a_share_is_a_fair_game_at_that_share() -> None:
    """Whoever gets two thirds of the seeds wins nothing for those who bet on more or on less than that."""
    ends = [[float(number >> seed & 1) for seed in range(5)] for number in range(32)]
    chances = [(2 / 3) ** sum(end) * (1 / 3) ** (5 - sum(end)) for end in ends]
    for side in (0, 1):
        mean = sum(chance * evidence(end, 2 / 3)[side] for chance, end in zip(chances, ends, strict=True))
        assert mean == pytest.approx(0.5)


def test_a_share_is_decided_on_either_side_whoever_is_the_stronger() -> None:
    assert verdict([1.0] * 20, 0.65) is True and verdict([0.5] * 200, 0.65) is False
    assert verdict([1.0] * 5, 0.65) is None
    for scores in ([1.0] * 20, [0.0] * 20, [0.5] * 200):
        assert is_decided(scores, 0.65)
    assert is_decided([1.0, 0.5] * 10, 0.5) and not is_decided([1.0, 0.5] * 10, 0.65)
    assert not any(is_decided([1.0, 1.0, 0.0] * n, 0.65) for n in range(40)), "too close to 65 % to tell"


def test_seats_are_exchanged_on_the_same_draws() -> None:
    mode = find("my_city/eternal")[1]
    with Workers(1) as workers:
        one, two = (
            play_ladder(Ladder(mode.name, bots, 2, "pairs"), mode, workers)[0]
            for bots in (("mole", "random"), ("random", "mole"))
        )
    assert one.matches == two.matches == 4
    assert one.score == 4 - two.score
    assert one.points == [(mine, theirs) for theirs, mine in two.points]


def test_neighbours_meet_the_next_one_only() -> None:
    mode: Mode = find("my_city/eternal")[1]
    met = [(meeting.one, meeting.two) for meeting in meetings_of(mode, ["mole", "beaver", "owl"], True)]
    assert met == [("mole", "beaver"), ("beaver", "owl")]


def test_in_a_solo_game_everybody_meets_its_own_bot() -> None:
    mode: Mode = find("point_city/solo-hard")[1]
    met = [
        (meeting.one, meeting.two, meeting.seatings()) for meeting in meetings_of(mode, ["greedy", "mole"])
    ]
    assert met == [
        ("greedy", "automaton", [("greedy", "automaton")]),
        ("mole", "automaton", [("mole", "automaton")]),
    ]


def test_a_clear_pairing_stops_early_and_any_number_of_processes_says_the_same() -> None:
    one, two = (ladder(*QUICK, "--json", "--jobs", jobs).stdout for jobs in ("1", "2"))
    assert one == two
    (numbers,) = json.loads(one)
    (met,) = numbers["meetings"]
    assert met["decided"] and met["stopped"] and met["matches"] < 2 * numbers["seeds"]
    assert met["more"] == [True, False] and numbers["stops_at"] == 0.5
    assert met["share"] > 0.7 and met["share_95"][0] < met["share"]
    assert [entry["bot"] for entry in numbers["bots"]] == ["mole", "random"]
    (all_of_them,) = json.loads(ladder(*QUICK, "--json", "--all").stdout)
    assert all_of_them["meetings"][0]["matches"] == 60 and not all_of_them["meetings"][0]["stopped"]
    assert all_of_them["stops_at"] is None


def test_a_share_is_asked_about_and_any_number_of_processes_says_the_same() -> None:
    words = (*QUICK, "--neighbours", "--share", "60", "--json")
    one, two = (ladder(*words, "--jobs", jobs).stdout for jobs in ("1", "2"))
    assert one == two
    (numbers,) = json.loads(one)
    (met,) = numbers["meetings"]
    (stronger,) = json.loads(ladder(*QUICK, "--json").stdout)
    assert numbers["stops_at"] == 0.6 and met["more"] == [True, False] and met["stopped"]
    assert met["matches"] > stronger["meetings"][0]["matches"], (
        "more than 60 % is harder to say than more than 50 %"
    )


def test_the_page_has_its_command_a_chart_and_a_table(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    result = ladder(*QUICK, "--write", str(page))
    assert result.exit_code == 0 and "mole" in result.stdout
    text = page.read_text(encoding="utf-8")
    assert "--bots mole,random --seeds 30 --seed 0" in text and "(strength.svg)" in text
    assert "| mole | " in text
    drawing = ElementTree.fromstring(page.with_suffix(".svg").read_text(encoding="utf-8"))
    assert [text.text for text in drawing.iter() if text.text in ("mole", "random")] == ["mole", "random"]


def test_the_page_says_what_was_asked_and_what_was_stopped(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    words = ("--game", "roll_and_build/1", "--bots", "mole,swallow", "--seeds", "30", "--lang", "en")
    ladder(*words, "--neighbours", "--share", "65", "--write", str(page))
    text = page.read_text(encoding="utf-8")
    assert "--neighbours --share 65" in text and "gets more or less than 65 %" in text
    assert "| stopped early | more than 65 %? |" in text and "the next stronger one only" in text
    (row,) = [line for line in text.splitlines() if line.startswith("| swallow | mole |")]
    assert row.endswith("| yes | yes |")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "my_city/eternal", "--bots", "greedy,greedy"), "each bot once: greedy"),
        (("--game", "my_city/eternal", "--bots", "greedy"), "two bots for this game: my_city/eternal"),
        (("--game", "point_city/solo-hard", "--bots", "automaton"), "leave it out: automaton"),
        (("--game", "my_city/eternel"), "my_city/eternal"),
        (("--game", "my_city/eternal", "--bots", "gredy,mole"), "greedy"),
        (("--game", "my_city/eternal", "--bots", ","), "mole"),
        (("--game", "my_city/eternal", "--write", "/dev/null/strength.md"), "/dev/null"),
    ],
)
def test_bad_input_is_told_in_a_sentence(words: tuple[str, ...], said: str) -> None:
    result = ladder(*words, "--lang", "en")
    assert result.exit_code == 2 and said in result.stderr and "Traceback" not in result.stderr
