"""Views for the puzzles."""
