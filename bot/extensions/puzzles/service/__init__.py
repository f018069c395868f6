"""Services for the puzzles: games in progress, daily results, the schedule."""
