"""All rule modules of the laying family, one plain dict per kind; the keys are the names in TOML."""

from tilefolk.games.laying.rules import (
    answer,
    award,
    choice,
    comparison,
    end,
    end_groups,
    fit,
    goals,
    hearth,
    links,
    once,
    race,
    reward,
    roofs,
    rule_kinds,
    setup,
    shaft,
    soot,
    source,
    spot,
)

SETUP: dict[str, type] = {
    "area": setup.Area,
    "give": setup.Give,
    "goals": goals.Goals,
    "land": setup.Land,
    "look_ahead": setup.LookAhead,
    "mark": setup.Mark,
    "retire": setup.Retire,
    "track": setup.Marker,
}
SOURCE: dict[str, type[rule_kinds.Source]] = {"deck": source.Deck, "dice": source.Dice}
FIT: dict[str, type[rule_kinds.Fit]] = {"clear": fit.Clear, "on_land": fit.OnLand, "one_bank": fit.OneBank}
START: dict[str, type[rule_kinds.Fit]] = {"start": fit.Start}
JOIN: dict[str, type[rule_kinds.Fit]] = {"beside": fit.Beside, "match": fit.Match}
PASS: dict[str, type[rule_kinds.Pass]] = {"pass": answer.Pass, "pass_row": answer.PassRow}
MUST: dict[str, type[rule_kinds.Must]] = {"must": answer.Must}
INSTEAD: dict[str, type[rule_kinds.Instead]] = {"annex": answer.Annex}
ONCE: dict[str, type[rule_kinds.Once]] = {
    "cover": once.Cover,
    "find": once.Find,
    "investor": once.Investor,
    "new_group": links.NewGroup,
    "park": once.Park,
    "rail": once.Rail,
    "road": links.Road,
    "spot": spot.Spot,
}
ROUND: dict[str, type[rule_kinds.Round]] = {"hazard": once.Hazard}
RACE: dict[str, type[rule_kinds.Race]] = {
    "race_covered": race.RaceCovered,
    "race_goal": race.RaceGoal,
    "race_link": race.RaceLink,
}
END: dict[str, type[rule_kinds.End]] = {
    "all_covered": end.AllCovered,
    "chain": end_groups.Chain,
    "church": end.Church,
    "counted": end.Counted,
    "factory": end_groups.Factory,
    "full_groups": end_groups.FullGroups,
    "largest_group": end_groups.LargestGroup,
    "pass_row": answer.PassRow,
    "surrounded": end.Surrounded,
    "unpassed": end.Unpassed,
    "visible": end.Visible,
    "well": end.Well,
}
TABLE: dict[str, type[rule_kinds.Table]] = {"most": comparison.Most}
TIES: dict[str, type[rule_kinds.Ties]] = {"rows": comparison.Rows}
ASK: dict[str, type[rule_kinds.Ask]] = {"melt": reward.Melt}
REWARD: dict[str, type[rule_kinds.Reward]] = {
    "award": award.Award,
    "bonus": reward.Bonus,
    "cabinet": reward.Cabinet,
    "carry_over": reward.CarryOver,
    "dig": shaft.Dig,
    "keep_covered": reward.KeepCovered,
    "keep_unpassed": reward.KeepUnpassed,
    "lit_plots": reward.LitPlots,
    "locked_progress": reward.LockedProgress,
    "roofs": roofs.Roofs,
    "soot": soot.Soot,
}
GIFT: dict[str, type[rule_kinds.Gift]] = {
    "ash": award.Ash,
    "count": award.Count,
    "shape": award.SeatShape,
}
CHOICE: dict[str, type[rule_kinds.Choice]] = {
    "box": choice.Box,
    "double": choice.Double,
    "hearth": hearth.Hearth,
    "mark": choice.MarkPiece,
    "stick": choice.Stick,
}
