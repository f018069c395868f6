"""Time arithmetic: calendars, time controls, reminders, vacation.

This package uses no transactions and never reads the system clock.
"""
