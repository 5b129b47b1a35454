"""Matches replayed from their lines: the cards, what each round brought, where the marker stands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tests.witness.at_once import GOALS, Booking, Tokens, lay, strike
from tests.witness.episode import BLOCKING, Episode, Land, Rule
from tests.witness.lattice import address_of
from tests.witness.position import Laid, Position, at_start, laid_at
from tests.witness.shapes import Piece

Action = tuple[str | int, ...]
Spoken = tuple[int, Action]
"""Who, and what; chance is below zero."""


@dataclass(frozen=True)
class Turn:
    """What a seat did with the card of a round: of which kind it was, and what it laid."""

    round: int
    word: str
    kind: str
    piece: Laid | None = None


@dataclass(frozen=True)
class Step:
    """One round of one seat; `passed` is the kind it did not build."""

    position: Position
    passed: str = ""
    brought: Sequence[Booking] = ()
    reached: Sequence[Rule] = ()
    struck: Sequence[Booking] = ()


def cards_of(episode: Episode, spoken: Iterable[Spoken]) -> list[str]:
    """The card of every round; "" where nobody may use it."""
    drawn = [action for who, action in spoken if who < 0 and action[0] in ("deck", "dice")]
    for dice in episode.all("dice"):
        return rolled(dice, drawn)
    names = [str(action[2]) for action in drawn]
    return [
        "" if BLOCKING in (name, before) else name for name, before in zip(names, ["", *names], strict=False)
    ]


def rolled(dice: Rule, drawn: Iterable[Action]) -> list[str]:
    """The cards that three dice stand for; the special face brings the row while it lasts."""
    pairs = dict(pair.rsplit(" ", 1) for pair in dice["pairs"])
    row, cards = list(dice.get("row", ())), []
    for _, _, first, second, kind in drawn:
        if second == dice["special"] and row:
            cards.append(row.pop(0))
        else:
            cards.append(f"{kind}-{pairs[f'{first} {second}']}")
    return cards


def is_retired(episode: Episode, land: Land, card: str) -> bool:
    return any(
        card.partition("-")[0] == rule["kind"] and (rule["keep"], card) not in land.stickers
        for rule in episode.all("retire")
    )


def turns_of(episode: Episode, land: Land, cards: Sequence[str], actions: Iterable[Action]) -> list[Turn]:
    """A seat's actions with the rounds they belong to."""
    playable = [n for n, card in enumerate(cards) if card and not is_retired(episode, land, card)]
    played = [action for action in actions if action[0] in ("place", "pass", "end")]
    pairs = [(number, cards[number], action) for number, action in zip(playable, played, strict=False)]
    return [
        Turn(number, str(action[0]), episode.piece(card).kind, laid_by(land, card, action))
        for number, card, action in pairs
    ]


def laid_by(land: Land, card: str, action: Action) -> Laid | None:
    if action[0] != "place":
        return None
    _, name, orientation, first = action
    episode = land.episode
    choice = [
        episode.piece(card, land.stickers),
        *(episode.piece(rule["card"]) for rule in episode.all("annex")),
    ]
    piece = next(piece for piece in choice if piece.name == name)
    return laid_at(piece, int(orientation), address_of(episode.lattice, str(first)))


def races_of(episode: Episode, spoken: Iterable[Spoken]) -> list[Rule]:
    """The races of the match: those of the episode, and one for every goal that was drawn."""
    drawn = [str(action[2]) for who, action in spoken if who < 0 and action[0] == "goal"]
    return [
        *episode.all(*GOALS),
        *(
            Rule("race_goal", f"race_goal.{goal}", {"goal": goal, "prizes": rule["prizes"]})
            for rule in episode.all("goals")
            for goal in drawn
        ),
    ]


def steps_of(
    land: Land, turns: Sequence[Turn], rounds: int, races: Sequence[Rule], tokens: Tokens
) -> list[Step]:
    """The seat's board from the start through so many rounds."""
    by_round = {turn.round: turn for turn in turns}
    steps = [Step(at_start(land))]
    for number in range(rounds):
        steps.append(step(steps[-1].position, number, by_round.get(number), races, tokens))
    return steps


