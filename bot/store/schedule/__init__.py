"""Times: rows that are due, when rows were created, and times in the future."""
