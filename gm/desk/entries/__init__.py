"""What journal entries do."""
