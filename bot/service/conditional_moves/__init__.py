"""Conditional moves: parsed, stored, and executed when the opponent has moved."""
