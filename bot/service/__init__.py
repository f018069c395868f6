"""Correspondence play: plain functions of (tx, ..., now). Knows neither Discord nor pictures, and reads no clock."""
