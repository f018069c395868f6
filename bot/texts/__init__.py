"""Longer texts: rule cards, error messages, outcomes."""
