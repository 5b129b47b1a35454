"""Bots at a table: what they answer follows from the seed of the match and their own turn, as in `sim`."""

from pathlib import Path

from tests.server.houses import house_at, people, room_of, settled, started

GAME = "my_city/eternal"


async def test_a_bot_answers_the_same_wherever_the_seed_is_the_same(tmp_path: Path) -> None:
    async with house_at(tmp_path / "tilefolk.sqlite") as house:
        (ola,) = await people(house, "Ola")
        tables = [await started(house, GAME, [ola, "random"], None, "own") for _ in range(2)]
        await settled(house)
        rooms = [await room_of(house, table) for table in tables]
        first, second = ([str(kept.act) for kept in room.match.kept if kept.act.who == 1] for room in rooms)
    assert first == second != []
