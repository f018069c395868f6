"""Panels and lines of following."""
