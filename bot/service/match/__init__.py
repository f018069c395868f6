"""A running match: its state, the clock of its turn, and the plans that answer a move."""
