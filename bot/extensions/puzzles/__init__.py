"""Puzzles for one player: rulebook problems, the daily puzzle, the longest hop."""
