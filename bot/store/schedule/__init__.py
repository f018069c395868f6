"""Times: what is due, when rows were created, and times in the future."""
