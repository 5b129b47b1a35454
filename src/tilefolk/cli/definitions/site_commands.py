"""Commands for operators: serve, export, back up, restore, check, open the operator's page, load."""

import gc
from pathlib import Path
from typing import Annotated

import typer

from tilefolk.cli.completion import complete_bots
from tilefolk.cli.definitions.options import HELP, AsJson, Data, DatabaseUrl, Language, Nodes, examples
from tilefolk.cli.help_page import CommandSet
from tilefolk.cli.messages import texts_for
from tilefolk.defaults import BOT, HOST, PORT

LOAD_GAME = "my_city/eternal"

commands = CommandSet()


@commands.command(
    help=HELP.say("cli.help.serve"),
    epilog=examples(
        "tilefolk serve --open",
        "tilefolk serve --host 0.0.0.0 --port 8000 --data /srv/tilefolk",
        "tilefolk serve --bots ./my_bots.py:clever",
        "tilefolk serve --nodes 4 --database-url postgresql://tilefolk@db/tilefolk",
    ),
)
def serve(
    host: Annotated[str, typer.Option(help=HELP.say("cli.help.host"))] = HOST,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help=HELP.say("cli.help.port"), show_default=str(PORT))
    ] = None,
    data: Data = None,
    database_url: DatabaseUrl = None,
    nodes: Nodes = 1,
    open_page: Annotated[bool, typer.Option("--open", help=HELP.say("cli.help.open"))] = False,
    json_logs: Annotated[bool, typer.Option("--json-logs", help=HELP.say("cli.help.json_logs"))] = False,
    bots: Annotated[
        str | None, typer.Option(help=HELP.say("cli.help.serve_bots"), autocompletion=complete_bots)
    ] = None,
    security_contact: Annotated[
        str | None,
        typer.Option(envvar="TILEFOLK_SECURITY_CONTACT", help=HELP.say("cli.help.security_contact")),
    ] = None,
    lang: Language = None,
) -> None:
    gc.disable()  # importing the server makes no garbage: looking for it costs a tenth of the start
    from tilefolk.cli.serve_command import ServeRequest, serve_tables

    gc.enable()
    request = ServeRequest(
        host, port, data, database_url, nodes, open_page, json_logs, bots, security_contact
    )
    serve_tables(texts_for(lang), request)


@commands.command(
    help=HELP.say("cli.help.export"), epilog=examples("tilefolk export k3v9x2 --data /srv/tilefolk")
)
def export(
    match: Annotated[str, typer.Argument(metavar="MATCH", help=HELP.say("cli.help.match"))],
    data: Data = None,
    database_url: DatabaseUrl = None,
    lang: Language = None,
) -> None:
    from tilefolk.cli.operator_commands import export_match

    export_match(texts_for(lang), match, data, database_url)


@commands.command(
    help=HELP.say("operator.help.backup"),
    epilog=examples("tilefolk backup tilefolk-monday.backup --data /srv/tilefolk"),
)
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=HELP.say("operator.help.backup_file"))],
    data: Data = None,
    database_url: DatabaseUrl = None,
    lang: Language = None,
) -> None:
    from tilefolk.cli.operator_commands import back_up

    back_up(texts_for(lang), file, data, database_url)


@commands.command(
    help=HELP.say("operator.help.restore"),
    epilog=examples("tilefolk restore tilefolk-monday.backup --data /srv/tilefolk-new"),
)
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=HELP.say("operator.help.restore_file"))],
    data: Data = None,
    database_url: DatabaseUrl = None,
    lang: Language = None,
) -> None:
    from tilefolk.cli import operator_commands

    operator_commands.restore(texts_for(lang), file, data, database_url)


@commands.command(
    help=HELP.say("operator.help.check"), epilog=examples("tilefolk check --data /srv/tilefolk")
)
def check(data: Data = None, database_url: DatabaseUrl = None, lang: Language = None) -> None:
    from tilefolk.cli.operator_commands import check_matches

    check_matches(texts_for(lang), data, database_url)


@commands.command(
    help=HELP.say("operator.help.operator"),
    epilog=examples("tilefolk operator --site https://play.example.org --data /srv/tilefolk"),
)
def operator(
    site: Annotated[str, typer.Option(help=HELP.say("operator.help.site"))] = f"http://{HOST}:{PORT}/",
    data: Data = None,
    database_url: DatabaseUrl = None,
    lang: Language = None,
) -> None:
    from tilefolk.cli.operator_commands import print_operator_link

    print_operator_link(texts_for(lang), site, data, database_url)


@commands.command(
    help=HELP.say("cli.help.load"),
    epilog=examples(
        "tilefolk load --sockets 400 --tables 100 --rate 100 --seconds 30",
        "tilefolk load --find-rate --json",
        "tilefolk load --game point_city/table --seats 4 --bots 2",
        "tilefolk load --game my_island/campaign --episode 20 --seats 3 --tables 20",
        "tilefolk load --sockets 10 --tables 10 --seats 2 --bots 1 --bot owl --rate 2",
        "tilefolk load --url http://127.0.0.1:8080 --data /srv/tilefolk-test",
    ),
)
def load(
    sockets: Annotated[int, typer.Option(min=4, help=HELP.say("cli.help.sockets"))] = 1000,
    tables: Annotated[int, typer.Option(min=1, help=HELP.say("cli.help.tables"))] = 250,
    game: Annotated[str, typer.Option(help=HELP.say("cli.help.load_game"))] = LOAD_GAME,
    episode: Annotated[int, typer.Option(min=1, help=HELP.say("cli.help.load_episode"))] = 1,
    seats: Annotated[int, typer.Option(min=1, max=6, help=HELP.say("cli.help.load_seats"))] = 4,
    bots: Annotated[int, typer.Option(min=0, max=5, help=HELP.say("cli.help.load_bots"))] = 0,
    bot: Annotated[str, typer.Option(help=HELP.say("cli.help.load_bot"), autocompletion=complete_bots)] = BOT,
    rate: Annotated[float, typer.Option(min=0.1, help=HELP.say("cli.help.rate"))] = 50,
    seconds: Annotated[float, typer.Option(min=1, help=HELP.say("cli.help.seconds"))] = 60,
    find_rate: Annotated[bool, typer.Option("--find-rate", help=HELP.say("cli.help.find_rate"))] = False,
    url: Annotated[list[str] | None, typer.Option(help=HELP.say("cli.help.url"))] = None,
    data: Annotated[Path | None, typer.Option(help=HELP.say("cli.help.load_data"))] = None,
    database_url: DatabaseUrl = None,
    nodes: Nodes = 1,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    from tilefolk.cli.load import command
    from tilefolk.cli.load.crowd import LoadRun
    from tilefolk.cli.load.target_site import SiteRequest

    request = SiteRequest(tuple(url or ()), data, database_url, nodes)
    show = command.show_search if find_rate else command.show_run
    plan = command.plan_tables(texts_for(lang), game, seats, bots, bot, episode)
    with command.start_load(texts_for(lang), sockets, tables, request, plan) as under_load:
        show(under_load, LoadRun(rate, seconds), as_json)
