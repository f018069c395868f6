"""Looking back at a game: move by move, replay, analysis, records, sharing."""
