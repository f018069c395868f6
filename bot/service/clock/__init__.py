"""Arithmetic of time: calendar days, time controls, alarms, vacation. No transaction, no clock."""
