"""The catalogue: all loaded episodes by name, and the grounds made from them."""

from pathlib import Path

from tilefolk.core.game import Legacy, Way
from tilefolk.games.laying.checking import check_episode
from tilefolk.games.laying.episode import Episode, read_episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.mapping import make_ground
from tilefolk.games.laying.reading import Place
from tilefolk.games.laying.rules import shapes

EPISODES: dict[str, Episode] = {}
GROUNDS = 500  # kept per episode; seats that bring different things along need one each


def load_folder(game: str, folder: Path) -> tuple[Way, ...]:
    """Every episode of a folder beside its `game.toml`, into the catalogue."""
    files = sorted((path for path in folder.glob("*.toml") if path.name != "game.toml"), key=_numbered)
    return tuple(load_episode(game, path, folder / "game.toml").way for path in files)


def _numbered(path: Path) -> tuple[bool, int, str]:
    """Names first, then 1, 2, ... 10, 11."""
    return path.stem.isdigit(), len(path.stem), path.stem


def load_episode(game: str, path: Path, game_path: Path) -> Episode:
    """One episode, checked, into the catalogue; raises BadEpisode."""
    episode = read_episode(f"{game}/{path.stem}", path, game_path)
    check_episode(episode, Place(path.name))
    if episode.follows and f"{game}/{episode.follows}" not in EPISODES:
        raise Place(path.name, "follows").bad(f"{episode.follows!r} is no episode that is loaded before")
    EPISODES[episode.name] = episode
    ground_of(episode.name, Legacy())
    return episode


def ground_of(name: str, legacy: Legacy) -> Ground:
    """The ground of a seat with this legacy in this episode."""
    episode = EPISODES[name]
    ground = episode.grounds.get(legacy)
    if ground is None:
        if len(episode.grounds) >= GROUNDS:
            del episode.grounds[next(iter(episode.grounds))]
        ground = episode.grounds[legacy] = make_ground(episode, legacy)
    return ground


Rules = tuple[shapes.Rule, ...]


def changes(episode: Episode) -> tuple[Rules, Rules]:
    """The rules that are new, or have new numbers, since the episode before, and those that are gone."""
    if not episode.follows:
        return (), ()
    before = EPISODES[f"{episode.name.partition('/')[0]}/{episode.follows}"].listed
    known, ids = {(rule.id, rule.numbers) for rule in before}, {rule.id for rule in episode.listed}
    new = tuple(rule for rule in episode.listed if (rule.id, rule.numbers) not in known)
    return new, tuple(rule for rule in before if rule.id not in ids)
