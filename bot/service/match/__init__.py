"""A running match: its state, its turn clock and its automatic moves."""
