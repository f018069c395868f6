"""Player actions in a match: move, offer, resign, claim, pause."""
