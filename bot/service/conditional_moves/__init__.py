"""Conditional moves: parsing, storage, and execution after an opponent's move."""
