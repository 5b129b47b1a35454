"""The last chapters of My Island in the browser: a doubled symbol at a stone, three waves, the end."""

from functools import cache, partial
from random import Random
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.campaign_steps import (
    MIDDLE,
    SMALL,
    break_seal,
    is_well_made,
    is_well_made_in_every_look,
    peek,
)
from tests.browser.conftest import Newcomer
from tests.browser.driving import Person
from tests.browser.island_steps import apart, at_episode, drawn, lays_at, play_to_the_end
from tests.browser.test_campaign_end import lapse, runs_to_its_end
from tests.server.campaigns import ISLAND
from tilefolk.bots import BOTS
from tilefolk.campaign import SERIES, standing
from tilefolk.campaign.lineups import finished
from tilefolk.campaign.record import SeriesRecord, write_series
from tilefolk.core.match import Match
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight, play
from tilefolk.games import find

END: Action = ("end",)
FAR = 99  # steps from hex to hex
SLOW = 0.02  # so that nobody misses it
WAVES = (8, 14)  # the rounds after which the first two come


@cache
def lost_by_the_first(matches: int) -> tuple[Match, ...]:
    """A campaign in which the first seat always ends at once: what the last place brings is all its own."""
    before: list[Match] = []
    series = SERIES[ISLAND]
    for number in range(matches):
        now = standing(series, 2, list(map(finished, before)))
        assert now.next_mode
        game, mode = find(now.next_mode)
        options = series.options_of(mode, {"pace": "together"})
        before.append(play(game, mode, [gives_up, BOTS["random"]], f"last/{number}", options, now.legacy))
    return tuple(before)


def lost_text(matches: int, cities: tuple[str, ...] = ()) -> str:
    return write_series(SeriesRecord(SERIES[ISLAND], 2, lost_by_the_first(matches), cities))


def gives_up(sight: Sight, stream: Random) -> Action:
    return END if END in sight.legal else sight.legal[0]


def test_a_doubled_symbol_counts_twice_beside_a_stone(newcomer: Newcomer) -> None:
    ola = newcomer("pl", viewport=MIDDLE)
    table = at_episode(ola, 20, lost_text(19), bot="random")
    drawn(ola, "stones-f", "stones-h", "stones-w")
    view = peek(ola, table)
    while not counts_twice(view):
        assert view["phase"] == "rounds", "there is a place beside a stone for one of six tiles"
        lays_at(ola, table, view, *towards_stones(view))
        ola.until(partial(has_closed, ola, table, view["boards"][0]["round"]))
        view = peek(ola, table)
    strung = strung_beside(view)
    expect(ola.board.locator(".bead")).to_have_count(sum(strung))
    assert 2 in strung
    plans = ola.page.get_by_text(ola.say("series.count.roof:F"))
    if not plans.first.is_visible():
        ola.page.get_by_role("tab", name=ola.say("web.play.tab.hints")).click()
    expect(plans.first).to_be_visible()
    is_well_made(ola)


def counts_twice(view: dict[str, Any]) -> bool:
    return 2 in strung_beside(view)


def strung_beside(view: dict[str, Any]) -> list[int]:
    """How often each symbol counts that lies beside the stone that asks for it."""
    board = view["boards"][view["seat"]]
    doubled = int(board["notes"].get("doubled", "0"), 16)
    own = [
        int(ring, 16) & int(board["marks"][view["kinds"].index(symbol)], 16)
        for _, _, ring, _, _, _, _, (symbol,) in board["spots"]
    ]
    return [1 + (doubled >> bit & 1) for cells in own for bit in bits(cells)]


def bits(cells: int) -> list[int]:
    return [bit for bit in range(cells.bit_length()) if cells >> bit & 1]


def towards_stones(view: dict[str, Any]) -> tuple[int, str]:
    """A doubled symbol beside its stone if there is a place; else towards all stones, which stay free."""
    width, piece, board = view["grid"]["width"], view["pieces"][0], view["boards"][view["seat"]]
    rings = {
        symbol: {divmod(bit, width) for bit in bits(int(free, 16))}
        for _, _, _, _, _, _, free, (symbol,) in board["spots"]
    }
    wanted = {cell for ring in rings.values() for cell in ring}
    best: tuple[int, int, str] = (FAR, 0, "")
    for shape in piece["shapes"]:
        for bit in bits(int(shape["legal"], 16)):
            row, column = divmod(bit, width)
            cells = [(row + r, column + q) for r, q in shape["cells"]]
            twice = piece["doubled"]
            hits = twice is not None and cells[twice] in rings.get(piece["marks"][twice], ())
            far = sum(min(apart(a, b) for a in cells for b in ring) for ring in rings.values() if ring)
            value = -1 if hits else far + FAR * len(wanted & set(cells))
            best = min(best, (value, shape["orientation"], f"{column},{row}"))
    return best[1:]


