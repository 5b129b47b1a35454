"""What the view promises for a pair, a payment or a draw is what is booked when it is done."""

from random import Random

from tests.effort import times
from tests.games.point_city.booked import after_taking, booked
from tests.games.point_city.dialect import SOLO, TABLE, Step, city, random_steps
from tests.games.point_city.dialect import Table as Position
from tilefolk.games import point_city
from tilefolk.games.point_city.state import State

DRAFTS = times(200, 2000)
MATCHES = ((TABLE, 2), (SOLO + "medium", 2), (TABLE, 4))


def moments() -> list[Step]:
    """Moments in random matches when a person may take a pair, in no order."""
    found = [
        step
        for number, (mode, seats) in enumerate(MATCHES * times(1, 4))
        for step in random_steps(mode, seats, f"preview {number}", eager=0.8)
        if not step.before.tasks and step.before.seat == step.seat
    ]
    people = [step for step in found if not point_city.view(step.before, 0)["boards"][step.seat]["automaton"]]
    Random("preview").shuffle(people)
    return people


def with_rare_tokens(state: State, seat: int) -> State:
    """The same moment with tokens that can lose points, as far as they lie nowhere else."""
    taken = {*state.row, *(name for one in state.cities for name in one.tokens)}
    holder = state.cities[seat]
    more = tuple(name for name in ("ingenuity", "missing", "twice") if name not in taken)
    return state.with_city(seat, holder._replace(tokens=(*holder.tokens, *more)))


def test_a_pair_brings_what_was_promised() -> None:
    rng, drafts, tokens, losses = Random("drafts"), 0, 0, 0
    for step in moments():
        state, seat = with_rare_tokens(step.before, step.seat), step.seat
        view = point_city.view(state, seat)
        for pair in [pair for pair in view["pairs"] if "pays" in pair][::7]:
            after = after_taking(state, seat, pair, rng)
            won = after.cities[seat].tokens[len(state.cities[seat].tokens) :]
            row = dict(zip(state.row, pair.get("row", ()), strict=bool(pair["tokens"])))
            promised = dict(pair["changes"]) | {f"token.{name}": row[name] for name in won}
            assert booked(state, after, seat) == promised
            assert pair["gain"] == sum(change for _, change in pair["changes"])
            drafts, tokens = drafts + 1, tokens + len(won)
            losses += any(change < 0 for _, change in pair["changes"])
        if drafts >= DRAFTS and tokens and losses:
            break
    assert drafts >= DRAFTS
    assert tokens
    assert losses


def test_each_way_to_pay_brings_what_was_promised() -> None:
    """With a token for unspent ingenuity, a joker costs two points and an economy card none."""
    position = Position({"a1": "MM>C1"}, city("", "M M J", "ingenuity")).play("take a1 b1")
    state, seat = position.state, position.state.seat
    task = point_city.view(state, seat)["task"]
    assert set(task["gains"]) == {1, 1 - 2}
    for words, gain in zip(task["payments"], task["gains"], strict=True):
        after = point_city.apply(state, seat, ("pay", *words))
        assert sum(booked(state, after, seat).values()) == gain


def test_the_proposed_payment_spares_ingenuity() -> None:
    """Rather a double without change than a joker; what is answered for a late seat stays as it was."""
    position = Position({"a1": "NNN*"}, city("", "N2 N2 J", "ingenuity"))
    pair = next(pair for pair in point_city.view(position.state, 0)["pairs"] if pair["take"][0] == "a1")
    assert pair["pays"] == [["energy-2", "energy-2"]]
    state = position.play("take a1 b1").state
    assert point_city.view(state, 0)["task"]["payments"][0] == ["energy-2", "energy-2"]
    assert point_city.fallback_action(state, 0) == ("pay", "energy-2", "ingenuity-energy")


def test_the_top_card_of_the_deck_brings_what_was_promised() -> None:
    """The second card is hidden, so only the first counts."""
    counts = {"ingenuity": 0, "other": 0}
    for step in moments():
        state, seat = step.before, step.seat
        view = point_city.view(state, seat)
        if not view["deck"]["left"]:
            continue
        holder = state.cities[seat]._replace(tokens=("ingenuity",))
        deck = point_city.view(state.with_city(seat, holder), seat)["deck"]
        is_ingenuity = deck["top"]["resource"] == "ingenuity"
        counts["ingenuity" if is_ingenuity else "other"] += 1
        assert deck["changes"] == ([("token.ingenuity", 2)] if is_ingenuity else [])
    assert all(counts.values())
    assert point_city.view(state, None)["deck"]["changes"] == []
