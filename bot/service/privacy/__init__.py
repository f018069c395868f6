"""Privacy: export and erasure of personal data."""
