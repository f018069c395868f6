"""Ratings: Elo, ladders, which games are rated, and fair play."""
