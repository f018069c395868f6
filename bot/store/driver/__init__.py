"""Connections, transactions and statements on SQLite and PostgreSQL."""
