"""Learned weights in a file: small integers, compressed."""

import io
from dataclasses import replace
from functools import cache
from lzma import compress, decompress
from pathlib import Path

import numpy as np

from tilefolk.twin.ground.tables import Tables
from tilefolk.twin.value.features import F_PAIRS, F_STAGES, Features, features_of

UNIT = 1 / 256  # of a point: how finely weights are kept
LEAST = 2  # units; smaller weights are left out


def write_weights(file: Path, features: Features) -> None:
    """Write what was learned beside the room, as whole numbers of units."""
    units = np.rint((features.weights - features.room) / UNIT).astype(np.int16)
    units[np.abs(units) < LEAST] = 0
    out = io.BytesIO()
    np.savez(out, head=features.head, units=units, unit=UNIT)
    file.write_bytes(compress(out.getvalue(), preset=9))


@cache
def read_weights(file: Path, tables: Tables) -> Features:
    """The features of a ground with the weights of a file; without them where they are for another ground."""
    with np.load(io.BytesIO(decompress(file.read_bytes()))) as stored:
        head, units, unit = stored["head"], stored["units"], float(stored["unit"])
    features = features_of(tables, int(head[F_STAGES]))
    if (features.head != head).any():
        return features_of(tables, 0)
    return replace(features, weights=features.room + units.astype(np.float32) * np.float32(unit))


def has_weights(features: Features) -> bool:
    return bool(features.head[F_PAIRS])
