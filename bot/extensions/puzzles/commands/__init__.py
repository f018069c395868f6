"""Commands for the puzzles."""
