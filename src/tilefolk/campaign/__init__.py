"""Campaigns: series of matches that share what the seats take along, folded from end records."""

from tilefolk.campaign.catalogue import (
    SERIES,
    UnknownSeries,
    all_offers,
    find_series,
    modes_of_series,
    offer,
    offer_json,
    sealed_series,
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
    "modes_of_series",
    "offer",
    "offer_json",
    "sealed_series",
    "standing",
]
