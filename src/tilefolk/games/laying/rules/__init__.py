"""All rule modules of the laying family, one plain dict per shape; the keys are the names in TOML."""

from tilefolk.games.laying.rules import (
    answer,
    award,
    choice,
    end,
    end_groups,
    fit,
    links,
    once,
    race,
    reward,
    setup,
    shapes,
    source,
    table,
)

SETUP: dict[str, type] = {
    "area": setup.Area,
    "land": setup.Land,
    "mark": setup.Mark,
    "retire": setup.Retire,
    "track": setup.Marker,
}
SOURCE: dict[str, type[shapes.Source]] = {"deck": source.Deck, "dice": source.Dice}
FIT: dict[str, type[shapes.Fit]] = {"clear": fit.Clear, "on_land": fit.OnLand, "one_bank": fit.OneBank}
START: dict[str, type[shapes.Fit]] = {"start": fit.Start}
JOIN: dict[str, type[shapes.Fit]] = {"beside": fit.Beside, "match": fit.Match}
PASS: dict[str, type[shapes.Pass]] = {"pass": answer.Pass, "pass_row": answer.PassRow}
MUST: dict[str, type[shapes.Must]] = {"must": answer.Must}
INSTEAD: dict[str, type[shapes.Instead]] = {"annex": answer.Annex}
ONCE: dict[str, type[shapes.Once]] = {
    "cover": once.Cover,
    "find": once.Find,
    "new_group": links.NewGroup,
    "park": once.Park,
    "rail": once.Rail,
    "road": links.Road,
}
ROUND: dict[str, type[shapes.Round]] = {"hazard": once.Hazard}
RACE: dict[str, type[shapes.Race]] = {"race_covered": race.RaceCovered, "race_link": race.RaceLink}
END: dict[str, type[shapes.End]] = {
    "all_covered": end.AllCovered,
    "chain": end_groups.Chain,
    "church": end.Church,
    "full_groups": end_groups.FullGroups,
    "largest_group": end_groups.LargestGroup,
    "pass_row": answer.PassRow,
    "surrounded": end.Surrounded,
    "unpassed": end.Unpassed,
    "visible": end.Visible,
    "well": end.Well,
}
TABLE: dict[str, type[shapes.Table]] = {"most": table.Most}
TIES: dict[str, type[shapes.Ties]] = {"rows": table.Rows}
ASK: dict[str, type[shapes.Ask]] = {"melt": reward.Melt}
REWARD: dict[str, type[shapes.Reward]] = {
    "award": award.Award,
    "cabinet": reward.Cabinet,
    "carry_over": reward.CarryOver,
    "keep_covered": reward.KeepCovered,
    "keep_unpassed": reward.KeepUnpassed,
    "lit_plots": reward.LitPlots,
    "locked_progress": reward.LockedProgress,
}
GIFT: dict[str, type[shapes.Gift]] = {
    "ash": award.Ash,
    "count": award.Count,
    "shape": award.SeatShape,
}
CHOICE: dict[str, type[shapes.Choice]] = {"double": choice.Double, "stick": choice.Stick}
