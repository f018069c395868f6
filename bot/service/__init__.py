"""Service layer: the rules of correspondence play as functions of (tx, ..., now).

Each function checks the request, changes rows, queues the resulting messages in the outbox and
returns a value. This package does not import Discord or the renderer, and it never reads the system
clock.
"""
