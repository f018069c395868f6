"""Correspondence play: plain functions of (tx, ..., now).

They check, change rows, queue what must be told, and return a value. The package knows neither
Discord nor pictures, and reads no clock.
"""