def step(position: Position, number: int, turn: Turn | None, races: Sequence[Rule], tokens: Tokens) -> Step:
    episode = position.land.episode
    brought: list[Booking] = []
    reached: list[Rule] = []
    if turn and turn.piece:
        before = position
        position, brought = lay(episode, position, turn.piece, tokens)
        reached = [r for r in races if GOALS[r.name](r, position) and not GOALS[r.name](r, before)]
    struck: list[Booking] = []
    for rule in episode.all("hazard"):
        if rule["after"] == number + 1:
            position, bookings = strike(rule, position)
            struck += bookings
    passed = turn.kind if turn and turn.word == "pass" else ""
    return Step(position, passed, brought, reached, struck)


@dataclass
class Marker:
    """The marker on the track; it may be in debt, and it stops for good at the lock."""

    value: int
    lock: int | None
    locked: bool = False

    def book(self, points: int) -> None:
        if self.locked:
            return
        self.value += points
        if self.lock is not None and self.value >= self.lock:
            self.value, self.locked = self.lock, True


@dataclass
class Account:
    """All that was booked on a seat so far; `sure` is False while something hidden decides."""

    marker: Marker
    provisions: int = 0
    passes: int = 0
    sure: bool = True
    bookings: list[Booking] = field(default_factory=list)

    def book(self, bookings: Iterable[Booking]) -> None:
        """Several bookings as one net sum."""
        listed = list(bookings)
        self.bookings += listed
        self.sure = self.sure and all(booking.points is not None for booking in listed)
        self.marker.book(sum(booking.points or 0 for booking in listed))

    def pass_by(self, rule: Rule, kind: str) -> None:
        self.passes += circles(rule, kind)
        if rule.name == "pass_row" or self.marker.locked:
            return
        if rule.get("provisions", False) and self.provisions:
            self.provisions -= 1
        else:
            self.book([Booking("pass", -rule["cost"])])


def account_of(
    episode: Episode, steps: Sequence[Step], prizes: Mapping[int, Sequence[Booking]], provisions: int
) -> Account:
    """Walk through the rounds; `prizes` are the races won, by round."""
    account = Account(Marker(episode.start, episode.lock), provisions)
    for number, step in enumerate(steps[1:]):
        if step.passed and (rule := passing(episode)):
            account.pass_by(rule, step.passed)
        account.book(step.brought)
        for booking in (*prizes.get(number, ()), *step.struck):
            account.book([booking])
    return account


def prizes_of(
    races: Iterable[Rule], all_steps: Sequence[Sequence[Step]], open_rounds: Sequence[int | None]
) -> list[dict[int, list[Booking]]]:
    """The races won by every seat; a prize that a seat still in an earlier round may win is left open.

    `open_rounds` is the round each seat plays next; None if it plays no more.
    """
    prizes: list[dict[int, list[Booking]]] = [{} for _ in all_steps]
    for rule in races:
        when = [first_round(steps, rule) for steps in all_steps]
        for seat, number in enumerate(when):
            if number is None:
                continue
            known = all(
                other is None or other > number for who, other in enumerate(open_rounds) if who != seat
            )
            earlier = len({other for other in when if other is not None and other < number})
            ladder = rule["prizes"]
            points = ladder[earlier] if earlier < len(ladder) else rule.get("later", 0)
            prizes[seat].setdefault(number, []).append(Booking(rule.id, points if known else None))
    return prizes


def first_round(steps: Sequence[Step], rule: Rule) -> int | None:
    return next((number for number, step in enumerate(steps[1:]) if rule in step.reached), None)


def offered(episode: Episode, position: Position, card: str) -> list[Piece]:
    """The pieces one may lay when this card is turned: its own, and an annex in its place."""
    pieces = [episode.piece(card, position.land.stickers)]
    for rule in episode.all("annex"):
        annex = episode.piece(rule["card"])
        left = rule["count"] - len(position.of_kind(annex.kind))
        if left > 0 and pieces[0].kind not in rule["never"]:
            pieces.append(annex)
    return pieces


def may_pass(episode: Episode, account: Account, card: str) -> bool:
    kind, rule = episode.piece(card).kind, passing(episode)
    if rule is None or any(must["kind"] == kind for must in episode.all("must")):
        return False
    if rule.name == "pass_row":
        return account.passes + circles(rule, kind) <= len(rule["circles"])
    provided = bool(rule.get("provisions", False) and account.provisions)
    return account.marker.locked or provided or account.marker.value >= rule["cost"]


def passing(episode: Episode) -> Rule | None:
    return next(iter(episode.all("pass", "pass_row")), None)


def circles(rule: Rule, kind: str) -> int:
    """How many circles of the row a pass of this kind fills."""
    return 2 if kind in rule.get("twice", ()) else 1
