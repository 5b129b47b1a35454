"""Campaigns: series of matches that share what the seats take along, folded from end records."""

from tilefolk.campaign.catalogue import (
    SERIES,
    UnknownSeries,
    all_offers,
    find_series,
    offer,
    offer_json,
    sealed_series,
    ways_of,
)
from tilefolk.campaign.series import Series
from tilefolk.campaign.standing import Standing, standing

__all__ = [
    "SERIES",
    "Series",
    "Standing",
    "UnknownSeries",
    "all_offers",
    "find_series",
    "offer",
    "offer_json",
    "sealed_series",
    "standing",
    "ways_of",
]
