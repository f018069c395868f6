"""Messages about events, ladders and seasons."""
