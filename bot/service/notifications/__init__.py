"""Reminders, digests, quiet hours, members who left, and downtime notices."""
