"""Messages for the puzzles."""
