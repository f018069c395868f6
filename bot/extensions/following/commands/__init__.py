"""Buttons of following."""
