"""Statements on the tables of tournaments, ladders and seasons."""
