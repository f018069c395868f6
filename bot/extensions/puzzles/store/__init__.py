"""Tables and statements of the puzzles."""
