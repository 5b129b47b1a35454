"""The list of kernels that Python calls: what each is called, where it is written, what it takes and gives.

An array is told by its numbers and its lengths: `i4[]` is a row of ints of four bytes, `u8[,]` rows of words.
Everything else is made from this list: the library, its manifest, and the calls of all forms.
"""

from typing import NamedTuple

GROUND = "i4[] u8[]"  # ints and words of the tables
BOARD = "u8[] i4[]"
BOARDS = "u8[,] i4[,]"
LEARNED = "i4[] i4[,] i4[] i4[] f4[]"  # head, pairs, begins, touched, weights
CITIES = "i8[] i8[]"  # a state of Point City and the table of its match
FACES = "i8[] i8[]"  # both faces of every position of the deck
DECKS = "i8[,] i8[,]"

LINES = f"""
laying.legal            twin.kernels.entries:legal              {GROUND} {BOARD} i8 i4[] i8 -> i8
laying.may_pass         twin.kernels.entries:may_pass           {GROUND} i4[] i8 -> b1
laying.lay              twin.kernels.entries:lay                {GROUND} {BOARD} i8
laying.skip             twin.kernels.entries:skip               {GROUND} {BOARD} i8
laying.move_on          twin.kernels.entries:move_on            {GROUND} {BOARD} b1
laying.value            twin.kernels.entries:value              {GROUND} {BOARD} i4[] -> i8
laying.tie_key          twin.kernels.entries:tie_key            {GROUND} u8[] i4[] -> i8
laying.replay           twin.replay:replay                      {GROUND} {BOARD} i4[] i4[] i4[] i4[] i8 i8 i4[] i8 u1[] i4[] i8 {BOARD} -> i8
laying.group_states     twin.value.groups:group_states          i4[] -> i8
laying.count_groups     twin.value.groups:count_groups          {GROUND} {BOARD} i4[] i4[]
laying.touch            twin.value.pairs:touch                  {GROUND} i4[,] i4[] i4[] b1 -> i8
laying.look             twin.value.pairs:look                   i4[] u8[] i4[,] i4[] i4[]
laying.fill_weights     twin.value.room:fill_weights            {GROUND} i4[] i4[,] i2[] f8 f4[]
laying.deal_deck        twin.play.dealing:deal_deck             i4[] i4[] b1 u8[] i4[,]
laying.roll_dice        twin.play.dealing:roll_dice             i4[] i4[] i4[] u8[] i4[,]
laying.rate_answers     twin.play.policy:rate_answers           {GROUND} {LEARNED} {BOARD} i8 i4[] f4[] f4[] -> i8
laying.play_random      twin.play.playing:play_random           {GROUND} {BOARD} i4[,] i8 i4[] -> i8
laying.playouts         twin.play.playing:playouts              {GROUND} {LEARNED} {BOARD} i8 i4[] i4[,] i8 i8 i8 f4[]
laying.beam_playouts    twin.play.beam_playouts:beam_playouts   {GROUND} {LEARNED} {BOARD} i8 i4[] i4[,] i8 i8 i8 f4[]
laying.keep_best        twin.play.beam:keep_best                i4[] i4[] f4[] i8 i4[] i4[]
laying.expand           twin.play.beam:expand                   {GROUND} {LEARNED} {BOARDS} i8 i4[] i4[] f4[] f4[] -> i8
laying.advance          twin.play.beam:advance                  {GROUND} {BOARDS} i8 i4[] i4[] {BOARDS}
laying.wait             twin.play.beam:wait                     {GROUND} {BOARDS}
laying.values           twin.play.beam:values                   {GROUND} {BOARDS} f4[]
laying.rollouts         twin.play.beam:rollouts                 {GROUND} {LEARNED} {BOARD} i8 i8 i4[,] i8 i4[] i4[,]
laying.learn            twin.learning:learn                     {GROUND} {LEARNED} f4[] f4[] {BOARD} i4[,] f8 f8 b1 i8 -> f8
batch.begin             research.batch.kernels:begin            {GROUND} {BOARDS} i4[,] i4[,] {BOARD} i4[]
batch.step              research.batch.kernels:step             {GROUND} {BOARDS} i4[,] i4[,] i4[] i4[]
batch.count_points      research.batch.kernels:count_points     {GROUND} {BOARDS} i4[] i4[]
batch.masks             research.batch.kernels:masks            {GROUND} {BOARDS} i4[,] i4[] i8 i1[,]
batch.planes            research.batch.kernels:planes           {GROUND} {BOARDS} i4[] i4[,] i8 i1[,,]
batch.vectors           research.batch.kernels:vectors          i4[,] i4[,] i4[,] i4[] i8 i8 i8 i8 b1 f4[,] i4[,] f4[,]
batch.look_ahead        research.batch.kernels:look_ahead       {GROUND} {BOARDS} i4[,] i4[,] i1[,] i4[] i8 i4[] i4[] i4[] i4[] i1[,]
point_city.legal        twin.point_city.turns:legal             {CITIES} {FACES} i8[] i8[] -> i8
point_city.act          twin.point_city.turns:act               {CITIES} {FACES} i8 i8[] -> i8
point_city.is_over      twin.point_city.turns:is_over           {CITIES} {FACES} i8[] -> b1
point_city.score        twin.point_city.points:score            {CITIES} i8 -> f8
point_city.deal_tier    twin.point_city.dealing:deal_tier       i8[] i8[] i8[,] i8[] i8[] i8[] i8[] i8 {DECKS} -> i8
point_city.playout      twin.point_city.playouts:playout        i8[] {CITIES} {FACES} i8 i8 f8[] i8[] f8[] f8 -> f8
point_city.add_playouts twin.point_city.playouts:add_playouts   i8[] {CITIES} {DECKS} i8 i8 i8 i8[] i8[] f8[] i8[] f8[] f8 f8[]
point_city.play_deals   twin.point_city.playouts:play_deals     i8[,] {DECKS} i8[] f8[] i8[] f8[] f8[]
"""  # noqa: E501


class Kind(NamedTuple):
    """What an argument or a result is: a number, or an array of so many lengths."""

    number: str
    lengths: int = 0

    @property
    def is_real(self) -> bool:
        return self.number.startswith("f")


class Export(NamedTuple):
    """A kernel that Python calls."""

    name: str
    module: str
    function: str
    takes: tuple[Kind, ...]
    gives: Kind | None

    @property
    def symbol(self) -> str:
        """Its name in the library."""
        return self.name.replace(".", "_")


def _kind(word: str) -> Kind:
    number, bracket, _ = word.partition("[")
    return Kind(number, 1 + word.count(",") if bracket else 0)


def _export(line: str) -> Export:
    before, _, gives = line.partition("->")
    name, where, *takes = before.split()
    module, _, function = where.partition(":")
    kinds = tuple(map(_kind, takes))
    return Export(name, f"tilefolk.{module}", function, kinds, _kind(gives.strip()) if gives else None)


EXPORTS = {export.name: export for export in map(_export, LINES.strip().splitlines())}
