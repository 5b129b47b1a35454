"""All rule modules of the laying family, one plain dict per shape; the keys are the names in TOML."""

from tilefolk.games.laying.rules import answer, end, fit, links, once, race, reward, setup, shapes

SETUP: dict[str, type] = {
    "area": setup.Area,
    "land": setup.Land,
    "mark": setup.Mark,
    "retire": setup.Retire,
    "track": setup.Marker,
}
SOURCE: dict[str, type[shapes.Source]] = {"deck": setup.Deck, "dice": setup.Dice}
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
    "chain": end.Chain,
    "church": end.Church,
    "full_groups": end.FullGroups,
    "largest_group": end.LargestGroup,
    "pass_row": answer.PassRow,
    "surrounded": end.Surrounded,
    "visible": end.Visible,
    "well": end.Well,
}
TABLE: dict[str, type[shapes.Table]] = {"most": end.Most}
TIES: dict[str, type[shapes.Ties]] = {"rows": end.Rows}
ASK: dict[str, type[shapes.Ask]] = {"melt": reward.Melt}
REWARD: dict[str, type[shapes.Reward]] = {
    "award": reward.Award,
    "cabinet": reward.Cabinet,
    "carry_over": reward.CarryOver,
    "lit_plots": reward.LitPlots,
    "locked_progress": reward.LockedProgress,
}
GIFT: dict[str, type[reward.Gift]] = {
    "ash": reward.Ash,
    "count": reward.Count,
    "double": reward.Double,
    "stick": reward.Stick,
}
