"""Measurements beside other programs; none of them is needed to play or to test."""
