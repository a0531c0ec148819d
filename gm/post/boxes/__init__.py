"""Mailboxes: on an IMAP server, a Maildir, a file of mails."""
