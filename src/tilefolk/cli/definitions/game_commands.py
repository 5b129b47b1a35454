"""Commands for players and bot writers: list, play, simulate, rate, replay, verify, measure, print."""

from pathlib import Path
from typing import Annotated

import typer

from tilefolk.cli.completion import complete_bots, complete_games
from tilefolk.cli.definitions.options import (
    HELP,
    AsJson,
    Bots,
    Game,
    Language,
    Pattern,
    Record,
    SimBots,
    examples,
)
from tilefolk.cli.help_page import CommandSet
from tilefolk.cli.messages import texts_for
from tilefolk.defaults import LADDER_GAMES

commands = CommandSet()


@commands.command(help=HELP.say("cli.help.games"), epilog=examples("tilefolk games", "tilefolk games --json"))
def games(as_json: AsJson = False, lang: Language = None) -> None:
    from tilefolk.cli.games_command import list_games

    list_games(texts_for(lang), as_json)


@commands.command(
    help=HELP.say("cli.help.bots_command"), epilog=examples("tilefolk bots", "tilefolk bots --json")
)
def bots(as_json: AsJson = False, lang: Language = None) -> None:
    from tilefolk.cli.bots_command import list_bots

    list_bots(texts_for(lang), as_json)


@commands.command(
    help=HELP.say("cli.help.play"),
    epilog=examples(
        "tilefolk play my_city/eternal",
        "tilefolk play point_city/table --bots beaver,fox --lang pl",
        "tilefolk play my_island/eternal --seats 2 --log island.log",
        "tilefolk play my_city/campaign --log new.log --from city.log --after 5",
    ),
)
def play(
    name: Game = None,
    seats: Annotated[int | None, typer.Option(help=HELP.say("cli.help.seats"))] = None,
    bots: Bots = None,
    lang: Language = None,
    seed: Annotated[str | None, typer.Option(help=HELP.say("cli.help.seed"))] = None,
    log: Annotated[Path | None, typer.Option(help=HELP.say("cli.help.log"))] = None,
    practice: Annotated[bool, typer.Option("--practice", help=HELP.say("cli.help.practice"))] = False,
    city: Annotated[str | None, typer.Option("--city", help=HELP.say("cli.help.city"))] = None,
    source: Annotated[Path | None, typer.Option("--from", help=HELP.say("cli.help.from"))] = None,
    after: Annotated[int | None, typer.Option("--after", min=1, help=HELP.say("cli.help.after"))] = None,
) -> None:
    from tilefolk.cli.play_command import PlayRequest, play_game

    request = PlayRequest(name, seats, bots, seed, log, practice, city, source, after)
    raise typer.Exit(play_game(texts_for(lang), request))


@commands.command(
    help=HELP.say("cli.help.sim"),
    epilog=examples(
        "tilefolk sim my_city/eternal --matches 1000 --jobs 2",
        "tilefolk sim 'point_city/solo-*' --json",
        "tilefolk sim roll_and_build/6 --bots greedy,greedy --csv matches.csv --logs matches",
    ),
)
def sim(
    name: Pattern,
    bots: SimBots = None,
    matches: Annotated[int, typer.Option(min=1, help=HELP.say("cli.help.matches"))] = 100,
    seed: Annotated[str, typer.Option(help=HELP.say("cli.help.seed"))] = "0",
    jobs: Annotated[int, typer.Option(min=1, help=HELP.say("cli.help.jobs"))] = 1,
    ray: Annotated[str | None, typer.Option(help=HELP.say("cli.help.ray"))] = None,
    as_json: AsJson = False,
    csv: Annotated[Path | None, typer.Option(help=HELP.say("cli.help.csv"))] = None,
    logs: Annotated[Path | None, typer.Option(help=HELP.say("cli.help.logs"))] = None,
    pace: Annotated[str | None, typer.Option(help=HELP.say("cli.help.pace"))] = None,
    lang: Language = None,
) -> None:
    from tilefolk.cli.sim_command import SimRequest, simulate

    simulate(texts_for(lang), SimRequest(name, bots, matches, seed, jobs, pace, as_json, csv, logs, ray))


@commands.command(
    help=HELP.say("ladder.help"),
    epilog=examples(
        "tilefolk ladder --game my_city/eternal --bots greedy,beaver,swallow --jobs 2",
        "tilefolk ladder --game 'point_city/*' --seeds 40 --json",
        "tilefolk ladder --game my_city/eternal --neighbours --share 65 --seeds 200 --jobs 2",
        "tilefolk ladder --game my_island/eternal,roll_and_build/6 --all --write strength.md",
    ),
)
def ladder(
    game: Annotated[
        str, typer.Option(help=HELP.say("ladder.help.game"), autocompletion=complete_games)
    ] = LADDER_GAMES,
    bots: Annotated[
        str | None, typer.Option(help=HELP.say("ladder.help.bots"), autocompletion=complete_bots)
    ] = None,
    seeds: Annotated[int, typer.Option(min=1, help=HELP.say("ladder.help.seeds"))] = 100,
    seed: Annotated[str, typer.Option(help=HELP.say("cli.help.seed"))] = "0",
    jobs: Annotated[int, typer.Option(min=1, help=HELP.say("cli.help.jobs"))] = 1,
    neighbours: Annotated[
        bool, typer.Option("--neighbours", help=HELP.say("ladder.help.neighbours"))
    ] = False,
    share: Annotated[int, typer.Option(min=50, max=99, help=HELP.say("ladder.help.share"))] = 50,
    play_all: Annotated[bool, typer.Option("--all", help=HELP.say("ladder.help.all"))] = False,
    as_json: AsJson = False,
    svg: Annotated[Path | None, typer.Option(help=HELP.say("ladder.help.svg"))] = None,
    write: Annotated[Path | None, typer.Option(help=HELP.say("ladder.help.write"))] = None,
    lang: Language = None,
) -> None:
    from tilefolk.cli.ladder.command import LadderRequest, show_ladder

    stop_at = None if play_all else share / 100
    request = LadderRequest(game, bots, seeds, seed, jobs, stop_at, neighbours, as_json, svg, write)
    show_ladder(texts_for(lang), request)


