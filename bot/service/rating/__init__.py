"""Ratings: Elo, the ladder, what a finished game says to them, and what keeps them fair."""
