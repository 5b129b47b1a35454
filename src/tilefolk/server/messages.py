"""Messages of clients: strict models that guess nothing and accept nothing extra."""

from typing import Annotated, Literal, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

from tilefolk.campaign.record import CITY_LENGTH
from tilefolk.core.sealing import COMMITMENT_PATTERN, NONCE_PATTERN
from tilefolk.core.visible import is_visible

MAX_NAME_CHARACTERS = 24  # characters of a name
# What is_visible refuses, by ranges, for the document of the interface: its readers know no categories.
SEEN_PATTERN = (
    r"^[^\u0000-\u0020\u007f-\u00a0\u00ad\u0300-\u036f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2"
    r"\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164"
    r"\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff9-\uffff"
    "\U000e0000-\U0010ffff]+$"
)


def _reported_as(code: Literal["bad_name", "bad_address", "bad_city"]) -> WrapValidator:
    """What does not fit is told in a sentence of its own: a message id below `api.`."""

    def check(value: object, fits: ValidatorFunctionWrapHandler) -> object:
        try:
            return fits(value)
        except ValidationError:
            raise PydanticCustomError(code, code) from None

    return WrapValidator(check)


def _check_visible(text: str) -> str:
    """Refuse signs that nobody sees or that turn what stands beside them."""
    if not is_visible(text):
        raise ValueError("invisible signs")
    return text


Word = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=r"^[\w./:-]+$")]
Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_NAME_CHARACTERS, strip_whitespace=True),
    AfterValidator(_check_visible),
    _reported_as("bad_name"),
    WithJsonSchema(
        {"type": "string", "minLength": 1, "maxLength": MAX_NAME_CHARACTERS, "pattern": SEEN_PATTERN}
    ),
]


City = Annotated[
    str,
    StringConstraints(min_length=1, max_length=CITY_LENGTH, pattern=r"^[^\x00-\x1f\x7f]+$"),
    _reported_as("bad_city"),
]


class Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class Me(Strict):
    """Who somebody is."""

    id: str
    name: str
    language: str


class ChangeMe(Strict):
    name: Name | None = None
    language: Literal["en", "pl"] | None = None


class NewBot(Strict):
    """A bot that will play over the network."""

    name: Name


class BotSitter(Strict):
    bot: Word


Sitter = Literal["me", "open"] | BotSitter


# Seconds for a round or turn, or days for it (at own pace: for the match).
Time = Literal[30, 60, 120, 300, 86_400, 172_800, 259_200, 604_800]
TIMES: tuple[int, ...] = get_args(Time)  # seconds


class NewTable(Strict):
    game: Word
    options: dict[str, str] = Field(default_factory=dict)
    seats: list[Sitter] = Field(min_length=1, max_length=8)
    listed: bool = False
    time: Time | None = None


class PlayNow(Strict):
    game: Word
    bots: list[Word] = Field(min_length=0, max_length=7)


class PrepareBots(Strict):
    """Somebody is about to choose a bot for this game."""

    game: Word


Address = Annotated[
    str, StringConstraints(max_length=1000, pattern=r"^https?://[!-~]+$"), _reported_as("bad_address")
]
Key = Annotated[str, StringConstraints(max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]


class CallMe(Strict):
    webhook: Address | None


class OldDevice(Strict):
    endpoint: Address


class NewDevice(Strict):
    """A browser's subscription to Web Push."""

    endpoint: Address
    p256dh: Key
    auth: Key


class TestCall(Strict):
    """To this device of mine, or to my webhook."""

    endpoint: Address | None = None


class SitDown(Strict):
    sitter: Sitter


class AnswerRematch(Strict):
    """Whether somebody wants another match."""

    agrees: bool


def _whole_number(value: object) -> object:
    """JSON knows no whole numbers: 5.0 is 5."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


class ChangeLineup(Strict):
    """Whether a seat of a campaign sleeps; who sits on it when it wakes."""

    asleep: bool
    sitter: Sitter = "me"


class AfterMatches(Strict):
    """A moment of a series: after so many of its matches."""

    after: Annotated[int, Field(ge=0, le=1000), BeforeValidator(_whole_number)]


class NameCity(Strict):
    """What a seat calls its city."""

    name: City


class OpenAnyway(Strict):
    """Whether the envelopes of a game are open before their time."""

    anyway: bool


class Enter(Strict):
    """The key to the operator's page."""

    key: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class ChangeTable(Strict):
    """What an operator changes; an empty name is none."""

    name: Annotated[str, StringConstraints(max_length=40, pattern=r"^[^\x00-\x1f]*$")] | None = None
    closed: bool | None = None


class Act(Strict):
    """A line of a seat with its receipt number; `hold`: with time to think again where it closes a round."""

    type: Literal["act"]
    match: Word
    seat: int = Field(ge=0, le=15)
    n: int = Field(ge=0, le=100_000)
    line: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    hold: bool = False


class Next(Strict):
    """The person who answered last needs no more time: the round may close."""

    type: Literal["next"]
    match: Word
    seat: int = Field(ge=0, le=15)


class Foresee(Strict):
    """A question: what would each answer bring this seat now?"""

    type: Literal["foresee"]
    match: Word
    seat: int = Field(ge=0, le=15)
    id: int = Field(ge=0, le=1_000_000_000)


Reaction = Literal["built", "hat", "luck", "tea", "ouch", "thanks"]


class Saying(Strict):
    """What is said at a table; `id` is its receipt, made by the client."""

    id: Annotated[str, StringConstraints(min_length=8, max_length=32, pattern=r"^[\w-]+$")]


class Say(Saying):
    type: Literal["say"]
    text: str


class React(Saying):
    type: Literal["react"]
    reaction: Reaction


class Quiet(Strict):
    """Whether nobody talks at a table."""

    quiet: bool


class Muted(Strict):
    """Whether whoever sits on a seat may not talk."""

    muted: bool


class Ping(Strict):
    type: Literal["ping"]


class Whole(Strict):
    """A client whose view a delta does not fit asks for the whole view of a seat, or of a spectator."""

    type: Literal["whole"]
    seat: Annotated[int, Field(ge=0, le=15)] | None


class About(BaseModel):
    """What is wrong with a file: the line, the id of the sentence and its words, the rules that forbid it."""

    line: int
    text: str
    problem: str
    names: dict[str, str]
    rules: list[str]


class Problem(BaseModel):
    """An error, as application/problem+json."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    about: About | None = None


class Commit(Strict):
    """What a browser commits to before a table's next match: the hash of a nonce of its own."""

    type: Literal["commit"]
    number: int = Field(ge=1, le=1_000_000)
    seat: int = Field(ge=0, le=15)
    commitment: Annotated[str, StringConstraints(pattern=COMMITMENT_PATTERN)]


class Reveal(Strict):
    """The nonce behind a commitment."""

    type: Literal["reveal"]
    number: int = Field(ge=1, le=1_000_000)
    seat: int = Field(ge=0, le=15)
    nonce: Annotated[str, StringConstraints(pattern=NONCE_PATTERN)]


Message = Act | Next | Foresee | Say | React | Commit | Reveal | Ping | Whole

_MESSAGES: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])


def read_message(text: str) -> Message:
    return _MESSAGES.validate_json(text)