@commands.command(
    help=HELP.say("cli.help.replay"),
    epilog=examples(
        "tilefolk replay island.log",
        "tilefolk replay island.log --moves",
        "tilefolk replay island.log --at 12 --seat 2",
        "tilefolk replay island.log --json",
    ),
)
def replay(
    log: Record,
    moves: Annotated[bool, typer.Option("--moves", help=HELP.say("cli.help.moves"))] = False,
    at: Annotated[int | None, typer.Option(min=0, help=HELP.say("cli.help.at"))] = None,
    seat: Annotated[int, typer.Option(min=1, help=HELP.say("cli.help.seat"))] = 1,
    number: Annotated[int | None, typer.Option("--match", min=1, help=HELP.say("cli.help.number"))] = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    from tilefolk.cli.replay_commands import ReplayRequest, show_record

    show_record(texts_for(lang), log, ReplayRequest(moves, at, seat, number, as_json))


@commands.command(help=HELP.say("cli.help.verify"), epilog=examples("tilefolk verify island.log"))
def verify(
    log: Record,
    seen: Annotated[Path | None, typer.Option(help=HELP.say("cli.help.seen"))] = None,
    lang: Language = None,
) -> None:
    from tilefolk.cli.verify_command import verify_draws

    verify_draws(texts_for(lang), log, seen)


@commands.command(
    help=HELP.say("coach.help"),
    epilog=examples(
        "tilefolk coach city.log",
        "tilefolk coach city.log --seat 2 --board",
        "tilefolk coach campaign.log --match 3 --json",
    ),
)
def coach(
    log: Record,
    seat: Annotated[int | None, typer.Option(min=1, help=HELP.say("coach.help.seat"))] = None,
    number: Annotated[int | None, typer.Option("--match", min=1, help=HELP.say("cli.help.number"))] = None,
    board: Annotated[bool, typer.Option("--board", help=HELP.say("coach.help.board"))] = False,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    from tilefolk.cli.coach_command import CoachRequest, show_coach

    show_coach(texts_for(lang), log, CoachRequest(seat, number, board, as_json))


@commands.command(
    help=HELP.say("cli.help.bench"), epilog=examples("tilefolk bench", "tilefolk bench --rounds 3 --json")
)
def bench(
    as_json: AsJson = False,
    rounds: Annotated[int, typer.Option(min=1, help=HELP.say("cli.help.rounds"))] = 15,
    lang: Language = None,
) -> None:
    from tilefolk.cli.bench_command import show_speed

    show_speed(texts_for(lang), rounds, as_json)


@commands.command(
    help=HELP.say("cli.help.twin"),
    epilog=examples(
        "tilefolk twin check my_city/eternal", "tilefolk twin check 'my_*' --placements 1000000 --jobs 2"
    ),
)
def twin(
    task: Annotated[str, typer.Argument(metavar="check", help=HELP.say("cli.help.twin_task"))],
    name: Pattern,
    matches: Annotated[int, typer.Option(min=1, help=HELP.say("cli.help.twin_matches"))] = 20,
    placements: Annotated[int, typer.Option(min=0, help=HELP.say("cli.help.twin_placements"))] = 0,
    seed: Annotated[str, typer.Option(help=HELP.say("cli.help.seed"))] = "0",
    jobs: Annotated[int, typer.Option(min=1, help=HELP.say("cli.help.jobs"))] = 1,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    from tilefolk.cli.twin_command import CheckRequest, check_twin

    check_twin(texts_for(lang), task, CheckRequest(name, matches, placements, seed, jobs, as_json))


@commands.command(
    help=HELP.say("cli.help.completion"),
    epilog=examples("tilefolk completion bash", "tilefolk completion fish"),
)
def completion(
    shell: Annotated[str | None, typer.Argument(metavar="SHELL", help=HELP.say("cli.help.shell"))] = None,
    lang: Language = None,
) -> None:
    from tilefolk.cli.completion_command import print_completion

    print_completion(texts_for(lang), shell)


@commands.command(
    "print",
    help=HELP.say("print.help"),
    epilog=examples(
        "tilefolk print roll_and_build sheets.pdf",
        "tilefolk print roll_and_build sheets.pdf --episodes 1-3 --paper letter",
    ),
)
def print_(
    game: Annotated[str, typer.Argument(metavar="GAME", help=HELP.say("print.help.game"))],
    file: Annotated[Path, typer.Argument(metavar="FILE", help=HELP.say("print.help.file"))],
    episodes: Annotated[str | None, typer.Option(help=HELP.say("print.help.episodes"))] = None,
    paper: Annotated[str, typer.Option(help=HELP.say("print.help.paper"))] = "a4",
    per_page: Annotated[int, typer.Option(help=HELP.say("print.help.per_page"))] = 1,
    lang: Language = None,
) -> None:
    from tilefolk.cli.print_command import print_sheets

    print_sheets(texts_for(lang), game, episodes, paper, per_page, file)
