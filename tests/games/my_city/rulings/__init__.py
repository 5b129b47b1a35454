"""The rulings of My City, MC-R01 to MC-R56, by topic; those about the campaign stand in `campaign`."""
