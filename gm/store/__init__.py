"""What is kept: SQLite through sqlite-utils. Inbox, games, journal, snapshots, ledger, outbox; no rules, no words."""
