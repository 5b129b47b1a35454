"""`tilefolk`: list games, play in the terminal, simulate, replay and verify records, measure speed."""

import json
import sys
from fnmatch import filter as matching
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from tilefolk import __version__
from tilefolk.campaign import all_offers, offer, offer_json, ways_of
from tilefolk.cli import replay_commands, sim_command
from tilefolk.cli.messages import language, stop, way_title
from tilefolk.cli.usage_errors import Spoken
from tilefolk.core.game import Way
from tilefolk.games import UnknownGame
from tilefolk.locale import Texts, texts

SAID = texts(language())

app = typer.Typer(
    cls=Spoken,
    help=SAID.say("cli.help"),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=SAID.say("cli.help.game"))]
Lang = Annotated[str | None, typer.Option("--lang", help=SAID.say("cli.help.lang"))]
Seed = Annotated[str | None, typer.Option("--seed", help=SAID.say("cli.help.seed"))]
AsJson = Annotated[bool, typer.Option("--json", help=SAID.say("cli.help.json"))]
Data = Annotated[Path | None, typer.Option("--data", help=SAID.say("cli.help.data"))]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        "--database-url", envvar="TILEFOLK_DATABASE_URL", help=SAID.say("operator.help.database_url")
    ),
]
Log = Annotated[Path, typer.Argument(metavar="LOG", help=SAID.say("cli.help.record"))]


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"tilefolk {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help=SAID.say("cli.help.version")),
    ] = False,
) -> None:
    pass


@app.command(help=SAID.say("cli.help.games"))
def games(as_json: AsJson = False, lang: Lang = None) -> None:
    said = texts(language(lang))
    if as_json:
        print(json.dumps([offer_json(way) for way in all_offers()], indent=2))
        return
    for way in all_offers():
        title = way_title(said, way.name)
        print(said.say("cli.way", way=f"{way.name:24}", title=title, seats=", ".join(map(str, way.seats))))


@app.command(help=SAID.say("cli.help.play"))
def play(
    name: GameName,
    seats: Annotated[int | None, typer.Option(help=SAID.say("cli.help.seats"))] = None,
    bots: Annotated[str | None, typer.Option(help=SAID.say("cli.help.bots"))] = None,
    lang: Lang = None,
    seed: Seed = None,
    log: Annotated[Path | None, typer.Option(help=SAID.say("cli.help.log"))] = None,
    practice: Annotated[bool, typer.Option("--practice", help=SAID.say("cli.help.practice"))] = False,
) -> None:
    from tilefolk.cli.terminal import is_terminal, play_in_terminal
    from tilefolk.cli.terminal.table.players import wish_of

    chosen = language(lang)
    said = texts(chosen)
    way = known_offer(said, name)
    wish = wish_of(said, way, seats, bots, seed, practice)
    if practice and ways_of(name):
        stop(said, "series.practice")
    if not is_terminal():
        stop(said, "ui.no_terminal")
    raise typer.Exit(play_in_terminal(way, wish, chosen, log))


def known_offer(said: Texts, name: str) -> Way:
    try:
        return offer(name)
    except UnknownGame:
        _stop_unknown(said, name)


def known_ways(said: Texts, pattern: str) -> list[Way]:
    """The way of this name, or all that a pattern fits."""
    names = matching([way.name for way in all_offers()], pattern)
    return [offer(name) for name in names] or _stop_unknown(said, pattern)


def _stop_unknown(said: Texts, name: str) -> NoReturn:
    stop(said, "cli.unknown_game", given=name, known=", ".join(way.name for way in all_offers()))


@app.command(help=SAID.say("cli.help.sim"))
def sim(
    name: Annotated[str, typer.Argument(metavar="GAME", help=SAID.say("cli.help.sim_game"))],
    bots: Annotated[
        str | None, typer.Option(help=SAID.say("cli.help.sim_bots"), show_default="greedy,random")
    ] = None,
    matches: Annotated[int, typer.Option(min=1, help=SAID.say("cli.help.matches"))] = 100,
    seed: Annotated[str, typer.Option("--seed", help=SAID.say("cli.help.seed"))] = "0",
    jobs: Annotated[int, typer.Option(min=1, help=SAID.say("cli.help.jobs"))] = 1,
    as_json: AsJson = False,
    csv: Annotated[Path | None, typer.Option(help=SAID.say("cli.help.csv"))] = None,
    logs: Annotated[Path | None, typer.Option(help=SAID.say("cli.help.logs"))] = None,
    pace: Annotated[str | None, typer.Option(help=SAID.say("cli.help.pace"))] = None,
    lang: Lang = None,
) -> None:
    said = texts(language(lang))
    ways = known_ways(said, name)
    several = name != ways[0].name
    sim_command.simulate(
        said,
        ways,
        sim_command.Wanted(name, several, bots, matches, seed, jobs, pace, as_json, csv, logs),
    )


@app.command(help=SAID.say("cli.help.replay"))
def replay(log: Log, as_json: AsJson = False, lang: Lang = None) -> None:
    replay_commands.replay(texts(language(lang)), log, as_json)


@app.command(help=SAID.say("cli.help.verify"))
def verify(log: Log, lang: Lang = None) -> None:
    replay_commands.verify_draws(texts(language(lang)), log)


