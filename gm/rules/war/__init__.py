"""What the two RAND war games share: the honeycomb board, and the rule of deaths. Pure."""
