"""What players do in a match: move, offer, leave, claim, pause, resign."""
