"""A slow second opinion on the laying rules, written with plain sets of positions."""
