"""The dice of Roll & Build: their faces, and the shapes of two of them."""

from collections import Counter

from tests.games.roll_and_build.sheet import COMPASS, Sheets, drawn


def rolls() -> list[tuple[str, ...]]:
    """All faces of the three dice together, each as often as it comes up in 216 rolls."""
    sheets = Sheets()
    (draw,) = sheets.game.draws(sheets.state)
    assert draw.again
    return [tuple(map(str, item)) for item in draw.items]


def test_the_six_faces_of_each_die() -> None:
    assert len(rolls()) == 216
    faces = [
        Counter({face: n // 36 for face, n in Counter(roll[die] for roll in rolls()).items()})
        for die in range(3)
    ]
    assert faces[0] == {"C": 1, "V": 2, "H": 1, "single": 2}
    assert faces[1] == {"V": 2, "H": 1, "single": 1, "blank": 1, "compass": 1}
    assert faces[2] == {"filled": 2, "hatched": 2, "crossed": 2}


def test_shapes_in_36_rolls_with_the_compass_read_as_blank() -> None:
    sheets = Sheets()
    for corner in ("A1", "A2", "K1", "J1"):
        sheets.round(COMPASS, corner)
    count: Counter[str] = Counter()
    for first, second in (roll[:2] for roll in rolls() if roll[2] == "filled"):
        count[drawn(sheets, first, second)] += 1
    # "filled" is on two faces
    assert {shape: n // 2 for shape, n in count.items()} == {
        "one": 4,
        "two": 8,
        "three-row": 3,
        "three-L": 8,
        "four-row": 1,
        "square": 4,
        "four-L": 5,
        "five-L": 1,
        "U": 2,
    }
