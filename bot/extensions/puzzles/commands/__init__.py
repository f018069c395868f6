"""Commands of the puzzles."""
