"""Learned weights in a file: a line that says what they are for, then small whole numbers, compressed."""

import json
import sys
from array import array
from collections.abc import Sequence
from functools import cache
from lzma import LZMAFile, compress
from pathlib import Path

from tilefolk.twin.ground.tables import Tables
from tilefolk.twin.value.features import Features, Learned, OtherGround, features_of
from tilefolk.twin.value.head import F_STAGES

UNIT = 1 / 256  # of a point: how finely weights are kept
LEAST = 2  # units; smaller weights are left out
PART = 1 << 16  # bytes that are read at a time


def write_weights(file: Path, features: Features, room: Sequence[float]) -> None:
    """Write what was learned beside the room, as whole numbers of units."""
    each = zip(features.weights.numbers, room, strict=True)
    units = array("h", (round((weight - before) / UNIT) for weight, before in each))
    kept = array("h", (unit if abs(unit) >= LEAST else 0 for unit in units))
    head = json.dumps({"head": features.head.tolist(), "unit": UNIT}).encode()
    file.write_bytes(compress(head + b"\n" + _little(kept).tobytes(), preset=9))


@cache
def read_weights(file: Path, tables: Tables) -> Features:
    """The features of a ground with the weights of a file; without them where they are for another ground."""
    with LZMAFile(file) as stored:
        told, units = json.loads(stored.readline()), array("h")
        while part := stored.read(PART):
            units.frombytes(part)
    learned = Learned(told["head"], _little(units), told["unit"])
    try:
        return features_of(tables, learned.head[F_STAGES], learned)
    except OtherGround:
        return features_of(tables, 0)


def _little(numbers: "array[int]") -> "array[int]":
    """The same numbers with their low bytes first, as they are in the file."""
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers
