"""How a match starts: challenges, seats, rematches, games against the computer."""
