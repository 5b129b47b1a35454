"""Seals that bind: seats commit to nonces of their own, and a client's notes object to whoever cheats."""

import hashlib
import hmac
import itertools
import json
import secrets
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tilefolk.bots import BOTS
from tilefolk.cli.main import app
from tilefolk.core.chance import Draw, new_seed, order, outcome, outcomes_digest, seal
from tilefolk.core.match import Header, Match, finish, verify
from tilefolk.core.notation import CHANCE, Line, write
from tilefolk.core.play import play
from tilefolk.core.record import BadRecord, read_record, write_header, write_record
from tilefolk.core.sealing import (
    COMMITTED,
    NOTES_FORMAT,
    Notes,
    Part,
    commitment_to,
    committed_key,
    objections,
    read_notes,
)
from tilefolk.games import GAMES, all_modes, find

MODE = "my_city/eternal"
BY_STREAMS = {  # a mode of every game for every set of streams that it draws from
    (game, *(draw.stream for draw in GAMES[game].streams(mode.name, mode.seats[0]))): mode.name
    for mode in all_modes()
    if (game := mode.name.partition("/")[0])
}
OLD_RECORDS = sorted((Path(__file__).parents[1] / "data/v0.1.0").glob("*.match"))


def part(seat: int, nonce: str = "") -> Part:
    nonce = nonce or secrets.token_hex(16)
    return Part(seat, commitment_to(seat, nonce), nonce)


def header(seed: bytes, parts: tuple[Part, ...]) -> Header:
    _, mode = find(MODE)
    options = (("pace", "together"),)
    return Header(MODE, mode.version, 2, options, seal(seed), sealing=COMMITTED, parts=parts)


def played(seed: bytes, parts: tuple[Part, ...]) -> Match:
    """A short match: after three rounds everybody ends as soon as they may."""
    game, _ = find(MODE)
    match, answers = Match(game, header(seed, parts)), 0
    while not match.over:
        draw_due(match, seed)
        for seat in tuple(game.to_act(match.state)):
            legal, answers = game.legal(match.state, seat), answers + 1
            match.append(Line(seat, ("end",) if answers > 6 and ("end",) in legal else legal[0]))
    finish(match, seed)
    return match


def draw_due(match: Match, seed: bytes) -> None:
    key = match.header.key(seed)
    while due := match.game.draws(match.state):
        match.append(Line(CHANCE, outcome(key, due[0])))


def draws(match: Match) -> list[str]:
    return [write(line) for line in match.lines if line.who == CHANCE]


def notes_of(match: Match, seat: int = 0) -> Notes:
    """What an honest client at this seat wrote down of an honest match."""
    commitments: list[str | None] = [None] * match.header.seats
    for one in match.header.parts:
        commitments[one.seat] = one.commitment
    own = next(one for one in match.header.parts if one.seat == seat)
    return Notes(
        match.header.seal,
        True,
        tuple(commitments),
        seat,
        own.nonce,
        bool(own.nonce),
        False,
        tuple(draws(match)),
    )


def judge(notes: Notes, match: Match) -> list[str]:
    outcomes = outcomes_digest(match.streams)
    return [*objections(notes, match.header.seal, match.header.parts, draws(match), outcomes)]


@pytest.mark.parametrize("name", BY_STREAMS.values())
def test_the_streams_of_a_match_are_all_it_takes_to_derive_its_draws(name: str) -> None:
    """They follow from its header, so they are known before it begins."""
    game, mode = find(name)
    match = play(game, mode, [BOTS["random"]] * mode.seats[0], seed="streams")
    assert match.seed is not None
    key, streams = match.header.key(match.seed), game.streams(name, mode.seats[0])
    assert match.streams == streams
    drawn = [kept.line.action for kept in match.kept if kept.line.who == CHANCE]
    assert drawn
    for action in drawn:
        faces = [face for face in streams if face.stream == action[0]]
        assert action in [outcome(key, replace(face, index=int(action[1]))) for face in faces]


