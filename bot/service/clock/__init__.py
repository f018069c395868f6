"""Time arithmetic: calendars, time controls, reminders, vacation.

No transaction, no system clock.
"""
