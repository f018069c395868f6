"""The tables of the first schema as they were then: migration 0001 makes them."""
