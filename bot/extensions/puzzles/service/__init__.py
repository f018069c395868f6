"""Services of the puzzles: games in progress, daily results, the schedule."""
