"""Service functions for events, ladders and seasons, one transaction each."""
