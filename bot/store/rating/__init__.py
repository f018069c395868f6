"""Rows of rated games, ratings and ladders."""
