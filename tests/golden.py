"""Golden playthroughs: one short match per way, and every series, as a text a person reads; a digest of all
pictures of an episode's rules.

`make golden` writes them anew.
"""

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from string import ascii_uppercase, digits
from typing import Any

from tests.dialect import all_modes, found, legacy_for, options_for
from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES, Standing
from tilefolk.campaign.playing import Played, play_series
from tilefolk.campaign.record import SeriesRecord, series_record_text, write_series
from tilefolk.core.match import Match
from tilefolk.core.notation import TABLE, write
from tilefolk.core.play import play
from tilefolk.core.record import write_record
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.pictures.examples import examples_of
from tilefolk.games.laying.pictures.picture import Picture
from tilefolk.games.laying.rules.rule_kinds import Rule

LETTERS = ascii_uppercase + digits
WHOLE = ("roll_and_build/chapter-4",)
FOLDER = Path(__file__).parent / "golden"
PICTURES = Path(__file__).parent / "pictures.toml"


def golden_path(mode: str, seats: int = 2) -> Path:
    more = f"-{seats}" if seats > 2 else ""
    return FOLDER / f"{mode.replace('/', '-')}{more}.txt"


def golden_series() -> list[tuple[str, int]]:
    """Every series with two seats; one whose rewards go by place with three as well."""
    return [(name, seats) for name in SERIES for seats in ((2, 3) if SERIES[name].wins else (2,))]


def golden_text(mode: str) -> str:
    """The record of a match of two seats, greedy unless they belong to a bot of the game's own, then
    boards and tallies as the last view shows them.
    """
    game, known = found(mode)
    bots = [BOTS["greedy"]] * (2 - len(known.fixed_bots))
    match = play(game, known, bots, "golden", options_for(mode, "together"), legacy_for(mode, 2))
    view = game.view(match.state, None)
    drawn = [line for board in view.get("boards", []) for line in ["", *_drawn(view, board)]]
    return write_record(match) + "\n".join([*drawn, ""])


def series_played(name: str, seats: int = 2) -> Played:
    """Two greedy seats or three random ones; with this seed a bandit stays at large over three episodes."""
    bot = "greedy" if seats < 3 else "random"  # which is quicker
    return play_series(SERIES[name], [BOTS[bot]] * seats, "golden-12")


def series_text(name: str, seats: int = 2) -> str:
    """What the seats bring into each match, how it ends, and where the series stands.

    A series that carries from its first match to its third stands here with all its lines.
    """
    series, played = SERIES[name], series_played(name, seats)
    if name in WHOLE:
        text = write_series(SeriesRecord(series, seats, played.matches))
    else:
        text = series_record_text(series, seats, ()) + "".join(map(_told, played.matches))
    return text + "\n".join(["", *_stands(played.standing), ""])


def _told(match: Match) -> str:
    """A match of a series in short: how many lines it has, and those of the table itself."""
    table = [write(line) for line in match.lines if line.who == TABLE]
    return "\n".join(["", f"{match.header.game}: {len(match.lines)} lines", *table, ""])


def _stands(now: Standing) -> list[str]:
    lines = []
    for chapter in now.chapters:
        lines += [
            f"  {mode:24} {_points(row)}"
            for mode, row in zip(chapter.chapter.modes, chapter.counted, strict=True)
        ]
        lines += (
            [f"  {chapter.chapter.bonus.what:24} {_points(chapter.bonus)}"] if chapter.chapter.bonus else []
        )
        lines.append(
            f"chapter {chapter.chapter.name:18} {_points(chapter.totals)}   places {_points(chapter.places)}"
        )
    return [*lines, f"{now.series.name:26} {_points(now.totals)}   places {_points(now.places)}"]


def _points(row: Sequence[int | None]) -> str:
    return " ".join(f"{'-' if n is None else n:4}" for n in row)


def _drawn(view: Any, board: Any) -> list[str]:
    """A seat's place and tally, and what it has built."""
    tally = [f"  {points:4} {rule}" for rule, points, _ in board["tally"]]
    built = _laid(view, board) if "grid" in view else _city(board)
    return [f"seat {board['seat']}: {board['value']}, place {view['places'][board['seat']]}", *tally, *built]


def _city(board: Any) -> list[str]:
    """Buildings, resource cards and tokens, a line each."""
    cards = [f"{count} {kind}-{symbols}" for kind, symbols, count in board["cards"]]
    tokens = [name for name, _ in board["tokens"]]
    return [" ".join(board["buildings"]), ", ".join(cards), " ".join(tokens)]


def _laid(view: Any, board: Any) -> list[str]:
    """A board: every piece has a letter in the order of laying, bare cells show their terrain or symbol."""
    signs = _signs(view, board)
    grid = view["grid"]
    rows = []
    height = int(grid["cells"], 16).bit_length() // grid["width"] + 1
    for row in range(height):
        cells = [signs.get(row * grid["width"] + column, " ") for column in range(grid["width"])]
        indent = " " * row if grid["lattice"] == "hex" else ""
        rows.append((indent + " ".join(cells)).rstrip())
    return rows


def _signs(view: Any, board: Any) -> dict[int, str]:
    signs: dict[int, str] = {}
    printed = view["grounds"][board["ground"]]["layers"]
    layers = {name: masks for name, masks in printed.items() if name != "square"}  # plain as any other
    for name in layers:
        if name.startswith("lava"):
            continue
        sign = "." if name == "plain" else name[0]
        signs |= {bit: sign for bit in _bits(layers[name][0]) if sign != "." or bit not in signs}
    for name, cells in board["notes"].items():
        if name in ("lava", "park", "sea"):
            signs |= dict.fromkeys(_bits(cells), "*")
    for index, (*_, cells) in enumerate(board["laid"]):
        signs |= dict.fromkeys(_bits(cells), LETTERS[index])
    return signs


def _bits(text: str) -> list[int]:
    mask = int(text, 16)
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def digest_of(pictures: Sequence[tuple[Rule, Sequence[Picture]]]) -> str:
    """A word for all pictures of an episode's rules: another one if any of them is drawn otherwise."""
    shown = [[rule.id, [picture.json() for picture in drawn]] for rule, drawn in pictures]
    return sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()[:12]


def write_all() -> None:
    FOLDER.mkdir(exist_ok=True)
    for mode in all_modes():
        golden_path(mode).write_text(golden_text(mode), encoding="utf-8")
    for name, seats in golden_series():
        golden_path(name, seats).write_text(series_text(name, seats), encoding="utf-8")
    PICTURES.write_text("".join(map(_pictures_row, EPISODES)), encoding="utf-8")


def _pictures_row(mode: str) -> str:
    episode = EPISODES[mode]
    return f'"{mode}" = "{digest_of([(rule, examples_of(rule, episode)) for rule in episode.listed])}"\n'


if __name__ == "__main__":
    write_all()
