"""Tables and queries for the puzzles."""
