"""Mails of ours: made, and handed to the server that carries them."""
