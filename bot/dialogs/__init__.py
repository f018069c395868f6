"""What several commands share: pickers, panels, permissions, starting a match."""
