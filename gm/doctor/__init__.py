"""What `gm doctor` checks, a module for each kind of check. Nothing here changes anything or sends mail."""
