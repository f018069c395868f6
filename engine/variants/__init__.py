"""The games, one module each: every module with a tuple `VARIANTS` is discovered."""
