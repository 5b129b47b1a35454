"""Who plays the next match of a campaign, in lines of text, and what a newcomer would get."""

from rich.text import Text

from tilefolk.campaign import Standing, standing
from tilefolk.campaign.lineups import gift
from tilefolk.cli.terminal.table.seating import Seating
from tilefolk.cli.terminal.text.canvas import wrapped
from tilefolk.cli.terminal.text.styles import FAINT, HEADING
from tilefolk.cli.terminal.text.words import say_or
from tilefolk.locale import Texts


def lineup_lines(now: Standing, seating: Seating, joining: bool, texts: Texts, width: int) -> list[Text]:
    """The seats that play and those that sleep, with the keys that change it."""
    if not seating.may_change:
        return []
    awake = ", ".join(str(seat + 1) for seat in seating.lineup)
    told = [Text(texts.say("ui.lineup.plays", seats=awake), HEADING)]
    if seating.is_paused:
        told.append(Text(texts.say("api.paused")))
    if joining:
        told += [Text(line) for line in _newcomer(now, texts)]
    keys = ["ui.lineup.sleep", *(["ui.lineup.confirm" if joining else "ui.lineup.join"] * seating.may_join)]
    told.append(Text(texts.all(keys), FAINT))
    return [Text(), *(line for one in told for line in wrapped(one, width))]


def _newcomer(now: Standing, texts: Texts) -> list[str]:
    """What one more seat would bring into the next match."""
    brings = standing(now.series, now.seats + 1, now.matches).legacy[-1]
    counted = [what for what in now.series.wins if what in dict(brings.counts)]
    counts = [f"{texts.say(f'series.wins.{what}')}: {brings.count(what)}" for what in counted]
    shapes = [f"{say_or(texts, f'card.{what}', what)}: {shape}" for what, shape in brings.stickers]
    owed = [" / ".join(say_or(texts, f"sticker.{what}", what) for what in gift(one)) for one in brings.owed]
    out = [texts.say("ui.lineup.newcomer", things=", ".join([*counts, *shapes]) or "–")]
    return [*out, *([texts.say("ui.lineup.owed", things=", ".join(owed))] if owed else [])]
