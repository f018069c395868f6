"""When each job is due next."""
