"""Conditional moves: text, storage, and execution after an opponent's move."""
