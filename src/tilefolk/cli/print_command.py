"""`tilefolk print`: the sheets of a game as a PDF."""

import re
from pathlib import Path

import typer

from tilefolk.cli.messages import stop, stop_file
from tilefolk.cli.output_files import write_file
from tilefolk.locale import Texts
from tilefolk.printing import MissingExtra, MissingFont, page_count, pdf, sheets
from tilefolk.printing.paper import PAPERS


def print_sheets(
    texts: Texts, game: str, episodes: str | None, paper: str, per_page: int, file: Path
) -> None:
    """Write the PDF; an error stops the command before anything is written."""
    modes = chosen_sheets(texts, game, episodes)
    if paper not in PAPERS:
        stop(texts, "print.paper", given=paper, known=", ".join(PAPERS))
    if per_page not in (1, 2):
        stop(texts, "print.per_page", given=str(per_page))
    try:
        write_file(file, pdf(*modes, paper=paper, language=texts.language, per_page=per_page))
    except MissingFont:
        stop(texts, "print.font")
    except MissingExtra:
        stop(texts, "print.extra")
    except OSError as error:
        stop_file(texts, "cli.cannot_write", str(file), error)
    typer.echo(texts.say("print.done", page_count(modes, per_page), file=str(file)))


def chosen_sheets(texts: Texts, game: str, episodes: str | None) -> list[str]:
    """The sheets of a game for `1-12`, `7` or `3,6,12`; all of them if no episodes are given."""
    known = {mode.partition("/")[2]: mode for mode in sheets() if mode.partition("/")[0] == game}
    if not known:
        games = dict.fromkeys(mode.partition("/")[0] for mode in sheets())
        stop(texts, "print.no_sheets", given=game, known=", ".join(games))
    if episodes is None:
        return list(known.values())
    out: list[str] = []
    for part in map(str.strip, episodes.split(",")):
        ends = part.split("-")
        ranged = len(ends) == 2 and all(map(str.isdecimal, ends)) and int(ends[0]) <= int(ends[1])
        if not ranged and not re.fullmatch(r"\w+", part):
            stop(texts, "print.episodes", given=episodes)
        for name in ends:
            if name not in known:
                stop(texts, "print.no_episode", game=game, given=name, known=", ".join(known))
        names = range(int(ends[0]), int(ends[1]) + 1) if ranged else ends
        out += [known[str(name)] for name in names if str(name) in known]
    return out
