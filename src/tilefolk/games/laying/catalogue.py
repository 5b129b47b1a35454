"""The catalogue: all episodes by name, each loaded when first asked for, and the grounds made from them."""

from collections.abc import Iterator, Mapping, MutableMapping
from itertools import takewhile
from pathlib import Path

from tilefolk.core.game import Legacy
from tilefolk.games.laying.checking import check_episode
from tilefolk.games.laying.episode import Episode, read_episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.mapping import make_ground
from tilefolk.games.laying.rules import shapes
from tilefolk.games.toml_tables import Place

MAX_GROUNDS = 500  # kept per episode; seats that bring different things along need one each
GAME_FILE = "game.toml"


class Episodes(MutableMapping[str, Episode]):
    """Episodes by name, `game/file`. A folder is listed, and an episode loaded, when first asked for."""

    def __init__(self) -> None:
        self._folders: dict[str, Path] = {}
        self._files: dict[str, dict[str, Path]] = {}
        self._loaded: dict[str, Episode] = {}

    def add_folder(self, game: str, folder: Path) -> None:
        """The folder in which the episodes of a game lie, beside its `game.toml`."""
        self._folders[game] = folder

    def files(self, game: str) -> Mapping[str, Path]:
        """The episode files in the folder of a game by the names of the episodes, in their order."""
        if game in self._folders and game not in self._files:
            found = [path for path in self._folders[game].glob("*.toml") if path.name != GAME_FILE]
            self._files[game] = {f"{game}/{path.stem}": path for path in sorted(found, key=_numbered)}
        return self._files.get(game, {})

    def __getitem__(self, name: str) -> Episode:
        if name not in self._loaded:
            game = name.partition("/")[0]
            path = self.files(game)[name]
            load_episode(game, path, path.with_name(GAME_FILE))
        return self._loaded[name]

    def __setitem__(self, name: str, episode: Episode) -> None:
        self._loaded[name] = episode

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._loaded or any(name in self.files(game) for game in self._folders)

    def __iter__(self) -> Iterator[str]:
        listed = [name for game in self._folders for name in self.files(game)]
        return iter(dict.fromkeys([*listed, *self._loaded]))

    def __len__(self) -> int:
        return sum(1 for _ in self)


EPISODES = Episodes()


def _numbered(path: Path) -> tuple[bool, int, str]:
    """The sort key of an episode file: names first, then 1, 2, ... 10, 11."""
    return path.stem.isdigit(), len(path.stem), path.stem


def load_episode(game: str, path: Path, game_path: Path) -> Episode:
    """One episode, checked, into the catalogue; raises BadEpisode."""
    episode = read_episode(f"{game}/{path.stem}", path, game_path)
    check_episode(episode, Place(path.name))
    if episode.follows and not _comes_before(f"{game}/{episode.follows}", episode.name):
        raise Place(path.name, "follows").bad(f"{episode.follows!r} is no episode before this one")
    _ground_in(episode, Legacy())
    EPISODES[episode.name] = episode
    return episode


def _comes_before(name: str, later: str) -> bool:
    """Whether there is such an episode, not after `later` in their folder."""
    before = takewhile(lambda known: known != later, EPISODES)
    return name in before


def ground_of(name: str, legacy: Legacy) -> Ground:
    """The ground of a seat with this legacy in the episode of this name."""
    return _ground_in(EPISODES[name], legacy)


def _ground_in(episode: Episode, legacy: Legacy) -> Ground:
    ground = episode.grounds.get(legacy)
    if ground is None:
        if len(episode.grounds) >= MAX_GROUNDS:
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
