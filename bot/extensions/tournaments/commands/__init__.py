"""Commands and buttons of tournaments, ladders and seasons."""
