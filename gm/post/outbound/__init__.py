"""Outgoing mail: composing it, and handing it to the server."""
