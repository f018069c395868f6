"""Players: who they are, their settings, whom they block."""
