"""Statements of following."""
