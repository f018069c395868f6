"""Players: their names, settings and blocks."""
