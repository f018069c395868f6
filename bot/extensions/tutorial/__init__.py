"""Tutorial: interactive lessons on a board."""
