"""Messages of the puzzles."""
