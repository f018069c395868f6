"""Matchmaking: challenges, seating, rematches and games against the computer."""
