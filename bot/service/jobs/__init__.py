"""Scheduled jobs, the outbox sender, and the runner of the computer's moves."""
