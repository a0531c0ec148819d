"""What `gm doctor` looks at, a module for each kind of check. Nothing here changes anything, or sends a mail."""
