"""Messages of following."""
