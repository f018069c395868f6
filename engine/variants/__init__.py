"""The games, in one module each.

Every module with a tuple `VARIANTS` is discovered.
"""