def test_three_waves_then_the_end_of_the_campaign(newcomer: Newcomer) -> None:
    jan = newcomer(viewport=SMALL)
    table = at_episode(jan, 24, lost_text(23, ("Mewia Skała", "Palm Reef")), bot="random")
    drawn(jan, "volcano", "stones-f")
    expect(jan.board.locator(".portal")).to_be_attached()
    first, second = WAVES
    lays_until(jan, table, first - 3)
    note = jan.page.get_by_text(jan.say("web.play.threat.after", first), exact=True)
    expect(note.last).to_be_visible()
    expect(jan.board.locator(".hatched")).to_have_count(0)
    lays_until(jan, table, first - 2)
    expect(jan.board.locator(".hatched")).to_be_attached()
    is_well_made(jan)
    strikes_and_is_skipped(jan, table)
    lays_until(jan, table, second)
    expect(told(jan)).to_be_visible()
    expect(jan.board.locator(".front")).to_have_count(0)
    play_to_the_end(jan)
    expect(jan.page.get_by_role("heading", name=jan.say("web.finale.title"))).to_be_visible()
    assert [struck for *_, struck in peek(jan, table)["boards"][0]["waves"]] == [True, True, True]
    tells_the_end(jan)
    plays_anew(jan, table)


def lays_until(person: Person, table: str, rounds: int) -> None:
    """Tiles as far north as they go, so that the sea finds its beach free."""
    while (now := (view := peek(person, table))["boards"][0]["round"]) < rounds:
        lays_at(person, table, view, *northernmost(view))
        person.until(partial(has_closed, person, table, now))


def has_closed(person: Person, table: str, before: int) -> bool:
    return bool(peek(person, table)["boards"][0]["round"] > before)


def northernmost(view: dict[str, Any]) -> tuple[int, str]:
    grid, shapes = view["grid"], view["pieces"][0]["shapes"]
    firsts = [(bits(int(shape["legal"], 16)), shape["orientation"]) for shape in shapes]
    bit, orientation = min(((legal[0], turned) for legal, turned in firsts if legal), default=(-1, 0))
    row, column = divmod(bit, grid["width"])
    return orientation, f"{column + grid['left']},{row + grid['top']}" if bit >= 0 else ""


def told(person: Person) -> Locator:
    return person.page.get_by_role("status").locator(".told")


def strikes_and_is_skipped(person: Person, table: str) -> None:
    """The front runs over the beach; a key ends it, and what it took stays under water."""
    lays_until(person, table, WAVES[0] - 1)
    person.page.emulate_media(reduced_motion="no-preference")
    session = person.context.new_cdp_session(person.page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": SLOW})
    view = peek(person, table)
    lays_at(person, table, view, *northernmost(view))
    expect(person.board.locator(".front")).to_be_attached()
    expect(told(person)).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(person.board.locator(".front")).to_have_count(0)
    expect(told(person)).to_have_count(0)
    session.detach()
    person.page.emulate_media(reduced_motion="reduce")


def tells_the_end(person: Person) -> None:
    """The board then and now, what stands beside it, all of it on every screen and in both languages."""

    def shown() -> Locator:
        for when in ("web.finale.before", "web.finale.after"):
            expect(person.page.get_by_role("figure").filter(has_text=person.say(when)).first).to_be_visible()
        return lapse(person)

    is_well_made_in_every_look(person, shown, again=True)
    expect(person.page.locator("figure .portal").first).to_be_visible()
    runs_to_its_end(person, "my_island")


def plays_anew(person: Person, table: str) -> None:
    """From the finale itself: the first envelope of the next run is sealed again."""
    person.button("web.series.new").click()
    break_seal(person, 1, "my_island")
    assert peek(person, table)["boards"][0]["brought"] == {"stickers": [], "counts": {}}