@app.command(help=SAID.say("cli.help.bench"))
def bench(
    as_json: AsJson = False,
    rounds: Annotated[int, typer.Option(min=1, help=SAID.say("cli.help.rounds"))] = 15,
    lang: Lang = None,
) -> None:
    from tilefolk.sim.bench import MissingPeerError, measure

    said = texts(language(lang))
    try:
        figures = measure(rounds)
    except MissingPeerError:
        stop(said, "cli.bench_extra")
    if as_json:
        print(json.dumps(figures, indent=2))
        return
    for name, figure in figures.items():
        print(f"{name:24} {figure:>12,.2f}")


@app.command("print", help=SAID.say("print.help"))
def print_sheets(
    game: Annotated[str, typer.Argument(metavar="GAME", help=SAID.say("print.help.game"))],
    file: Annotated[Path, typer.Argument(metavar="FILE", help=SAID.say("print.help.file"))],
    episodes: Annotated[str | None, typer.Option(help=SAID.say("print.help.episodes"))] = None,
    paper: Annotated[str, typer.Option(help=SAID.say("print.help.paper"))] = "a4",
    lang: Lang = None,
) -> None:
    from tilefolk.cli import print_command

    print_command.print_sheets(texts(language(lang)), game, episodes, paper, file)


@app.command(help=SAID.say("cli.help.serve"))
def serve(
    host: Annotated[str, typer.Option(help=SAID.say("cli.help.host"))] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help=SAID.say("cli.help.port"), show_default="8080")
    ] = None,
    data: Data = None,
    database_url: DatabaseUrl = None,
    nodes: Annotated[int, typer.Option(min=1, max=64, help=SAID.say("operator.help.nodes"))] = 1,
    open_page: Annotated[bool, typer.Option("--open", help=SAID.say("cli.help.open"))] = False,
    json_logs: Annotated[bool, typer.Option("--json-logs", help=SAID.say("cli.help.json_logs"))] = False,
    lang: Lang = None,
) -> None:
    from tilefolk.cli.serve_command import Wanted, serve_tables

    wanted = Wanted(host, port, data, database_url, nodes, open_page, json_logs)
    serve_tables(texts(language(lang)), wanted)


@app.command(help=SAID.say("cli.help.export"))
def export(
    match: Annotated[str, typer.Argument(metavar="MATCH", help=SAID.say("cli.help.match"))],
    data: Data = None,
    database_url: DatabaseUrl = None,
    lang: Lang = None,
) -> None:
    from tilefolk.cli.serve_command import export_match

    export_match(texts(language(lang)), match, data, database_url)


@app.command(help=SAID.say("operator.help.backup"))
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=SAID.say("operator.help.backup_file"))],
    data: Data = None,
    database_url: DatabaseUrl = None,
    lang: Lang = None,
) -> None:
    from tilefolk.cli import operator_commands

    operator_commands.back_up(texts(language(lang)), file, data, database_url)


@app.command(help=SAID.say("operator.help.restore"))
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=SAID.say("operator.help.restore_file"))],
    data: Data = None,
    database_url: DatabaseUrl = None,
    lang: Lang = None,
) -> None:
    from tilefolk.cli import operator_commands

    operator_commands.restore(texts(language(lang)), file, data, database_url)


@app.command(help=SAID.say("operator.help.check"))
def check(data: Data = None, database_url: DatabaseUrl = None, lang: Lang = None) -> None:
    from tilefolk.cli import operator_commands

    operator_commands.check(texts(language(lang)), data, database_url)


@app.command(help=SAID.say("operator.help.operator"))
def operator(
    site: Annotated[
        str, typer.Option("--site", help=SAID.say("operator.help.site"))
    ] = "http://127.0.0.1:8080/",
    data: Data = None,
    database_url: DatabaseUrl = None,
    lang: Lang = None,
) -> None:
    from tilefolk.cli import operator_commands

    operator_commands.operator_link(texts(language(lang)), site, data, database_url)


@app.command(help=SAID.say("cli.help.load"))
def load(
    sockets: Annotated[int, typer.Option(min=4, help=SAID.say("cli.help.sockets"))] = 1000,
    tables: Annotated[int, typer.Option(min=1, help=SAID.say("cli.help.tables"))] = 250,
    rate: Annotated[float, typer.Option(min=0.1, help=SAID.say("cli.help.rate"))] = 50,
    seconds: Annotated[float, typer.Option(min=1, help=SAID.say("cli.help.seconds"))] = 60,
    find_rate: Annotated[bool, typer.Option("--find-rate", help=SAID.say("cli.help.find_rate"))] = False,
    url: Annotated[list[str] | None, typer.Option(help=SAID.say("cli.help.url"))] = None,
    data: Annotated[Path | None, typer.Option(help=SAID.say("cli.help.load_data"))] = None,
    database_url: DatabaseUrl = None,
    nodes: Annotated[int, typer.Option(min=1, max=64, help=SAID.say("operator.help.nodes"))] = 1,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from tilefolk.cli.load import command
    from tilefolk.cli.load.crowd import Stretch
    from tilefolk.cli.load.target_site import Wanted

    wanted = Wanted(tuple(url or ()), data, database_url, nodes)
    show = command.show_search if find_rate else command.show_stretch
    with command.loaded(texts(language(lang)), sockets, tables, wanted) as under_load:
        show(under_load, Stretch(rate, seconds), as_json)


def run() -> None:
    """The entry point; a broken pipe or Ctrl-C ends quietly."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
