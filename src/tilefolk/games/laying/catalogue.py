"""The catalogue: all loaded episodes by name, and the grounds made from them."""

from pathlib import Path

from tilefolk.core.game import Legacy, Way
from tilefolk.games.laying.checking import check_episode
from tilefolk.games.laying.episode import Episode, read_episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.mapping import make_ground
from tilefolk.games.laying.reading import Place

EPISODES: dict[str, Episode] = {}


def load_folder(game: str, folder: Path) -> tuple[Way, ...]:
    """Every episode of a folder beside its `game.toml`, into the catalogue."""
    files = sorted(path for path in folder.glob("*.toml") if path.name != "game.toml")
    return tuple(load_episode(game, path, folder / "game.toml").way for path in files)


def load_episode(game: str, path: Path, game_path: Path) -> Episode:
    """One episode, checked, into the catalogue; raises BadEpisode."""
    episode = read_episode(f"{game}/{path.stem}", path, game_path)
    check_episode(episode, Place(path.name))
    EPISODES[episode.name] = episode
    ground_of(episode.name, Legacy())
    return episode


def ground_of(name: str, legacy: Legacy) -> Ground:
    """The ground of a seat with this legacy in this episode."""
    episode = EPISODES[name]
    ground = episode.grounds.get(legacy)
    if ground is None:
        ground = episode.grounds[legacy] = make_ground(episode, legacy)
    return ground
