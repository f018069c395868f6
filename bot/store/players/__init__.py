"""Rows of players: settings, blocks, vacations, erasure, and what they may see."""