def test_the_digest_of_outcomes_is_the_documented_formula() -> None:
    ups, downs = (("up", "A"), ("up", "B")), (("down", 1), ("down", 2))
    faces = tuple((face, 3) for face in "ab")
    streams = (Draw("tier", 0, ups, ups), Draw("tier", 0, downs, downs), Draw("dice", 0, faces, faces, True))
    text = "tilefolk-outcomes-1\n\ndice again\na 3\nb 3\n\ntier once\nup A\nup B\n\ntier once\ndown 1\ndown 2"
    assert outcomes_digest(streams) == hashlib.sha256(text.encode()).hexdigest()
    turned = (streams[0], replace(streams[1], told=downs[::-1]), streams[2])
    assert outcomes_digest(turned) != outcomes_digest(streams), "in another order it is another list"


def test_a_server_that_chooses_the_order_of_the_cards_after_it_knew_the_key_is_found_out() -> None:
    """The draws follow from the key by its list, and the list is not the one it had fixed."""
    match = played(new_seed(), (part(0), part(1)))
    honest = notes_of(match)._replace(outcomes=outcomes_digest(match.streams))
    assert judge(honest, match) == []
    turned = [replace(stream, told=stream.told[::-1]) for stream in match.streams]
    assert judge(honest._replace(outcomes=outcomes_digest(turned)), match) == ["outcomes"]


def test_a_record_with_parts_reads_as_it_was_written_and_verifies() -> None:
    match = played(new_seed(), (part(0), part(1)))
    again = read_record(write_record(match), find)
    assert again.header == match.header
    assert write_record(again) == write_record(match)
    assert verify(again) == []
    assert judge(notes_of(match), again) == []


def test_the_key_is_the_documented_formula() -> None:
    seed, parts = bytes(range(32)), (Part(0, "", "aa"), Part(1, "cc"), Part(3, "", "bb"))
    expected = hmac.new(seed, b"tilefolk-key-2\n0 aa\n3 bb", hashlib.sha256).digest()
    assert committed_key(seed, parts) == expected
    assert commitment_to(3, "bb") == hashlib.sha256(b"tilefolk-nonce-2\n3\nbb").hexdigest()


def test_every_nonce_that_was_given_counts_and_a_withheld_one_does_not() -> None:
    seed, one, two = new_seed(), part(0), part(1)
    keys = {committed_key(seed, given) for given in [(), (one,), (two,), (one, two)]}
    assert len(keys) == 4
    assert committed_key(seed, (one, two._replace(nonce=""))) == committed_key(seed, (one,))


def test_a_seat_that_was_left_out_is_named_in_the_record() -> None:
    match = played(new_seed(), (part(0), part(1)._replace(nonce="")))
    rows = write_header(match.header)
    assert [row.split()[:2] for row in rows if row.split()[0] in ("commit", "nonce")] == [
        ["commit", "0"],
        ["commit", "1"],
        ["nonce", "0"],
    ]
    assert verify(read_record(write_record(match), find)) == []


@pytest.mark.parametrize("path", OLD_RECORDS, ids=lambda path: path.stem)
def test_old_records_keep_their_bytes_and_verify(path: Path) -> None:
    text = path.read_text()
    match = read_record(text, find)
    assert match.header.sealing == 1
    assert match.header.parts == ()
    assert write_record(match) == text
    assert verify(match) == []


@pytest.mark.parametrize(
    "rows",
    [
        ["sealing 3"],
        ["sealing 2", "nonce 0 " + "a" * 32],
        ["sealing 2", "commit 0 " + "a" * 63],
        ["sealing 2", "commit 1 " + "a" * 64, "commit 0 " + "a" * 64],
        ["sealing 2", "commit 0 " + "a" * 64, "commit 0 " + "a" * 64],
        ["sealing 2", "commit 7 " + "a" * 64],
        ["commit 0 " + "a" * 64],
    ],
)
def test_a_header_that_says_something_else_is_refused(rows: list[str]) -> None:
    text = write_record(Match(find(MODE)[0], header(new_seed(), ())))
    with pytest.raises(BadRecord):
        read_record(text.replace("sealing 2\n", "\n".join(rows) + "\n"), find)


