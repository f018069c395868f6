"""Packages that are not correspondence play itself, each complete in its folder."""
