"""Episodes of My City in two versions."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.my_city.campaign.by_hand import CAMPAIGN, GAME, campaign, episode_mode
from tests.golden import golden_path
from tilefolk.bots import BOTS
from tilefolk.campaign.record import SeriesRecord, read_series, write_series
from tilefolk.core.play import play
from tilefolk.core.record import BadRecord, read_record
from tilefolk.games import find
from tilefolk.games.laying.catalogue import EPISODES


@pytest.fixture
def two_versions(tmp_path: Path) -> Iterator[None]:
    """Episode 2 in a second version: trees count twice. The first lies beside it."""
    campaign(4, "together")  # played before the second version is there
    folder = tmp_path / "data"
    shutil.copytree(GAME.folder, folder)
    first = (folder / "2.toml").read_text(encoding="utf-8")
    second = first.replace("version = 1", "version = 2").replace('"tree", per = 1', '"tree", per = 2')
    assert second.count("per = 2") == 1
    (folder / "2@1.toml").write_text(first, encoding="utf-8")
    (folder / "2.toml").write_text(second, encoding="utf-8")
    EPISODES.add_folder("my_city", folder)
    yield
    EPISODES.add_folder("my_city", GAME.folder)


def test_two_versions_of_one_episode_in_one_campaign(two_versions: None) -> None:
    old = campaign(4, "together").matches[:2]
    assert find(episode_mode(2))[1].version == 2 and find(episode_mode(2), 1)[1].version == 1
    record = read_series(write_series(SeriesRecord(CAMPAIGN, 4, old)))
    assert [match.header.version for match in record.matches] == [1, 1], "an older record finds its own"
    assert record.matches[1].end == old[1].end
    now = record.standing
    game, mode = find(str(now.next_mode))
    bots = [BOTS["random"]] * 4
    third = play(game, mode, bots, "goes on", CAMPAIGN.options_of(mode, {}), now.legacy)
    text = write_series(SeriesRecord(CAMPAIGN, 4, (*old, third)))
    assert write_series(read_series(text)) == text
    newer = play(*find(episode_mode(2)), bots, "newest", {"award": "yes"}, record.matches[1].legacy)
    fresh = read_series(write_series(SeriesRecord(CAMPAIGN, 4, (old[0], newer))))
    assert [match.header.version for match in fresh.matches] == [1, 2], "the next episode is the newest"


def test_a_version_we_do_not_have_is_named(two_versions: None) -> None:
    text = golden_path(episode_mode(2)).read_text(encoding="utf-8").replace("version 1", "version 7", 1)
    head, _, rest = text.partition("\n\n")
    with pytest.raises(BadRecord) as caught:
        read_record(head + "\n\n" + rest.partition("\n\n")[0] + "\n", find)
    assert caught.value.problem == "record.version" and caught.value.names["version"] == "2"


def test_an_older_file_has_the_version_of_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(GAME.folder, folder)
    shutil.copy(folder / "2.toml", folder / "2@7.toml")
    EPISODES.add_folder("my_city", folder)
    try:
        with pytest.raises(ValueError, match=r"2@7\.toml: version"):
            EPISODES.of(episode_mode(2), 7)
    finally:
        EPISODES.add_folder("my_city", GAME.folder)
