"""The text of a match: header lines, an empty line, then one line per act."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from tilefolk.core.game import AnyGame, BadSetup, Illegal, Legacy, Mode
from tilefolk.core.legacy import Asleep
from tilefolk.core.match import Header, Match
from tilefolk.core.notation import BadLine, Line, read, write
from tilefolk.core.sealing import COMMITTED, ONE_SIDED, Part
from tilefolk.core.table_lines import is_asleep, is_enter, read_asleep, read_enter

FORMAT = "tilefolk-match 1"
LINEUP_ROW = re.compile(r"lineup( (0|[1-9][0-9]?))+")
LINEUP_LINE = 5  # after format, game, version and seats
PART_ROW = re.compile(r"(commit|nonce) (0|[1-9][0-9]?) ([0-9a-f]{32}|[0-9a-f]{64})")
# What a line of a text may cause that nobody wrote by playing: JSON that is too deep or no number, odd words.
ODD_VALUES = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)


class BadRecord(ValueError):
    """A record that cannot be folded: the line, a message id with its words, and the rules that forbid it."""

    def __init__(
        self, number: int, text: str, problem: str, rules: tuple[str, ...] = (), **names: str
    ) -> None:
        super().__init__(f"line {number}: {text!r}: {problem} {', '.join(rules)} {names or ''}")
        self.number, self.text, self.problem, self.rules, self.names = number, text, problem, rules, names

    @property
    def message(self) -> str:
        """The message id; a draw that is not possible has one of its own."""
        drawn = self.problem == "record.illegal" and self.text.startswith("* ")
        return "record.draw" if drawn else self.problem

    def moved(self, lines: int) -> "BadRecord":
        """The same error in a longer text, with so many lines before the record."""
        return BadRecord(self.number + lines, self.text, self.problem, self.rules, **self.names)


def is_newer(error: BadRecord) -> bool:
    """Whether a record does not fold because this version is too old, not because the record is wrong."""
    name, _, number = error.text.rpartition(" ")
    if error.problem == "record.begin":
        ours, _, known = FORMAT.rpartition(" ")
        return name == ours and number.isdigit() and int(number) > int(known)
    if error.problem == "record.version":
        return number.isdigit() and int(number) > int(error.names["version"])
    return error.problem in ("record.game", "record.header")


def record_text(header: Iterable[str], lines: Iterable[str]) -> str:
    """The text of a match from the rows of its header and of its lines."""
    return "\n".join([*header, "", *lines]) + "\n"


def write_record(match: Match) -> str:
    """The whole match as text."""
    return record_text(write_header(match.header), map(write, match.lines))


def write_header(header: Header) -> list[str]:
    """The rows of a header."""
    out = [FORMAT, f"game {header.game}", f"version {header.version}", f"seats {header.seats}"]
    out += [lineup_row(header.lineup)] if header.lineup else []
    out += [f"option {key} {value}" for key, value in header.options]
    out += [f"seal {header.seal}"] if header.seal else []
    out += _write_parts(header)
    out += [f"open-seed {header.open_seed}"] if header.open_seed else []
    out += ["practice"] if header.practice else []
    return out


def lineup_row(lineup: Iterable[int]) -> str:
    """`lineup 0 2`: the seats of the campaign that play, in their order."""
    return " ".join(["lineup", *map(str, lineup)])


def _write_parts(header: Header) -> list[str]:
    """Whose secrets the draws come from. The one-sided kind has no row of its own: old records have none."""
    if header.sealing == ONE_SIDED:
        return [f"nonce {seat} {nonce}" for seat, nonce in enumerate(header.nonces)]
    commits = [f"commit {part.seat} {part.commitment}" for part in header.parts]
    nonces = [f"nonce {part.seat} {part.nonce}" for part in header.parts if part.nonce]
    return [f"sealing {header.sealing}", *commits, *nonces]


def read_header(rows: Iterable[tuple[int, str]]) -> Header:
    """The header from its numbered rows."""
    values: dict[str, Any] = {"options": [], "nonces": []}
    parts: dict[int, Part] = {}
    for number, row in rows:
        key, _, value = row.partition(" ")
        if number > 1 and not row.isprintable():
            raise BadRecord(number, row, "record.header")
        if number == 1:
            if row != FORMAT:
                raise BadRecord(1, row, "record.begin", expected=FORMAT)
        elif key in ("version", "seats"):
            if not re.fullmatch(r"[1-9][0-9]{0,5}", value, re.ASCII):
                raise BadRecord(number, row, "record.number", key=key)
            values[key] = int(value)
        elif key == "lineup" and "lineup" not in values:
            values["lineup"] = _read_lineup(number, row)
        elif key == "option" and value.count(" ") == 1:
            values["options"].append(tuple(value.split(" ")))
        elif row == f"sealing {COMMITTED}":
            values["sealing"] = COMMITTED
        elif "sealing" in values and key in ("commit", "nonce"):
            _read_part(number, row, parts)
        elif key == "nonce" and value.startswith(f"{len(values['nonces'])} "):
            values["nonces"].append(value.partition(" ")[2])
        elif key in ("game", "seal", "open-seed") and value:
            values[key.replace("-", "_")] = value
        elif row == "practice":
            values["practice"] = True
        else:
            raise BadRecord(number, row, "record.header")
    missing = {"game", "version", "seats"} - set(values)
    if missing:
        raise BadRecord(1, FORMAT, "record.missing", keys=", ".join(sorted(missing)))
    if any(seat >= values["seats"] for seat in parts):
        raise BadRecord(1, FORMAT, "record.header")
    lineup = values.get("lineup", ())
    if lineup and len(lineup) != values["seats"]:
        raise BadRecord(LINEUP_LINE, lineup_row(lineup), "record.lineup", seats=str(values["seats"]))
    lists = {"options": tuple(values["options"]), "nonces": tuple(values["nonces"])}
    return Header(**{**values, **lists, "parts": tuple(parts.values())})


def _read_lineup(number: int, row: str) -> tuple[int, ...]:
    """The seats of a `lineup` row, which stands behind the number of seats; they rise."""
    seats = tuple(map(int, row.split(" ")[1:])) if LINEUP_ROW.fullmatch(row) else ()
    if number != LINEUP_LINE or not seats or list(seats) != sorted(set(seats)):
        raise BadRecord(number, row, "record.header")
    return seats


def _read_part(number: int, row: str, parts: dict[int, Part]) -> None:
    """Add a `commit` row, or the `nonce` row of a seat that committed; seats come in their order."""
    found = PART_ROW.fullmatch(row)
    kind, seat, value = (found[1], int(found[2]), found[3]) if found else ("", 0, "")
    last_nonce = max((part.seat for part in parts.values() if part.nonce), default=-1)
    if kind == "commit" and len(value) == 64 and last_nonce < 0 and seat > max(parts, default=-1):
        parts[seat] = Part(seat, value)
    elif kind == "nonce" and len(value) == 32 and seat in parts and seat > last_nonce:
        parts[seat] = parts[seat]._replace(nonce=value)
    else:
        raise BadRecord(number, row, "record.header")


def read_record(
    text: str,
    find: Callable[[str, int], tuple[AnyGame, Mode]],
    follow: Callable[[Match], None] = lambda match: None,
) -> Match:
    """The match behind a text, every line folded; raises BadRecord.

    `find` knows games by their ways and versions, `follow` is called after every line.
    """
    rows = list(enumerate(text.split("\n"), start=1))
    if rows and rows[-1][1] == "":
        rows.pop()
    gap = next((index for index, (_, row) in enumerate(rows) if not row), len(rows))
    header = read_header(rows[:gap])
    try:
        game, mode = find(header.game, header.version)
    except LookupError as error:
        raise BadRecord(2, f"game {header.game}", "record.game") from error
    if mode.version != header.version:
        raise BadRecord(3, f"version {header.version}", "record.version", version=str(mode.version))
    numbered = [(number, row, _read_line(number, row)) for number, row in rows[gap + 1 :]]
    entering = [entry for entry in numbered if is_enter(entry[2])]
    sleeping = [entry for entry in numbered[len(entering) :] if is_asleep(entry[2])]
    brought, asleep = _entered(entering), _asleep(header, sleeping)
    try:
        match = Match(game, header, brought, asleep)
    except BadSetup as error:
        raise BadRecord(4, f"seats {header.seats}", error.problem, (), **error.names) from error
    except ODD_VALUES as error:
        number, row, _ = entering[0] if entering else (4, f"seats {header.seats}", None)
        raise BadRecord(number, row, "record.enter") from error
    for number, row, line in numbered[len(entering) + len(sleeping) :]:
        try:
            match.append(line)
            follow(match)
        except Illegal as error:
            raise BadRecord(number, row, "record.illegal", error.rules) from error
        except ODD_VALUES as error:
            raise BadRecord(number, row, "record.line") from error
    return match


def _entered(entering: list[tuple[int, str, Line]]) -> list[Legacy]:
    out = []
    for seat, (number, row, line) in enumerate(entering):
        try:
            out.append(read_enter(line, seat))
        except ODD_VALUES as error:
            raise BadRecord(number, row, "record.enter") from error
    return out


def _asleep(header: Header, sleeping: list[tuple[int, str, Line]]) -> list[Asleep]:
    """What seats have that do not play: in their order, none of them in the line-up."""
    out: list[Asleep] = []
    for number, row, line in sleeping:
        try:
            out.append(read_asleep(line))
        except ODD_VALUES as error:
            raise BadRecord(number, row, "record.enter") from error
        is_rising = len(out) < 2 or out[-1].seat > out[-2].seat
        if not header.lineup or out[-1].seat in header.lineup or not is_rising:
            raise BadRecord(number, row, "record.line")
    return out


def _read_line(number: int, row: str) -> Line:
    try:
        return read(row)
    except BadLine as error:
        raise BadRecord(number, row, "record.line") from error
