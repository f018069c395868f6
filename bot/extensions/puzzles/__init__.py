"""Puzzles for one player: the printed problems, the daily puzzle, and the longest hop."""
