"""Writes docs/rules.md: the table of all rule modules, made from the modules themselves."""

from collections.abc import Sequence
from dataclasses import MISSING, fields
from itertools import groupby
from pathlib import Path

from tests.dialect import all_modes
from tilefolk.games.laying import rules
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.rules import rule_kinds

PAGE = Path(__file__).parent.parent / "docs" / "rules.md"
KINDS = {
    "SETUP": None,
    "SOURCE": rule_kinds.Source,
    "FIT": rule_kinds.Fit,
    "START": rule_kinds.Fit,
    "JOIN": rule_kinds.Fit,
    "PASS": rule_kinds.Pass,
    "MUST": rule_kinds.Must,
    "INSTEAD": rule_kinds.Instead,
    "ONCE": rule_kinds.Once,
    "ROUND": rule_kinds.Round,
    "RACE": rule_kinds.Race,
    "END": rule_kinds.End,
    "TABLE": rule_kinds.Table,
    "TIES": rule_kinds.Ties,
    "ASK": rule_kinds.Ask,
    "REWARD": rule_kinds.Reward,
    "GIFT": rule_kinds.Gift,
    "CHOICE": rule_kinds.Choice,
}
ABOUT = {
    "SETUP": "SETUP: what lies on the map before the first round.",
    "START": "START: as FIT, for a seat's first piece.",
    "JOIN": "JOIN: as FIT, for every later piece.",
}


def page() -> str:
    """The whole page as text."""
    out = [
        "# The rule modules",
        "",
        "Made by `make docs` from the modules. An episode is a list of these (`rule = ...`)",
        "with their parameters. A rule of several kinds stands in each. The last column: where it is in",
        "force.",
    ]
    for kind, protocol in KINDS.items():
        about = ABOUT.get(kind) or (protocol.__doc__ or "").strip().split("\n")[0]
        out += ["", f"## {about}", "", "| rule | parameters | meaning | in |", "|---|---|---|---|"]
        out += [_row(name, rule) for name, rule in sorted(getattr(rules, kind).items())]
    return "\n".join(out) + "\n"


def _row(name: str, kind: type) -> str:
    parameters = ", ".join(
        f"`{part.name}`" + ("" if part.default is MISSING else f" ({_plain(part.default)})")
        for part in fields(kind)
    )
    meaning = " ".join((kind.__doc__ or "").split())
    return f"| `{name}` | {parameters or '-'} | {meaning} | {', '.join(_modes(kind)) or '-'} |"


def _plain(default: object) -> str:
    return "none" if default in ((), "", None) else str(default).lower()


def _modes(kind: type) -> list[str]:
    episodes = {mode: EPISODES[mode] for mode in all_modes() if mode in EPISODES}
    return in_short(
        [mode for mode, episode in episodes.items() if any(type(rule) is kind for rule in episode.listed)]
    )


def in_short(modes: Sequence[str]) -> list[str]:
    """The names of ways; numbered ones that follow each other as `game/1-12`."""
    named = sorted(mode for mode in modes if not mode.partition("/")[2].isdigit())
    numbered: dict[str, list[int]] = {}
    for mode in modes:
        game, _, number = mode.partition("/")
        if number.isdigit():
            numbered.setdefault(game, []).append(int(number))
    return named + [f"{game}/{span}" for game, numbers in numbered.items() for span in _spans(numbers)]


def _spans(numbers: list[int]) -> list[str]:
    ordered = sorted(numbers)
    runs = [list(run) for _, run in groupby(ordered, key=lambda n: n - ordered.index(n))]
    return [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
