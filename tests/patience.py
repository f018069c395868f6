"""How long tests wait for what must happen."""

HANGS_AFTER = 600
"""Seconds after which a test counts as hanging.

No machine is slow enough to miss this limit, so a test fails by it only if something never happens.
"""
