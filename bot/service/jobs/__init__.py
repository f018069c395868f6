"""Scheduled jobs, the outbox sender and the computer runner."""
