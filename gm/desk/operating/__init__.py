"""What the operator does: acts on a game that is forming or running, and rolling it back."""
