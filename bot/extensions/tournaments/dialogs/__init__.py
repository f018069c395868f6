"""What several commands of tournaments share."""
