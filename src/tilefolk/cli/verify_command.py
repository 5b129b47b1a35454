"""`tilefolk verify`: derive the draws of a record again, and say what that proves and what it does not."""

from pathlib import Path

from tilefolk.campaign.record import SeriesRecord
from tilefolk.cli.messages import mode_title, read_text, stop
from tilefolk.cli.record_files import read_log
from tilefolk.core.chance import outcomes_digest
from tilefolk.core.match import Header, Match, verify
from tilefolk.core.notation import CHANCE, write, write_action
from tilefolk.core.sealing import Notes, objections, read_notes
from tilefolk.locale import Texts


def verify_draws(texts: Texts, log: Path, seen: Path | None) -> None:
    """Check the draws of a match, or of all finished matches of a series, against the revealed seed.

    `seen` are the notes of a browser that was there: they tell what no record can.
    """
    found = read_log(texts, log)
    notes = _read_notes(texts, seen) if seen else None
    if not isinstance(found, SeriesRecord):
        _verify_match(texts, found, log, notes)
        return
    if not found.finished:
        stop(texts, "cli.not_over", code=1, file=log.name)
    for match in found.finished:
        print(mode_title(texts, match.header.game), end=": ")
        _verify_match(texts, match, log, notes)


def _read_notes(texts: Texts, file: Path) -> list[Notes]:
    try:
        return read_notes(read_text(texts, file))
    except ValueError:
        stop(texts, "cli.seen.bad", code=1, file=file.name)


def _verify_match(texts: Texts, match: Match, log: Path, notes: list[Notes] | None) -> None:
    try:
        wrong = verify(match)
    except ValueError:
        stop(texts, "cli.sealed" if match.over else "cli.not_over", code=1, file=log.name)
    if wrong:
        first = wrong[0]
        expected = write_action(first.expected)
        stop(texts, "cli.wrong_draw", first.number, code=1, line=write(first.line), expected=expected)
    for part in match.header.parts:
        if not part.is_true:
            stop(texts, "cli.false_part", part.seat + 1, code=1)
    count = sum(line.who == CHANCE for line in match.lines)
    verified = texts.say("cli.verified", count, seal=match.header.seal)
    print(verified, *_whose_secrets(texts, match.header), _when_sealed(texts, match, notes))


def _whose_secrets(texts: Texts, header: Header) -> list[str]:
    """Who had a part in the draws."""
    if header.open_seed:
        return [texts.say("cli.parts.open")]
    given = [str(part.seat + 1) for part in header.parts if part.nonce]
    left_out = [str(part.seat + 1) for part in header.parts if not part.nonce]
    given_by = texts.say("cli.parts.given", seats=", ".join(given)) if given else texts.say("cli.parts.none")
    without = [texts.say("cli.parts.left_out", seats=", ".join(left_out))] if left_out else []
    return [given_by, *without]


def _when_sealed(texts: Texts, match: Match, notes: list[Notes] | None) -> str:
    """What a browser's notes tell about the time of the seal; exit 1 where they contradict the record."""
    if notes is None:
        return texts.say("cli.seen.not_given")
    of_match = next((one for one in notes if one.seal == match.header.seal), None)
    if of_match is None:
        stop(texts, "cli.seen.seal", code=1)
    draws = [write(line) for line in match.lines if line.who == CHANCE]
    outcomes = outcomes_digest(match.streams)
    for objection in objections(of_match, match.header.seal, match.header.parts, draws, outcomes):
        stop(texts, f"cli.seen.{objection}", code=1)
    return texts.say("cli.seen.before" if of_match.before else "cli.seen.during")
