"""Games and times that tests of time play with."""

GAME, TURNS = "my_city/eternal", "point_city/table"
ALWAYS_PASSES = "roll_and_build/1"  # no draw ends the part of a seat that sleeps, as a church does
MINUTE = 60
