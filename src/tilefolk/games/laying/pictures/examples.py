"""The example of every kind of rule, or why it needs none."""

from collections.abc import Callable, Mapping
from typing import Any

from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.pictures import at_once, building, points, things
from tilefolk.games.laying.pictures.picture import Picture
from tilefolk.games.laying.rules import (
    answer,
    award,
    comparison,
    end,
    end_groups,
    goals,
    links,
    once,
    race,
    reward,
    roofs,
    setup,
    shaft,
    soot,
    source,
    spot,
)
from tilefolk.games.laying.rules.metrics import aim_of
from tilefolk.games.laying.rules.rule_kinds import Rule

EXAMPLES: Mapping[type, Callable[[Any, Episode], list[Picture]]] = {
    answer.Annex: things.annex,
    answer.Must: things.must,
    answer.Pass: things.passing,
    answer.PassRow: things.passing,
    comparison.Most: at_once.most,
    end.AllCovered: points.all_covered,
    end.Church: points.church,
    end.Counted: at_once.counted,
    end.Surrounded: points.surrounded,
    end.Unpassed: things.unpassed,
    end.Visible: points.visible,
    end.Well: points.well,
    end_groups.Chain: points.chain,
    end_groups.Factory: points.factory,
    end_groups.FullGroups: points.largest_group,
    end_groups.LargestGroup: points.largest_group,
    **dict.fromkeys(building.FITS, building.fit),
    goals.Goals: at_once.goals,
    links.NewGroup: at_once.new_group,
    links.Road: at_once.road,
    once.Cover: at_once.cover,
    once.Find: at_once.find,
    once.Hazard: at_once.hazard,
    once.Investor: at_once.investor,
    once.Park: at_once.park,
    once.Rail: at_once.rail,
    race.RaceCovered: points.race_covered,
    race.RaceGoal: at_once.race_goal,
    race.RaceLink: points.race_link,
    reward.CarryOver: points.carry_over,
    reward.KeepCovered: points.keep_covered,
    reward.Melt: things.melt,
    reward.LitPlots: at_once.lit_plots,
    roofs.Roofs: at_once.roofs,
    setup.Area: things.area,
    setup.Land: building.land,
    setup.LookAhead: things.look_ahead,
    setup.Mark: things.mark,
    setup.Marker: things.marker,
    setup.Retire: things.retire,
    shaft.Dig: points.dig,
    soot.Soot: points.soot,
    source.Deck: things.deck,
    source.Dice: things.dice,
    spot.Spot: at_once.spot,
}

REASONS: Mapping[type, str] = {
    award.Award: "the gifts stand in rows below it",
    comparison.Rows: "it decides between two whole boards",
    reward.Bonus: "it needs a whole board",
    reward.Cabinet: "it counts what lies beside the board",
    reward.KeepUnpassed: "nothing is laid",
    reward.LockedProgress: "it is about the score track",
    setup.Give: "it counts what lies beside the board",
}
WHOLE_BOARD = ("kinds", "lit", "spots", "open")  # metrics that only a whole board comes to


def reason_of(rule: Rule) -> str:
    """Why a rule has no picture; empty where it must have one."""
    if isinstance(rule, race.RaceGoal) and aim_of(rule.goal).metric.partition(":")[0] in WHOLE_BOARD:
        return "it needs a whole board"
    return REASONS.get(type(rule), "")


def examples_of(rule: Rule, episode: Episode) -> list[Picture]:
    """The pictures of a rule in an episode."""
    draws = EXAMPLES.get(type(rule))
    return draws(rule, episode) if draws and not reason_of(rule) else []


__all__ = ["EXAMPLES", "REASONS", "examples_of", "reason_of"]
