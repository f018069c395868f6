"""Tournaments, ladders and seasons: pairings, standings and titles."""
