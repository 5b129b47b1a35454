"""The catalogue: all episodes by name, each loaded when first asked for, and the grounds made from them."""

import threading
from collections.abc import Iterator, Mapping, MutableMapping
from functools import lru_cache
from itertools import takewhile
from pathlib import Path

from tilefolk.core.game import Legacy
from tilefolk.games.laying.checking import check_episode
from tilefolk.games.laying.episode import Episode, read_episode
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.ground_builder import make_ground
from tilefolk.games.laying.rules import rule_kinds
from tilefolk.games.laying.sense import check_ground
from tilefolk.games.toml_tables import Place

RECENT_GROUNDS = 32  # kept though no match uses them; seats that bring different things along need one each
GAME_FILE = "game.toml"
AT = "@"  # between the name of an episode and the number of an older version of it


class Episodes(MutableMapping[str, Episode]):
    """Episodes by name, `game/file`. A folder is listed, and an episode loaded, when first asked for.

    `7.toml` is the newest version of an episode, the one that is played. Versions that records still name
    lie beside it as `7@1.toml`.
    """

    def __init__(self) -> None:
        self._folders: dict[str, Path] = {}
        self._files: dict[str, dict[str, Path]] = {}
        self._loaded: dict[str, Episode] = {}
        self._older: dict[tuple[str, int], Episode] = {}
        self._loading = threading.RLock()  # records are folded in threads: each file is read once

    def add_folder(self, game: str, folder: Path) -> None:
        """The folder in which the episodes of a game lie, beside its `game.toml`."""
        self._folders[game] = folder
        for name in self._files.pop(game, {}):
            self._loaded.pop(name, None)
        self._older = {key: older for key, older in self._older.items() if key[0].partition("/")[0] != game}

    def files(self, game: str) -> Mapping[str, Path]:
        """The episode files in the folder of a game by the names of the episodes, in their order."""
        if game in self._folders and game not in self._files:
            found = [path for path in self._folders[game].glob("*.toml") if _is_newest(path)]
            self._files[game] = {f"{game}/{path.stem}": path for path in sorted(found, key=_numbered)}
        return self._files.get(game, {})

    def __getitem__(self, name: str) -> Episode:
        if name not in self._loaded:
            with self._loading:
                if name not in self._loaded:
                    game = name.partition("/")[0]
                    path = self.files(game)[name]
                    load_episode(game, path, path.with_name(GAME_FILE))
        return self._loaded[name]

    def of(self, name: str, version: int) -> Episode:
        """One version of an episode; KeyError when we do not have it."""
        newest = self[name]
        if newest.version == version:
            return newest
        if (name, version) not in self._older:
            with self._loading:
                if (name, version) not in self._older:
                    self._older[name, version] = self._load_older(name, version)
        return self._older[name, version]

    def _load_older(self, name: str, version: int) -> Episode:
        path = self.files(name.partition("/")[0])[name]
        older = path.with_name(f"{path.stem}{AT}{version}{path.suffix}")
        if not older.exists():
            raise KeyError((name, version))
        episode = _checked(name, older, path.with_name(GAME_FILE))
        if episode.version != version:
            raise Place(older.name, "version").bad(f"must be {version}, as the name of the file says")
        return episode

    def before(self, episode: Episode, version: int) -> Episode | None:
        """The episode before this one as a match of this version looks back at it.

        No version of a higher number, where there is one: so a match looks back at the same rules for ever.
        """
        if not episode.follows:
            return None
        name = f"{episode.name.partition('/')[0]}/{episode.follows}"
        newest = self[name]
        if newest.version <= version:
            return newest
        older = [known for known in self._older_versions(name) if known <= version]
        return self.of(name, max(older)) if older else newest

    def _older_versions(self, name: str) -> list[int]:
        path = self.files(name.partition("/")[0]).get(name)
        if path is None:
            return []
        numbers = (found.stem.rpartition(AT)[2] for found in path.parent.glob(f"{path.stem}{AT}*.toml"))
        return [int(number) for number in numbers if number.isdecimal()]

    def has(self, name: str, version: int) -> bool:
        try:
            return self.of(name, version).version == version
        except KeyError:
            return False

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


def _is_newest(path: Path) -> bool:
    return path.name != GAME_FILE and AT not in path.stem


def _numbered(path: Path) -> tuple[bool, int, str]:
    """The sort key of an episode file: names first, then 1, 2, ... 10, 11."""
    return path.stem.isdigit(), len(path.stem), path.stem


def load_episode(game: str, path: Path, game_path: Path) -> Episode:
    """One episode, checked, into the catalogue; raises BadEpisode."""
    episode = _checked(f"{game}/{path.stem}", path, game_path)
    EPISODES[episode.name] = episode
    return episode


def _checked(name: str, path: Path, game_path: Path) -> Episode:
    episode = read_episode(name, path, game_path)
    check_episode(episode, Place(path.name))
    if episode.follows and not _comes_before(f"{name.partition('/')[0]}/{episode.follows}", name):
        raise Place(path.name, "follows").bad(f"{episode.follows!r} is no episode before this one")
    check_ground(episode, ground_in(episode, Legacy()), Place(path.name))
    return episode


def _comes_before(name: str, later: str) -> bool:
    """Whether there is such an episode, not after `later` in their folder."""
    before = takewhile(lambda known: known != later, EPISODES)
    return name in before


def place_of(name: str) -> int:
    """How many episodes come before this one, each following the other."""
    follows = EPISODES[name].follows
    return 1 + place_of(f"{name.partition('/')[0]}/{follows}") if follows else 0


def ground_of(name: str, legacy: Legacy) -> Ground:
    """The ground of a seat with this legacy in the newest episode of this name."""
    return ground_in(EPISODES[name], legacy)


def ground_in(episode: Episode, legacy: Legacy) -> Ground:
    ground = episode.grounds.get(legacy)
    if ground is None:
        ground = episode.grounds[legacy] = make_ground(episode, legacy)
    return _keep(ground)


@lru_cache(RECENT_GROUNDS)
def _keep(ground: Ground) -> Ground:
    """Keeps the grounds that were used last; others go with the matches that use them."""
    return ground


def whole_ground(episode: Episode, legacy: Legacy) -> Ground:
    """The same board as a sticker is chosen for: no bank is closed then."""
    ground = episode.wholes.get(legacy)
    if ground is None:
        ground = episode.wholes[legacy] = make_ground(episode, legacy, whole=True)
    return _keep(ground)


Rules = tuple[rule_kinds.Rule, ...]


def changes(episode: Episode) -> tuple[Rules, Rules]:
    """The rules that are new, or have new numbers, since the episode before, and those that are gone."""
    before = EPISODES.before(episode, episode.version)
    if before is None:
        return (), ()
    known, ids = {(rule.id, rule.numbers) for rule in before.listed}, {rule.id for rule in episode.listed}
    new = tuple(rule for rule in episode.listed if (rule.id, rule.numbers) not in known)
    return new, tuple(rule for rule in before.listed if rule.id not in ids)
