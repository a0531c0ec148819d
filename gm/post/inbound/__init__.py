"""From the bytes of a mail to what its writer wrote, and whether it was really they."""
