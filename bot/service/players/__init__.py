"""People: who they are, how they want to be treated, whom they block."""
