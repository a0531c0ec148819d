"""What an entry of the journal does."""
