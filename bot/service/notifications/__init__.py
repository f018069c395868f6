"""Reminders, digests, quiet hours, departed members and downtime notices."""
