"""What runs unattended: the daemon, the sending of mail, the digest, and alarms."""
