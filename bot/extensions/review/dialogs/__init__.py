"""Loading a game to look back at it, and importing a record."""
