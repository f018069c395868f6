"""Rows of matches: moves, clocks, offers, conditional moves, and one saver."""
