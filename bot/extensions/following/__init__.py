"""Following games and people without disturbing them."""
