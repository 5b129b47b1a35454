"""Defaults that several packages share. It imports nothing, so that the command line starts quickly."""

BOT = "greedy"  # on seats that nobody names, and in the seat of somebody who leaves
SIM_BOTS = (BOT, "random")
LADDER_GAMES = (
    "*/eternal,roll_and_build/short,point_city/table,point_city/solo-hard"  # one or two of every game
)
HOST = "127.0.0.1"
PORT = 8080
DATABASE_FILE = "tilefolk.sqlite"
STAND_IN_GRACE_SECONDS = 30.0  # away for so long before others may call a stand-in
