"""The catalogue: all loaded episodes by name, and the grounds made from them."""

from functools import lru_cache
from pathlib import Path

from tilefolk.core.game import Legacy, Way
from tilefolk.games.laying.episode import Episode, read_episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.mapping import make_ground

EPISODES: dict[str, Episode] = {}


def load_folder(game: str, folder: Path) -> tuple[Way, ...]:
    """Every episode of a folder beside its `game.toml`, into the catalogue."""
    files = sorted(path for path in folder.glob("*.toml") if path.name != "game.toml")
    return tuple(load_episode(game, path, folder / "game.toml").way for path in files)


def load_episode(game: str, path: Path, game_path: Path) -> Episode:
    """One episode, checked, into the catalogue; raises BadEpisode."""
    episode = read_episode(f"{game}/{path.stem}", path, game_path)
    make_ground(episode, Legacy())
    EPISODES[episode.name] = episode
    ground_of.cache_clear()
    return episode


@lru_cache(maxsize=1024)
def ground_of(name: str, legacy: Legacy) -> Ground:
    """The ground of a seat with this legacy in this episode."""
    return make_ground(EPISODES[name], legacy)