# A dishonest server


def test_a_server_that_chooses_among_many_seeds_after_it_saw_the_boards_is_found_out() -> None:
    """It keeps 20,000 seeds and draws each card to its liking; any seed it reveals later breaks the seal."""
    mine = part(0)
    kept = [new_seed() for _ in range(20_000)]
    shown = played(kept[0], (mine,))
    notes = notes_of(shown)
    wished = {committed_key(seed, (mine,)): seed for seed in kept[1:]}
    other = played(wished[max(wished)], (mine,))
    assert verify(other) == []  # the record alone proves nothing of this
    assert judge(notes, other)[0] == "seal"
    assert "draws" in judge(notes, other)


def test_a_server_cannot_grind_the_first_three_cards() -> None:
    """Its seed is sealed before it knows the nonces, so the cards it ground for need not come."""
    seed = next(seed for seed in map(a_seed, itertools.count()) if has_wish(seed, ()))
    tried = [(part(0), part(1)) for _ in range(300)]
    assert sum(has_wish(seed, parts) for parts in tried) < 60  # 11 are expected: no more than by chance
    # once the nonces are known another seed can be ground, and that one has another seal
    parts = next(parts for parts in tried if not has_wish(seed, parts))
    notes = notes_of(played(seed, parts))
    late = next(seed for seed in map(a_seed, itertools.count()) if has_wish(seed, parts))
    assert judge(notes, played(late, parts))[0] == "seal"


def a_seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def has_wish(seed: bytes, parts: tuple[Part, ...]) -> bool:
    """Whether the first three of 28 cards are among the ten that the server wants."""
    return all(card < 10 for card in order(committed_key(seed, parts), "deck", 28)[:3])


def test_a_server_that_lies_about_when_it_sealed_is_found_out() -> None:
    """It shows one seal, plays with the seed of another, and writes that one's seal into the record."""
    seed, parts = new_seed(), (part(0), part(1))
    match = played(seed, parts)
    notes = notes_of(match)._replace(seal=seal(new_seed()))
    assert verify(match) == []
    assert judge(notes, match) == ["seal"]


def test_a_server_that_leaves_out_or_changes_a_part_is_found_out() -> None:
    seed, mine, other = new_seed(), part(0), part(1)
    notes = notes_of(played(seed, (mine, other)))
    assert "own_part" in judge(notes, played(seed, (mine._replace(nonce=""), other)))
    assert "commitments" in judge(notes, played(seed, (other,)))
    assert "commitments" in judge(notes, played(seed, (mine, part(1))))
    false = other._replace(nonce=secrets.token_hex(16))
    assert "nonce" in judge(notes, played(seed, (mine, false)))


def test_a_start_that_was_broken_off_after_nonces_were_known_is_told() -> None:
    match = played(new_seed(), (part(0), part(1)))
    assert judge(notes_of(match)._replace(restarted=True), match) == ["restarted"]


def test_whoever_saw_the_seal_only_during_the_match_objects_to_another_one_all_the_same() -> None:
    match = played(new_seed(), ())
    notes = Notes(match.header.seal, draws=tuple(draws(match)[:1]))
    assert judge(notes, match) == []
    assert judge(notes, played(new_seed(), ()))[0] == "seal"


# Notes as a file


def test_notes_are_read_from_a_browsers_file() -> None:
    entry = {
        "seal": "a" * 64,
        "before": True,
        "commitments": ["b" * 64, None],
        "seat": 0,
        "draws": ["* deck 0 X"],
    }
    [notes] = read_notes(
        json.dumps({"format": NOTES_FORMAT, "matches": [{**entry, "match": "m", "table": "t"}]})
    )
    assert notes == Notes("a" * 64, True, ("b" * 64, None), 0, draws=("* deck 0 X",))


