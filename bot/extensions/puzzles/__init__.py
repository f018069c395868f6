"""Puzzles for one player: printed problems, the daily puzzle, the longest hop."""
