"""What several commands of puzzles share."""
