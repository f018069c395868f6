"""How a match comes about: challenges, tables, seats, rematches."""
