"""Reminders, digests, quiet hours and notices about downtime."""
