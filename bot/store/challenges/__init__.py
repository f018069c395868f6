"""Rows of challenges and rematches."""