@pytest.mark.parametrize(
    "value",
    [
        [],
        {"format": "other"},
        {"format": NOTES_FORMAT},
        {"format": NOTES_FORMAT, "matches": [1]},
        {"format": NOTES_FORMAT, "matches": [{}]},
        {"format": NOTES_FORMAT, "matches": [{"seal": "x"}]},
        {"format": NOTES_FORMAT, "matches": [{"seal": "a" * 64, "before": 1}]},
        {"format": NOTES_FORMAT, "matches": [{"seal": "a" * 64, "draws": "no list"}]},
        {"format": NOTES_FORMAT, "matches": [{"seal": "a" * 64, "commitments": [1]}]},
        {"format": NOTES_FORMAT, "matches": [{"seal": "a" * 64, "seat": True}]},
    ],
)
def test_what_is_no_file_of_notes_is_refused(value: object) -> None:
    with pytest.raises(ValueError):
        read_notes(json.dumps(value))


# `tilefolk verify`


def tilefolk(*words: str) -> Result:
    return CliRunner().invoke(app, [*words, "--lang", "en"])


def save(match: Match, notes: Notes | None, folder: Path) -> list[str]:
    """The words that verify a match, with the notes in a file beside it."""
    (folder / "m.log").write_text(write_record(match))
    if notes is None:
        return ["verify", str(folder / "m.log")]
    (folder / "seen.json").write_text(json.dumps({"format": NOTES_FORMAT, "matches": [notes._asdict()]}))
    return ["verify", str(folder / "m.log"), "--seen", str(folder / "seen.json")]


def test_verify_says_who_took_part_and_what_it_cannot_know(tmp_path: Path) -> None:
    match = played(new_seed(), (part(0), part(1)._replace(nonce="")))
    result = tilefolk(*save(match, None, tmp_path))
    assert result.exit_code == 0
    assert "took part with a number of their own: 1." in result.stdout
    assert "Left out, because their number did not come in time: 2." in result.stdout
    assert "No record can tell" in result.stdout
    alone = tilefolk(*save(played(new_seed(), ()), None, tmp_path))
    assert "no seat took part" in alone.stdout
    old = tilefolk("verify", str(OLD_RECORDS[0]))
    assert old.exit_code == 0 and "no seat took part" in old.stdout


def test_verify_compares_a_browsers_notes(tmp_path: Path) -> None:
    match = played(new_seed(), (part(0), part(1)))
    notes = notes_of(match)
    assert "before the first draw" in tilefolk(*save(match, notes, tmp_path)).stdout
    during = notes._replace(before=False, commitments=())
    assert "during the match" in tilefolk(*save(match, during, tmp_path)).stdout
    lies = {
        "not one that the browser saw": notes._replace(seal=seal(new_seed())),
        "committed to something else": notes._replace(commitments=("a" * 64, "b" * 64)),
        "told of other draws": notes._replace(draws=("* deck 0 X-Y",)),
        "it is missing": notes._replace(nonce="0" * 32),
        "sealed again": notes._replace(restarted=True),
    }
    for sentence, lie in lies.items():
        result = tilefolk(*save(match, lie, tmp_path))
        assert (result.exit_code, sentence in result.stderr) == (1, True), sentence


def test_verify_finds_a_nonce_that_was_not_committed_to(tmp_path: Path) -> None:
    match = played(new_seed(), (part(0)._replace(nonce="0" * 32), part(1)))
    result = tilefolk(*save(match, None, tmp_path))
    assert (result.exit_code, "seat 1 is not the one" in result.stderr) == (1, True)


@pytest.mark.parametrize("text", ["", "{}", "\0", "[1"])
def test_notes_that_are_none_are_named(tmp_path: Path, text: str) -> None:
    words = save(played(new_seed(), ()), Notes(""), tmp_path)
    (tmp_path / "seen.json").write_text(text)
    result = tilefolk(*words)
    assert (result.exit_code, "seen.json" in result.stderr, "Traceback" in result.stderr) == (1, True, False)
    (tmp_path / "seen.json").unlink()
    assert "seen.json" in tilefolk(*words).stderr
