"""What is stored about a person: export and erasure."""
