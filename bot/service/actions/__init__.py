"""What players do in a match: move, offer, resign, claim, pause."""
