"""Mailboxes: a folder on an IMAP server, a Maildir, or a file of mails."""
