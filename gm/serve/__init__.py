"""What runs unattended: the daemon, the way out for mails, digest and troubles."""
