"""From notices to mails: words, layout, pages, pictures, and their way into the outbox."""
