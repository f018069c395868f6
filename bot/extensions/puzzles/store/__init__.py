"""Tables and queries of the puzzles."""
