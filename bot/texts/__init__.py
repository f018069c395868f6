"""Texts about the rules, errors and outcomes, and the names of games and pieces."""
