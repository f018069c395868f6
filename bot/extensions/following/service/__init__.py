"""What players follow, and what they get of it."""
